import { checkout } from '#contract/checkout.ts'
import { authorise } from '#server/checkout/authorisation/service.ts'
import { payAtDesk } from '#server/checkout/desk/service.ts'
import { complete } from '#server/checkout/completion/service.ts'
import { termsFor } from '#server/checkout/sale/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import { CachedResponse, serialiseAnswer } from '#server/platform/responses.ts'
import { createTtlCache } from '#server/platform/ttlCache.ts'
import type { Routes } from '#server/platform/http.ts'
import { prepare, transactionState } from './service.ts'
import type { CheckoutServices } from './service.ts'

export const checkoutRoutes = (services: CheckoutServices, ttlMs = 1000): Routes<typeof checkout> => {
  /** The same for all visitors of an operator; paying reads them anew. */
  const visitorTerms = createTtlCache(
    ttlMs,
    async (actor: Actor) =>
      new CachedResponse(serialiseAnswer(checkout.terms, await termsFor(services.db, actor))),
  )
  return {
    terms: ({ tx, actor }) =>
      actor.customerId === null ? visitorTerms(String(actor.operator.id), actor) : termsFor(tx, actor),
    prepare: ({ actor, query, now }) => prepare(services, actor, query, now),
    authorise: ({ actor, body, now }) => authorise(services, actor, body, now),
    transaction: ({ params }) => transactionState(services, params.uuid),
    payAtDesk: ({ tx, actor, body, now }) => payAtDesk(tx, actor, body, now),
    complete: ({ actor, body, now }) => complete(services, actor, body, now),
  }
}
