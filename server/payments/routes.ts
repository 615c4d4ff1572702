import type { payments } from '#contract/payments.ts'
import { nothingReturnedPage } from '#server/checkout/bankReturn.ts'
import type { CheckoutServices } from '#server/checkout/payment.ts'
import { changeBankAccount } from '#server/memberships/paymentMethods.ts'
import type { MandateServices } from '#server/memberships/paymentMethods.ts'
import type { Config } from '#server/platform/config.ts'
import type { Routes } from '#server/platform/http.ts'
import type { RawCall, RawRoute } from '#server/platform/raw.ts'
import { payAccount, readAccountPayments } from './account.ts'
import {
  changeCard,
  changeReturned,
  changeReturnPage,
  prepareCardChange,
  readCardChange,
} from './cardChanges.ts'
import { removeCard } from './cards.ts'

export const paymentsRoutes = (services: CheckoutServices & MandateServices): Routes<typeof payments> => ({
  mine: ({ tx, actor, now }) => readAccountPayments(tx, actor, services.cards.name, now),
  payAccount: ({ tx, actor, now }) => payAccount(tx, actor, now),
  prepareCardChange: ({ actor, params, now }) => prepareCardChange(services, actor, params.membershipId, now),
  changeCard: ({ actor, params, body, now }) => changeCard(services, actor, params.membershipId, body, now),
  cardChange: ({ tx, actor, params }) => readCardChange(tx, actor, params.uuid),
  changeBankAccount: ({ actor, params, body, now }) =>
    changeBankAccount(services, actor, params.membershipId, body.bankAccount, now),
  removeCard: ({ tx, actor, params, now }) => removeCard(tx, actor, params.cardId, now),
})

/** Return address for banks that have verified a cardholder for a change of card; what they send is not read. */
export const cardChangeReturnPages = (
  services: CheckoutServices,
  config: Pick<Config, 'sites' | 'extraOrigins'>,
): RawRoute[] => {
  const handle = async ({ params, actor, now }: RawCall): Promise<Response> => {
    const pages = [...Object.values(config.sites), ...config.extraOrigins, ...actor.operator.frameOrigins]
    const returned = await changeReturned(services, params['uuid'] ?? '', now)
    return returned === null
      ? nothingReturnedPage(actor.messages, pages)
      : changeReturnPage(actor.messages, returned, pages)
  }
  const path = '/api/my-account/card-changes/{uuid}/challenge'
  return [
    { method: 'POST', path, handle },
    { method: 'GET', path, handle },
  ]
}
