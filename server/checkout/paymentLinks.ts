import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { isLinkSecret, orderAddress } from '#server/bookings/links.ts'
import { orderDetails } from '#server/bookings/read.ts'
import type { Block, NoticeContext } from '#server/notices/rules.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { digestOf } from '#server/sessions/tokens.ts'
import { orderedItems } from './present.ts'
import type { PaymentProgress } from './present.ts'
import { endReason, isMove } from './rules.ts'
import type { Transaction } from './sql.ts'

const lifetimeMs = 30 * 86_400_000

/**
 * The link of a message to the page that shows how a payment stands: the browser that opens it need not be the one that
 * pays. Only the digest of its secret is stored.
 */
export const linkToPayment = async (
  { tx, sites, now }: Pick<NoticeContext, 'tx' | 'sites' | 'now'>,
  transactionUuid: string,
  label: string,
): Promise<Block> => {
  const secret = randomBytes(24).toString('base64url')
  await insertPaymentLink(tx, {
    secretDigest: digestOf(secret),
    transactionUuid,
    createdAt: now,
    expiresAt: new Date(now.getTime() + lifetimeMs),
  })
  return { type: 'link', label, href: `${sites.bookings}/payment-links/${secret}`, isSecret: true }
}

/**
 * The payment that a link opens: the address of its order once it is placed, and how it stands until then.
 * @returns null when the secret is unknown or has expired
 */
export const openPaymentLink = async (
  db: Database,
  actor: Actor,
  sites: { bookings: string; account: string },
  secret: string,
  now: Date,
): Promise<{ orderAddress: string } | PaymentProgress | null> => {
  if (!isLinkSecret(secret)) return null
  const payment = await paymentOfLink(db, actor.operator.id, digestOf(secret), now)
  if (payment === undefined) return null
  const purpose = purposeOf(payment)
  const next = addressAfter(payment, purpose, actor, sites)
  if (payment.status === 'completed')
    return { orderAddress: await placedAddress(db, payment, sites, next, now) }
  return {
    uuid: payment.uuid,
    amount: payment.amount,
    items: orderedItems(payment.agreement.sale.items),
    purpose,
    state: stateOf(payment),
    lostItems: payment.lostItems,
    next,
  }
}

const stateOf = (payment: LinkedPayment): PaymentProgress['state'] => {
  if (payment.status === 'authorised') return 'confirming'
  if (payment.status === 'refunded') return 'refunded'
  return endReason(payment) ?? 'waiting'
}

const purposeOf = ({ agreement }: LinkedPayment): PaymentProgress['purpose'] => {
  if (isMove({ agreement })) return 'move'
  return agreement.source === 'online-joining' ? 'joining' : 'order'
}

/** Where nothing is booked: the basket, in a browser that has it. */
const addressAfter = (
  { customerId, basketUuid }: LinkedPayment,
  purpose: PaymentProgress['purpose'],
  actor: Actor,
  { bookings, account }: { bookings: string; account: string },
): string => {
  if (purpose === 'joining') return `${account}/memberships`
  if (purpose === 'move') return customerId === null ? `${bookings}/find-booking` : `${account}/bookings`
  const hasBasket = customerId === null ? actor.basketUuid === basketUuid : actor.customerId === customerId
  return hasBasket ? `${bookings}/basket` : `${bookings}/`
}

/** The link was sent to the address of the order, as the confirmation was. */
const placedAddress = async (
  db: Database,
  { orderId }: LinkedPayment,
  { bookings: site }: { bookings: string },
  next: string,
  now: Date,
): Promise<string> => {
  const whole = orderId === null ? null : await orderDetails(db, orderId)
  return whole === null ? next : orderAddress(db, site, { ...whole.order, bookings: whole.bookings }, now)
}

/** Stores nothing for a payment that does not exist. */
const insertPaymentLink = async (
  tx: Tx,
  link: { secretDigest: Buffer; transactionUuid: string; createdAt: Date; expiresAt: Date },
): Promise<void> => {
  await sql`
    insert into payment_link (secret_digest, transaction_id, created_at, expires_at)
    select ${link.secretDigest}, id, ${link.createdAt}, ${link.expiresAt}
    from payment_transaction where uuid = ${link.transactionUuid}::uuid`.execute(tx)
}

type LinkedPayment = Pick<
  Transaction,
  | 'uuid'
  | 'basketId'
  | 'amount'
  | 'status'
  | 'voidReason'
  | 'lostItems'
  | 'agreement'
  | 'customerId'
  | 'orderId'
> & { basketUuid: string }

/** The payment of an operator that an unexpired link opens. */
const paymentOfLink = (
  tx: Tx,
  operatorId: number,
  secretDigest: Buffer,
  now: Date,
): Promise<LinkedPayment | undefined> =>
  tx
    .selectFrom('paymentLink as l')
    .innerJoin('paymentTransaction as t', 't.id', 'l.transactionId')
    .innerJoin('basket as b', 'b.id', 't.basketId')
    .select(['t.uuid', 't.basketId', 't.amount', 't.status', 't.voidReason', 't.lostItems', 't.agreement'])
    .select(['t.customerId', 't.orderId', 'b.uuid as basketUuid'])
    .where('l.secretDigest', '=', secretDigest)
    .where('l.expiresAt', '>', now)
    .where('t.operatorId', '=', operatorId)
    .executeTakeFirst() as Promise<LinkedPayment | undefined>

/** @returns how many links were deleted */
export const sweepPaymentLinks = async (tx: Tx, now: Date): Promise<number> => {
  const { numDeletedRows } = await tx
    .deleteFrom('paymentLink')
    .where('expiresAt', '<', now)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
