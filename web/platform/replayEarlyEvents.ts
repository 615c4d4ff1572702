/** An event from before hydration. */
export type EarlyEvent = {
  type: 'click' | 'submit' | 'input' | 'change'
  element: HTMLElement
  submitter: HTMLElement | null
  /** Of a select, which hydration sets back. */
  choice: string | undefined
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
  for (const { type, element, submitter, choice } of window.onsideEarlyEvents?.(onLateCapture) ?? []) {
    if (!element.isConnected) continue
    if (type === 'click') element.click()
    else if (type === 'submit') (element as HTMLFormElement).requestSubmit(submitter)
    else replayInput(element, type, choice)
  }
}

/**
 * React calls `onChange` only when a field's value differs from the one it last saw, and hydration has already seen
 * what was entered early. So the field is first set back to its initial value through React's own property.
 */
const replayInput = (field: HTMLElement, type: 'input' | 'change', choice: string | undefined): void => {
  if (field instanceof HTMLSelectElement && choice !== undefined) field.value = choice
  if (field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio')) {
    // A click is what React listens for here; it also dispatches `input` and `change`.
    if (type !== 'change' || field.checked === field.defaultChecked) return
    field.checked = field.defaultChecked
    field.click()
    return
  }
  const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement
  if (isText && field.type !== 'file') {
    const { value } = field
    field.value = field.defaultValue
    const { prototype } = field instanceof HTMLInputElement ? HTMLInputElement : HTMLTextAreaElement
    Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value)
  }
  field.dispatchEvent(new Event(type, { bubbles: true }))
}
