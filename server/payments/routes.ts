import type { payments } from '#contract/payments.ts'
import type { Routes } from '#server/platform/http.ts'
import type { CardProvider } from '#server/providers/cards/port.ts'
import { moneyOf, removeCard, startAccountPayment } from './service.ts'

export const paymentsRoutes = (cards: CardProvider): Routes<typeof payments> => ({
  mine: ({ tx, actor, now }) => moneyOf(tx, actor, cards.name, now),
  payAccount: ({ tx, actor, now }) => startAccountPayment(tx, actor, now),
  removeCard: ({ tx, actor, params, now }) => removeCard(tx, actor, params.cardId, now),
})
