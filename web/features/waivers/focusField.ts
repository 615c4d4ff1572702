/** Moves the focus from the list of errors to the field. */
export const focusField = (name: string): void => {
  const target = document.getElementById(fieldTarget(name))
  target?.querySelector<HTMLElement>('input, select')?.focus()
  target?.scrollIntoView({ block: 'center' })
}

/** The id of the element round a field. */
export const fieldTarget = (name: string): string => `attendees-${name}`
