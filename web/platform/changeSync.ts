import { onChange } from './changes.ts'
import { whenIdle } from './idle.ts'
import type { PageContext } from './pageContext.tsx'

/** A call that was cut off may be answered long after the page that follows it. */
const checkAfterMs = 5000

/**
 * Reads again what was rendered before a change. A page that is requested while a call is under way is rendered before
 * the call takes effect, and the page that has made it, which may be of another site, is gone when the answer comes. The
 * server's clock says which was first. Returns a function that stops it.
 */
export const syncChanges = ({
  queries,
  cookies,
  startedAt,
}: Pick<PageContext, 'queries' | 'cookies' | 'startedAt'>): (() => void) => {
  let readAt = startedAt
  const changedAt = (): number => Number(cookies.get('changed-at') ?? 0)
  const check = (): void => {
    if (changedAt() <= readAt) return
    readAt = changedAt()
    void queries.invalidate()
  }
  check()
  const stopIdle = whenIdle(checkAfterMs, check)
  // What this page changes it reads again by itself.
  const unsubscribe = onChange(queries, () => {
    readAt = Math.max(readAt, changedAt())
  })
  return () => {
    stopIdle()
    unsubscribe()
  }
}
