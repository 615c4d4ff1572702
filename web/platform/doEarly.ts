/** Something a person did before the page listened. */
export type Early = {
  type: 'click' | 'submit' | 'input' | 'change'
  element: HTMLElement
  by: HTMLElement | null
}

declare global {
  interface Window {
    /** Ends the keeping and gives what was kept, in the order it was done. */
    onsideEarly?: () => Early[]
  }
}

/** The page listens: does what was done too early, once. */
export const doEarly = (): void => {
  for (const { type, element, by } of window.onsideEarly?.() ?? []) {
    if (!element.isConnected) continue
    if (type === 'click') element.click()
    else if (element instanceof HTMLFormElement) element.requestSubmit(by)
    else element.dispatchEvent(new Event(type, { bubbles: true }))
  }
  delete window.onsideEarly
}
