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
import type { Text } from '#server/messages/languages.ts'
import { paymentCurrencyOf } from '#server/operator/rules.ts'
import type { Actor } from '#server/platform/actor.ts'
import { createBatchers } from '#server/platform/batcher.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { transact, transactOrUndo } from '#server/platform/transact.ts'
import { CardsUnavailable, declineMessages } from '#server/providers/cards/port.ts'
import type { CardState } from '#server/providers/cards/port.ts'
import { abandonPayment, noProvider, recordReference, settleTransaction } from './payment.ts'
import type { CheckoutServices } from './payment.ts'
import { requireAnswers } from './questionsAndWaivers.ts'
import { bankMs, nonCardTenders, planNextAttempt, publicStatus } from './rules.ts'
import type { AuthoriseBody, Tenders } from './rules.ts'
import {
  basketEmpty,
  busy,
  lockBasketPaid,
  readSale,
  requireAcceptedTerms,
  resolvePayer,
  unavailable,
} from './sale.ts'
import { cardChosen, findPayer, isOneself, limitDeclines, owingMembershipsOf } from './savedCards.ts'
import type { ChosenCard } from './savedCards.ts'
import { startPayment, startPayments, transactionInProgress, untouched } from './sql.ts'
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
  (await startTogether(services, actor, body, now)) ?? (await beginLocked(services, actor, body, now))

const beginLocked = (
  { db, cards }: CheckoutServices,
  actor: Actor,
  body: AuthoriseBody,
  now: Date,
): Promise<Attempt> =>
  transact(db, async (tx) => {
    const basket = await lockBasketPaid(tx, actor, body, now)
    if (basket === null) throw basketEmpty()
    if (actor.customerId !== null) await lockCreditAccounts(tx, basket.id, actor.customerId)
    const earlier = basket.status === 'paymentProcessing' ? await settleWithEarlier(tx, basket, now) : null
    const { sale, lines, keepsCard } = await readSale(tx, actor, basket, body, now)
    if (earlier?.status === 'authorised') {
      if (earlier.agreement.sale.itemHash !== sale.itemHash) throw busy()
      return { payment: earlier, card: noCard }
    }
    await requireAcceptedTerms(tx, actor, body)
    if (body.source === 'booking-move') await requireMovable(tx, actor, basket.id, now)
    else requireAnswers(lines)
    const { left, ...tenders } = await tendersFor(tx, actor, basket.id, sale.total, body.payments, now)
    const card = left === 0 ? noCard : await cardChosen(tx, actor, body, cards)
    const penaltyIds = sale.penalties.map(({ penaltyId }) => penaltyId)
    const owing = await owingMembershipsOf(tx, actor, penaltyIds, body.kiosk)
    const charged = { left, card, keepsCard, membershipIds: owing.map(({ id }) => id) }
    const agreed = { basket, sale, tenders, ...charged, ...(await resolvePayer(tx, actor, body)) }
    const payment = planPayment({ cards }, actor, body, agreed, now)
    const held = planPaymentHold(basket, lines, new Date(now.getTime() + bankMs), now)
    const result = await startPayment(tx, payment, { itemIds: lines.map(({ id }) => id), ...held })
    if ('lost' in result) throw placeLostRefusal(result.lost, sale.items)
    for (const line of lines) tx.invalidate(line.venueId)
    return { payment: result.started, card }
  })

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

/**
 * Payments of concurrent payers, started in one transaction: what most payments are, a card for bookings at their list
 * price. What the payer agrees to is read before the basket is locked, and the payment is started only if the basket has
 * not changed since. Everything else is left to the caller, which locks the basket first.
 */

const noCard: ChosenCard = { kind: 'new', identifier: '' }

type Attempt = { payment: Transaction; card: ChosenCard }

/** What a payment agrees to, before it is stored. */
type Agreed = {
  basket: Pick<BasketRow, 'id' | 'operatorId'>
  sale: Sale
  tenders: Tenders
  /** Pence on the card. */
  left: number
  card: ChosenCard
  keepsCard: boolean
  /** Memberships that the card may be charged for later. */
  membershipIds: number[]
} & Awaited<ReturnType<typeof resolvePayer>>

