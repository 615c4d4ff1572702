import { randomUUID } from 'node:crypto'
import type { Authorisation } from '#contract/transactions.ts'
import { findBasketWithItems } from '#server/baskets/find.ts'
import { planPaymentHold } from '#server/baskets/renew.ts'
import { isLive } from '#server/baskets/rules.ts'
import type { BasketRow, ItemRow } from '#server/baskets/rules.ts'
import { placeLostRefusal } from '#server/bookings/orders.ts'
import type { Sale } from '#server/bookings/orders.ts'
import { requireMovable } from '#server/bookings/paidMoves.ts'
import { lockCreditAccounts } from '#server/credits/reserve.ts'
import type { LostPlace } from '#server/holds/places.ts'
import type { Text } from '#server/messages/languages.ts'
import { paymentCurrencyOf } from '#server/operator/rules.ts'
import type { Actor } from '#server/platform/actor.ts'
import { createBatchers } from '#server/platform/batcher.ts'
import type { Tx } from '#server/platform/database.ts'
import { failInvariant, Refusal } from '#server/platform/errors.ts'
import { transact } from '#server/platform/transact.ts'
import { CardsUnavailable, declineMessages } from '#server/providers/cards/port.ts'
import type { CardState } from '#server/providers/cards/port.ts'
import { abandonPayment, noProvider, recordReference, settleTransaction } from './payment.ts'
import type { CheckoutServices } from './payment.ts'
import { bankMs, nonCardTenders, planNextAttempt, publicStatus } from './rules.ts'
import type { AuthoriseBody } from './rules.ts'
import {
  basketEmpty,
  busy,
  lockBasketPaid,
  readSale,
  requireAcceptedTerms,
  requireAnswers,
  resolvePayer,
  unavailable,
} from './sale.ts'
import { cardChosen, findPayer, isOneself, limitDeclines, owingMembershipsOf } from './savedCards.ts'
import type { ChosenCard } from './savedCards.ts'
import { startPayments, transactionInProgress } from './sql.ts'
import type { NewTransaction, Starting, Transaction } from './sql.ts'
import { tendersFor } from './tenders.ts'

/**
 * Authorises the card for a basket, without capturing. The basket is locked and its places are held for half an hour
 * before the provider is called; if the provider does not answer, the lock is undone.
 * @throws Refusal of wire §9
 */
export const authorise = async (
  services: CheckoutServices,
  actor: Actor,
  body: AuthoriseBody,
  now: Date,
): Promise<Authorisation> => {
  return limitDeclines(services.db, actor, () => authoriseOnce(services, actor, body, now), now)
}

const authoriseOnce = async (
  services: CheckoutServices,
  actor: Actor,
  body: AuthoriseBody,
  now: Date,
): Promise<Authorisation> => {
  const { payment: transaction, card } = await begin(services, actor, body, now)
  if (transaction.status === 'authorised') return presentAuthorisation(transaction, null)

  let result: CardState | { state: 'session_expired' }
  try {
    result = await askBank(services, actor, body, transaction, card, now)
  } catch (error) {
    // The provider's result is unknown. The payment is voided in either case, so that the payer can try again at
    // once.
    await transact(services.db, (tx) => abandonPayment(tx, transaction, now))
    throw error instanceof CardsUnavailable ? unavailable() : error
  }
  if (result.state === 'session_expired') {
    await settleTransaction(services, transaction, { state: 'declined', reason: 'not_recognised' }, now)
    throw new Refusal('session_expired', (messages) => messages.checkout.sessionExpired)
  }
  const settled = await settleTransaction(services, transaction, result, now)
  if (result.state === 'declined') throw declined(settled, declineMessages[result.reason])
  return presentAuthorisation(settled, result)
}

