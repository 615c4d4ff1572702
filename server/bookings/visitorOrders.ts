import type { bookings } from '#contract/bookings.ts'
import type { Body } from '#contract/endpoint.ts'
import type { LoggedIn } from '#contract/sessions.ts'
import { registerCustomer } from '#server/customers/register.ts'
import { sendNotice } from '#server/notices/send.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { notFound, Refusal } from '#server/platform/errors.ts'
import { countAttempt, limitRate } from '#server/platform/rateLimits.ts'
import { logIn } from '#server/sessions/logIn.ts'
import type { LoginHooks } from '#server/sessions/logIn.ts'
import type { Session } from '#server/sessions/tokens.ts'
import { createOrderLink, provesAddress } from './links.ts'
import { accountMadeOfOrder, orderClaimed, orderLinkSent, orderLinksSent } from './messages.ts'
import { orderFor } from './read.ts'
import { isVisitorsOrder } from './rules.ts'
import {
  assignOrder,
  deleteLinks,
  lockOrder,
  orderByReference,
  recentVisitorOrders,
  verifiedEmailOf,
} from './sql/orders.ts'

/**
 * Ends every link to a visitor's order and sends a new one to the address of the order.
 * @returns the secret for the browser that asked, whose own link ends too
 * @throws Refusal `not_found`, `too_many`
 */
export const renewOrderLink = async (tx: Tx, actor: Actor, orderId: number, now: Date): Promise<string> => {
  const { order, bookings } = await orderFor(tx, actor, orderId, now)
  if (!isVisitorsOrder(order, actor)) throw notFound()
  await limitRate(tx, linksTo(order), linkLimit, now)
  await lockOrder(tx, orderId)
  await deleteLinks(tx, orderId)
  const secret = await createOrderLink(tx, { id: orderId, bookings }, { isMailed: false }, now)
  if (order.email !== null && order.email !== '')
    await sendNotice(
      tx,
      orderLinkSent,
      { operatorId: order.operatorId, to: order.email },
      { orderId, requestedAt: now.toISOString() },
      now,
    )
  return secret
}

/** Links that an address gets, whoever asks for them. */
const linkLimit = { attempts: 5, seconds: 3600 } as const

const linksTo = ({ operatorId, email }: { operatorId: number; email: string | null }): string =>
  `order links ${operatorId} ${email ?? ''}`

/** Orders whose last booking ended longer ago than this are found by their number alone. */
const recentDays = 30

/**
 * Sends a link to the address of an order, if reference and address belong together; without a reference, links to all
 * that the address has booked. Says nothing of whether.
 */
export const requestOrderLink = async (
  tx: Tx,
  actor: Actor,
  { reference, email }: { reference?: string | undefined; email: string },
  now: Date,
): Promise<void> => {
  if (reference === undefined || reference === '') return requestAllLinks(tx, actor, email, now)
  const claimed = { reference, email }
  const order = await orderByReference(tx, actor.operator.id, claimed)
  if (order === undefined) return
  const to = { operatorId: actor.operator.id, email: order.email }
  if ((await countAttempt(tx, linksTo(to), linkLimit, now)) > 0) return
  await sendNotice(
    tx,
    orderLinkSent,
    { operatorId: actor.operator.id, to: order.email },
    { orderId: order.id, requestedAt: now.toISOString() },
    now,
  )
}

const requestAllLinks = async (tx: Tx, actor: Actor, email: string, now: Date): Promise<void> => {
  const since = new Date(now.getTime() - recentDays * 86_400_000)
  const { id: operatorId } = actor.operator
  const orderIds = await recentVisitorOrders(tx, operatorId, email, since)
  if (orderIds.length === 0) return
  if ((await countAttempt(tx, linksTo({ operatorId, email }), linkLimit, now)) > 0) return
  await sendNotice(
    tx,
    orderLinksSent,
    { operatorId, to: email },
    { orderIds, requestedAt: now.toISOString() },
    now,
  )
}

/**
 * Makes an account out of a visitor's order. The address is proven by a link that was sent to it just now.
 * @throws Refusal `not_found`, `already_logged_in`, `email_unverified`; `invalid` by field
 */
export const makeAccountOfOrder = async (
  tx: Tx,
  loginHooks: Pick<LoginHooks, 'mergeBasket'>,
  actor: Actor,
  orderId: number,
  input: Body<typeof bookings.makeAccount>,
  now: Date,
): Promise<Session & { answer: LoggedIn }> => {
  const { order } = await orderFor(tx, actor, orderId, now)
  if (!isVisitorsOrder(order, actor)) throw notFound()
  const { customerId, email, payerFirstName, payerLastName, payerPhone } = await lockOrder(tx, orderId)
  if (customerId !== null) throw notFound()
  if (email === null || email === '' || !(await provesAddress(tx, actor, orderId, now)))
    throw new Refusal('email_unverified', (messages) => messages.bookings.openMailedLink)
  const id = await registerCustomer(
    tx,
    actor,
    { ...input, firstName: payerFirstName, lastName: payerLastName, phone: payerPhone, email },
    { isEmailProven: true },
    now,
  )
  await assignOrder(tx, orderId, id)
  await notifyNewAccount(tx, { ...order, email }, { id, firstName: payerFirstName }, now)
  return logIn(tx, loginHooks, actor, id, now)
}

type OrderToHandOver = { id: number; reference: string; operatorId: number }

const notifyNewAccount = async (
  tx: Tx,
  { id: orderId, reference: order, operatorId, email: to }: OrderToHandOver & { email: string },
  { id: customerId, firstName }: { id: number; firstName: string },
  now: Date,
): Promise<void> => {
  const { reference } = await tx
    .selectFrom('customer')
    .select('reference')
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow()
  const facts = { customerId, firstName, reference, orderId, order }
  await sendNotice(tx, accountMadeOfOrder, { operatorId, to }, facts, now)
}

/**
 * Gives a visitor's order to the account of the same, proved e-mail address, where it is listed from then on.
 * @throws Refusal `not_found`, `email_unverified`, `email_differs`, `already_claimed`
 */
export const claimOrder = async (tx: Tx, actor: Actor, orderId: number, now: Date): Promise<void> => {
  const { person } = actor
  if (person === null) throw notFound()
  const { order } = await orderFor(tx, actor, orderId, now)
  if (order.customerId === person.id) return
  const { customerId, email } = await lockOrder(tx, orderId)
  if (customerId !== null)
    throw new Refusal('already_claimed', (messages) => messages.bookings.alreadyClaimed)
  const ownEmail = await verifiedEmailOf(tx, person.id)
  if (ownEmail === null)
    throw new Refusal('email_unverified', (messages) => messages.bookings.unverifiedEmail)
  if (email !== ownEmail) throw new Refusal('email_differs', (messages) => messages.bookings.otherEmail)
  await handOver(tx, order, person.id, now)
}

const handOver = async (
  tx: Tx,
  { id: orderId, reference, operatorId, email }: OrderToHandOver & { email: string | null },
  customerId: number,
  now: Date,
): Promise<void> => {
  await assignOrder(tx, orderId, customerId)
  if (email !== null && email !== '')
    await sendNotice(tx, orderClaimed, { operatorId, to: email }, { orderId, reference }, now)
}
