import type { baskets } from '#contract/baskets.ts'
import type { pricing } from '#contract/pricing.ts'
import type { Routes } from '#server/platform/http.ts'
import { addToBasket } from './add/service.ts'
import type { GuardedAddServices } from './add/service.ts'
import { renewBasket } from './change/renewal/service.ts'
import { removeDiscount, updateItem } from './change/service.ts'
import { freeHeldPlaces, listPlaceHolders } from './held-places/service.ts'
import { clearBasket, findBasket, removeItems } from './service.ts'
import { viewBasket } from './view/service.ts'

export const basketsRoutes = (services: Omit<GuardedAddServices, 'db'>): Routes<typeof baskets> => ({
  read: async ({ tx, actor, now }) => viewBasket(tx, await findBasket(tx, actor), actor, now),
  add: async ({ db, actor, body, callDigest, now, reply }) => {
    const basket = await addToBasket({ db, ...services }, actor, { ...body, callDigest }, now)
    if (actor.person === null && basket.uuid !== null) reply.holdBasket(basket.uuid)
    return basket
  },
  remove: async ({ tx, actor, body, callDigest, now }) => {
    const lines = { itemIds: body.cartItemIds, isFinal: callDigest !== null }
    return viewBasket(tx, await removeItems(tx, actor, lines, now), actor, now)
  },
  clear: async ({ tx, actor, now }) => viewBasket(tx, await clearBasket(tx, actor, now), actor, now),
  update: async ({ tx, actor, params, body, now }) =>
    viewBasket(tx, await updateItem(tx, actor, params.cartItemId, body.options, now), actor, now),
  renew: async ({ tx, actor, body, now }) =>
    viewBasket(tx, await renewBasket(tx, actor, body.cartItemIds, services.limits, now), actor, now),
  placeHolders: ({ tx, actor, params, now }) => listPlaceHolders(tx, actor, params.venue, now),
  freeHeldPlaces: ({ tx, actor, params, body, now }) =>
    freeHeldPlaces(tx, actor, { venue: params.venue, ...body }, now),
})

/** Benefits and packages that the caller takes off the prices of their basket. */
export const basketPricingRoutes = (): Pick<Routes<typeof pricing>, 'removeBenefit' | 'removePackage'> => ({
  removeBenefit: async ({ tx, actor, params: { id }, now }) =>
    viewBasket(tx, await removeDiscount(tx, actor, { type: 'membership', useId: id }, now), actor, now),
  removePackage: async ({ tx, actor, params: { id }, now }) =>
    viewBasket(tx, await removeDiscount(tx, actor, { type: 'package', useId: id }, now), actor, now),
})
