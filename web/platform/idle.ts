/** What counts as a person being there. */
const signs = [
  'pointerdown',
  'pointermove',
  'keydown',
  'scroll',
  'wheel',
  'touchstart',
  'visibilitychange',
] as const

/**
 * Calls after every `afterMs` in which nobody did anything: once after the first such spell, and again after each
 * further one. Returns what stops it.
 */
export const whenIdle = (afterMs: number, then: () => void): (() => void) => {
  let timer: ReturnType<typeof setTimeout>
  const wait = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      then()
      wait()
    }, afterMs)
  }
  for (const sign of signs) addEventListener(sign, wait, { passive: true, capture: true })
  wait()
  return () => {
    clearTimeout(timer)
    for (const sign of signs) removeEventListener(sign, wait, { capture: true })
  }
}
