import type { baskets } from '#contract/baskets.ts'
import type { Routes } from '#server/platform/http.ts'
import { addToBasket } from './adding/service.ts'
import type { AddServices } from './adding/service.ts'
import { updateItem } from './changing/service.ts'
import { clearBasket, removeFromBasket } from './emptying/service.ts'
import { renewBasket } from './renewing/service.ts'
import { basketFor } from './service.ts'
import { wholeBasket } from './showing/service.ts'

export const basketsRoutes = (services: Omit<AddServices, 'db'>): Routes<typeof baskets> => {
  return {
    read: async ({ tx, actor, now }) => wholeBasket(tx, await basketFor(tx, actor), actor, now),
    add: async ({ db, actor, body, now, reply }) => {
      const basket = await addToBasket({ db, ...services }, actor, body, now)
      if (actor.person === null) reply.holdBasket(basket.uuid)
      return wholeBasket(db, basket, actor, now, {
        itemsOf: services.lookups.items,
        settle: true,
        quiet: 'new',
      })
    },
    remove: async ({ tx, actor, body, now }) =>
      wholeBasket(tx, await removeFromBasket(tx, actor, body.cartItemIds, now), actor, now),
    clear: async ({ tx, actor, now }) => wholeBasket(tx, await clearBasket(tx, actor, now), actor, now),
    update: async ({ tx, actor, params, body, now }) =>
      wholeBasket(tx, await updateItem(tx, actor, params.cartItemId, body.options, now), actor, now),
    renew: async ({ tx, actor, body, now }) =>
      wholeBasket(tx, await renewBasket(tx, actor, body.cartItemIds, now), actor, now),
  }
}
