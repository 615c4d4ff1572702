import type { checkout, CompletedCheckout } from '#contract/checkout.ts'
import { withTransaction } from '#contract/checkoutNames.ts'
import type { Body } from '#contract/endpoint.ts'
import { formatted } from '#contract/money.ts'
import type { BasketRow } from '#server/baskets/rules.ts'
import { placeOrder } from '#server/bookings/orders.ts'
import type { NewOrder } from '#server/bookings/orders.ts'
import { mayPayForBasket } from '#server/bookings/paidMoves.ts'
import { orderOfBasket, orderOfItems } from '#server/bookings/read.ts'
import { lockCreditAccounts } from '#server/credits/reserve.ts'
import type { Text } from '#server/messages/languages.ts'
import type { Actor } from '#server/platform/actor.ts'
import { acts, auditForSelected } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import type { FurtherErrors } from '#server/platform/requests.ts'
import { transact } from '#server/platform/transact.ts'
import { CardsUnavailable } from '#server/providers/cards/port.ts'
import { confirmOrders, finish } from './finish.ts'
import type { Done } from './finish.ts'
import { refreshFromProvider } from './payment.ts'
import type { CheckoutServices } from './payment.ts'
import { isInvoice, isMove, itemIdsInHash, mayComplete, publicStatus } from './rules.ts'
import {
  basketEmpty,
  basketPaid,
  lockBasketPaid,
  readSale,
  requireAcceptedTerms,
  requireAnswers,
  resolvePayer,
  unavailable,
} from './sale.ts'
import { isRecorded, paidBasket, transactionBy, transactionInProgress, transactionWithOwner } from './sql.ts'
import type { Transaction } from './sql.ts'
import { requireAgreedTenders, tendersFor, toOrderPayments } from './tenders.ts'

type CompleteBody = Body<typeof checkout.complete>

/**
 * Makes the order of a basket and captures the money. Idempotent.
 * @throws Refusal of wire §9; after `place_lost` the authorisation is released
 */
export const complete = async (
  services: CheckoutServices,
  actor: Actor,
  body: CompleteBody,
  now: Date,
): Promise<CompletedCheckout> => {
  const uuid = body.transactionUuid ?? (await authorisedAlready(services, actor, body, now))
  const { id, reference, basketUuid } =
    uuid === undefined
      ? await completeWithoutCard(services, actor, body, now)
      : await completePaid(services, actor, body, uuid, now)
  if (id === null) throw notAuthorised()
  await auditCompletion(services.db, actor, id, now)
  const placed = { completeOrderId: id, reference }
  return { status: 'success', ...placed, orderUuid: basketUuid, data: placed }
}

/**
 * A call that is refused for its form does not stop the order of an authorised payment, which reconciliation makes: its
 * answer says so, or the payer would pay twice.
 */
export const furtherErrors: FurtherErrors = async ({ db, operator, body }) => {
  const { transactionUuid } = withTransaction({ ...body })
  const payment = typeof transactionUuid === 'string' ? await transactionBy(db, transactionUuid) : undefined
  const isAuthorised = payment?.operatorId === operator.id && payment.status === 'authorised'
  return { transaction_uuid: isAuthorised ? (messages) => messages.checkout.orderedAnyway : null }
}

/** The payment that authorises the caller's basket. Clients that needed no card do not send its uuid (wire §9). */
const authorisedAlready = async (
  { db }: CheckoutServices,
  actor: Actor,
  body: CompleteBody,
  now: Date,
): Promise<string | undefined> => {
  const basket = await basketPaid(db, actor, body, now)
  if (basket?.status !== 'paymentProcessing') return undefined
  const payment = await transactionInProgress(db, basket.id)
  return payment?.status === 'authorised' ? payment.uuid : undefined
}

const completePaid = async (
  services: CheckoutServices,
  actor: Actor,
  body: CompleteBody,
  uuid: string,
  now: Date,
): Promise<Done> => {
  const owned = await transactionWithOwner(services.db, uuid)
  // Another customer's payment is answered like a missing one.
  if (owned === undefined || owned.payment.operatorId !== actor.operator.id) throw notAuthorised()
  const { payment: found, basket } = owned
  const isTheirs = isMove(found)
    ? await mayPayForBasket(services.db, actor, found.basketId, now)
    : mayComplete(found, basket, actor)
  if (!isTheirs || isInvoice(found)) throw notAuthorised()
  const named = itemIdsInHash(body.itemHash)?.join()
  if (named !== undefined && named !== itemIdsInHash(found.agreement.sale.itemHash)?.join()) {
    throw new Refusal('basket_changed', (messages) => messages.checkout.basketChanged)
  }
  requireAgreedTenders(body.payments, found.agreement.tenders)
  return finishPayment(services, found, now)
}

/**
 * Records that an authorised payment pays its invoice and captures the money. Idempotent. Whoever knows the uuid may ask:
 * reconciliation does the same a minute later.
 * @throws Refusal `payment_not_authorised`, `place_lost`, `provider_unavailable`
 */
export const completeInvoice = async (
  services: CheckoutServices,
  actor: Actor,
  uuid: string,
  now: Date,
): Promise<{ status: 'success'; reference: string }> => {
  const found = await transactionBy(services.db, uuid)
  if (found === undefined || found.operatorId !== actor.operator.id || !isInvoice(found))
    throw notAuthorised()
  const { reference } = await finishPayment(services, found, now)
  return { status: 'success', reference }
}

