import { useSyncExternalStore } from 'react'
import type { Basket } from '#contract/baskets.ts'
import * as messages from '#messages/shared/basket.ts'
import { api, hasSessionEnded } from '#web/platform/api.ts'
import { afterReads } from '#web/platform/afterReads.ts'
import { callOnce, setReadData } from '#web/platform/queries.ts'
import type { ReadCache } from '#web/platform/readCache.ts'
import { cachedCustomer } from '#web/platform/session.ts'
import { forgetCall, rememberCall } from '#web/platform/unfinishedCalls.ts'
import { usePageContext, type PageContext } from '#web/platform/pageContext.tsx'
import { createBasketQueue, idleQueue, type BasketQueue } from './basketQueue.ts'
import { useBasket } from './useBasket.ts'

/**
 * The basket, adding to it and removing from it. Each call answers with the whole basket, which replaces the cached one:
 * header, drawer and page show it without another request. The contract says what else a call invalidates. What only a
 * filled basket offers is in useBasketChanges.ts.
 *
 *   const basket = useBasketActions()
 *   basket.add([{ id }], 'row 7')          // debounced by 250 ms, 'Successfully added item to the basket.'
 *   basket.isAdding('row 7')
 */
export type BasketActions = Pick<BasketQueue, 'add' | 'remove'> & {
  /** Undefined for a visitor whose basket has not been read. */
  basket: Basket | undefined
  /** The ids of the lines of one occurrence. */
  lineIdsOf: (occurrenceId: string | number) => readonly number[]
  isAdding: (rowKey: string) => boolean
  isRemoving: (cartItemId: number) => boolean
  failureOf: (rowKey: string) => string | undefined
}

export const useBasketActions = (): BasketActions => {
  const context = usePageContext()
  const queue = basketQueueOf(context)
  const { adding, removing, failures } = useSyncExternalStore(queue.subscribe, queue.state, () => idleQueue)
  const basket = useBasket()
  return {
    basket,
    lineIdsOf: (occurrenceId) =>
      (basket?.items ?? []).flatMap(({ id, cartableResource: occurrence }) =>
        occurrence !== null && String(occurrence.id) === String(occurrenceId) ? [id] : [],
      ),
    add: (items, rowKey) => {
      // A new attempt takes away the message about the last one.
      context.toasts.closeCause(causeOf(rowKey))
      queue.add(items, rowKey)
    },
    remove: queue.remove,
    isAdding: (rowKey) => adding.has(rowKey),
    isRemoving: (cartItemId) => removing.has(cartItemId),
    failureOf: (rowKey) => failures.get(rowKey),
  }
}

/** The toast about a row's failed click. */
const causeOf = (rowKey: string): string => `basket ${rowKey}`

/** One queue a visit, so that clicks in the timetable and in the drawer wait for each other. */
const queues = new WeakMap<PageContext, BasketQueue>()

export const basketQueueOf = (context: PageContext): BasketQueue => {
  const existing = queues.get(context)
  if (existing !== undefined) return existing
  const { queries, toasts } = context
  const queue = createBasketQueue({
    add: (items, key) => callOnce(context, api.baskets.add, { items }, key),
    remove: (cartItemIds, key) => callOnce(context, api.baskets.remove, { cartItemIds }, key),
    onBasket: (basket) => {
      cacheBasket(queries, basket)
      return afterReads(queries, ['timetable'])
    },
    onOutcome: (outcome) => {
      if (outcome.type === 'failed') {
        toasts.failure(outcome.error, { cause: causeOf(outcome.rowKeys[0] ?? '') })
        return
      }
      const content = outcome.type === 'added' ? messages.added : messages.removed
      toasts.show({ content, colour: 'success' })
    },
    onQueued: (queued) => {
      const customerId = cachedCustomer(queries)?.id ?? null
      const { key } = queued
      const call =
        queued.type === 'add'
          ? { call: api.baskets.add, args: { items: queued.items } }
          : { call: api.baskets.remove, args: { cartItemIds: queued.cartItemIds } }
      rememberCall({ key, ...call, customerId, needsLogin: false })
    },
    onSettled: (key, error) => {
      // A call that the end of the session has refused is made again after the login.
      if (!hasSessionEnded(error)) forgetCall(key)
    },
  })
  // A click still counts when the page is left within the debounce time.
  if (typeof window !== 'undefined')
    for (const event of ['beforeunload', 'pagehide']) addEventListener(event, queue.flush)
  queues.set(context, queue)
  return queue
}

/** Shows the basket that a call has answered with. */
export const cacheBasket = (queries: ReadCache, basket: Basket): void => {
  setReadData(queries, api.baskets.read, {}, basket)
}
