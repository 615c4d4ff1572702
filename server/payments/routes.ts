import type { payments } from '#contract/payments.ts'
import type { CheckoutServices } from '#server/checkout/payment.ts'
import { changeBankAccount } from '#server/memberships/bankAccounts.ts'
import type { MandateServices } from '#server/memberships/bankAccounts.ts'
import type { Routes } from '#server/platform/http.ts'
import { changeCard, prepareCardChange, readCardChange } from './card-changes/service.ts'
import { moneyOf, removeCard, startAccountPayment } from './service.ts'

export const paymentsRoutes = (services: CheckoutServices & MandateServices): Routes<typeof payments> => ({
  mine: ({ tx, actor, now }) => moneyOf(tx, actor, services.cards.name, now),
  payAccount: ({ tx, actor, now }) => startAccountPayment(tx, actor, now),
  prepareCardChange: ({ actor, params, now }) => prepareCardChange(services, actor, params.membershipId, now),
  changeCard: ({ actor, params, body, now }) => changeCard(services, actor, params.membershipId, body, now),
  cardChange: ({ tx, actor, params }) => readCardChange(tx, actor, params.uuid),
  changeBankAccount: ({ actor, params, body, now }) =>
    changeBankAccount(services, actor, params.membershipId, body.bankAccount, now),
  removeCard: ({ tx, actor, params, now }) => removeCard(tx, actor, params.cardId, now),
})
