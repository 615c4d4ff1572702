import type { Basket, baskets } from '#contract/baskets.ts'
import type { Sent } from '#contract/endpoint.ts'
import * as messages from '#messages/shared/basketChanges.ts'
import { api, newKey } from '#web/platform/api.ts'
import { callOnce } from '#web/platform/queries.ts'
import { usePageContext, type PageContext } from '#web/platform/pageContext.tsx'
import { basketQueueOf, cacheBasket, failureMessage, servedUserId, type ServedUserId } from './basketQueue.ts'
import { formatEndTime, timeZoneOf } from './holdTime.ts'

/**
 * What can be changed about a basket with something in it. Each change waits its turn among the clicks that add and
 * remove, and answers with the error message, undefined on success.
 */
export type BasketChanges = {
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

export const useBasketChanges = (): BasketChanges => basketChangesOf(usePageContext())

export const basketChangesOf = (context: PageContext): BasketChanges => ({
  update: (cartItemId, options) =>
    change(
      context,
      (key, selectedUserId) =>
        callOnce(context, api.baskets.update, { cartItemId, options, selectedUserId }, key),
      messages.updated,
    ),
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

const change = (
  context: PageContext,
  call: (key: string, userId: ServedUserId) => Promise<Basket>,
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
