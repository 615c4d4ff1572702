/**
 * Whether somebody has typed into a form that is still on the page: what they typed is worth more than a fresh page.
 * Searches (GET forms) do not count, since their words stand in the address.
 */
const editedForms = new Set<HTMLFormElement>()

export const trackUnsavedInput = (): (() => void) => {
  const markEdited = ({ target }: Event): void => {
    const form = target instanceof Element ? target.closest('form') : null
    if (form !== null && form.method !== 'get') editedForms.add(form)
  }
  document.addEventListener('input', markEdited)
  return () => {
    document.removeEventListener('input', markEdited)
  }
}

export const hasUnsavedInput = (): boolean => {
  for (const form of editedForms) if (!form.isConnected) editedForms.delete(form)
  return editedForms.size > 0
}

/** The form was sent and its work is done. */
export const clearUnsavedInput = (form: HTMLFormElement): void => {
  editedForms.delete(form)
}
