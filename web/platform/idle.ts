export const activityEvents = [
  'pointerdown',
  'pointermove',
  'keydown',
  'scroll',
  'wheel',
  'touchstart',
  'visibilitychange',
] as const

/**
 * Calls `onIdle` after every `afterMs` of inactivity. Returns a function that stops it.
 */
export const whenIdle = (afterMs: number, onIdle: () => void): (() => void) => {
  let timer: ReturnType<typeof setTimeout>
  const restartTimer = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      onIdle()
      restartTimer()
    }, afterMs)
  }
  for (const eventName of activityEvents)
    addEventListener(eventName, restartTimer, { passive: true, capture: true })
  restartTimer()
  return () => {
    clearTimeout(timer)
    for (const eventName of activityEvents) removeEventListener(eventName, restartTimer, { capture: true })
  }
}
