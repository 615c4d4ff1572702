import type { checkout, CompletedCheckout } from '#contract/checkout.ts'
import { withTransaction } from '#contract/checkoutNames.ts'
import type { Body } from '#contract/endpoint.ts'
import { formatted } from '#contract/money.ts'
import type { BasketRow } from '#server/baskets/service.ts'
import { reconcileMovedSessions } from '#server/bookings/changes/payments/service.ts'
import { completeMove, mayPayForBasket } from '#server/bookings/moves/payments/sale/service.ts'
import { bookingConfirmed } from '#server/bookings/notices/service.ts'
import { placeOrder } from '#server/bookings/orders/service.ts'
import type { NewOrder, Sale } from '#server/bookings/orders/service.ts'
import { orderById } from '#server/bookings/service.ts'
import { basketPaid, lockBasketPaid } from '#server/checkout/paid-baskets/service.ts'
import { notifyReferenced } from '#server/checkout/references/service.ts'
import { itemIdsInHash, mayComplete } from '#server/checkout/rules.ts'
import {
  basketEmpty,
  existingOrder,
  readSale,
  requireAcceptedTerms,
  requireAnswers,
  resolvePayer,
  unavailable,
} from '#server/checkout/sale/service.ts'
import type { Done } from '#server/checkout/sale/service.ts'
import { requireAgreedBasket, tendersFor, toOrderPayments } from '#server/checkout/tenders/service.ts'
import {
  changeTransaction,
  lockTransaction,
  transactionBy,
  transactionInProgress,
  transactionWithOwner,
} from '#server/checkout/transactions/queries.ts'
import type { Agreement, Transaction } from '#server/checkout/transactions/queries.ts'
import { isMove, publicStatus } from '#server/checkout/transactions/rules.ts'
import {
  capturePayment,
  markPlaceLost,
  refreshFromProvider,
  voidPayment,
} from '#server/checkout/transactions/service.ts'
import type { CheckoutServices } from '#server/checkout/transactions/service.ts'
import { lockCreditAccounts } from '#server/credits/reserve.ts'
import { activateMembership } from '#server/joining/activate.ts'
import type { Paid } from '#server/joining/activate.ts'
import { collectFromCardOf } from '#server/memberships/cards/service.ts'
import * as messages from '#server/messages/en/checkout.ts'
import { moveLost } from '#server/messages/en/moves.ts'
import { sendNotice } from '#server/notices/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import type { FurtherErrors } from '#server/platform/furtherErrors.ts'
import { transact } from '#server/platform/transact.ts'
import { CardsUnavailable } from '#server/providers/cards/port.ts'
import { auditCompletion } from './audit/service.ts'
import { makeOrderTogether } from './batches/service.ts'

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
  return { transaction_uuid: isAuthorised ? messages.orderedAnyway : null }
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
  if (!isTheirs) throw notAuthorised()
  const named = itemIdsInHash(body.itemHash)?.join()
  if (named !== undefined && named !== itemIdsInHash(found.agreement.sale.itemHash)?.join()) {
    throw new Refusal('basket_changed', messages.basketChanged)
  }
  requireAgreedBasket(body.payments, found.agreement.tenders)
  const transaction = await authoriseIdempotently(services, found, now)
  const { done, current } = await finish(services, transaction, now)
  if (done !== null) return done
  throw current.voidReason === 'place_lost' ? placesGone(current) : notAuthorised(current)
}

/**
 * The client may arrive before the provider's webhook. A payment whose state cannot be read is not authorised yet.
 */
const authoriseIdempotently = async (
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

/**
 * Makes the order of an authorised payment and captures its money, or voids it when a place is lost. Idempotent, also
 * when run concurrently or after a crash: the client calls it, and reconciliation if the client is gone.
 * @returns the order; null when the payment's status allows none
 */
export const finish = async (
  services: CheckoutServices,
  transaction: Transaction,
  now: Date,
): Promise<{ done: Done | null; current: Transaction }> => {
  let made: Made
  try {
    const done = await makeOrderTogether(services.db, transaction, orderOf(transaction), now)
    made =
      done === null
        ? await transact(services.db, (tx) => makeOrder(tx, transaction, now))
        : { done, current: { ...transaction, status: 'completed', orderId: done.id } }
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'place_lost') throw error
    const lostItems = error.errors?.['items'] ?? []
    await transact(services.db, (tx) => markPlaceLost(tx, transaction, lostItems, now))
    const current = (await transactionBy(services.db, transaction.uuid)) ?? transaction
    if (current.status === 'voiding')
      await immediately(services, current, () => voidPayment(services, current, now))
    return { done: null, current }
  }
  const { done, current } = made
  if (done !== null && current.capturedAt === null && current.amount > 0) {
    await immediately(services, current, () => capturePayment(services, current, now))
  }
  return { done, current }
}

