import { randomBytes } from 'node:crypto'
import type { hirers } from '#contract/hirers.ts'
import type { Answer } from '#contract/endpoint.ts'
import { isLinkSecret } from '#server/bookings/links.ts'
import type { Block, NoticeContext } from '#server/notices/rules.ts'
import { sellerOf } from '#server/operator/find.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { notFound } from '#server/platform/errors.ts'
import { digestOf } from '#server/sessions/tokens.ts'
import { presentHire, presentInvoice } from './present.ts'
import { hiresWhere } from './sql/hires.ts'
import { hirerOfLink, insertLink, invoicesWhere } from './sql/invoices.ts'

/** A link opens for as long as hires reach ahead. */
const lifetimeMs = 400 * 86_400_000

/** The link of a message to a hirer's dates and invoices. Only the digest of its secret is stored. */
export const linkToHirer = async (
  { tx, sites, now }: Pick<NoticeContext, 'tx' | 'sites' | 'now'>,
  hirerId: number,
  label: string,
): Promise<Block> => {
  const secret = randomBytes(24).toString('base64url')
  await insertLink(tx, {
    secretDigest: digestOf(secret),
    hirerId,
    createdAt: now,
    expiresAt: new Date(now.getTime() + lifetimeMs),
  })
  return { type: 'link', label, href: `${sites.account}/hires?code=${secret}`, isSecret: true }
}

/**
 * The dates and invoices of the hirer whose link it is.
 * @throws Refusal `not_found` for a secret that is unknown or has expired
 */
export const openHirerLink = async (
  tx: Tx,
  actor: Actor,
  secret: string,
  now: Date,
): Promise<Answer<typeof hirers.ofLink>> => {
  const { id: operatorId } = actor.operator
  const hirer = await requireLinkedHirer(tx, actor, secret, now)
  const hires = await hiresWhere(tx, operatorId, { hirerId: hirer.id })
  const invoices = await invoicesWhere(tx, operatorId, { hirerId: hirer.id })
  return {
    hirer: hirer.name,
    seller: await sellerOf(tx, operatorId),
    hires: hires.map((hire) => presentHire(actor, hire, now)),
    invoices: invoices.map((invoice) => presentInvoice(actor, invoice, now)),
  }
}

/** @returns how many links were deleted */
export const sweepHirerLinks = async (tx: Tx, now: Date): Promise<number> => {
  const { numDeletedRows } = await tx.deleteFrom('hirerLink').where('expiresAt', '<', now).executeTakeFirst()
  return Number(numDeletedRows)
}

/** @throws Refusal `not_found` for a secret that is unknown or has expired */
export const requireLinkedHirer = async (
  tx: Tx,
  { operator }: Actor,
  secret: string,
  now: Date,
): Promise<{ id: number; name: string }> => {
  const hirer = isLinkSecret(secret) ? await hirerOfLink(tx, operator.id, digestOf(secret), now) : undefined
  if (hirer === undefined) throw notFound((messages) => messages.hirers.linkGone)
  return hirer
}
