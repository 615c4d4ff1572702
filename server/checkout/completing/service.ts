import type { CompletedCheckout, checkout } from '#contract/checkout.ts'
import type { Body } from '#contract/endpoint.ts'
import { formatted } from '#contract/money.ts'
import { findBasketById } from '#server/baskets/service.ts'
import type { BasketRow } from '#server/baskets/service.ts'
import { orderById, orderOfBasket, orderOfItems, placeOrder } from '#server/bookings/service.ts'
import type { NewOrder, PlacedOrder } from '#server/bookings/service.ts'
import { idsInHash, mayComplete } from '#server/checkout/rules.ts'
import * as selling from '#server/checkout/selling/service.ts'
import { asOrderPayments, refuseUnlessAsAgreed, tendersFor } from '#server/checkout/tendering/service.ts'
import { shownStatus } from '#server/checkout/transactions/rules.ts'
import * as payments from '#server/checkout/transactions/service.ts'
import type { CheckoutServices, Transaction } from '#server/checkout/transactions/service.ts'
import { lockPursesOf } from '#server/credits/service.ts'
import { becomeMember } from '#server/memberships/becoming/service.ts'
import type { Paid } from '#server/memberships/becoming/service.ts'
import { sendNotice } from '#server/notices/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { transact } from '#server/platform/transact.ts'
import { CardsUnavailable } from '#server/providers/cards/port.ts'

type CompleteBody = Body<typeof checkout.complete>
type Done = Pick<PlacedOrder, 'id' | 'reference' | 'basketUuid'>

/**
 * Makes the order of a basket, once however often it is asked for, and takes the money.
 * @throws Refusal of wire §9; after `place_lost` the card is let go
 */
export const complete = async (
  services: CheckoutServices,
  actor: Actor,
  body: CompleteBody,
  now: Date,
): Promise<CompletedCheckout> => {
  const uuid = body.transactionUuid ?? (await authorisedAlready(services, actor, body))
  const { id, reference, basketUuid } =
    uuid === undefined
      ? await completeWithoutCard(services, actor, body, now)
      : await completePaid(services, actor, body, uuid, now)
  const placed = { completeOrderId: id, reference }
  return { status: 'success', ...placed, orderUuid: basketUuid, data: placed }
}

/**
 * The payment that the caller's basket is authorised by. Where there was no card to ask, programs do not name
 * it (wire §9).
 */
const authorisedAlready = async (
  { db }: CheckoutServices,
  actor: Actor,
  body: CompleteBody,
): Promise<string | undefined> => {
  const basket = await selling.basketPaid(db, actor, body)
  if (basket?.status !== 'paymentProcessing') return undefined
  const payment = await payments.underWay(db, basket.id)
  return payment?.status === 'authorised' ? payment.uuid : undefined
}

const completePaid = async (
  services: CheckoutServices,
  actor: Actor,
  body: CompleteBody,
  uuid: string,
  now: Date,
): Promise<Done> => {
  const found = await payments.transactionBy(services.db, uuid)
  const basket = found === undefined ? undefined : await findBasketById(services.db, found.basketId)
  // Another's payment is answered like one that is not there.
  if (found === undefined || basket === undefined || found.operatorId !== actor.operator.id)
    throw notAuthorised()
  if (!mayComplete(found, basket, actor)) throw notAuthorised()
  const named = idsInHash(body.itemHash)?.join()
  if (named !== undefined && named !== idsInHash(found.agreed.sale.itemHash)?.join()) {
    throw new Refusal(
      'basket_changed',
      'Your basket has changed since. Please look at it again before you pay.',
    )
  }
  refuseUnlessAsAgreed(body.payments, found.agreed.tenders)
  const transaction = await askedOnce(services, found, now)
  const { done, standing } = await finish(services, transaction, now)
  if (done !== null) return done
  throw standing.ending === 'place_lost' ? placesGone(standing) : notAuthorised(standing)
}

/** The client may be quicker than the company's news. What cannot be asked is not authorised yet. */
const askedOnce = async (
  services: CheckoutServices,
  transaction: Transaction,
  now: Date,
): Promise<Transaction> => {
  try {
    return await payments.askCompany(services, transaction, now)
  } catch (error) {
    if (error instanceof CardsUnavailable) throw selling.unavailable()
    throw error
  }
}

/**
 * Makes the order of an authorised payment and takes its money; lets the money go when a place is gone. Safe to
 * do twice, at once, and again after a crash at any point: the client does it, and the driver where the client
 * is gone.
 * @returns the order, null when none can be made of the payment as it stands
 */
export const finish = async (
  services: CheckoutServices,
  transaction: Transaction,
  now: Date,
): Promise<{ done: Done | null; standing: Transaction }> => {
  let made: Made
  try {
    made = await transact(services.db, (tx) => makeOrder(tx, transaction, now))
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'place_lost') throw error
    const lost = error.errors?.['items'] ?? []
    await transact(services.db, (tx) => payments.loseIt(tx, transaction, lost, now))
    const standing = (await payments.transactionBy(services.db, transaction.uuid)) ?? transaction
    if (standing.status === 'voiding')
      await atOnce(services, standing, () => payments.letGo(services, standing, now))
    return { done: null, standing }
  }
  const { done, standing } = made
  if (done !== null && standing.capturedAt === null && standing.amount > 0) {
    await atOnce(services, standing, () => payments.takeMoney(services, standing, now))
  }
  return { done, standing }
}

