import { randomBytes } from 'node:crypto'
import { insertLink, orderOfLink } from './sql/orders.ts'
import { throughLogin } from '#server/notices/rules.ts'
import type { Block, NoticeContext } from '#server/notices/rules.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { digestOf } from '#server/sessions/tokens.ts'

/** @returns how many links were deleted */
export const sweepOrderLinks = async (tx: Tx, now: Date): Promise<number> => {
  const { numDeletedRows } = await tx.deleteFrom('orderLink').where('expiresAt', '<', now).executeTakeFirst()
  return Number(numDeletedRows)
}

/** Makes a secret that opens a visitor's order. Only its digest is stored, so the answer is the only copy. */
export const createOrderLink = async (
  tx: Tx,
  order: { id: number; bookings: readonly { endsAt: Date }[] },
  { isMailed }: { isMailed: boolean },
  now: Date,
): Promise<string> => {
  const secret = randomBytes(24).toString('base64url')
  await insertLink(tx, {
    secretDigest: digestOf(secret),
    orderId: order.id,
    isMailed,
    createdAt: now,
    expiresAt: linkExpiresAt(order.bookings, now),
  })
  return secret
}

/** The pages of an order that a message leads to. */
export type OrderPage = 'order' | 'receipt'

/**
 * The link of a message to an order: with a secret for a visitor, to the page behind a login for others. One that was asked
 * for proves the address for a while; a confirmation is passed on to who comes along.
 */
export const linkToOrder = async (
  { tx, sites, now }: Pick<NoticeContext, 'tx' | 'sites' | 'now'>,
  order: OrderToOpen,
  label: string,
  { isRequested = false } = {},
): Promise<Block> => ({
  type: 'link',
  label,
  ...(await addressOf(tx, sites.bookings, order, { page: 'order', isRequested }, now)),
})

/** The link to its receipt, below the one to the order. */
export const linkToReceipt = async (
  { tx, sites, now }: Pick<NoticeContext, 'tx' | 'sites' | 'now'>,
  order: OrderToOpen,
  label: string,
): Promise<Block> => ({
  type: 'link',
  label,
  isSecondary: true,
  ...(await addressOf(tx, sites.bookings, order, { page: 'receipt' }, now)),
})

type OrderToOpen = { id: number; customerId: number | null; bookings: readonly { endsAt: Date }[] }

/** The address of an order for its buyer. */
export const orderAddress = async (
  tx: Tx,
  bookingsSite: string,
  order: OrderToOpen,
  now: Date,
): Promise<string> => (await addressOf(tx, bookingsSite, order, { page: 'order' }, now)).href

const addressOf = async (
  tx: Tx,
  bookingsSite: string,
  order: OrderToOpen,
  { page, isRequested = false }: { page: OrderPage; isRequested?: boolean },
  now: Date,
): Promise<{ href: string; isSecret: boolean }> => {
  const isSecret = order.customerId === null
  const path = isSecret
    ? `/order-links/${await createOrderLink(tx, order, { isMailed: isRequested }, now)}${page === 'receipt' ? '?page=receipt' : ''}`
    : throughLogin(orderPath(order.id, page))
  return { href: bookingsSite + path, isSecret }
}

export const orderPath = (orderId: number, page: OrderPage): string =>
  `/booking-confirmed/${orderId}${page === 'receipt' ? '/receipt' : ''}`

/** The order that a secret opens; null when it is unknown, has expired or was replaced. */
export const openLink = async (
  tx: Tx,
  { operator }: Pick<Actor, 'operator'>,
  secret: string,
  now: Date,
): Promise<{ orderId: number; isVisitors: boolean } | null> => {
  if (!isLinkSecret(secret)) return null
  const [link] = await orderOfLink(tx, [digestOf(secret)], now)
  if (link === undefined || link.operatorId !== operator.id) return null
  return { orderId: link.orderId, isVisitors: link.customerId === null }
}

/** Whether the browser has a link of this order. */
export const opensOrder = async (
  tx: Tx,
  { orderSecrets }: Pick<Actor, 'orderSecrets'>,
  orderId: number,
  now: Date,
): Promise<boolean> => {
  const links = await orderOfLink(tx, orderSecrets.filter(isLinkSecret).map(digestOf), now)
  return links.some((link) => link.orderId === orderId)
}

/** Whether the browser has a link of this order that was sent to its address just now, because it was asked for. */
export const provesAddress = async (
  tx: Tx,
  { orderSecrets }: Pick<Actor, 'orderSecrets'>,
  orderId: number,
  now: Date,
): Promise<boolean> => {
  const links = await orderOfLink(tx, orderSecrets.filter(isLinkSecret).map(digestOf), now)
  return links.some((link) => link.orderId === orderId && isFreshProof(link, now))
}

/** A link opens an order until this long after it was made or, if later, after the last booking has ended. */
const lifetimeMs = 30 * 86_400_000

export const linkExpiresAt = (bookings: readonly { endsAt: Date }[], now: Date): Date =>
  new Date(Math.max(now.getTime(), ...bookings.map(({ endsAt }) => endsAt.getTime())) + lifetimeMs)

/** A link that was asked for proves for so long that who opens it reads the mail of the order's address. */
const proofMs = 60 * 60_000

export const isFreshProof = (
  { isMailed, createdAt }: { isMailed: boolean; createdAt: Date },
  now: Date,
): boolean => isMailed && now.getTime() - createdAt.getTime() < proofMs

/** The form of a secret in a link: 24 random bytes. */
export const isLinkSecret = (text: string): boolean => /^[\w-]{32}$/.test(text)
