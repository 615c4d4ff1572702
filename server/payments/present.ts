import { formatted } from '#contract/money.ts'
import type { AccountPayments } from '#contract/payments.ts'
import type { SavedCard } from '#contract/checkout.ts'
import { instant } from '#contract/time.ts'
import type { CreditEntryRow, Expiring } from '#server/credits/service.ts'
import type { PenaltyRow } from '#server/penalties/service.ts'
import { dayOf } from '#server/platform/wallclock.ts'
import type { AccountPaymentRow } from './queries.ts'

export type Money = {
  payments: readonly AccountPaymentRow[]
  general: number
  membership: number
  expiring: readonly Expiring[]
  entries: readonly CreditEntryRow[]
  penalties: readonly PenaltyRow[]
  savedCards: readonly SavedCard[]
}

/** Everything about a customer's money (wire §11). */
export const presentMoney = (
  money: Money,
  { currencySymbol, timezone }: { currencySymbol: string; timezone: string },
): AccountPayments => ({
  payments: money.payments.map(({ id, paidAt, reference, orderId, tenderType, amount, status }) => ({
    id,
    paidAt: instant(paidAt),
    description: `Order ${reference}`,
    orderId,
    tenderType,
    amount,
    formattedAmount: formatted(amount, currencySymbol),
    status,
  })),
  credit: {
    balance: money.general,
    formattedBalance: formatted(money.general, currencySymbol),
    membershipBalance: money.membership,
    formattedMembershipBalance: formatted(money.membership, currencySymbol),
    expiring: money.expiring.map((part) => ({
      ...part,
      formattedAmount: formatted(part.amount, currencySymbol),
    })),
    entries: money.entries.map(({ id, at, type, amount, description, expiresOn }) => ({
      id,
      at: instant(at),
      type,
      amount,
      formattedAmount: formatted(amount, currencySymbol),
      description,
      expiresOn,
    })),
  },
  penalties: money.penalties.map(({ id, description, amount, createdAt, status }) => ({
    id,
    description,
    amount,
    formattedAmount: formatted(amount, currencySymbol),
    createdOn: dayOf(createdAt, timezone),
    status,
  })),
  savedCards: [...money.savedCards],
})
