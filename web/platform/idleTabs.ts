import { activityEvents, whenIdle } from './idle.ts'

/** Other tabs are notified of activity this often at most. */
const notifyEveryMs = 10_000

/** Like `whenIdle`, by the activity in all tabs of the site: one in the background is idle while another is used. */
export const whenAllTabsIdle = (afterMs: number, onIdle: () => void): (() => void) => {
  const channel = typeof BroadcastChannel === 'function' ? new BroadcastChannel('activity') : undefined
  let stop = whenIdle(afterMs, onIdle)
  let activeAt = Date.now()
  channel?.addEventListener('message', () => {
    stop()
    stop = whenIdle(afterMs, onIdle)
    activeAt = Date.now()
  })
  let notifiedAt = -Infinity
  const notify = (): void => {
    // Timers stand still while a device sleeps.
    const hasSlept = Date.now() - activeAt > afterMs
    activeAt = Date.now()
    if (hasSlept) return onIdle()
    if (document.hidden || Date.now() - notifiedAt < notifyEveryMs) return
    notifiedAt = Date.now()
    channel?.postMessage('active')
  }
  for (const eventName of activityEvents)
    addEventListener(eventName, notify, { passive: true, capture: true })
  return () => {
    stop()
    channel?.close()
    for (const eventName of activityEvents) removeEventListener(eventName, notify, { capture: true })
  }
}
