import { api } from './api.ts'
import { getReadData, invalidateReads, onChange, reader } from './queries.ts'
import type { PageContext } from './pageContext.tsx'

/** What a call in another tab has changed. */
type TabMessage = { changes: readonly string[] }

/**
 * Keeps the data of a visitor's tabs the same: what a call changes is read again in every other tab. A page that the
 * browser shows again from its memory reads its basket again. Returns a function that stops it.
 */
export const syncTabs = (context: Pick<PageContext, 'queries' | 'client' | 'report'>): (() => void) => {
  const { queries } = context
  const channel = typeof BroadcastChannel === 'function' ? new BroadcastChannel('changes') : undefined

  const unsubscribe = onChange(queries, (resources) => {
    // The session has its own channel (sessionSync.ts), because it may change all reads.
    const changes = resources.filter((resource) => resource !== 'session')
    if (changes.length > 0) channel?.postMessage({ changes } satisfies TabMessage)
  })

  const readBasketAgain = (): void => {
    if (getReadData(queries, api.baskets.read, {}) !== undefined) invalidateReads(queries, ['basket'])
    // A tab opened before there was a basket has not read one yet.
    else reader(context)(api.baskets.read).catch(context.report)
  }
  channel?.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
    const others = data.changes.filter((change) => change !== 'basket')
    if (others.length > 0) invalidateReads(queries, others)
    if (others.length < data.changes.length) readBasketAgain()
  })
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
