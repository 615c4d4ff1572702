import type { Early } from './doEarly.ts'

/**
 * Runs in the head of the page, before its modules are there: keeps what is pressed, sent and typed meanwhile. Links
 * and searches need no script and go on by themselves. What is pressed twice by somebody impatient counts once. When
 * a module does not come, or fails at its first words, nothing will ever listen, and the page says so.
 */
const keepEarly = (): void => {
  const kept: Early[] = []
  const keep = (event: Event): void => {
    const { target, type } = event
    if (!(target instanceof HTMLElement)) return
    const isPress = type === 'click'
    const element = isPress ? target.closest('button') : target
    if (element === null) return
    if (element instanceof HTMLButtonElement && element.type === 'submit' && element.form !== null) return
    if (element instanceof HTMLFormElement) {
      if (element.hasAttribute('action')) return
      event.preventDefault()
    }
    if (kept.some((one) => one.type === type && one.element === element)) return
    const by = event instanceof SubmitEvent ? event.submitter : null
    kept.push({ type: type as Early['type'], element, by })
  }
  const tell = ({ target }: Event): void => {
    const notice = document.querySelector<HTMLElement>('#unheard')
    if (notice !== null && (target === window || target instanceof HTMLScriptElement)) notice.hidden = false
  }
  addEventListener('error', tell, true)
  addEventListener('unhandledrejection', tell)
  const types = ['click', 'submit', 'input', 'change']
  for (const type of types) document.addEventListener(type, keep, true)
  window.onsideEarly = () => {
    for (const type of types) document.removeEventListener(type, keep, true)
    removeEventListener('error', tell, true)
    removeEventListener('unhandledrejection', tell)
    return kept
  }
}

/** The text of the script in the head. It is the same on every page, so that a policy can name it by its hash. */
export const earlyScript = `(${keepEarly.toString()})()`
