import type { bookings } from '#contract/bookings.ts'
import type { moves } from '#contract/moves.ts'
import type { Config } from '#server/platform/config.ts'
import { orderCookies, sharedDomain, venueCookies } from '#server/platform/cookies.ts'
import type { Database } from '#server/platform/database.ts'
import { failInvariant, notFound } from '#server/platform/errors.ts'
import { throughLogin } from '#server/notices/rules.ts'
import type { Routes } from '#server/platform/http.ts'
import type { RawCall, RawRoute } from '#server/platform/raw.ts'
import { etagOf } from '#server/platform/responses.ts'
import type { PassProvider } from '#server/providers/passes/port.ts'
import type { LoginHooks } from '#server/sessions/logIn.ts'
import {
  calendarFile,
  calendarUnder,
  endCalendarFeed,
  makeCalendarFeed,
  readCalendarFeed,
} from './calendar.ts'
import type { OrderFile } from './calendar.ts'
import { cancelAtDesk, cancelBookings, cancelOfOrder } from './cancel.ts'
import { finishFollowUp, listFollowUps } from './followUps.ts'
import { openLink, orderPath } from './links.ts'
import type { OrderPage } from './links.ts'
import { moveBooking } from './move.ts'
import { abandonMove, beginMove, readMovePayment } from './movePayments.ts'
import { listMoveTimes } from './moveTimes.ts'
import { moveAtDesk } from './paidMoves.ts'
import { appleFile, googleAddress } from './passes.ts'
import { presentQrCode } from './present.ts'
import { orderFor, orderWithOwnBookings, readBooking, readBookings, readOrder, venueOfOrder } from './read.ts'
import { readReceipt, receiptFile } from './receipt.ts'
import { handOutRefund } from './refunds.ts'
import { refundAtDesk, voidOrder } from './reverseSale.ts'
import { searchOrders } from './search.ts'
import { takePayment } from './takePayment.ts'
import { claimOrder, makeAccountOfOrder, renewOrderLink, requestOrderLink } from './visitorOrders.ts'

export const bookingsRoutes = (loginHooks: Pick<LoginHooks, 'mergeBasket'>): Routes<typeof bookings> => ({
  order: ({ tx, actor, params, now }) => readOrder(tx, actor, params.completeOrderId, now),
  receipt: ({ tx, actor, params, now }) => readReceipt(tx, actor, params.completeOrderId, now),
  cancelOfOrder: ({ tx, actor, params, body, now }) =>
    cancelOfOrder(tx, actor, params.completeOrderId, body.bookingIds, now),
  renewLink: async ({ tx, actor, params, now, reply }) => {
    reply.openOrder(await renewOrderLink(tx, actor, params.completeOrderId, now))
    return { status: 'success' }
  },
  requestLink: async ({ tx, actor, body, now }) => {
    await requestOrderLink(tx, actor, body, now)
    return { status: 'success' }
  },
  claim: async ({ tx, actor, params, now }) => {
    await claimOrder(tx, actor, params.completeOrderId, now)
    return { status: 'success' }
  },
  makeAccount: async ({ tx, actor, params, body, now, reply }) => {
    const made = await makeAccountOfOrder(tx, loginHooks, actor, params.completeOrderId, body, now)
    reply.logIn(made)
    return made.answer
  },
  mine: ({ tx, actor, query, now }) => readBookings(tx, actor, query, now),
  one: ({ tx, actor, params, now }) => readBooking(tx, actor, params.bookingId, now),
  cancel: async ({ tx, actor, params, now }) => {
    const [cancelled] = await cancelBookings(tx, actor, [params.bookingId], now)
    return cancelled ?? failInvariant('a booking was cancelled and is not told of')
  },
  feed: ({ tx, actor }) => readCalendarFeed(tx, actor),
  makeFeed: ({ tx, actor, now }) => makeCalendarFeed(tx, actor, now),
  endFeed: ({ tx, actor }) => endCalendarFeed(tx, actor),
  cancelAtDesk: ({ tx, actor, params, body, now }) => cancelAtDesk(tx, actor, params.bookingId, body, now),
  followUps: ({ tx, actor, query, now }) => listFollowUps(tx, actor, query.venue, now),
  finishFollowUp: ({ tx, actor, params, now }) => finishFollowUp(tx, actor, params.followUpId, now),
  search: ({ tx, actor, query, now }) => searchOrders(tx, actor, query.query ?? '', now),
  refundAtDesk: ({ tx, actor, params, body, now }) => refundAtDesk(tx, actor, params.bookingId, body, now),
  voidOrder: ({ tx, actor, params, body, now }) =>
    voidOrder(tx, actor, params.completeOrderId, body.reason, now),
  takePayment: ({ tx, actor, params, body, now }) => takePayment(tx, actor, params.bookingId, body, now),
  handOut: ({ tx, actor, params, body, now }) => handOutRefund(tx, actor, params.refundId, body.by, now),
  change: ({ tx, actor, body, now }) => cancelBookings(tx, actor, body.data.bookingIds, now),
})