const askBank = async (
  { db, cards }: CheckoutServices,
  actor: Actor,
  body: AuthoriseBody,
  transaction: Transaction,
  card: ChosenCard,
  now: Date,
): Promise<CardState | { state: 'session_expired' }> => {
  const { uuid: transactionUuid, customerId, saveCard } = transaction
  const isSavedPayer = customerId !== null && (saveCard || card.kind === 'saved')
  const payerReference = isSavedPayer
    ? await findPayer({ db, cards }, { id: customerId, email: transaction.agreement.email ?? '' })
    : null
  const opened = await cards.open({
    transactionUuid,
    amount: transaction.amount,
    currency: transaction.currency,
    sessionKey: body.sessionKey,
    payerReference,
    description: actor.operator.name,
  })
  if (opened.state === 'session_expired') return opened
  if (!(await recordReference(db, transaction.id, opened.reference, now))) {
    throw new CardsUnavailable(new Error('The payment was given up before the company could be asked.'))
  }
  return cards.authorise({
    transactionUuid,
    reference: opened.reference,
    sessionKey: body.sessionKey,
    card,
    saveCard,
    // Later collections are taken without the payer being present.
    isRecurring:
      transaction.agreement.source === 'online-joining' || transaction.agreement.membershipIds !== undefined,
    billing: {
      firstName: body.billingFirstName ?? '',
      lastName: body.billingLastName ?? '',
      addressLineOne: body.billingAddressLineOne ?? '',
      addressLineTwo: body.billingAddressLineTwo ?? '',
      city: body.billingCity ?? '',
      postcode: body.billingPostcode ?? '',
    },
    browser: {
      colourDepth: body.browserColourDepth ?? null,
      javaEnabled: body.browserJavaEnabled ?? false,
      javascriptEnabled: body.browserJavascriptEnabled ?? true,
      language: body.browserLanguage ?? null,
      screenHeight: body.browserScreenHeight ?? null,
      screenWidth: body.browserScreenWidth ?? null,
      timezoneOffset: body.browserTimezoneOffset ?? null,
      challengeWindowSize: body.challengeWindowSize ?? null,
    },
    returnUrl: `${transaction.site}/api/checkout/transactions/${transactionUuid}/challenge`,
    site: transaction.site,
  })
}

/** Extends the holds of the basket, and stores the transaction before the provider is called. */
const begin = async (
  services: CheckoutServices,
  actor: Actor,
  body: AuthoriseBody,
  now: Date,
): Promise<Attempt> =>
  (await beginUnlocked(services, actor, body, now)) ??
  (await transact(services.db, (tx) => beginLocked(tx, services, actor, body, now)))

/**
 * What most payments are, a card for places that are held: the basket is read without a lock, and the payment is started
 * together with those of others if the basket has not changed since.
 * @returns null where the basket must be locked before it is read: more is written than a payment, or another call has
 * locked or changed it
 */
const beginUnlocked = async (
  { db, cards }: CheckoutServices,
  actor: Actor,
  body: AuthoriseBody,
  now: Date,
): Promise<Attempt | null> => {
  if (body.source !== 'activity-booking' || nonCardTenders(body.payments) > 0) return null
  const found = await findBasketWithItems(db, actor)
  if (found === null) throw basketEmpty()
  const { basket, items, version, hasCredit } = found
  const isHeld = items.every((item) => isLive(item, now))
  if (basket.status !== 'open' || hasCredit || !isHeld || !isHeldByAll(basket, items, now)) return null
  const sold = await readSale(db, actor, basket, body, now, items)
  const { payment, card } = await planPayment(db, cards, actor, body, { basket, sold, isLocked: false }, now)
  const { sale, lines } = sold
  const started = await payments(db, { ...startOf(payment, lines, version), now })
  return started === null ? null : { payment: requireStarted(started, sale), card }
}

const beginLocked = async (
  tx: Tx,
  { cards }: CheckoutServices,
  actor: Actor,
  body: AuthoriseBody,
  now: Date,
): Promise<Attempt> => {
  const basket = await lockBasketPaid(tx, actor, body, now)
  if (basket === null) throw basketEmpty()
  if (actor.customerId !== null) await lockCreditAccounts(tx, basket.id, actor.customerId)
  const earlier = basket.status === 'paymentProcessing' ? await settleWithEarlier(tx, basket, now) : null
  const sold = await readSale(tx, actor, basket, body, now)
  const { sale, lines } = sold
  if (earlier?.status === 'authorised') {
    if (earlier.agreement.sale.itemHash !== sale.itemHash) throw busy()
    return { payment: earlier, card: noCard }
  }
  const { payment, card } = await planPayment(tx, cards, actor, body, { basket, sold, isLocked: true }, now)
  const hold = planPaymentHold(basket, lines, bankUntil(now), now)
  const started = await startAll(tx, [startOf(payment, lines, null)], hold, now)
  const answer = started.get(payment.uuid) ?? failInvariant('a locked basket was left out')
  return { payment: requireStarted(answer, sale), card }
}

/**
 * Handles an earlier payment of the basket: an authorised one is returned again; one that waits for the bank is
 * voided for the new one; one whose call is in progress refuses the new one.
 */
const settleWithEarlier = async (tx: Tx, basket: BasketRow, now: Date): Promise<Transaction | null> => {
  const earlier = await transactionInProgress(tx, basket.id)
  if (earlier === undefined) throw busy()
  if (earlier.status === 'started') throw busy()
  return earlier.status === 'authorised' ? earlier : abandonPayment(tx, earlier, now)
}

const presentAuthorisation = (transaction: Transaction, result: CardState | null): Authorisation => {
  const hasRequest = transaction.status === 'challenge' && result?.state === 'challenge'
  return {
    transactionUuid: transaction.uuid,
    transactionStatus: publicStatus(transaction.status, transaction.voidReason),
    scaUrl: hasRequest ? result.url : null,
    scaData: hasRequest ? result.data : null,
    amount: transaction.amount,
  }
}

