import type { bookings } from '#contract/bookings.ts'
import type { Body } from '#contract/endpoint.ts'
import type { LoggedIn } from '#contract/sessions.ts'
import { registerCustomer } from '#server/customers/register.ts'
import { throughLogin } from '#server/notices/rules.ts'
import type { Block, NoticeKind } from '#server/notices/rules.ts'
import { sendNotice } from '#server/notices/send.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { failInvariant, notFound, Refusal } from '#server/platform/errors.ts'
import { countAttempt, limitRate } from '#server/platform/rateLimits.ts'
import { logIn } from '#server/sessions/logIn.ts'
import type { LoginHooks } from '#server/sessions/logIn.ts'
import type { Session } from '#server/sessions/tokens.ts'
import { createOrderLink, linkToOrder, provesAddress } from './links.ts'
import {
  describeBooking,
  describeFirst,
  describeWithCode,
  keepLinkPrivate,
  namesAttendees,
  venueOf,
} from './messages.ts'
import { orderDetails, orderFor } from './read.ts'
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

/** A new link to a visitor's order, requested with its e-mail address. */
export const orderLinkSent: NoticeKind<{ orderId: number; requestedAt: string }> = {
  kind: 'order_link_sent',
  about: ({ orderId, requestedAt }) => `order:${orderId} ${requestedAt}`,
  write: async ({ orderId }, { messages, tx, sites, now }) => {
    const { order, bookings } =
      (await orderDetails(tx, orderId)) ?? failInvariant('a message is about an order that does not exist')
    return {
      subject: messages.bookings.mail.yourBookingSubject({ booking: describeFirst(messages, bookings) }),
      heading: messages.bookings.mail.yourBooking,
      blocks: [
        { type: 'text', text: messages.bookings.mail.orderLink({ reference: order.reference }) },
        {
          type: 'list',
          items: bookings.map((booking) =>
            describeWithCode(messages, booking, now, namesAttendees(bookings)),
          ),
        },
        await linkToOrder({ tx, sites, now }, { ...order, bookings }, messages.bookings.mail.seeOrCancel, {
          isRequested: true,
        }),
        keepLinkPrivate(messages),
      ],
      ...venueOf(bookings),
    }
  },
}

/** Links to all that an address has booked without an account, asked for without an order number. */
export const orderLinksSent: NoticeKind<{ orderIds: readonly number[]; requestedAt: string }> = {
  kind: 'order_links_sent',
  about: ({ orderIds, requestedAt }) => `orders:${orderIds.join(',')} ${requestedAt}`,
  write: async ({ orderIds }, { messages, tx, sites, now }) => {
    const blocks: Block[] = []
    for (const orderId of orderIds) {
      const { order, bookings } =
        (await orderDetails(tx, orderId)) ?? failInvariant('a message is about an order that does not exist')
      const isNamed = namesAttendees(bookings)
      blocks.push(
        { type: 'list', items: bookings.map((booking) => describeBooking(messages, booking, isNamed)) },
        await linkToOrder(
          { tx, sites, now },
          { ...order, bookings },
          messages.bookings.mail.seeOrderOf({ reference: order.reference }),
          { isRequested: true },
        ),
      )
    }
    return {
      subject: messages.bookings.mail.yourBookings,
      heading: messages.bookings.mail.yourBookings,
      blocks: [
        { type: 'text', text: messages.bookings.mail.orderLinks },
        ...blocks,
        keepLinkPrivate(messages),
      ],
    }
  },
}

/** Tells the address of a visitor's order that an account has taken it over. */
export const orderClaimed: NoticeKind<{ orderId: number; reference: string }> = {
  kind: 'order_claimed',
  about: ({ orderId }) => `order:${orderId}`,
  write: ({ orderId, reference }, { messages, seller, sites }) => ({
    subject: messages.bookings.mail.orderClaimedSubject({ reference }),
    heading: messages.bookings.mail.orderClaimedSubject({ reference }),
    blocks: [
      { type: 'text', text: messages.bookings.mail.orderClaimed },
      {
        type: 'link',
        label: messages.bookings.mail.seeOrCancel,
        href: sites.bookings + throughLogin(`/booking-confirmed/${orderId}`),
      },
      { type: 'text', text: messages.bookings.mail.orderClaimedAdvice({ seller: seller.name }) },
    ],
  }),
}

/** A visitor has made an account of an order: what they log in with, and where the order is. */
export const accountMadeOfOrder: NoticeKind<{
  customerId: number
  firstName: string
  reference: string
  orderId: number
  order: string
}> = {
  kind: 'account_made_of_order',
  about: ({ customerId }) => `customer:${customerId}`,
  write: ({ firstName, reference, orderId, order }, { messages, seller, sites }) => ({
    subject: messages.bookings.mail.accountMadeSubject({ seller: seller.name }),
    heading: messages.bookings.mail.accountMadeHeading({ firstName }),
    blocks: [
      { type: 'text', text: messages.bookings.mail.accountMadeText({ reference, order }) },
      {
        type: 'link',
        label: messages.bookings.mail.seeOrCancel,
        href: sites.bookings + throughLogin(`/booking-confirmed/${orderId}`),
      },
      { type: 'link', isSecondary: true, label: messages.bookings.mail.seeAccount, href: sites.account },
      { type: 'text', text: messages.bookings.mail.orderClaimedAdvice({ seller: seller.name }) },
    ],
  }),
}
