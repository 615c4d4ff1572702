import { createHash, randomBytes } from 'node:crypto'
import type { EndReason } from '#contract/transactions.ts'
import { isLinkSecret } from '#server/bookings/links/rules.ts'
import { orderAddress } from '#server/bookings/links/service.ts'
import { orderDetails } from '#server/bookings/service.ts'
import { orderedItems } from '#server/checkout/notices/present.ts'
import type { OrderedItem } from '#server/checkout/notices/present.ts'
import { endReason, isMove } from '#server/checkout/transactions/rules.ts'
import type { Block, NoticeContext } from '#server/notices/rules.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { deleteExpiredPaymentLinks, insertPaymentLink, paymentOfLink } from './queries.ts'
import type { LinkedPayment } from './queries.ts'

const lifetimeMs = 30 * 86_400_000

const digestOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()

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

/** How a payment stands, and where its payer goes on. Amounts are pence. */
export type PaymentProgress = {
  uuid: string
  amount: number
  items: OrderedItem[]
  purpose: 'order' | 'joining' | 'move'
  state: 'waiting' | 'confirming' | 'refunded' | EndReason
  /** What was no longer available. */
  lostItems: readonly string[]
  /** The address to go on at where nothing is booked. */
  next: string
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

export const sweepPaymentLinks = (tx: Tx, now: Date): Promise<number> => deleteExpiredPaymentLinks(tx, now)
