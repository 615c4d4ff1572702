import type { baskets } from '#contract/baskets.ts'
import type { Routes } from '#server/platform/http.ts'
import * as service from './service.ts'

export const basketsRoutes = (services: Omit<service.AddServices, 'db'>): Routes<typeof baskets> => {
  const { touch } = services
  return {
    read: async ({ tx, actor, now }) =>
      service.wholeBasket(tx, await service.basketFor(tx, actor), actor, now),
    add: async ({ db, actor, body, now, reply }) => {
      const basket = await service.addToBasket({ db, ...services }, actor, body, now)
      if (actor.person === null) reply.holdBasket(basket.uuid)
      return service.wholeBasket(db, basket, actor, now, {
        itemsOf: services.lookups.items,
        settle: true,
        quiet: 'new',
      })
    },
    remove: async ({ tx, actor, body, now }) =>
      service.wholeBasket(
        tx,
        await service.removeFromBasket(tx, actor, body.cartItemIds, touch, now),
        actor,
        now,
      ),
    clear: async ({ tx, actor, now }) =>
      service.wholeBasket(tx, await service.clearBasket(tx, actor, touch, now), actor, now),
    update: async ({ tx, actor, params, body, now }) =>
      service.wholeBasket(
        tx,
        await service.updateItem(tx, actor, params.cartItemId, body.options, touch, now),
        actor,
        now,
      ),
    renew: async ({ tx, actor, body, now }) =>
      service.wholeBasket(tx, await service.renewBasket(tx, actor, body.cartItemIds, touch, now), actor, now),
  }
}