const planPayment = (
  { cards }: Pick<CheckoutServices, 'cards'>,
  actor: Actor,
  body: AuthoriseBody,
  { basket, sale, tenders, left, card, keepsCard, membershipIds, email, payer }: Agreed,
  now: Date,
): NewTransaction => {
  const isFree = left === 0
  const status = isFree ? 'authorised' : 'started'
  const savesCard = (body.saveCard && !body.kiosk && isOneself(actor)) || keepsCard
  return {
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
      email,
      payer,
      terms: body.terms,
      completedWaivers: body.completedWaivers,
      source: body.source,
      savedCard: card.kind === 'saved' ? card.identifier : null,
      ...(savesCard && !isFree && membershipIds.length > 0 ? { membershipIds } : {}),
    },
    saveCard: savesCard,
    site: actor.site,
    createdAt: now,
    authorisedAt: isFree ? now : null,
    nextAttemptAt: planNextAttempt(status, now) ?? now,
  }
}

type Start = Starting & { venueIds: number[]; now: Date }

/** @returns the ids of the payments that were started, by uuid */
const startAll = async (db: Database, starts: readonly Start[]): Promise<Map<string, number>> => {
  const now = new Date(Math.max(...starts.map((start) => start.now.getTime())))
  const started = await transactOrUndo(db, async (tx) => {
    for (const { venueIds } of starts) venueIds.forEach((venueId) => tx.invalidate(venueId))
    // null: places are gone.
    return startPayments(tx, starts, new Date(now.getTime() + bankMs), now)
  })
  return started ?? new Map()
}

const payments = createBatchers(
  async (db, starts: Start[]): Promise<(Transaction | null)[]> => {
    // Of two payments of one basket at once, one is started; the other caller finds it.
    const first = starts.filter(
      ({ payment: { basketId } }, index) =>
        starts.findIndex((start) => start.payment.basketId === basketId) === index,
    )
    const started = await startAll(db, first)
    return starts.map(({ payment }) => {
      const id = started.get(payment.uuid)
      return id === undefined ? null : { ...payment, ...untouched, id }
    })
  },
  { name: 'payments_started', batchSize: 32, inFlight: 2 },
)

/**
 * Starts a payment together with others.
 * @returns null when the basket must be locked to decide: it is no plain one, has changed, or the payment is refused
 */
const startTogether = async (
  services: CheckoutServices,
  actor: Actor,
  body: AuthoriseBody,
  now: Date,
): Promise<Attempt | null> => {
  if (body.source !== 'activity-booking' || nonCardTenders(body.payments) > 0) return null
  try {
    return await startPlain(services, actor, body, now)
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

const startPlain = async (
  services: CheckoutServices,
  actor: Actor,
  body: AuthoriseBody,
  now: Date,
): Promise<Attempt | null> => {
  const { db, cards } = services
  const found = await findBasketWithItems(db, actor)
  if (found?.basket.status !== 'open') return null
  const { basket, items, version } = found
  const { sale, lines, keepsCard } = await readSale(db, actor, basket, body, now, items)
  const until = new Date(now.getTime() + bankMs)
  const held = planPaymentHold(basket, lines, until, now)
  const isWholeHold = held.isRenewal && held.until.getTime() === until.getTime()
  const isPlain =
    sale.total > 0 && sale.penalties.length === 0 && lines.every((line) => isPlainLine(line, now))
  if (!isWholeHold || !isPlain) return null
  await requireAcceptedTerms(db, actor, body)
  requireAnswers(lines)
  const card = await cardChosen(db, actor, body, cards)
  const payer = await resolvePayer(db, actor, body)
  const tenders: Tenders = { credits: [], account: 0 }
  const charged = { left: sale.total, card, keepsCard, membershipIds: [] }
  const agreed = { basket, sale, tenders, ...charged, ...payer }
  const payment = await payments(db, {
    version,
    itemIds: lines.map(({ id }) => id),
    renewalsUsed: basket.renewalsUsed,
    payment: planPayment(services, actor, body, agreed, now),
    venueIds: lines.map(({ venueId }) => venueId),
    now,
  })
  return payment === null ? null : { payment, card }
}

/** Whether a line is held, costs its list price and needs nothing that is written elsewhere. */
const isPlainLine = (line: ItemRow, now: Date): boolean =>
  isLive(line, now) && line.discount === 0 && line.applied === null && line.waiverNeeds.length === 0
