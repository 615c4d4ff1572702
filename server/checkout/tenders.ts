import type { credits } from '#contract/credits.ts'
import type { Body } from '#contract/endpoint.ts'
import type { OnlineTender } from '#contract/tenders.ts'
import { loadBasket, lockBasketOf, openForChange } from '#server/baskets/find.ts'
import { availableOnAccount, basketCreditOf } from '#server/credits/balance.ts'
import {
  lockCreditAccounts,
  notApplicable,
  reserveCredit,
  reservedBy,
  reservedFor,
  shrinkReserved,
} from '#server/credits/reserve.ts'
import { applicableCredit, applicablePayments, byType, sumOf } from '#server/credits/rules.ts'
import type { CreditType } from '#server/credits/rules.ts'
import { linesOf } from '#server/penalties/owed.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { nonCardTenders } from './rules.ts'
import type { Tenders } from './rules.ts'
import { paymentMismatch } from './sale.ts'

/**
 * Pays a part of the caller's basket with credit. The amount of a credit type replaces its earlier amount; 0 or less
 * removes it (E07).
 * @returns pence reserved by this call
 * @throws Refusal `credit_not_applicable` when the amount exceeds the balance or what is left to pay
 */
export const applyCreditTenders = async (
  tx: Tx,
  actor: Actor,
  { creditsToReserve }: Body<typeof credits.apply>,
  now: Date,
): Promise<{ reserved: boolean; amount: number }> => {
  const { customerId } = actor
  const basket = await lockBasketOf(tx, actor)
  const isTakingAway = creditsToReserve.every(({ amount }) => amount <= 0)
  if (basket === null || customerId === null) {
    if (isTakingAway) return { reserved: true, amount: 0 }
    throw notApplicable()
  }
  await lockCreditAccounts(tx, basket.id, customerId)
  await openForChange(tx, basket, now)
  const { total, penalties } = await loadBasket(tx, basket, now)
  // Places keep the credit reserved for as long as they are held; penalties are for as long as a place would be.
  const reservedForSeconds = penalties.length > 0 ? actor.operator.basketHoldSeconds : 0
  const reservedUntil = new Date(now.getTime() + reservedForSeconds * 1000)

  const before = applicableCredit(byType(await reservedFor(tx, basket.id, customerId, now)), total)
  const wanted = { ...before }
  for (const { type, amount } of creditsToReserve) wanted[type] = Math.max(0, amount)
  const named = (['membership', 'general'] as const).filter((type) =>
    creditsToReserve.some((credit) => credit.type === type),
  )
  if (named.some((type) => wanted[type] > 0) && wanted.general + wanted.membership > total)
    throw notApplicable()
  let amount = 0
  for (const type of named) {
    amount += await reserveCredit(
      tx,
      { basketId: basket.id, customerId, type, amount: wanted[type], reservedUntil },
      now,
    )
  }
  return { reserved: true, amount }
}

type Sent = {
  tenderType: OnlineTender
  type?: CreditType | undefined
  amount: number
}

/**
 * How a total is paid: credit reserved, other tenders, and the rest by card. Credit named in the request but not
 * reserved is reserved now; credit reserved beyond the total is released. The caller holds the locks of the basket
 * and of the payer's credit account, and no lock of an occurrence.
 * @throws Refusal `payment_mismatch` when the amounts differ from what is reserved or exceed the total
 */