/** Tries at once what reconciliation does otherwise, and will repeat if it fails here. */
const immediately = async (
  { log }: CheckoutServices,
  { uuid }: Transaction,
  what: () => Promise<void>,
): Promise<void> => {
  try {
    await what()
  } catch (error) {
    log.warn({ err: error, transactionUuid: uuid }, 'left to the payment driver')
  }
}

type Made = { done: Done | null; current: Transaction }

const makeOrder = async (tx: Tx, transaction: Transaction, now: Date): Promise<Made> => {
  const current = await lockTransaction(tx, transaction)
  if (current.orderId !== null) {
    const order = await orderById(tx, current.orderId)
    if (order === undefined) throw new Error('A payment is of an order that is not there.')
    return { done: order, current }
  }
  if (current.status !== 'authorised') return { done: null, current }
  const { agreement, amount } = current
  const order = isMove(current)
    ? await completeMove(tx, current, now)
    : await placeOrder(tx, orderOf(current), now)
  if (!isMove(current)) await reconcileMovedSessions(tx, current, order.id, now)
  const isPaid = amount === 0
  await changeTransaction(
    tx,
    current.id,
    {
      status: 'completed',
      orderId: order.id,
      attempts: 0,
      nextAttemptAt: isPaid ? null : now,
      ...(isPaid ? { capturedAt: now } : {}),
    },
    now,
  )
  await confirm(
    tx,
    {
      ...current,
      ...agreement,
      orderId: order.id,
      transactionId: current.id,
      savedCard: agreement.savedCard ?? null,
    },
    now,
  )
  return { done: order, current: { ...current, status: 'completed', orderId: order.id } }
}

/** The order that the payer agreed to. */
const orderOf = ({ id, agreement, operatorId, basketId, customerId, amount }: Transaction): NewOrder => ({
  ...agreement,
  operatorId,
  basketId,
  customerId,
  payments: [
    ...toOrderPayments(agreement.tenders),
    ...(amount === 0 ? [] : [{ tenderType: 'card', creditType: null, amount, transactionId: id }]),
  ],
})

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
      source: body.source,
      terms: body.terms,
      payments: toOrderPayments(sold.tenders),
    }
    const placed = await placeOrder(tx, order, now)
    await confirm(tx, { ...order, orderId: placed.id, transactionId: null, savedCard: null }, now)
    return placed
  })

/** Makes an order without a card: checks everything that an order paid by credit, or a free one, needs. */
const soldWithoutCard = async (tx: Tx, actor: Actor, basket: BasketRow, body: CompleteBody, now: Date) => {
  const { sale, lines } = await readSale(tx, actor, basket, body, now)
  const { left, ...tenders } = await tendersFor(tx, actor, basket.id, sale.total, body.payments, now)
  if (left > 0)
    throw new Refusal(
      'unpaid_balance',
      messages.unpaidBalance({ amount: formatted(left, actor.operator.currencySymbol) }),
    )
  await requireAcceptedTerms(tx, actor, body)
  requireAnswers(lines)
  return { sale, tenders, ...(await resolvePayer(tx, actor, body)) }
}

type Confirming = Paid &
  Pick<Agreement, 'email' | 'source' | 'membershipIds'> & {
    operatorId: number
    customerId: number | null
    sale: Pick<Sale, 'items'>
  }

/** Activates a membership that was joined or changes the card of one, and confirms bookings by e-mail. */
const confirm = async (tx: Tx, placed: Confirming, now: Date): Promise<void> => {
  const { operatorId, email: to, orderId, source } = placed
  // The message of the move has been queued.
  if (source === 'booking-move') return
  if (source === 'online-joining') await activateMembership(tx, placed, now)
  else if (to !== null) await sendNotice(tx, bookingConfirmed, { operatorId, to }, { orderId }, now)
  await collectFromCardOf(tx, placed, now)
  await notifyReferenced(tx, { ...placed, items: placed.sale.items }, now)
}

const notAuthorised = (transaction?: Transaction): Refusal => {
  const message = messages.notAuthorised
  if (transaction === undefined) return new Refusal('payment_not_authorised', message)
  const { uuid: transactionUuid, status, voidReason } = transaction
  return new Refusal('payment_not_authorised', message, {
    fields: { transactionUuid, transactionStatus: publicStatus(status, voidReason), error: { message } },
  })
}

const placesGone = ({ lostItems, ...payment }: Transaction): Refusal =>
  new Refusal('place_lost', isMove(payment) ? moveLost : messages.placeLost, { errors: { items: lostItems } })