export const movesRoutes = ({ db }: { db: Database }): Routes<typeof moves> => ({
  times: ({ tx, actor, params, query, now }) => listMoveTimes(tx, actor, params, query.date, now),
  move: ({ tx, actor, params, body, now }) => moveBooking(tx, actor, params, body, now),
  timesOfOrder: ({ tx, actor, params, query, now }) =>
    listMoveTimes(tx, actor, ofOrder(params), query.date, now),
  moveOfOrder: ({ tx, actor, params, body, now }) => moveBooking(tx, actor, ofOrder(params), body, now),
  begin: ({ actor, params, body, now }) => beginMove(db, actor, params, body, now),
  beginOfOrder: ({ actor, params, body, now }) => beginMove(db, actor, ofOrder(params), body, now),
  moveAtDesk: ({ tx, actor, params, body, now }) => moveAtDesk(tx, actor, params.bookingId, body, now),
  payment: ({ tx, actor, params, now }) => readMovePayment(tx, actor, params.moveId, now),
  abandon: ({ tx, actor, params, now }) => abandonMove(tx, actor, params.moveId, now),
})

const ofOrder = ({ bookingId, completeOrderId }: { bookingId: number; completeOrderId: number }) => ({
  bookingId,
  orderId: completeOrderId,
})

/**
 * Files of an order, with the same access as the order itself (wire §10). The calendar is also for those who take part: it
 * stands beside their bookings.
 */
export const bookingFiles = (db: Database, passes: PassProvider): RawRoute[] => [
  {
    method: 'GET',
    path: '/api/activities/orders/{completeOrderId}/calendar',
    handle: async (call) => {
      const calendar = calendarFile(
        call.actor.messages,
        await orderWithOwnBookings(db, call.actor, orderId(call), call.now),
      )
      if (calendar === null) throw notFound()
      return answer(calendar, 'attachment')
    },
  },
  {
    method: 'GET',
    path: '/api/activities/orders/{completeOrderId}/receipt',
    handle: async (call) => {
      const receipt = await receiptFile(
        db,
        call.actor.messages,
        await orderFor(db, call.actor, orderId(call), call.now),
      )
      if (receipt === null) throw notFound()
      return answer(receipt, 'inline')
    },
  },
  {
    method: 'GET',
    path: '/api/activities/orders/{completeOrderId}/pass',
    handle: async (call) => {
      const whole = await orderFor(db, call.actor, orderId(call), call.now)
      const pass = await appleFile(call.actor.messages, passes, whole, call.now)
      if (pass === null) throw notFound()
      return answer(pass, 'attachment')
    },
  },
  {
    method: 'GET',
    path: '/api/activities/orders/{completeOrderId}/google-wallet',
    handle: async (call) => {
      const whole = await orderFor(db, call.actor, orderId(call), call.now)
      const address = googleAddress(call.actor.messages, passes, whole, call.now)
      if (address === null) throw notFound()
      return new Response(null, {
        status: 303,
        headers: { Location: address, 'Cache-Control': 'no-store' },
      })
    },
  },
]

const orderId = ({ params }: RawCall): number => {
  const id = params['completeOrderId'] ?? ''
  if (!/^\d{1,9}$/.test(id)) throw notFound()
  return Number(id)
}

