import { api, ApiError, newKey } from './api.ts'
import { readStored, subscribeStored, writeStored } from './favouriteStorage.ts'
import type { PageContext } from './pageContext.tsx'
import { callOnce, getReadData, readKey } from './queries.ts'
import { hashOf } from './readCache.ts'
import { cachedCustomer } from './session.ts'

/** Pages whose favourites are being sent. */
const merging = new WeakSet<PageContext>()

/**
 * Adds the favourites of this browser to the account of a customer, when they log in here or have logged in on another
 * site. Those that could not be sent stay for the next page. Returns a function that stops it.
 */
export const syncFavourites = (context: PageContext): (() => void) => {
  const { queries, cookies, report } = context
  // Staff have none, and neither has a device that others use next.
  if (context.site === 'desk' || context.channel.sharedDevice !== undefined) return () => undefined
  const merge = async (): Promise<void> => {
    const operator = getReadData(queries, api.operator.config, {})?.clientId
    if (merging.has(context) || operator === undefined || cachedCustomer(queries) === null) return
    const stored = readStored(operator)
    if (stored.length === 0) return
    merging.add(context)
    try {
      await callOnce(context, api.favourites.merge, { keys: stored.map(({ key }) => key) }, newKey())
      const isSent = new Set(stored.map(({ key }) => key))
      writeStored(
        operator,
        cookies,
        readStored(operator).filter(({ key }) => !isSent.has(key)),
      )
    } catch (error) {
      if (!(error instanceof ApiError)) report(error)
    } finally {
      merging.delete(context)
    }
  }
  void merge()
  const unsubscribe = queries.subscribe(hashOf(readKey(api.sessions.user, {})), () => void merge())
  const stopListening = subscribeStored(() => void merge())
  return () => {
    unsubscribe()
    stopListening()
  }
}
