import { checkout } from '#contract/checkout.ts'
import type { credits } from '#contract/credits.ts'
import type { waivers } from '#contract/waivers.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database } from '#server/platform/database.ts'
import type { Routes } from '#server/platform/http.ts'
import type { RawCall, RawRoute } from '#server/platform/raw.ts'
import { CachedResponse, serialiseAnswer } from '#server/platform/responses.ts'
import { createTtlCache } from '#server/platform/ttlCache.ts'
import { previousAttendees } from '#server/waivers/attendees.ts'
import { authorise } from './authorise.ts'
import { bankReturned, nothingReturnedPage, returnPage } from './bankReturn.ts'
import { complete, completeInvoice } from './complete.ts'
import { payAtDesk } from './payAtDesk.ts'
import { readPaymentTransaction } from './payment.ts'
import type { CheckoutServices } from './payment.ts'
import { openPaymentLink } from './paymentLinks.ts'
import { prepare } from './prepare.ts'
import { missingPaymentPage, paymentPage } from './present.ts'
import { answerQuestions, questionsOfBasket, readWaiverRequests, sendWaivers } from './questionsAndWaivers.ts'
import { payingActor, termsOfSale } from './sale.ts'
import { applyCreditTenders } from './tenders.ts'

export const checkoutRoutes = (services: CheckoutServices, ttlMs = 1000): Routes<typeof checkout> => {
  /** The same for all visitors of an operator; paying reads them anew. */
  const visitorTerms = createTtlCache(
    ttlMs,
    async (actor: Actor) =>
      new CachedResponse(serialiseAnswer(checkout.terms, await termsOfSale(services.db, actor))),
  )
  return {
    terms: ({ tx, actor }) =>
      actor.customerId === null ? visitorTerms(String(actor.operator.id), actor) : termsOfSale(tx, actor),
    prepare: ({ actor, query, now }) => prepare(services, payingActor(actor, query), query, now),
    authorise: ({ actor, body, now }) => authorise(services, payingActor(actor, body), body, now),
    transaction: ({ params }) => readPaymentTransaction(services, params.uuid),
    payAtDesk: ({ tx, actor, body, now }) => payAtDesk(tx, actor, body, now),
    complete: ({ actor, body, now }) => complete(services, payingActor(actor, body), body, now),
    completeInvoice: ({ actor, body, now }) => completeInvoice(services, actor, body.transactionUuid, now),
  }
}

export const waiversRoutes = (): Routes<typeof waivers> => ({
  questions: ({ tx, actor, params, now }) => questionsOfBasket(tx, actor, params.cartId, now),
  answers: ({ tx, actor, params, body, now }) => answerQuestions(tx, actor, params.id, body, now),
  occurrenceAnswers: ({ tx, actor, params, body, now }) => answerQuestions(tx, actor, params.id, body, now),
  occurrenceAnswersV1: ({ tx, actor, params, body, now }) => answerQuestions(tx, actor, params.id, body, now),
  requests: ({ tx, actor, params, now }) => readWaiverRequests(tx, actor, params.restriction, now),
  previousAttendees: ({ tx, actor, params, query, now }) =>
    previousAttendees(tx, actor, { restrictionId: params.restriction, query: query.query }, now),
  send: ({ tx, actor, body, now }) => sendWaivers(tx, actor, body, now),
})

export const creditsRoutes = (): Routes<typeof credits> => ({
  apply: ({ tx, actor, body, now }) => applyCreditTenders(tx, actor, body, now),
  applyToBasket: ({ tx, actor, body, now }) => applyCreditTenders(tx, actor, body, now),
})

/**
 * Return address for banks (wire §9). Most post a form, some redirect; neither is read, because the state is read
 * from the provider.
 */
export const returnPages = (
  services: CheckoutServices,
  config: Pick<Config, 'sites' | 'extraOrigins'>,
): RawRoute[] => {
  const handle = async ({ params, actor, now }: RawCall): Promise<Response> => {
    const pages = [...Object.values(config.sites), ...config.extraOrigins, ...actor.operator.frameOrigins]
    const returned = await bankReturned(services, params['uuid'] ?? '', now)
    return returned === null
      ? nothingReturnedPage(actor.messages, pages)
      : returnPage(actor.messages, returned, pages)
  }
  const path = '/api/checkout/transactions/{uuid}/challenge'
  return [
    { method: 'POST', path, handle },
    { method: 'GET', path, handle },
  ]
}

/** The link in a message about a payment: how it stands, in any browser; once it is an order, that order. */
export const paymentLinks = (
  db: Database,
  { sites, basePath }: Pick<Config, 'sites' | 'basePath'>,
): RawRoute[] => [
  {
    method: 'GET',
    path: '/payment-links/{secret}',
    handle: async ({ params, actor, now }) => {
      const base = basePath === '/' ? '' : basePath
      const addresses = { bookings: actor.site, account: sites.account + base }
      const found = await openPaymentLink(db, actor, addresses, params['secret'] ?? '', now)
      if (found === null) return missingPaymentPage(actor.messages, actor.site)
      if (!('orderAddress' in found)) return paymentPage(actor.messages, found, actor.operator.currencySymbol)
      return new Response(null, {
        status: 303,
        headers: {
          Location: found.orderAddress,
          'Cache-Control': 'no-store',
          'Referrer-Policy': 'no-referrer',
          'X-Robots-Tag': 'noindex',
        },
      })
    },
  },
]