/** Tries now what the driver does otherwise: what fails here is tried again by it. */
const atOnce = async (
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

type Made = { done: Done | null; standing: Transaction }

const makeOrder = async (tx: Tx, transaction: Transaction, now: Date): Promise<Made> => {
  const standing = await payments.lockTransaction(tx, transaction)
  if (standing.orderId !== null) {
    const order = await orderById(tx, standing.orderId)
    if (order === undefined) throw new Error('A payment is of an order that is not there.')
    return { done: order, standing }
  }
  if (standing.status !== 'authorised') return { done: null, standing }
  const { agreed, amount } = standing
  const order = await placeOrder(
    tx,
    {
      ...agreed,
      operatorId: standing.operatorId,
      basketId: standing.basketId,
      customerId: standing.customerId,
      payments: [
        ...asOrderPayments(agreed.tenders),
        ...(amount === 0
          ? []
          : [{ tenderType: 'card', creditType: null, amount, transactionId: standing.id }]),
      ],
    },
    now,
  )
  const isPaid = amount === 0
  await payments.changeTransaction(
    tx,
    standing.id,
    {
      status: 'completed',
      orderId: order.id,
      looks: 0,
      lookAt: isPaid ? null : now,
      ...(isPaid ? { capturedAt: now } : {}),
    },
    now,
  )
  await confirm(
    tx,
    {
      ...standing,
      ...agreed,
      orderId: order.id,
      transactionId: standing.id,
      keptCard: agreed.keptCard ?? null,
    },
    now,
  )
  return {
    done: order,
    standing: { ...standing, status: 'completed', orderId: order.id },
  }
}

const completeWithoutCard = async (
  services: CheckoutServices,
  actor: Actor,
  body: CompleteBody,
  now: Date,
): Promise<Done> =>
  transact(services.db, async (tx) => {
    const basket = await selling.lockBasketPaid(tx, actor, body)
    // Whoever waited for the lock may find the order made.
    const made =
      basket === null || basket.status === 'paymentComplete'
        ? await madeBefore(tx, actor, basket?.id ?? null, body.itemHash)
        : undefined
    if (made !== undefined) return made
    if (basket === null || basket.status === 'paymentComplete') throw selling.basketEmpty()
    // It is being paid by card; without the name of the payment nothing says that it is paid.
    if (basket.status === 'paymentProcessing') throw notAuthorised()
    if (actor.customerId !== null) await lockPursesOf(tx, basket.id, actor.customerId)
    const sold = await soldWithoutCard(tx, actor, basket, body, now)
    const order: NewOrder = {
      ...sold,
      operatorId: basket.operatorId,
      basketId: basket.id,
      customerId: actor.customerId,
      source: body.source,
      terms: body.terms,
      payments: asOrderPayments(sold.tenders),
    }
    const placed = await placeOrder(tx, order, now)
    await confirm(tx, { ...order, orderId: placed.id, transactionId: null, keptCard: null }, now)
    return placed
  })

/** What is bought without a card: everything that must hold for an order that credit or nothing pays. */
const soldWithoutCard = async (tx: Tx, actor: Actor, basket: BasketRow, body: CompleteBody, now: Date) => {
  const { sale, lines } = await selling.whatIsSold(tx, actor, basket, body, now)
  const { left, ...tenders } = await tendersFor(tx, actor, basket.id, sale.total, body.payments, now)
  if (left > 0)
    throw new Refusal(
      'unpaid_balance',
      `There is still ${formatted(left, actor.operator.currencySymbol)} to pay.`,
    )
  await selling.refuseUnlessAgreed(tx, actor, body)
  selling.refuseUnlessAnswered(lines)
  return { sale, tenders, ...(await selling.whoPays(tx, actor, body)) }
}

/** The order that the caller's basket, or exactly these lines, became at an earlier asking. */
const madeBefore = async (
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
    actor.basketUuid === null ? undefined : await selling.paidBasket(tx, actor.operator.id, actor.basketUuid)
  return paid === undefined ? undefined : orderOfBasket(tx, paid.id)
}

type Confirming = Paid & { operatorId: number; email: string | null; source: string }

/** Whoever joined is a member from here on; what was booked is confirmed by mail. */
const confirm = async (tx: Tx, placed: Confirming, now: Date): Promise<void> => {
  const { operatorId, email: to, orderId, source } = placed
  if (source === 'online-joining') await becomeMember(tx, placed, now)
  else if (to !== null) await sendNotice(tx, { kind: 'booking_confirmed', operatorId, to, orderId }, now)
}

const notAuthorised = (transaction?: Transaction): Refusal => {
  const message = 'This payment has not been authorised.'
  if (transaction === undefined) return new Refusal('payment_not_authorised', message)
  const { uuid: transactionUuid, status, ending } = transaction
  return new Refusal('payment_not_authorised', message, {
    fields: { transactionUuid, transactionStatus: shownStatus(status, ending), error: { message } },
  })
}

const placesGone = ({ lost }: Transaction): Refusal =>
  new Refusal(
    'place_lost',
    'A place in your basket is no longer free. Nothing has been taken from your card.',
    {
      errors: { items: lost },
    },
  )