const finishPayment = async (services: CheckoutServices, found: Transaction, now: Date): Promise<Done> => {
  const transaction = await refreshPayment(services, found, now)
  const { done, current } = await finish(services, transaction, now)
  if (done !== null) return done
  throw current.voidReason === 'place_lost' ? placesGone(current) : notAuthorised(current)
}

/**
 * The client may arrive before the provider's webhook. A payment whose state cannot be read is not authorised yet.
 */
const refreshPayment = async (
  services: CheckoutServices,
  transaction: Transaction,
  now: Date,
): Promise<Transaction> => {
  try {
    return await refreshFromProvider(services, transaction, now)
  } catch (error) {
    if (error instanceof CardsUnavailable) throw unavailable()
    throw error
  }
}

const completeWithoutCard = async (
  services: CheckoutServices,
  actor: Actor,
  body: CompleteBody,
  now: Date,
): Promise<Done> =>
  transact(services.db, async (tx) => {
    const basket = await lockBasketPaid(tx, actor, body, now)
    // A concurrent call may have made the order while this one waited for the lock.
    const made =
      basket === null || basket.status === 'paymentComplete'
        ? await existingOrder(tx, actor, basket?.id ?? null, body.itemHash)
        : undefined
    if (made !== undefined) return made
    if (basket === null || basket.status === 'paymentComplete') throw basketEmpty()
    // A card payment is pending; without its uuid nothing proves that it is paid.
    if (basket.status === 'paymentProcessing') throw notAuthorised()
    if (actor.customerId !== null) await lockCreditAccounts(tx, basket.id, actor.customerId)
    const sold = await soldWithoutCard(tx, actor, basket, body, now)
    const order: NewOrder = {
      ...sold,
      operatorId: basket.operatorId,
      basketId: basket.id,
      customerId: actor.customerId,
      language: actor.messages.format.language,
      source: body.source,
      terms: body.terms,
      payments: toOrderPayments(sold.tenders),
    }
    const placed = await placeOrder(tx, order, now)
    await confirmOrders(tx, [{ ...order, orderId: placed.id, transactionId: null, savedCard: null }], now)
    return placed
  })

/** Makes an order without a card: checks everything that an order paid by credit, or a free one, needs. */
const soldWithoutCard = async (tx: Tx, actor: Actor, basket: BasketRow, body: CompleteBody, now: Date) => {
  const { sale, lines } = await readSale(tx, actor, basket, body, now)
  const { left, ...tenders } = await tendersFor(tx, actor, basket.id, sale.total, body.payments, now)
  if (left > 0)
    throw new Refusal('unpaid_balance', (messages) =>
      messages.checkout.unpaidBalance({ amount: formatted(left, actor.operator.currencySymbol) }),
    )
  await requireAcceptedTerms(tx, actor, body)
  requireAnswers(lines)
  return { sale, tenders, ...(await resolvePayer(tx, actor, body)) }
}

const notAuthorised = (transaction?: Transaction): Refusal => {
  const message: Text = (messages) => messages.checkout.notAuthorised
  if (transaction === undefined) return new Refusal('payment_not_authorised', message)
  const { uuid: transactionUuid, status, voidReason } = transaction
  return new Refusal('payment_not_authorised', message, {
    fields: (messages) => ({
      transactionUuid,
      transactionStatus: publicStatus(status, voidReason),
      error: { message: message(messages) },
    }),
  })
}

const placesGone = ({ lostItems, ...payment }: Transaction): Refusal =>
  new Refusal('place_lost', whyGone(payment), {
    errors: { items: lostItems.map((sentence) => () => sentence) },
  })

const whyGone = (payment: Pick<Transaction, 'agreement'>): Text => {
  if (isInvoice(payment)) return (messages) => messages.hirers.notPaidByCard
  return isMove(payment) ? (messages) => messages.moves.moveLost : (messages) => messages.checkout.placeLost
}

/** The order that the caller's basket, or exactly these lines, became in an earlier call. */
const existingOrder = async (
  tx: Tx,
  actor: Actor,
  basketId: number | null,
  itemHash: string | undefined,
): Promise<Done | undefined> => {
  if (basketId !== null) return orderOfBasket(tx, basketId)
  if (actor.person !== null) {
    return itemHash === undefined ? undefined : orderOfItems(tx, actor.person.id, itemHash)
  }
  const paid =
    actor.basketUuid === null ? undefined : await paidBasket(tx, actor.operator.id, actor.basketUuid)
  return paid === undefined ? undefined : orderOfBasket(tx, paid.id)
}

/** A client that has had no answer repeats its call within this time. */
const repeatedWithinMs = 86_400_000

/**
 * Records an order that staff have completed for a customer, as the desk's own way of paying does. An order that is
 * asked for again is recorded once.
 */
const auditCompletion = async (tx: Tx, actor: Actor, orderId: number, now: Date): Promise<void> => {
  const { person, isStaff } = actor
  if (person === null || !isStaff) return
  const done = { act: acts.paymentTaken, subject: `order:${orderId}` }
  const since = new Date(now.getTime() - repeatedWithinMs)
  if (await isRecorded(tx, { actorId: person.id, ...done }, since)) return
  await auditForSelected(tx, actor, done, now)
}