const declined = ({ uuid, status, voidReason }: Transaction, message: Text): Refusal =>
  new Refusal('card_declined', message, {
    fields: (messages) => ({
      transactionUuid: uuid,
      transactionStatus: publicStatus(status, voidReason),
      error: { message: message(messages) },
    }),
  })

const noCard: ChosenCard = { kind: 'new', identifier: '' }

type Attempt = { payment: Transaction; card: ChosenCard }

type Sold = Awaited<ReturnType<typeof readSale>>

/**
 * What the payer agrees to, as a payment that is not stored yet. Reads only, unless the basket is locked.
 * @throws Refusal of wire §9
 */
const planPayment = async (
  tx: Tx,
  cards: CheckoutServices['cards'],
  actor: Actor,
  body: AuthoriseBody,
  { basket, sold, isLocked }: { basket: BasketRow; sold: Sold; isLocked: boolean },
  now: Date,
): Promise<{ payment: NewTransaction; card: ChosenCard }> => {
  const { sale, lines, keepsCard } = sold
  await requireAcceptedTerms(tx, actor, body)
  if (body.source === 'booking-move') await requireMovable(tx, actor, basket.id, now)
  else requireAnswers(lines)
  const { left, ...tenders } = isLocked
    ? await tendersFor(tx, actor, basket.id, sale.total, body.payments, now)
    : { left: sale.total, credits: [], account: 0 }
  const isFree = left === 0
  const card = isFree ? noCard : await cardChosen(tx, actor, body, cards)
  const penaltyIds = sale.penalties.map(({ penaltyId }) => penaltyId)
  const owing = await owingMembershipsOf(tx, actor, penaltyIds, body.kiosk)
  const saveCard = (body.saveCard && !body.kiosk && isOneself(actor)) || keepsCard
  const status = isFree ? 'authorised' : 'started'
  const payment: NewTransaction = {
    uuid: randomUUID(),
    operatorId: basket.operatorId,
    basketId: basket.id,
    customerId: actor.customerId,
    provider: isFree ? noProvider : cards.name,
    amount: left,
    currency: paymentCurrencyOf(actor.operator),
    status,
    agreement: {
      sale,
      tenders,
      ...(await resolvePayer(tx, actor, body)),
      language: actor.messages.format.language,
      terms: body.terms,
      completedWaivers: body.completedWaivers,
      source: body.source,
      savedCard: card.kind === 'saved' ? card.identifier : null,
      ...(saveCard && !isFree && owing.length > 0 ? { membershipIds: owing.map(({ id }) => id) } : {}),
    },
    saveCard,
    site: actor.site,
    createdAt: now,
    authorisedAt: isFree ? now : null,
    nextAttemptAt: planNextAttempt(status, now) ?? now,
  }
  return { payment, card }
}

const bankUntil = (now: Date): Date => new Date(now.getTime() + bankMs)

/** Whether all lines may be held for as long as the bank may take, like those of the others who pay. */
const isHeldByAll = (basket: BasketRow, lines: readonly ItemRow[], now: Date): boolean => {
  const { until, isRenewal } = planPaymentHold(basket, lines, bankUntil(now), now)
  return isRenewal && until.getTime() === bankUntil(now).getTime()
}

type Start = Starting & { venueIds: number[] }

const startOf = (payment: NewTransaction, lines: readonly ItemRow[], version: string | null): Start => ({
  payment,
  version,
  itemIds: lines.map(({ id }) => id),
  venueIds: lines.map(({ venueId }) => venueId),
})

const startAll = (
  tx: Tx,
  starts: readonly Start[],
  hold: { until: Date; isRenewal: boolean },
  now: Date,
): Promise<Map<string, Transaction | LostPlace[]>> => {
  for (const { venueIds } of starts) venueIds.forEach(tx.invalidate)
  return startPayments(tx, starts, hold, now)
}

/** @throws Refusal `place_lost` */
const requireStarted = (answer: Transaction | LostPlace[], { items }: Sale): Transaction => {
  if (Array.isArray(answer)) throw placeLostRefusal(answer, items)
  return answer
}

const payments = createBatchers(
  async (db, starts: (Start & { now: Date })[]): Promise<(Transaction | LostPlace[] | null)[]> => {
    const now = new Date(Math.max(...starts.map((start) => start.now.getTime())))
    // Of two payments of one basket at once, one is started; the other caller finds it.
    const first = new Map(starts.toReversed().map((start) => [start.payment.basketId, start]))
    const hold = { until: bankUntil(now), isRenewal: true }
    const started = await transact(db, (tx) => startAll(tx, [...first.values()], hold, now))
    return starts.map(({ payment }) => started.get(payment.uuid) ?? null)
  },
  { name: 'payments_started', batchSize: 32, inFlight: 2 },
)