const answer = ({ name, mediaType, content }: OrderFile, how: 'attachment' | 'inline'): Response =>
  new Response(new Uint8Array(content), {
    headers: {
      'Content-Type': mediaType,
      'Content-Disposition': `${how}; filename="${name}"`,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  })

/**
 * Feed that calendars poll without logging in: the secret in the address identifies the customer. Logs contain the
 * route and never the address.
 */
export const calendarFeeds = (db: Database): RawRoute[] => [
  {
    method: 'GET',
    path: '/calendar/{file}',
    handle: async ({ params, request, actor, now }) => {
      const secret = /^([\w-]{32})\.ics$/.exec(params['file'] ?? '')?.[1]
      const calendar = secret === undefined ? null : await calendarUnder(db, actor.messages, secret, now)
      if (calendar === null) throw notFound()
      const etag = etagOf(calendar)
      const headers = {
        ETag: etag,
        'Cache-Control': 'no-store',
        'Referrer-Policy': 'no-referrer',
        'X-Robots-Tag': 'noindex',
        'X-Content-Type-Options': 'nosniff',
      }
      const feed = (request.headers.get('if-none-match') ?? '').split(',').map((tag) => tag.trim())
      if (feed.includes(etag) || feed.includes(`W/${etag}`))
        return new Response(null, { status: 304, headers })
      return new Response(calendar, {
        headers: {
          ...headers,
          'Content-Type': 'text/calendar; charset=utf-8; method=PUBLISH',
          'Content-Disposition': 'inline; filename="bookings.ics"',
        },
      })
    },
  },
]

/**
 * The link in a message to a visitor. It leaves its secret in a cookie and goes on to the order, so that the secret is
 * in no address that is displayed, logged or sent on.
 */
export const orderLinks = (db: Database, config: Config): RawRoute[] => [
  {
    method: 'GET',
    path: '/order-links/{secret}',
    handle: async ({ params, request, actor, now }) => {
      const secret = params['secret'] ?? ''
      const link = await openLink(db, actor, secret, now)
      const isReceipt = new URL(request.url).searchParams.get('page') === 'receipt'
      const answer = new Response(null, {
        status: 303,
        headers: {
          Location:
            actor.site +
            (link === null ? '/find-booking?expired=1' : pathOf(link, isReceipt ? 'receipt' : 'order')),
          'Cache-Control': 'no-store',
          'Referrer-Policy': 'no-referrer',
          'X-Robots-Tag': 'noindex',
        },
      })
      if (link?.isVisitors !== true) return answer
      const domain = sharedDomain(config, request.headers.get('host') ?? '')
      const cookies = orderCookies(secret, actor.orderSecrets, { domain, framed: false })
      const venue = await venueOfOrder(db, link.orderId)
      if (venue !== null)
        cookies.push(
          ...venueCookies(venue, {
            cookies: request.headers.get('cookie') ?? '',
            path: config.basePath,
            secure: actor.site.startsWith('https:'),
          }),
        )
      for (const cookie of cookies) answer.headers.append('Set-Cookie', cookie)
      return answer
    },
  },
]

/** An order that has gone to an account since then is behind its login. */
const pathOf = ({ orderId, isVisitors }: { orderId: number; isVisitors: boolean }, page: OrderPage): string =>
  isVisitors ? orderPath(orderId, page) : throughLogin(orderPath(orderId, page))

/** The picture of an access code or of an order's reference in a message. It says no more than its address does. */
export const codePictures = (): RawRoute[] => [
  {
    method: 'GET',
    path: '/codes/{file}',
    handle: ({ params }) => {
      const code = /^((?:[A-Z]{3}-)?[2-9A-HJKMNP-Z]{6})\.png$/.exec(params['file'] ?? '')?.[1]
      if (code === undefined) throw notFound()
      return new Response(new Uint8Array(presentQrCode(code)), {
        headers: {
          'Content-Type': 'image/png',
          'Cache-Control': 'public, max-age=31536000, immutable',
          'X-Robots-Tag': 'noindex',
          'X-Content-Type-Options': 'nosniff',
        },
      })
    },
  },
]
