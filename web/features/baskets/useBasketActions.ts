import { useSyncExternalStore } from 'react'
import type { Basket, baskets } from '#contract/baskets.ts'
import type { Sent } from '#contract/endpoint.ts'
import * as messages from '#messages/shared/basket.ts'
import { api, hasSessionEnded, newKey } from '#web/platform/api.ts'
import { afterReads } from '#web/platform/afterReads.ts'
import { callOnce, setReadData } from '#web/platform/queries.ts'
import { cachedCustomer } from '#web/platform/session.ts'
import { forgetCall, rememberCall } from '#web/platform/unfinishedCalls.ts'
import { usePageContext, type PageContext } from '#web/platform/pageContext.tsx'
import { createBasketQueue, failureMessage, idleQueue, type BasketQueue } from './basketQueue.ts'
import { useBasket } from './useBasket.ts'
import { formatEndTime, timeZoneOf } from './holdTime.ts'

/**
 * The basket and everything one can do to it. Each call answers with the whole basket, which replaces the cached one:
 * header, drawer and page show it without another request. The contract says what else a call invalidates.
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
  /** This and the ones below answer with the error message, undefined on success. */
  update: (cartItemId: number, options: UpdateOptions) => Promise<string | undefined>
  /** Both take the id of the use on the line. */
  removeBenefit: (useId: number) => Promise<string | undefined>
  removePackage: (useId: number) => Promise<string | undefined>
  clear: () => Promise<string | undefined>
  /** All items by default. */
  renew: (cartItemIds?: readonly number[]) => Promise<string | undefined>
}

type UpdateOptions = Sent<typeof baskets.update>['options']

/** The site's source on the wire. */
const source = 'activity-booking'

export const useBasketActions = (): BasketActions => {
  const context = usePageContext()
  const { queue, change } = basketCallsOf(context)
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
    update: (cartItemId, options) =>
      change((key) => callOnce(context, api.baskets.update, { cartItemId, options }, key), messages.updated),
    removeBenefit: (id) =>
      change(
        (key) => callOnce(context, api.pricing.removeBenefit, { id, source }, key),
        messages.benefitRemoved,
      ),
    removePackage: (id) =>
      change(
        (key) => callOnce(context, api.pricing.removePackage, { id, source }, key),
        messages.packageRemoved,
      ),
    clear: () => change((key) => callOnce(context, api.baskets.clear, {}, key), messages.cleared),
    renew: (cartItemIds) =>
      change(
        (key) =>
          callOnce(
            context,
            api.baskets.renew,
            cartItemIds === undefined ? {} : { cartItemIds: [...cartItemIds] },
            key,
          ),
        extendedMessage,
      ),
  }
}

/** The toast about a row's failed click. */
const causeOf = (rowKey: string): string => `basket ${rowKey}`

type BasketCalls = {
  queue: BasketQueue
  change: (
    call: (key: string) => Promise<Basket>,
    success: string | ((basket: Basket) => string),
  ) => Promise<string | undefined>
}

const extendedMessage = ({ expiresAt, items }: Basket): string => {
  const zone = timeZoneOf(items)
  return expiresAt === null || zone === undefined
    ? messages.extended
    : messages.extendedUntil({ time: formatEndTime(expiresAt, zone) })
}

/** One queue a visit, so that clicks in the timetable and in the drawer wait for each other. */
const callsByContext = new WeakMap<PageContext, BasketCalls>()

const basketCallsOf = (context: PageContext): BasketCalls => {
  const existing = callsByContext.get(context)
  if (existing !== undefined) return existing
  const { queries, toasts } = context
  const cacheBasket = (basket: Basket): void => {
    setReadData(queries, api.baskets.read, {}, basket)
  }
  const queue = createBasketQueue({
    add: (items, key) => callOnce(context, api.baskets.add, { items }, key),
    remove: (cartItemIds, key) => callOnce(context, api.baskets.remove, { cartItemIds }, key),
    onBasket: (basket) => {
      cacheBasket(basket)
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
  const calls: BasketCalls = {
    queue,
    change: (call, success) =>
      queue.enqueue(async () => {
        try {
          const basket = await call(newKey())
          cacheBasket(basket)
          const content = typeof success === 'string' ? success : success(basket)
          toasts.show({ content, colour: 'success' })
          return undefined
        } catch (error) {
          toasts.failure(error)
          return failureMessage(error)
        }
      }),
  }
  callsByContext.set(context, calls)
  return calls
}
