import type { moves } from '#contract/moves.ts'
import { listMoveTimes } from '#server/bookings/moves/times/service.ts'
import type { Routes } from '#server/platform/http.ts'
import { moveBooking } from './service.ts'

export const movesRoutes = (): Routes<typeof moves> => ({
  times: ({ tx, actor, params, query, now }) => listMoveTimes(tx, actor, params, query.date, now),
  move: ({ tx, actor, params, body, now }) => moveBooking(tx, actor, params, body, now),
  timesOfOrder: ({ tx, actor, params, query, now }) =>
    listMoveTimes(tx, actor, ofOrder(params), query.date, now),
  moveOfOrder: ({ tx, actor, params, body, now }) => moveBooking(tx, actor, ofOrder(params), body, now),
})

const ofOrder = ({ bookingId, completeOrderId }: { bookingId: number; completeOrderId: number }) => ({
  bookingId,
  orderId: completeOrderId,
})
