/* Which basket a call of checkout pays for. */
import type { checkout } from '#contract/checkout.ts'
import type { Body } from '#contract/endpoint.ts'
import { findBasket, lockBasketOf } from '#server/baskets/service.ts'
import type { BasketRow } from '#server/baskets/service.ts'
import { basketOfMove, lockBasketOfMove } from '#server/bookings/moves/payments/sale/service.ts'
import { basketOfJoining, lockBasketOfJoining } from '#server/joining/activate.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'

/** What is paid for: the caller's basket, a membership they are joining, or the move of a booking. */
export type PaidFor = Pick<Body<typeof checkout.complete>, 'source' | 'joiningId' | 'moveId'>

type FindBasket = (tx: Tx, actor: Actor, what: PaidFor, now: Date) => Promise<BasketRow | null>

const bySource: Record<PaidFor['source'], { find: FindBasket; lock: FindBasket }> = {
  'online-joining': {
    find: (tx, actor, { joiningId }) => basketOfJoining(tx, actor, joiningId),
    lock: (tx, actor, { joiningId }) => lockBasketOfJoining(tx, actor, joiningId),
  },
  'booking-move': {
    find: (tx, actor, { moveId }, now) => basketOfMove(tx, actor, moveId, now),
    lock: (tx, actor, { moveId }, now) => lockBasketOfMove(tx, actor, moveId, now),
  },
  'activity-booking': { find: findBasket, lock: lockBasketOf },
}

/** The basket to pay for; joinings and moves have a basket of their own. null when there is none. */
export const basketPaid: FindBasket = (tx, actor, what, now) =>
  bySource[what.source].find(tx, actor, what, now)

/** The same basket, locked for the transaction. */
export const lockBasketPaid: FindBasket = (tx, actor, what, now) =>
  bySource[what.source].lock(tx, actor, what, now)
