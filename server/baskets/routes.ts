import type { baskets } from '#contract/baskets.ts'
import type { pricing } from '#contract/pricing.ts'
import type { Routes } from '#server/platform/http.ts'
import { addToBasket } from './add.ts'
import type { GuardedAddServices } from './add.ts'
import { findBasket } from './find.ts'
import { freeHeldPlaces, listPlaceHolders } from './heldPlaces.ts'
import { readBasket } from './read.ts'
import { clearBasket, removeDiscount, removeItems } from './remove.ts'
import { renewBasket } from './renew.ts'
import { updateItem } from './update.ts'

export const basketsRoutes = (services: Omit<GuardedAddServices, 'db'>): Routes<typeof baskets> => ({
  read: async ({ tx, actor, now }) => readBasket(tx, await findBasket(tx, actor), actor, now),
  add: async ({ db, actor, body, callDigest, now, reply }) => {
    const basket = await addToBasket({ db, ...services }, actor, { ...body, callDigest }, now)
    if (actor.person === null && basket.uuid !== null) reply.holdBasket(basket.uuid)
    return basket
  },
  remove: async ({ tx, actor, body, callDigest, now }) => {
    const lines = { itemIds: body.cartItemIds, isFinal: callDigest !== null }
    return readBasket(tx, await removeItems(tx, actor, lines, now), actor, now)
  },
  clear: async ({ tx, actor, now }) => readBasket(tx, await clearBasket(tx, actor, now), actor, now),
  update: async ({ tx, actor, params, body, now }) =>
    readBasket(tx, await updateItem(tx, actor, params.cartItemId, body.options, now), actor, now),
  renew: async ({ tx, actor, body, now }) =>
    readBasket(tx, await renewBasket(tx, actor, body.cartItemIds, services.limits, now), actor, now),
  placeHolders: ({ tx, actor, params, now }) => listPlaceHolders(tx, actor, params.venue, now),
  freeHeldPlaces: ({ tx, actor, params, body, now }) =>
    freeHeldPlaces(tx, actor, { venue: params.venue, ...body }, now),
})

/** Benefits and packages that the caller takes off the prices of their basket. */
export const basketPricingRoutes = (): Pick<Routes<typeof pricing>, 'removeBenefit' | 'removePackage'> => ({
  removeBenefit: async ({ tx, actor, params: { id }, now }) =>
    readBasket(tx, await removeDiscount(tx, actor, { type: 'membership', useId: id }, now), actor, now),
  removePackage: async ({ tx, actor, params: { id }, now }) =>
    readBasket(tx, await removeDiscount(tx, actor, { type: 'package', useId: id }, now), actor, now),
})
