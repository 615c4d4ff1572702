import type { openBooking } from '#contract/open-booking.ts'
import type { Routes } from '#server/platform/http.ts'
import type { Database } from '#server/platform/database.ts'
import type { Config } from '#server/platform/config.ts'
import type { Log } from '#server/platform/log.ts'
import type { MountedApi } from '#server/platform/mounted.ts'
import { openBookingPath } from '#server/openactive/rules.ts'
import type { BookingRoute, KeylessRoute } from './calls/rules.ts'
import { answerCall } from './calls/service.ts'
import { testInterfaceRoutes } from './test-interface/routes.ts'
import { orderRoutes } from './orders/routes.ts'
import { offerOtherSession, sessionsToOffer } from './proposals/amendment/service.ts'
import { decideProposal, listProposals } from './proposals/decisions/service.ts'
import { payDue, readAllSales, readDues, readSales } from './sales/service.ts'
import { partnersOf, registerPartner, replacePartnerKey, revokePartner } from './partners/service.ts'
import { replaceForPartner, sessionsInstead } from './replacements/service.ts'

/** The desk's calls about partners. */
export const openBookingRoutes = (): Routes<typeof openBooking> => ({
  listPartners: ({ tx, actor }) => partnersOf(tx, actor),
  registerPartner: ({ tx, actor, body, now }) => registerPartner(tx, actor, body, now),
  replacePartnerKey: ({ tx, actor, params, now }) => replacePartnerKey(tx, actor, params.partnerId, now),
  allPartnerSales: ({ tx, actor, query }) => readAllSales(tx, actor, query),
  dueAtVenue: ({ tx, actor, query, now }) => readDues(tx, actor, query, now),
  collectDue: ({ tx, actor, params, body, now }) => payDue(tx, actor, { ...params, ...body }, now),
  partnerSales: ({ tx, actor, params, query }) => readSales(tx, actor, params.partnerId, query),
  listProposals: ({ tx, actor, now }) => listProposals(tx, actor, now),
  decideProposal: ({ tx, actor, params, body, now }) =>
    decideProposal(tx, actor, params.proposalId, body.accepted, now),
  listOtherSessions: ({ tx, actor, params, now }) => sessionsToOffer(tx, actor, params, now),
  offerOtherSession: ({ tx, actor, params, body, now }) =>
    offerOtherSession(tx, actor, params.proposalId, body, now),
  listReplacements: ({ tx, actor, params, now }) => sessionsInstead(tx, actor, params.bookingId, now),
  replaceSession: ({ tx, actor, params, body, now }) =>
    replaceForPartner(tx, actor, params.bookingId, body, now),
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
}): MountedApi => {
  const routes: (BookingRoute | KeylessRoute)[] = [
    ...orderRoutes(),
    ...(config.openBookingTestInterface ? testInterfaceRoutes() : []),
  ]
  return {
    base: openBookingPath,
    answer: answerCall({ db, log, routes, acceptsKeys: config.environment !== 'production' }),
  }
}
