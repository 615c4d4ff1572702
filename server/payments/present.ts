import { formatted } from '#contract/money.ts'
import type { AccountPayments } from '#contract/payments.ts'
import { instant } from '#contract/time.ts'
import type { SavedCard } from '#contract/transactions.ts'
import type { CreditEntryRow, Expiring } from '#server/credits/balance.ts'
import type { CollectedRow } from '#server/memberships/list.ts'
import { orderEntry, refundEntry } from '#server/messages/en/bookings.ts'
import { membership } from '#server/messages/en/memberships.ts'
import type { PenaltyRow } from '#server/penalties/owed.ts'
import { dayOf } from '#server/platform/wallclock.ts'
import type { AccountPaymentRow, AccountRefundRow } from './queries.ts'

export type Money = {
  payments: readonly AccountPaymentRow[]
  refunds: readonly AccountRefundRow[]
  /** Collections of memberships, made or due. */
  collected: readonly CollectedRow[]
  general: number
  membership: number
  expiring: readonly Expiring[]
  entries: readonly CreditEntryRow[]
  penalties: readonly PenaltyRow[]
  savedCards: readonly SavedCard[]
  /** Memberships paid by a saved card. */
  cardMemberships: readonly { savedCardId: number; name: string }[]
  account: { limit: number | null; owed: number }
}

/** A collection of a membership whose result the provider has reported. */
const collectedAs = ({
  id,
  description,
  amount,
  method,
  state,
  requestedAt,
  settledAt,
  penaltyId,
}: CollectedRow) => {
  const paidAt = state === 'collected' ? (settledAt ?? requestedAt) : requestedAt
  if (paidAt === null || (state !== 'collected' && state !== 'failed' && state !== 'settled')) return []
  const status = state === 'collected' ? ('paid' as const) : ('failed' as const)
  return [
    {
      id,
      paidAt,
      orderId: null,
      description: membership({ plan: description }),
      tenderType: method,
      amount,
      status,
      refund: null,
      hasReceipt: false,
      penaltyId: state === 'failed' ? penaltyId : null,
    },
  ]
}

const refundedAs = ({ id, orderId, reference, at, destination, amount, status }: AccountRefundRow) => ({
  id,
  paidAt: at,
  orderId,
  description: refundEntry({ reference }),
  tenderType: destination,
  amount: -amount,
  status: 'refunded' as const,
  refund: status,
  hasReceipt: true,
  penaltyId: null,
})

/** Everything about a customer's money (wire §11). */
export const presentMoney = (
  money: Money,
  { currencySymbol, timezone }: { currencySymbol: string; timezone: string },
): AccountPayments => ({
  payments: [
    ...money.payments.map(({ reference, ...paid }) => ({
      ...paid,
      description: orderEntry({ reference }),
      refund: null,
      penaltyId: null,
    })),
    ...money.refunds.map(refundedAs),
    ...money.collected.flatMap(collectedAs),
  ]
    .toSorted((one, other) => other.paidAt.getTime() - one.paidAt.getTime() || other.id - one.id)
    .map(({ paidAt, amount, ...paid }) => ({
      ...paid,
      paidAt: instant(paidAt),
      amount,
      formattedAmount: formatted(amount, currencySymbol),
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
  penalties: money.penalties.map(({ id, description, amount, createdAt, status, isForMembership }) => ({
    id,
    description,
    amount,
    formattedAmount: formatted(amount, currencySymbol),
    cause: isForMembership ? ('membership' as const) : ('booking' as const),
    createdOn: dayOf(createdAt, timezone),
    status,
  })),
  savedCards: money.savedCards.map((card) => ({
    ...card,
    paysFor: money.cardMemberships
      .filter(({ savedCardId }) => savedCardId === card.id)
      .map(({ name }) => name),
  })),
  account:
    money.account.limit === null && money.account.owed === 0
      ? null
      : { owed: money.account.owed, formattedOwed: formatted(money.account.owed, currencySymbol) },
})
