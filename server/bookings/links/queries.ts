import { sql } from 'kysely'
import { createSharedRead } from '#server/platform/batcher.ts'
import type { Tx } from '#server/platform/database.ts'

type NewLink = { secretDigest: Buffer; orderId: number; isMailed: boolean; createdAt: Date; expiresAt: Date }

/** Links of messages that are written together are stored together. */
export const insertLink = createSharedRead(
  async (tx, links: NewLink[]): Promise<undefined[]> => {
    await sql`
      insert into order_link (secret_digest, order_id, is_mailed, created_at, expires_at)
      select decode(l.digest, 'hex'), l.order_id, l.is_mailed, l.created_at, l.expires_at
      from unnest(${links.map(({ secretDigest }) => secretDigest.toString('hex'))}::text[],
        ${links.map(({ orderId }) => orderId)}::int[], ${links.map(({ isMailed }) => isMailed)}::boolean[],
        ${links.map(({ createdAt }) => createdAt)}::timestamptz[],
        ${links.map(({ expiresAt }) => expiresAt)}::timestamptz[])
        as l(digest, order_id, is_mailed, created_at, expires_at)`.execute(tx)
    return links.map(() => undefined)
  },
  { name: 'order_links', batchSize: 32, inFlight: 1 },
)

/** The order that an unexpired link opens. */
export const orderOfLink = async (
  tx: Tx,
  secretDigests: readonly Buffer[],
  now: Date,
): Promise<
  { orderId: number; isMailed: boolean; createdAt: Date; customerId: number | null; operatorId: number }[]
> =>
  secretDigests.length === 0
    ? []
    : tx
        .selectFrom('orderLink as l')
        .innerJoin('customerOrder as o', 'o.id', 'l.orderId')
        .select(['l.orderId', 'l.isMailed', 'l.createdAt', 'o.customerId', 'o.operatorId'])
        .where('l.secretDigest', 'in', secretDigests)
        .where('l.expiresAt', '>', now)
        .execute()

export const deleteLinks = async (tx: Tx, orderId: number): Promise<void> => {
  await tx.deleteFrom('orderLink').where('orderId', '=', orderId).execute()
}

/** @returns how many links were deleted */
export const deleteExpiredLinks = async (tx: Tx, now: Date): Promise<number> => {
  const { numDeletedRows } = await tx.deleteFrom('orderLink').where('expiresAt', '<', now).executeTakeFirst()
  return Number(numDeletedRows)
}
