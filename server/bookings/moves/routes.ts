import type { moves } from '#contract/moves.ts'
import { listMoveTimes } from '#server/bookings/moves/times/service.ts'
import { moveAtDesk } from '#server/bookings/moves/desk/service.ts'
import { beginMove, abandonMove, readMove } from '#server/bookings/moves/payments/service.ts'
import type { Database } from '#server/platform/database.ts'
import type { Routes } from '#server/platform/http.ts'
import { moveBooking } from './service.ts'

export const movesRoutes = ({ db }: { db: Database }): Routes<typeof moves> => ({
  times: ({ tx, actor, params, query, now }) => listMoveTimes(tx, actor, params, query.date, now),
  move: ({ tx, actor, params, body, now }) => moveBooking(tx, actor, params, body, now),
  timesOfOrder: ({ tx, actor, params, query, now }) =>
    listMoveTimes(tx, actor, ofOrder(params), query.date, now),
  moveOfOrder: ({ tx, actor, params, body, now }) => moveBooking(tx, actor, ofOrder(params), body, now),
  begin: ({ actor, params, body, now }) => beginMove(db, actor, params, body, now),
  beginOfOrder: ({ actor, params, body, now }) => beginMove(db, actor, ofOrder(params), body, now),
  moveAtDesk: ({ tx, actor, params, body, now }) => moveAtDesk(tx, actor, params.bookingId, body, now),
  payment: ({ tx, actor, params, now }) => readMove(tx, actor, params.moveId, now),
  abandon: ({ tx, actor, params, now }) => abandonMove(tx, actor, params.moveId, now),
})

const ofOrder = ({ bookingId, completeOrderId }: { bookingId: number; completeOrderId: number }) => ({
  bookingId,
  orderId: completeOrderId,
})
