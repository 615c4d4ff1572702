import type { EarlyEvent, EarlyEvents } from './replayEarlyEvents.ts'

/**
 * Runs inline in the head, before any module is loaded: records clicks on buttons, submits, and input until the page
 * is hydrated, and in its late parts (lateComponent.tsx) until those are. Links and forms with an `action` work without
 * script and are left alone. A repeated event on the same element counts once. When a module fails to load or throws at
 * start-up, a notice asks to reload the page. Notes also what a translator replaces meanwhile (pageTranslation.ts).
 */
const captureEarlyEvents = (): void => {
  let captured: EarlyEvent[] = []
  let isHydrated = false
  let onCapture: (() => void) | undefined
  const lateParts = '[data-late]'
  const isCheckable = (element: Element): element is HTMLInputElement =>
    element instanceof HTMLInputElement && (element.type === 'checkbox' || element.type === 'radio')
  const capture = (event: Event): void => {
    const { target, type } = event
    // A press on an icon has a part of the drawing as its target, which is no HTMLElement.
    if (!(target instanceof Element)) return
    if (isHydrated && target.closest(lateParts) === null) return
    // Its `change` follows and is what is recorded.
    if (type === 'click' && isCheckable(target)) event.stopPropagation()
    const element = type === 'click' ? target.closest('button') : target
    if (!(element instanceof HTMLElement)) return
    if (element instanceof HTMLButtonElement && element.type === 'submit' && element.form !== null) return
    if (element instanceof HTMLFormElement) {
      if (element.hasAttribute('action')) return
      event.preventDefault()
    }
    // React may hydrate the page or the part for this very event, and would then act on it as well.
    event.stopPropagation()
    onCapture?.()
    const value = 'value' in element ? String(element.value) : ''
    const isChecked = isCheckable(element) && element.checked
    const earlier = captured.filter((other) => other.element === element)
    // All of them: a `change` replayed with what has been corrected since would bring that back.
    for (const other of earlier) Object.assign(other, { value, isChecked })
    if (earlier.some((other) => other.type === type)) return
    if (isCheckable(element) && element.type === 'radio') captured = captured.filter(isOfOtherGroup(element))
    const submitter = event instanceof SubmitEvent ? event.submitter : null
    captured.push({ type: type as EarlyEvent['type'], element, submitter, value, isChecked })
  }
  const isOfOtherGroup =
    ({ name, form }: HTMLInputElement) =>
    ({ element }: EarlyEvent): boolean =>
      !isCheckable(element) || element.type !== 'radio' || element.name !== name || element.form !== form
  const showLoadFailure = ({ target }: Event): void => {
    const notice = document.querySelector<HTMLElement>('#unheard')
    if (notice !== null && (target === window || target instanceof HTMLScriptElement)) notice.hidden = false
  }
  addEventListener('error', showLoadFailure, true)
  addEventListener('unhandledrejection', showLoadFailure)
  const types = ['click', 'submit', 'input', 'change']
  for (const type of types) document.addEventListener(type, capture, true)
  const take: EarlyEvents = (onLateCapture) => {
    isHydrated = true
    onCapture = onLateCapture
    removeEventListener('error', showLoadFailure, true)
    removeEventListener('unhandledrejection', showLoadFailure)
    const isLate = ({ element }: EarlyEvent): boolean => element.closest(lateParts) !== null
    const ready = captured.filter((event) => !isLate(event))
    captured = captured.filter(isLate)
    if (captured.length > 0) onLateCapture?.()
    return ready
  }
  window.onsideEarlyEvents = take
  const replaced: MutationRecord[] = []
  const note = (records: MutationRecord[]): void => {
    replaced.push(...records.filter(({ removedNodes }) => removedNodes.length > 0))
  }
  const observer = new MutationObserver(note)
  observer.observe(document, { childList: true, subtree: true })
  window.onsideEarlyReplacements = () => {
    note(observer.takeRecords())
    observer.disconnect()
    return replaced
  }
}

/** The text of the inline script; the same on every page, so that the policy can allow it by its hash. */
export const captureScript = `(${captureEarlyEvents.toString()})()`
