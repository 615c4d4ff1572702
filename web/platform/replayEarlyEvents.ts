/** An event from before hydration. */
export type EarlyEvent = {
  type: 'click' | 'submit' | 'input' | 'change'
  element: HTMLElement
  submitter: HTMLElement | null
}

declare global {
  interface Window {
    /** Stops capturing and returns the captured events in order. */
    onsideEarlyEvents?: () => EarlyEvent[]
  }
}

/** Dispatches the events captured before hydration, each once. */
export const replayEarlyEvents = (): void => {
  for (const { type, element, submitter } of window.onsideEarlyEvents?.() ?? []) {
    if (!element.isConnected) continue
    if (type === 'click') element.click()
    else if (type === 'submit') (element as HTMLFormElement).requestSubmit(submitter)
    else replayInput(element, type)
  }
  delete window.onsideEarlyEvents
}

/**
 * React calls `onChange` only when a field's value differs from the one it last saw, and hydration has already seen
 * what was entered early. So the field is first set back to its initial value through React's own property.
 */
const replayInput = (field: HTMLElement, type: 'input' | 'change'): void => {
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
