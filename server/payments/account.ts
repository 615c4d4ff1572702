import { formatted } from '#contract/money.ts'
import type { AccountPayments } from '#contract/payments.ts'
import { date, instant, localDay } from '#contract/time.ts'
import type { SavedCard } from '#contract/transactions.ts'
import { cardsOf } from '#server/checkout/savedCards.ts'
import { accountOf, creditOf, entriesOf, expiringOf } from '#server/credits/balance.ts'
import type { CreditEntryRow, Expiring } from '#server/credits/balance.ts'
import { collectionsOf, membershipsPaidByCard } from '#server/memberships/list.ts'
import type { CollectedRow } from '#server/memberships/list.ts'
import { operatorMessages } from '#server/messages/languages.ts'
import { penaltiesOf, saveAccountDebt } from '#server/penalties/owed.ts'
import type { PenaltyRow } from '#server/penalties/owed.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { loggedOut, Refusal } from '#server/platform/errors.ts'
import { paymentsOf, refundsTo } from './sql.ts'
import type { AccountPaymentRow, AccountRefundRow } from './sql.ts'

type Money = {
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

/** Payments, credit, penalties and saved cards of the caller, or of the customer that staff selected. */
export const readAccountPayments = async (
  tx: Tx,
  actor: Actor,
  provider: string,
  now: Date,
): Promise<AccountPayments> => {
  const { customerId, operator } = actor
  if (customerId === null) throw loggedOut()
  const { general, membership } = await creditOf(tx, customerId, now)
  return presentMoney(
    {
      payments: await paymentsOf(tx, customerId),
      refunds: await refundsTo(tx, customerId),
      collected: await collectionsOf(tx, customerId),
      general: general.balance,
      membership: membership.balance,
      expiring: await expiringOf(tx, customerId, now),
      entries: await entriesOf(tx, customerId),
      penalties: await penaltiesOf(tx, customerId),
      savedCards: await cardsOf(tx, actor, provider, false),
      cardMemberships: await membershipsPaidByCard(tx, customerId),
      account: await accountOf(tx, customerId),
    },
    operator,
  )
}

/**
 * Makes the debt on the customer's account payable in the basket. It stays on the account until it is paid.
 * @throws Refusal `nothing_owed`
 */
export const payAccount = async (
  tx: Tx,
  { customerId, operator }: Actor,
  now: Date,
): Promise<{ penaltyId: number }> => {
  if (customerId === null) throw loggedOut()
  const { owed } = await accountOf(tx, customerId)
  if (owed <= 0) throw new Refusal('nothing_owed', (messages) => messages.payments.nothingOwed)
  const day = date(localDay(now, operator.timezone), operator.timezone, now).fullDate
  const description = operatorMessages().payments.accountDebt({ day })
  const debt = { operatorId: operator.id, customerId, amount: owed, description, createdAt: now }
  return { penaltyId: await saveAccountDebt(tx, debt) }
}

/** Everything about a customer's money (wire §11). */
const presentMoney = (
  money: Money,
  { currencySymbol, timezone }: { currencySymbol: string; timezone: string },
): AccountPayments => ({
  payments: [
    ...money.payments.map(({ reference, ...paid }) => ({
      ...paid,
      description: operatorMessages().bookings.orderEntry({ reference }),
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
    createdOn: localDay(createdAt, timezone),
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
      description: operatorMessages().memberships.membership({ plan: description }),
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
  description: operatorMessages().bookings.refundEntry({ reference }),
  tenderType: destination,
  amount: -amount,
  status: 'refunded' as const,
  refund: status,
  hasReceipt: true,
  penaltyId: null,
})