export const tendersFor = async (
  tx: Tx,
  actor: Actor,
  basketId: number,
  total: number,
  sent: readonly Sent[],
  now: Date,
): Promise<Tenders & { left: number }> => {
  const { customerId } = actor
  const nothing = { credits: [], account: 0, left: total }
  const requested = requestedTenders(sent)
  if (customerId === null) {
    if (nonCardTenders(sent) > 0) throw paymentMismatch()
    return nothing
  }
  await shrinkReserved(tx, basketId, total, now)
  const reserved = byType(await reservedBy(tx, basketId, customerId))
  const credits = { ...reserved }
  for (const type of ['membership', 'general'] as const) {
    if (requested[type] === 0 || requested[type] === reserved[type]) continue
    if (reserved[type] > 0) throw paymentMismatch()
    credits[type] = requested[type]
    await reserve(tx, { basketId, customerId, type, amount: requested[type], reservedUntil: now }, now)
  }
  const left = total - credits.general - credits.membership - requested.account
  if (left < 0) throw paymentMismatch()
  if (requested.account > 0 && requested.account > (await chargeableTo(tx, customerId, basketId)))
    throw paymentMismatch()
  return { credits: listed(credits), account: requested.account, left }
}

/** What the customer's account can pay of a basket: its own debt is not paid by charging it again. */
const chargeableTo = async (tx: Tx, customerId: number, basketId: number): Promise<number> => {
  const room = await availableOnAccount(tx, customerId)
  if (room === 0) return 0
  return (await linesOf(tx, basketId)).some(({ isAccountDebt }) => isAccountDebt) ? 0 : room
}

const reserve = async (tx: Tx, wanted: Parameters<typeof reserveCredit>[1], now: Date): Promise<void> => {
  try {
    await reserveCredit(tx, wanted, now)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'credit_not_applicable') throw paymentMismatch()
    throw error
  }
}

const requestedTenders = (sent: readonly Sent[]): Record<CreditType | 'account', number> => {
  const credits = sent.filter(({ tenderType, amount }) => tenderType === 'credit' && amount > 0)
  const account = sent.filter(
    ({ tenderType, amount }) => tenderType === 'customer_account_online' && amount > 0,
  )
  return {
    ...byType(credits.map(({ type = 'general', amount }) => ({ type, amount }))),
    account: sumOf(account),
  }
}

const listed = (credits: Record<CreditType, number>): Tenders['credits'] =>
  (['membership', 'general'] as const).flatMap((type) =>
    credits[type] > 0 ? [{ type, amount: credits[type] }] : [],
  )

/**
 * Refuses tenders that differ from those the payer agreed to when the card was authorised.
 * @throws Refusal `payment_mismatch`
 */
export const requireAgreedTenders = (sent: readonly Sent[], agreement: Tenders): void => {
  const requested = requestedTenders(sent)
  const credits = byType(agreement.credits)
  const isSame =
    (requested.general === 0 || requested.general === credits.general) &&
    (requested.membership === 0 || requested.membership === credits.membership) &&
    (requested.account === 0 || requested.account === agreement.account)
  if (!isSame) throw paymentMismatch()
}

/** The tenders as an order lists them; the card comes last. */
export const toOrderPayments = ({ credits, account }: Tenders) => [
  ...credits.map(({ type, amount }) => ({
    tenderType: 'credit' as const,
    creditType: type,
    amount,
    transactionId: null,
  })),
  ...(account === 0
    ? []
    : [
        {
          tenderType: 'customer_account_online' as const,
          creditType: null,
          amount: account,
          transactionId: null,
        },
      ]),
]

/** The tenders that can be offered, and what the card pays after reserved credit. */
export const offeredFor = async (
  tx: Tx,
  { customerId }: Actor,
  basketId: number,
  total: number,
  now: Date,
): Promise<{ tenders: OnlineTender[]; balance: number }> => {
  if (customerId === null) return { tenders: ['card'], balance: total }
  const { free, reserved: held } = await basketCreditOf(tx, { customerId, basketId }, now)
  const reserved = applicablePayments(held, total)
  const room = await chargeableTo(tx, customerId, basketId)
  const balance = total - sumOf(reserved)
  return {
    tenders: [
      'card',
      ...(free.general + free.membership > 0 ? (['credit'] as const) : []),
      ...(room > 0 && room >= balance ? (['customer_account_online'] as const) : []),
    ],
    balance,
  }
}
