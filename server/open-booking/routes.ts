import type { openBooking } from '#contract/open-booking.ts'
import { openBookingPath } from '#server/openactive/rules.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database } from '#server/platform/database.ts'
import type { Routes } from '#server/platform/http.ts'
import type { Log } from '#server/platform/log.ts'
import type { MountedApi } from '#server/platform/paths.ts'
import { book, quote, removeQuote } from './book.ts'
import { answerCall } from './calls.ts'
import type { BookingRoute } from './calls.ts'
import { cancelItems, deleteOrder } from './cancelOrder.ts'
import { decideProposal, listProposals, rejectProposal } from './decideProposal.ts'
import { listOtherSessions, offerOtherSession } from './offerSession.ts'
import { listPartners, registerPartner, replacePartnerKey, revokePartner } from './partners.ts'
import { propose } from './propose.ts'
import { readOrdersFeed, readProposalsFeed, readStatus } from './readOrders.ts'
import { listReplacementSessions, replaceSessionForPartner } from './replaceSession.ts'
import { collectDueAtVenue, readAllPartnerSales, readDuesAtVenue, readPartnerSales } from './sales.ts'

/** The desk's calls about partners. */
export const openBookingRoutes = (): Routes<typeof openBooking> => ({
  listPartners: ({ tx, actor }) => listPartners(tx, actor),
  registerPartner: ({ tx, actor, body, now }) => registerPartner(tx, actor, body, now),
  replacePartnerKey: ({ tx, actor, params, now }) => replacePartnerKey(tx, actor, params.partnerId, now),
  allPartnerSales: ({ tx, actor, query }) => readAllPartnerSales(tx, actor, query),
  dueAtVenue: ({ tx, actor, query, now }) => readDuesAtVenue(tx, actor, query, now),
  collectDue: ({ tx, actor, params, body, now }) => collectDueAtVenue(tx, actor, { ...params, ...body }, now),
  partnerSales: ({ tx, actor, params, query }) => readPartnerSales(tx, actor, params.partnerId, query),
  listProposals: ({ tx, actor, now }) => listProposals(tx, actor, now),
  decideProposal: ({ tx, actor, params, body, now }) =>
    decideProposal(tx, actor, params.proposalId, body.accepted, now),
  listOtherSessions: ({ tx, actor, params, now }) => listOtherSessions(tx, actor, params, now),
  offerOtherSession: ({ tx, actor, params, body, now }) =>
    offerOtherSession(tx, actor, params.proposalId, body, now),
  listReplacements: ({ tx, actor, params, now }) => listReplacementSessions(tx, actor, params.bookingId, now),
  replaceSession: ({ tx, actor, params, body, now }) =>
    replaceSessionForPartner(tx, actor, params.bookingId, body, now),
  revokePartner: ({ tx, actor, params, now }) => revokePartner(tx, actor, params.partnerId, now),
})

/** The partners' calls, below `/api/open-booking`. */
export const openBookingApi = ({
  db,
  log,
  config,
}: {
  db: Database
  log: Log
  config: Config
}): MountedApi => ({
  base: openBookingPath,
  answer: answerCall({
    db,
    log,
    routes: orderRoutes(),
    acceptsKeys: config.environment !== 'production',
  }),
})

/** What partners quote, book, cancel and read. */
const orderRoutes = (): BookingRoute[] => [
  {
    method: 'PUT',
    path: '/order-quote-templates/{uuid}',
    handle: (call) => quote(call, { named: false }),
  },
  {
    method: 'PUT',
    path: '/order-quotes/{uuid}',
    handle: (call) => quote(call, { named: true }),
  },
  { method: 'DELETE', path: '/order-quotes/{uuid}', handle: removeQuote },
  { method: 'PUT', path: '/orders/{uuid}', handle: book },
  { method: 'GET', path: '/orders/{uuid}', handle: readStatus },
  { method: 'PATCH', path: '/orders/{uuid}', handle: cancelItems },
  { method: 'DELETE', path: '/orders/{uuid}', handle: deleteOrder },
  { method: 'GET', path: '/orders-rpde', handle: readOrdersFeed },
  { method: 'PUT', path: '/order-proposals/{uuid}', handle: propose },
  { method: 'PATCH', path: '/order-proposals/{uuid}', handle: rejectProposal },
  { method: 'GET', path: '/order-proposals-rpde', handle: readProposalsFeed },
]
