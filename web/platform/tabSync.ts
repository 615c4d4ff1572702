import { api } from './api.ts'
import { changesSince, invalidateReads, onChange } from './changes.ts'
import { getReadData, reader } from './queries.ts'
import type { PageContext } from './pageContext.tsx'

/** What calls in another tab have changed. A tab that has just begun to listen also asks for what it has missed. */
type TabMessage = { changes: readonly string[]; missedSince: number | undefined }

/**
 * Keeps the data of a visitor's tabs the same: what a call changes is read again in every other tab. Listening begins
 * only after hydration, so a tab then tells what it has changed already, and asks the others what they have changed
 * since its page was requested. A page that the browser shows again from its memory reads its basket again. Returns a
 * function that stops it.
 */
export const syncTabs = (context: Pick<PageContext, 'queries' | 'client' | 'report'>): (() => void) => {
  const { queries } = context
  const channel = typeof BroadcastChannel === 'function' ? new BroadcastChannel('changes') : undefined

  const tell = (resources: readonly string[], missedSince?: number): void => {
    // The session has its own channel (sessionSync.ts), because it may change all reads.
    const changes = resources.filter((resource) => resource !== 'session')
    if (changes.length > 0 || missedSince !== undefined)
      channel?.postMessage({ changes, missedSince } satisfies TabMessage)
  }
  const unsubscribe = onChange(queries, (resources) => tell(resources))

  const readBasketAgain = (): void => {
    if (getReadData(queries, api.baskets.read, {}) !== undefined) invalidateReads(queries, ['basket'])
    // A tab opened before there was a basket has not read one yet.
    else reader(context)(api.baskets.read).catch(context.report)
  }
  channel?.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    const others = data.changes.filter((change) => change !== 'basket')
    if (others.length > 0) invalidateReads(queries, others)
    if (others.length < data.changes.length) readBasketAgain()
    if (data.missedSince !== undefined) tell(changesSince(queries, data.missedSince))
  })
  tell(changesSince(queries, 0), performance.timeOrigin)
  const onPageShow = ({ persisted }: PageTransitionEvent): void => {
    if (persisted) invalidateReads(queries, ['basket'])
  }
  addEventListener('pageshow', onPageShow)

  return () => {
    unsubscribe()
    removeEventListener('pageshow', onPageShow)
    channel?.close()
  }
}
