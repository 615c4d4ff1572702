import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'
import type { DeclineReason } from '#server/providers/cards/port.ts'

export type CardChangeStatus = 'started' | 'challenge' | 'pending' | 'saved' | 'declined' | 'ending' | 'ended'

export type CardChangeRow = {
  id: number
  uuid: string
  membershipId: number
  customerId: number
  provider: string
  reference: string | null
  savedCardId: number | null
  status: CardChangeStatus
  declineReason: DeclineReason | null
  site: string
  createdAt: Date
}

const columns = [
  'id',
  'uuid',
  'membershipId',
  'customerId',
  'provider',
  'reference',
  'savedCardId',
  'status',
  'declineReason',
  'site',
  'createdAt',
] as const

/** The caller has locked the membership and ended what was in progress for it. */
export const insertCardChange = async (
  tx: Tx,
  change: Pick<
    CardChangeRow,
    'uuid' | 'membershipId' | 'customerId' | 'provider' | 'savedCardId' | 'site' | 'createdAt'
  > & { nextAttemptAt: Date },
): Promise<CardChangeRow> =>
  (await tx
    .insertInto('cardChange')
    .values(change)
    .returning(columns)
    .executeTakeFirstOrThrow()) as CardChangeRow

/** Gives up what is in progress for a membership. The caller has locked the membership. */
export const endEarlierChanges = async (tx: Tx, membershipId: number, now: Date): Promise<void> => {
  await tx
    .updateTable('cardChange')
    .set({ status: 'ending', nextAttemptAt: now })
    .where('membershipId', '=', membershipId)
    .where(sql<boolean>`status in ('started', 'challenge', 'pending')`)
    .execute()
}

export const cardChangeByUuid = async (tx: Tx, uuid: string): Promise<CardChangeRow | undefined> =>
  (await tx.selectFrom('cardChange').select(columns).where('uuid', '=', uuid).executeTakeFirst()) as
    | CardChangeRow
    | undefined

/** Locks a change. Always after its membership, so that locks have one order. undefined: its customer is deleted. */
export const lockCardChange = async (tx: Tx, id: number): Promise<CardChangeRow | undefined> =>
  (await tx.selectFrom('cardChange').select(columns).where('id', '=', id).forUpdate().executeTakeFirst()) as
    | CardChangeRow
    | undefined

/** Moves a change on from one of the given states. false: it was in another state. */
export const moveCardChange = async (
  tx: Tx,
  id: number,
  from: readonly CardChangeStatus[],
  to: {
    status: CardChangeStatus
    reference?: string
    declineReason?: DeclineReason
    nextAttemptAt: Date | null
  },
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('cardChange')
    .set(to)
    .where('id', '=', id)
    .where('status', 'in', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Claims changes that are due by postponing their next attempt, so that no other node takes them. */
export const claimDueChanges = async (db: Tx, now: Date, limit: number): Promise<CardChangeRow[]> => {
  const { rows } = await sql<CardChangeRow>`
    update card_change c set next_attempt_at = ${now}::timestamptz + interval '1 minute'
    where c.id in (
      select d.id from card_change d where d.next_attempt_at <= ${now} order by d.next_attempt_at, d.id limit ${limit}
      for update skip locked
    )
    returning ${sql.join(columns.map((column) => sql.ref(`c.${column}`)))}`.execute(db)
  return rows
}

/** Makes a change due at once: the provider has news of it. */
export const pollChangeNow = async (tx: Tx, reference: string, now: Date): Promise<void> => {
  await tx
    .updateTable('cardChange')
    .set({ nextAttemptAt: now })
    .where('reference', '=', reference)
    .where(sql<boolean>`status in ('challenge', 'pending')`)
    .execute()
}
