import type { Hono } from 'hono'
import * as api from '#contract/index.ts'
import { activitiesRoutes } from '#server/activities/routes.ts'
import { closuresRoutes } from '#server/closures/routes.ts'
import { attendanceRoutes } from '#server/attendance/routes.ts'
import { emptyBasket } from '#server/baskets/remove.ts'
import { mergeBasket } from '#server/baskets/merge.ts'
import { basketPricingRoutes, basketsRoutes } from '#server/baskets/routes.ts'
import {
  bookingFiles,
  bookingsRoutes,
  calendarFeeds,
  codePictures,
  movesRoutes,
  orderLinks,
} from '#server/bookings/routes.ts'
import { furtherErrors as completionErrors } from '#server/checkout/complete.ts'
import type { CheckoutServices } from '#server/checkout/payment.ts'
import {
  checkoutRoutes,
  creditsRoutes,
  paymentLinks,
  returnPages,
  waiversRoutes,
} from '#server/checkout/routes.ts'
import { isCustomerOf } from '#server/customers/desk.ts'
import { furtherErrors as registrationErrors } from '#server/customers/register.ts'
import { newsLinks } from '#server/customers/newsLinks.ts'
import { customersRoutes, staffRoutes } from '#server/customers/routes.ts'
import { dashboardRoutes } from '#server/dashboard/routes.ts'
import { documentFiles, documentsRoutes } from '#server/documents/routes.ts'
import { familiesRoutes } from '#server/families/routes.ts'
import { favouritesRoutes } from '#server/favourites/routes.ts'
import { geocodingRoutes } from '#server/geocoding/routes.ts'
import { guestPassesRoutes } from '#server/guest-passes/routes.ts'
import { createHolds } from '#server/holds/places.ts'
import type { Holds } from '#server/holds/places.ts'
import { joiningRoutes } from '#server/joining/routes.ts'
import { documentTypeNeeded } from '#server/memberships/list.ts'
import { membershipsRoutes, planPricesRoutes } from '#server/memberships/routes.ts'
import { settleCollectionsOfPenalties } from '#server/memberships/unpaidPayments.ts'
import { createOutboxAccess } from '#server/notices/outbox.ts'
import type { OutboxAccess } from '#server/notices/outbox.ts'
import { mailLogos, outboxPages } from '#server/notices/routes.ts'
import { exportedFiles, officeRoutes } from '#server/office/routes.ts'
import { openIdApi } from '#server/open-booking/openid/routes.ts'
import { openBookingApi, openBookingRoutes } from '#server/open-booking/routes.ts'
import { datasetSite, openactiveRoutes, openDataPictures } from '#server/openactive/routes.ts'
import { createOperatorFor } from '#server/operator/find.ts'
import { operatorRoutes } from '#server/operator/routes.ts'
import { operationsRoutes } from '#server/operations/routes.ts'
import { packagesRoutes } from '#server/packages/routes.ts'
import { followCardEvent } from '#server/payments/cards.ts'
import { cardChangeReturnPages, paymentsRoutes } from '#server/payments/routes.ts'
import { penaltiesRoutes } from '#server/penalties/routes.ts'
import type { Actor } from '#server/platform/actor.ts'
import { addressOf } from '#server/platform/caller.ts'
import { createOfferRevision } from '#server/platform/cacheInvalidation.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config.ts'
import { accountLanguageCookies, loginCookies, sharedDomain } from '#server/platform/cookies.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { createHttp } from '#server/platform/http.ts'
import type { Log } from '#server/platform/log.ts'
import type { MountedApi } from '#server/platform/paths.ts'
import type { ResponseCache } from '#server/platform/responseCache.ts'
import { createSecurityLog } from '#server/platform/securityLog.ts'
import type { SecurityLog } from '#server/platform/securityLog.ts'
import { traceProvider } from '#server/platform/tracing.ts'
import { priceStepsRoutes, pricingRoutes } from '#server/pricing/routes.ts'
import { privacyRoutes } from '#server/privacy/routes.ts'
import { chooseBreachedPasswords } from '#server/providers/breached-passwords/range.ts'
import { chooseCards } from '#server/providers/cards/choose.ts'
import type { Cards } from '#server/providers/cards/choose.ts'
import { createDemoDebits } from '#server/providers/direct-debit/demo.ts'
import type { DebitProvider } from '#server/providers/direct-debit/port.ts'
import { chooseFiles } from '#server/providers/files/store.ts'
import type { Files } from '#server/providers/files/store.ts'
import { createMail } from '#server/providers/mail/smtp.ts'
import type { Mail } from '#server/providers/mail/smtp.ts'
import { chooseMaps } from '#server/providers/maps/remote.ts'
import { choosePasses } from '#server/providers/passes/choose.ts'
import type { PassProvider } from '#server/providers/passes/choose.ts'
import { createOfferings } from '#server/search/offerings.ts'
import { favouriteTimesRoutes, searchRoutes } from '#server/search/routes.ts'
import { securityRules } from '#server/security-events/events.ts'
import { auditRoutes } from '#server/audit/routes.ts'
import { securityEventsRoutes } from '#server/security-events/routes.ts'
import { exchangeToken, whyTokenLinkStops } from '#server/sessions/handover.ts'
import { whyBreached } from '#server/sessions/passwords.ts'
import { webhooksRoutes } from '#server/webhooks/routes.ts'
import { createWebhookSender } from '#server/providers/webhooks/sender.ts'
import type { WebhookSender } from '#server/providers/webhooks/sender.ts'
import { createIdentifyKey } from '#server/sessions/apiKeys.ts'
import {
  apiKeysRoutes,
  devicesRoutes,
  handoverRoutes,
  passkeysRoutes,
  secondFactorRoutes,
  sessionsRoutes,
} from '#server/sessions/routes.ts'
import { findSubjects } from '#server/sessions/subjects.ts'
import { createIdentify } from '#server/sessions/tokens.ts'
import { draftsRoutes } from '#server/drafts/routes.ts'
import { hirersRoutes } from '#server/hirers/routes.ts'
import { broadcastRoutes } from '#server/broadcasts/routes.ts'
import type { BeginServices } from '#server/rehearsals/begin.ts'
import { rehearsalsRoutes } from '#server/rehearsals/routes.ts'
import { reportsRoutes } from '#server/reports/routes.ts'
import { tillsRoutes } from '#server/tills/routes.ts'
import { createAvailability } from '#server/timetable/availability.ts'
import { timetableRoutes } from '#server/timetable/routes.ts'
import { venuesRoutes } from '#server/venues/routes.ts'
import { waitlistsRoutes } from '#server/waitlists/routes.ts'
import { mountHealth } from './health.ts'
import { referenceRoutes } from './reference.ts'
import { mountSite } from './site.ts'
import type { RenderPage, SiteDeps } from './site.ts'

