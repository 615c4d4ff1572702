import type { checkout } from '#contract/checkout.ts'
import { authorise } from '#server/checkout/authorisation/service.ts'
import { payAtDesk } from '#server/checkout/desk/service.ts'
import { complete } from '#server/checkout/completion/service.ts'
import { termsFor } from '#server/checkout/sale/service.ts'
import type { Routes } from '#server/platform/http.ts'
import { prepare, transactionState } from './service.ts'
import type { CheckoutServices } from './service.ts'

export const checkoutRoutes = (services: CheckoutServices): Routes<typeof checkout> => ({
  terms: ({ tx, actor }) => termsFor(tx, actor),
  prepare: ({ actor, query, now }) => prepare(services, actor, query, now),
  authorise: ({ actor, body, now }) => authorise(services, actor, body, now),
  transaction: ({ params }) => transactionState(services, params.uuid),
  payAtDesk: ({ tx, actor, body, now }) => payAtDesk(tx, actor, body, now),
  complete: ({ actor, body, now }) => complete(services, actor, body, now),
})
