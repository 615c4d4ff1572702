/** An event from before hydration. */
export type EarlyEvent = {
  type: 'click' | 'submit' | 'input' | 'change'
  element: HTMLElement
  submitter: HTMLElement | null
  /** What the field was left with; React may set it back before the replay. */
  value: string
  /** Of a checkbox or radio button. */
  isChecked: boolean
}

/**
 * Stops capturing outside late parts, and returns in order the captured events whose elements are hydrated.
 *
 * @param onLateCapture called for each event in a part that is not
 */
export type EarlyEvents = (onLateCapture?: () => void) => EarlyEvent[]

declare global {
  interface Window {
    onsideEarlyEvents?: EarlyEvents
  }
}

/**
 * Dispatches the events captured before hydration, each once; called when the page is hydrated and when a late part is.
 */
export const replayEarlyEvents = (onLateCapture?: () => void): void => {
  for (const event of window.onsideEarlyEvents?.(onLateCapture) ?? []) {
    const { type, element, submitter } = event
    if (!element.isConnected) continue
    if (type === 'click') element.click()
    else if (type === 'submit') (element as HTMLFormElement).requestSubmit(submitter)
    else replayInput(element, type, event)
  }
}

/**
 * React calls `onChange` only when a field's value differs from the one it last saw, and hydration has already seen
 * what was entered early. So the field is first set back to its initial value through React's own property.
 */
const replayInput = (
  field: HTMLElement,
  type: 'input' | 'change',
  { value, isChecked }: Pick<EarlyEvent, 'value' | 'isChecked'>,
): void => {
  if (field instanceof HTMLSelectElement) field.value = value
  if (field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio')) {
    // A click is what React listens for here; it also dispatches `input` and `change`.
    if (type !== 'change' || isChecked === field.defaultChecked) return
    field.checked = field.defaultChecked
    field.click()
    return
  }
  const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
  if (isText && field.type !== 'file') {
    field.value = field.defaultValue
    const { prototype } = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value)
  }
  field.dispatchEvent(new Event(type, { bubbles: true }))
}
