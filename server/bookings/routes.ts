import type { bookings } from '#contract/bookings.ts'
import { failInvariant } from '#server/platform/errors.ts'
import type { Routes } from '#server/platform/http.ts'
import type { LoginHooks } from '#server/sessions/logIn.ts'
import { cancelAtDesk, handOut } from './cancellation/desk/service.ts'
import { cancelBookings } from './cancellation/service.ts'
import { endFeed, makeFeed, readCalendarFeed } from './feed/service.ts'
import { readReceipt } from './receipt/service.ts'
import { listBookings, readBooking, readOrder } from './service.ts'
import { cancelOfOrder, claimOrder, makeAccount, renewLink, requestLink } from './visitor-orders/service.ts'

export const bookingsRoutes = (loginHooks: Pick<LoginHooks, 'mergeBasket'>): Routes<typeof bookings> => ({
  order: ({ tx, actor, params, now }) => readOrder(tx, actor, params.completeOrderId, now),
  receipt: ({ tx, actor, params, now }) => readReceipt(tx, actor, params.completeOrderId, now),
  cancelOfOrder: ({ tx, actor, params, body, now }) =>
    cancelOfOrder(tx, actor, params.completeOrderId, body.bookingIds, now),
  renewLink: async ({ tx, actor, params, now, reply }) => {
    reply.openOrder(await renewLink(tx, actor, params.completeOrderId, now))
    return { status: 'success' }
  },
  requestLink: async ({ tx, actor, body, now }) => {
    await requestLink(tx, actor, body, now)
    return { status: 'success' }
  },
  claim: async ({ tx, actor, params, now }) => {
    await claimOrder(tx, actor, params.completeOrderId, now)
    return { status: 'success' }
  },
  makeAccount: async ({ tx, actor, params, body, now, reply }) => {
    const made = await makeAccount(tx, loginHooks, actor, params.completeOrderId, body, now)
    reply.logIn(made.token, made.expiresAt)
    return made.answer
  },
  mine: ({ tx, actor, query, now }) => listBookings(tx, actor, query, now),
  one: ({ tx, actor, params, now }) => readBooking(tx, actor, params.bookingId, now),
  cancel: async ({ tx, actor, params, now }) => {
    const [cancelled] = await cancelBookings(tx, actor, [params.bookingId], now)
    return cancelled ?? failInvariant('a booking was cancelled and is not told of')
  },
  feed: ({ tx, actor }) => readCalendarFeed(tx, actor),
  makeFeed: ({ tx, actor, now }) => makeFeed(tx, actor, now),
  endFeed: ({ tx, actor }) => endFeed(tx, actor),
  cancelAtDesk: ({ tx, actor, params, body, now }) => cancelAtDesk(tx, actor, params.bookingId, body, now),
  handOut: ({ tx, actor, params, body, now }) => handOut(tx, actor, params.refundId, body.by, now),
  change: ({ tx, actor, body, now }) => cancelBookings(tx, actor, body.data.bookingIds, now),
})