export type AppDeps = {
  db: Database
  clock: Clock
  config: Config
  log: Log
  /** This process among those on the database; omitted, its calls count as crashed only after a minute. */
  nodeId?: string
  /** Omitted when only the API is served. */
  render?: RenderPage
  furtherApis?: FurtherApis
  /** The built file of a script of the browser; its source where nothing is built. */
  scriptFile?: (source: string) => string
}

/** APIs that a composition serves beside the product's own, at paths of theirs. */
export type FurtherApis = readonly ((deps: { db: Database; log: Log }) => MountedApi)[]

export type Services = {
  config: Config
  holds: Holds
  cards: Cards
  debits: DebitProvider
  mail: Mail | null
  files: Files
  passes: PassProvider
  health: { stopping: boolean }
  outboxAccess: OutboxAccess
  securityLog: SecurityLog
  webhooks: WebhookSender
  rehearsals: BeginServices
}

type Joining = Parameters<typeof mergeBasket>[1]

/** Builds the server: the API, and pages and files for every other path. */
export const createApp = ({
  db,
  clock,
  config,
  log,
  nodeId,
  render,
  furtherApis = [],
  scriptFile = (source) => source,
}: AppDeps): {
  app: Hono
  services: Services
  responseCache: ResponseCache
  /** Whether so many calls that write are in progress that other work should go after them. */
  isBusy: () => boolean
} => {
  const availability = createAvailability(db)
  db.onInvalidate(availability.invalidate)
  const offerRevision = createOfferRevision(db)
  const holds = createHolds(db, clock.now)
  const basePath = config.basePath === '/' ? '' : config.basePath
  const scriptUrl = (source: string) => `${basePath}/${scriptFile(source)}`
  const company = chooseCards(config, { db, clock, scriptUrl })
  const cards: Cards = { ...company, provider: traceProvider('cards', company.provider) }
  const debits = traceProvider('debits', createDemoDebits({ db, clock }))
  const mailServer = createMail(config)
  const mail = mailServer === null ? null : traceProvider('mail', mailServer)
  const checkout: CheckoutServices = { db, cards: cards.provider, log }
  const files = traceProvider('files', chooseFiles(config))
  const passes = choosePasses(config)
  const outboxAccess = createOutboxAccess()
  const securityLog = createSecurityLog({ db, log })
  const services: Services = {
    config,
    holds,
    cards,
    debits,
    mail,
    files,
    passes,
    health: { stopping: false },
    outboxAccess,
    securityLog,
    webhooks: traceProvider('webhooks', createWebhookSender()),
    rehearsals: { db, config },
  }
  const breachedPasswords = chooseBreachedPasswords(config, log)
  const maps = traceProvider('maps', chooseMaps(config.maps, log))

  const identify = createIdentify({ db, log })
  const operatorFor = createOperatorFor(db, undefined, config.cards === 'demo')
  const http = createHttp({
    db,
    clock,
    config,
    log,
    nodeId,
    security: { log: securityLog, rules: securityRules },
    ...(breachedPasswords === null
      ? {}
      : { whyBreached: (password) => whyBreached(breachedPasswords, password) }),
    authenticator: {
      identify,
      identifyKey: createIdentifyKey({ db, log }),
      operatorFor,
      subjectsOf: (operatorId, named) => findSubjects(db, operatorId, named),
      isCustomerOf: (id, operatorId) => isCustomerOf(db, id, operatorId),
    },
  })
  const loginHooks = {
    mergeBasket: (tx: Tx, joining: Joining, now: Date) => mergeBasket(tx, joining, now),
    emptyBasket: (tx: Tx, actor: Actor, now: Date) => emptyBasket(tx, actor, now),
  }
  const offeringsOf = createOfferings(db)
  http.bind(api.operator, operatorRoutes(config))
  http.bind(api.sessions, sessionsRoutes(loginHooks))
  http.bind(api.moves, movesRoutes({ db }))
  http.bind(api.passkeys, passkeysRoutes(config, loginHooks))
  http.bind(api.secondFactor, secondFactorRoutes(loginHooks, config.secondFactorKeys))
  http.bind(api.devices, devicesRoutes())
  http.bind(api.staff, staffRoutes())
  http.bind(api.customers, customersRoutes(loginHooks, config.languages), { register: registrationErrors })
  http.bind(api.venues, venuesRoutes(db))
  http.bind(api.geocoding, geocodingRoutes(maps))
  http.bind(api.search, searchRoutes({ db, maps, offeringsOf }))
  http.bind(api.activities, activitiesRoutes(db))
  http.bind(api.timetable, timetableRoutes(availability))
  http.bind(api.baskets, basketsRoutes({ holds, limits: config.visitorLimits }))
  http.bind(api.credits, creditsRoutes())
  http.bind(api.waivers, waiversRoutes())
  http.bind(api.payments, paymentsRoutes({ ...checkout, debits }))
  http.bind(api.checkout, checkoutRoutes(checkout), { complete: completionErrors })
  http.bind(api.bookings, bookingsRoutes(loginHooks))
  http.bind(api.memberships, { ...membershipsRoutes(), ...joiningRoutes({ db, debits }) })
  http.bind(api.packages, packagesRoutes())
  http.bind(api.waitlists, waitlistsRoutes())
  http.bind(api.pricing, { ...pricingRoutes(db), ...basketPricingRoutes() })
  http.bind(api.priceSteps, priceStepsRoutes())
  http.bind(api.planPrices, planPricesRoutes())
  http.bind(api.dashboard, dashboardRoutes())
  http.bind(api.operations, operationsRoutes())
  http.bind(api.families, familiesRoutes(loginHooks))
  http.bind(api.favourites, { ...favouritesRoutes(), ...favouriteTimesRoutes(db, offeringsOf) })
  http.bind(api.guestPasses, guestPassesRoutes())
  http.bind(api.documents, documentsRoutes({ files, documentTypeNeeded }))
  http.bind(api.attendance, attendanceRoutes())
  http.bind(api.closures, closuresRoutes())
  http.bind(api.office, officeRoutes(files))
  http.bind(api.apiKeys, apiKeysRoutes())
  http.bind(api.webhooks, webhooksRoutes(config.secondFactorKeys))
  http.bind(api.tills, tillsRoutes())
  http.bind(api.penalties, penaltiesRoutes({ settle: settleCollectionsOfPenalties }))
  http.bind(api.securityEvents, securityEventsRoutes())
  http.bind(api.audit, auditRoutes())
  http.bind(api.drafts, draftsRoutes())
  http.bind(api.hirers, hirersRoutes())
  http.bind(api.broadcasts, broadcastRoutes())
  http.bind(api.rehearsals, rehearsalsRoutes(services.rehearsals))
  http.bind(api.reports, reportsRoutes(config))
  http.bind(
    api.privacy,
    privacyRoutes({ db, loginHooks, secondFactorKeys: config.secondFactorKeys }, cards.provider),
  )
  http.bind(api.openactive, openactiveRoutes())
  http.bind(api.openBooking, openBookingRoutes())
  for (const further of furtherApis) http.mount(further({ db, log }))
  http.mount(openBookingApi({ db, log, config }))
  http.mount(openIdApi({ db, clock, log, config, signingKey: config.openIdSigningKey }))
  http.raw([
    ...handoverRoutes(db, config),
    ...documentFiles({ db, files }),
    ...exportedFiles(db),
    ...referenceRoutes(),
    ...datasetSite(db),
    ...openDataPictures(db),
    ...cards.routes((event, now) => followCardEvent({ db, log }, event, now)),
    ...returnPages(checkout, config),
    ...cardChangeReturnPages(checkout, config),
    ...bookingFiles(db, passes),
    ...calendarFeeds(db),
    ...orderLinks(db, config),
    ...newsLinks(db),
    ...paymentLinks(db, config),
    ...codePictures(),
    ...mailLogos(db),
    ...outboxPages(db, config, outboxAccess),
  ])
  http.finish()
  mountHealth(http.app, db, services.health)
  if (render !== undefined) {
    const operatorOf = (request: Request) =>
      operatorFor({ origins: [new URL(request.url).origin], slug: null })
    mountSite(http.app, {
      config,
      log,
      render,
      api: http.app.fetch,
      responseCache: http.responseCache,
      revision: ({ pathname }) =>
        offerRevision() + availability.revisionOf(/\/location\/([^/]+)/.exec(pathname)?.[1] ?? ''),
      frameOrigins: async (request) => (await operatorOf(request)).frameOrigins,
      analyticsOrigins: async (request) =>
        ((await operatorOf(request)).analyticsContainerIds ?? []).length === 0
          ? []
          : config.analytics.origins,
      recordForeignForm: async (c, path) =>
        securityLog.record(
          {
            event: 'origin_refused',
            operatorId: (await operatorOf(c.req.raw)).id,
            personId: null,
            address: addressOf(c, config),
            route: `POST ${path}`,
          },
          clock.now(),
        ),
      whyTokenLinkStops: (token, visit) => whyTokenLinkStops(db, token, visit, clock.now()),
      exchangeToken: async (token, device, request) => {
        const session = await exchangeToken(db, token, device, clock.now())
        if (session === null) return []
        const domain = sharedDomain(config, request.headers.get('host') ?? '')
        const framed = request.headers.get('sec-fetch-dest') === 'iframe'
        const where = { domain, framed }
        const cookies = request.headers.get('cookie') ?? undefined
        return [
          ...loginCookies(session.token, session.expiresAt, {
            ...where,
            readable: config.bearerTokenEnabled,
          }),
          ...accountLanguageCookies(config, { language: session.language, cookies, where }),
        ]
      },
      cardOrigins: cardOriginsOf(config),
    })
  }
  return { app: http.app, services, responseCache: http.responseCache, isBusy: http.isBusy }
}

/** The origins of scripts and frames that card payment needs. The demo provider is on our own origin. */
const cardOriginsOf = (config: Config): SiteDeps['cardOrigins'] =>
  config.cards === 'stripe'
    ? {
        scripts: ['https://js.stripe.com'],
        frames: ['https://js.stripe.com', 'https://hooks.stripe.com'],
        connections: ['https://api.stripe.com'],
      }
    : { scripts: [], frames: [], connections: [] }
