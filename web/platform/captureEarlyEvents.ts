import type { EarlyEvent, EarlyEvents } from './replayEarlyEvents.ts'

/**
 * Runs inline in the head, before any module is loaded: records clicks on buttons, submits, and input until the page
 * is hydrated, and in its late parts (lateComponent.tsx) until those are. Links and forms with an `action` work without
 * script and are left alone. A repeated event on the same element counts once. When a module fails to load or throws at
 * start-up, a notice asks to reload the page.
 */
const captureEarlyEvents = (): void => {
  let captured: EarlyEvent[] = []
  let isHydrated = false
  let onCapture: (() => void) | undefined
  const lateParts = '[data-late]'
  const capture = (event: Event): void => {
    const { target, type } = event
    if (!(target instanceof HTMLElement)) return
    const isLate = target.closest(lateParts) !== null
    if (isHydrated && !isLate) return
    const element = type === 'click' ? target.closest('button') : target
    if (element === null) return
    if (element instanceof HTMLButtonElement && element.type === 'submit' && element.form !== null) return
    if (element instanceof HTMLFormElement) {
      if (element.hasAttribute('action')) return
      event.preventDefault()
    }
    // React may hydrate the part for this very event, and would then act on it as well.
    if (isLate) event.stopPropagation()
    onCapture?.()
    const choice = element instanceof HTMLSelectElement ? element.value : undefined
    const earlier = captured.find((other) => other.type === type && other.element === element)
    if (earlier !== undefined) {
      earlier.choice = choice
      return
    }
    const submitter = event instanceof SubmitEvent ? event.submitter : null
    captured.push({ type: type as EarlyEvent['type'], element, submitter, choice })
  }
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
}

/** The text of the inline script; the same on every page, so that the policy can allow it by its hash. */
export const captureScript = `(${captureEarlyEvents.toString()})()`
