import type { Basket, BasketItem, baskets } from '#contract/baskets.ts'
import type { Sent } from '#contract/endpoint.ts'
import * as messages from '#messages/shared/basketChanges.ts'
import { api, newKey } from '#web/platform/api.ts'
import { callOnce } from '#web/platform/queries.ts'
import { usePageContext, type PageContext } from '#web/platform/pageContext.tsx'
import { basketQueueOf, cacheBasket, failureMessage, servedUserId, type ServedUserId } from './basketQueue.ts'
import { planQuantity } from './basketLines.ts'
import { formatEndTime, timeZoneOf } from './holdTime.ts'

/**
 * What can be changed about a basket with something in it. Each change waits its turn among the clicks that add and
 * remove, and answers with the error message, undefined on success.
 */
export type BasketChanges = {
  update: (lines: readonly Pick<BasketItem, 'id'>[], options: UpdateOptions) => Promise<string | undefined>
  /** Of equal tickets, which may be several lines. */
  setQuantity: (
    lines: readonly Pick<BasketItem, 'id' | 'quantity'>[],
    quantity: number,
  ) => Promise<string | undefined>
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

export const useBasketChanges = (): BasketChanges => basketChangesOf(usePageContext())

export const basketChangesOf = (context: PageContext): BasketChanges => ({
  update: (lines, options) =>
    changeEach(
      context,
      lines.map(({ id }) => updateCall(context, id, options)),
    ),
  setQuantity: (lines, quantity) => {
    const { removedIds, update } = planQuantity(lines, quantity)
    return changeEach(context, [
      ...(removedIds.length === 0 ? [] : [removeCall(context, removedIds)]),
      ...(update === null ? [] : [updateCall(context, update.cartItemId, { quantity: update.quantity })]),
    ])
  },
  removeBenefit: (id) =>
    change(
      context,
      (key, selectedUserId) =>
        callOnce(context, api.pricing.removeBenefit, { id, source, selectedUserId }, key),
      messages.benefitRemoved,
    ),
  removePackage: (id) =>
    change(
      context,
      (key, selectedUserId) =>
        callOnce(context, api.pricing.removePackage, { id, source, selectedUserId }, key),
      messages.packageRemoved,
    ),
  clear: () =>
    change(
      context,
      (key, selectedUserId) => callOnce(context, api.baskets.clear, { selectedUserId }, key),
      messages.cleared,
    ),
  renew: (cartItemIds) =>
    change(
      context,
      (key, selectedUserId) =>
        callOnce(
          context,
          api.baskets.renew,
          { selectedUserId, ...(cartItemIds !== undefined && { cartItemIds: [...cartItemIds] }) },
          key,
        ),
      extendedMessage,
    ),
})

type BasketCall = (key: string, userId: ServedUserId) => Promise<Basket>

const updateCall =
  (context: PageContext, cartItemId: number, options: UpdateOptions): BasketCall =>
  (key, selectedUserId) =>
    callOnce(context, api.baskets.update, { cartItemId, options, selectedUserId }, key)

const removeCall =
  (context: PageContext, removedIds: readonly number[]): BasketCall =>
  (key, selectedUserId) =>
    callOnce(context, api.baskets.remove, { cartItemIds: [...removedIds], selectedUserId }, key)

/** Calls that are one change to the person, one after another; the basket shows how far they came. */
const changeEach = (context: PageContext, calls: readonly BasketCall[]): Promise<string | undefined> => {
  const [first, ...others] = calls
  if (first === undefined) return Promise.resolve(undefined)
  return change(
    context,
    async (key, userId) => {
      let basket = await first(key, userId)
      for (const call of others) {
        cacheBasket(context, basket, userId)
        basket = await call(newKey(), userId)
      }
      return basket
    },
    messages.updated,
  )
}

const change = (
  context: PageContext,
  call: BasketCall,
  success: string | ((basket: Basket) => string),
): Promise<string | undefined> => {
  const userId = servedUserId(context)
  return basketQueueOf(context).enqueue(async () => {
    try {
      const basket = await call(newKey(), userId)
      cacheBasket(context, basket, userId)
      const content = typeof success === 'string' ? success : success(basket)
      context.toasts.show({ content, colour: 'success' })
      return undefined
    } catch (error) {
      context.toasts.failure(error)
      return failureMessage(error)
    }
  })
}

const extendedMessage = ({ expiresAt, items }: Basket): string => {
  const zone = timeZoneOf(items)
  return expiresAt === null || zone === undefined
    ? messages.extended
    : messages.extendedUntil({ time: formatEndTime(expiresAt, zone) })
}
