import { useSyncExternalStore } from 'react'
import type { Basket, baskets } from '#contract/baskets.ts'
import type { Sent } from '#contract/endpoint.ts'
import { api, newKey } from '#web/platform/api.ts'
import { callOnce, keepRead, useLateRead } from '#web/platform/queries.ts'
import { useCustomer } from '#web/platform/session.ts'
import { useToastList } from '#web/platform/useToasts.ts'
import { useVisit, type Visit } from '#web/platform/visit.tsx'
import {
  createBasketQueue,
  failureMessage,
  type BasketQueue,
  type Outcome,
  type QueueState,
} from './basketQueue.ts'
import { formatEndTime } from './countdown.ts'
import { timeZoneOf } from './basketLines.ts'

/**
 * The basket, and all one can do to it. Every call answers with the whole basket, which is put where reads of it look:
 * header, drawer and page agree at once, without a request. What a call makes stale besides is said in the contract.
 *
 *   const basket = useBasketActions()
 *   basket.add([{ id }], 'row 7')          // gathered for 250 ms, 'Successfully added item to the basket.'
 *   basket.isAdding('row 7')
 */
export type BasketActions = Pick<BasketQueue, 'add' | 'remove'> & {
  /** Undefined for a visitor whose basket nobody has read yet. */
  basket: Basket | undefined
  isAdding: (rowKey: string) => boolean
  isRemoving: (cartItemId: number) => boolean
  failureOf: (rowKey: string) => string | undefined
  /** These answer with what went wrong, in words; undefined when nothing did. */
  update: (cartItemId: number, options: UpdateOptions) => Promise<string | undefined>
  /** Takes a benefit, or the visits of a package, off a line; by the number of the use. */
  removeBenefit: (useId: number) => Promise<string | undefined>
  removePackage: (useId: number) => Promise<string | undefined>
  clear: () => Promise<string | undefined>
  /** All the lines, or those named. */
  renew: (cartItemIds?: readonly number[]) => Promise<string | undefined>
}

type UpdateOptions = Sent<typeof baskets.update>['options']

/** The exact texts of specification §8. */
const told = {
  added: 'Successfully added item to the basket.',
  removed: 'Successfully removed item from the basket.',
  updated: 'Successfully updated item in the basket.',
  cleared: 'Successfully cleared order.',
  withoutBenefit: 'Successfully removed benefit.',
  withoutPackage: 'Successfully removed package usage.',
} as const

/** How the basket of this site is called where several sell. */
const source = 'activity-booking'

export const useBasketActions = (): BasketActions => {
  const visit = useVisit()
  const { queue, change } = deskOf(visit)
  const { adding, removing, failures } = useSyncExternalStore(queue.subscribe, queue.state, () => quiet)
  return {
    basket: useBasket(),
    add: queue.add,
    remove: queue.remove,
    isAdding: (rowKey) => adding.has(rowKey),
    isRemoving: (cartItemId) => removing.has(cartItemId),
    failureOf: (rowKey) => failures.get(rowKey),
    update: (cartItemId, options) =>
      change((key) => callOnce(visit, api.baskets.update, { cartItemId, options }, key), told.updated),
    removeBenefit: (id) =>
      change((key) => callOnce(visit, api.pricing.removeBenefit, { id, source }, key), told.withoutBenefit),
    removePackage: (id) =>
      change((key) => callOnce(visit, api.pricing.removePackage, { id, source }, key), told.withoutPackage),
    clear: () => change((key) => callOnce(visit, api.baskets.clear, {}, key), told.cleared),
    renew: (cartItemIds) =>
      change(
        (key) =>
          callOnce(
            visit,
            api.baskets.renew,
            cartItemIds === undefined ? {} : { cartItemIds: [...cartItemIds] },
            key,
          ),
        heldUntil,
      ),
  }
}

/**
 * The basket as it is known. A visitor without one costs no request; a customer's is asked for, and so is one that has
 * been seen, since its holds end.
 */
export const useBasket = (): Basket | undefined => {
  const known = useLateRead(api.baskets.read, {}, { when: false }).data !== undefined
  const isLoggedIn = useCustomer() !== null
  return useLateRead(api.baskets.read, {}, { when: known || isLoggedIn }).data
}

const quiet: QueueState = { adding: new Set(), removing: new Set(), failures: new Map() }

type Desk = {
  queue: BasketQueue
  change: (
    call: (key: string) => Promise<Basket>,
    success: string | ((basket: Basket) => string),
  ) => Promise<string | undefined>
}

/** What keeping the places comes to. */
const heldUntil = ({ expiresAt, items }: Basket): string => {
  const zone = timeZoneOf(items)
  return expiresAt === null || zone === undefined
    ? 'Your places are held for you.'
    : `Your places are held for you until ${formatEndTime(expiresAt, zone)}.`
}

/** One a visit, so that a click in the timetable and one in the drawer take their turns. */
const desks = new WeakMap<Visit, Desk>()

const deskOf = (visit: Visit): Desk => {
  const known = desks.get(visit)
  if (known !== undefined) return known
  const { queries, toasts } = visit
  const keep = (basket: Basket): void => {
    keepRead(queries, api.baskets.read, {}, basket)
  }
  const queue = createBasketQueue({
    add: (items, key) => callOnce(visit, api.baskets.add, { items }, key),
    remove: (cartItemIds, key) => callOnce(visit, api.baskets.remove, { cartItemIds }, key),
    keep,
    tell: (outcome: Outcome) => {
      // The row says the same beside the button, so the page need not repeat it at its top.
      if (outcome.is === 'failed') toasts.failure(outcome.error, { inline: false })
      else toasts.show({ content: told[outcome.is], colour: 'success', inline: false })
    },
  })
  // Whoever follows a link to another site within a quarter of a second has pressed all the same.
  if (typeof window !== 'undefined')
    for (const leaving of ['beforeunload', 'pagehide']) addEventListener(leaving, queue.flush)
  const desk: Desk = {
    queue,
    change: (call, success) =>
      queue.enqueue(async () => {
        try {
          const basket = await call(newKey())
          keep(basket)
          const content = typeof success === 'string' ? success : success(basket)
          toasts.show({ content, colour: 'success', inline: false })
          return undefined
        } catch (error) {
          toasts.failure(error, { inline: false })
          return failureMessage(error)
        }
      }),
  }
  desks.set(visit, desk)
  return desk
}

/** The last good news about the basket, which the basket goes on showing when the toast has closed. */
export const useLatestSuccess = (): string | undefined => {
  const texts: readonly string[] = Object.values(told)
  return useToastList().findLast(({ content }) => texts.includes(content))?.content
}
