import { sql } from 'kysely'
import type { CountedTender } from '#contract/tenders.ts'
import type { MovementKind } from '#contract/tills.ts'
import type { Tx } from '#server/platform/database.ts'

export type SessionRow = {
  id: number
  tillId: number
  floatAmount: number
  openedAt: Date
  openedBy: number
  openedByName: string
  zNumber: number | null
  closedAt: Date | null
  closedBy: number | null
  closedByName: string | null
  reason: string
}

export type MovementRow = {
  id: number
  tillSessionId: number
  kind: MovementKind
  amount: number
  reference: string
  at: Date
  name: string
}

export type CountRow = { tenderType: CountedTender; expected: number; counted: number }

/** One at a time opens or closes a till. */
export const lockTill = async (tx: Tx, tillId: number): Promise<void> => {
  await sql`select 1 from till where id = ${tillId} for no key update`.execute(tx)
  // Whoever takes money at it now has done so before it is counted, or does it afterwards.
  await sql`select 1 from till_session where till_id = ${tillId} and closed_at is null for no key update`.execute(
    tx,
  )
}

const sessions = sql`
  select s.id, s.till_id, s.float_amount, s.opened_at, s.opened_by, o.first_name || ' ' || o.last_name as opened_by_name,
    s.z_number, s.closed_at, s.closed_by, c.first_name || ' ' || c.last_name as closed_by_name, s.reason
  from till_session s
  join customer o on o.id = s.opened_by
  left join customer c on c.id = s.closed_by`

export const openSessionOf = async (tx: Tx, tillId: number): Promise<SessionRow | undefined> => {
  const { rows } = await sql<SessionRow>`
    ${sessions} where s.till_id = ${tillId} and s.closed_at is null`.execute(tx)
  return rows[0]
}

export const lastClosedSession = async (tx: Tx, tillId: number): Promise<SessionRow | undefined> => {
  const { rows } = await sql<SessionRow>`
    ${sessions} where s.till_id = ${tillId} and s.closed_at is not null order by s.z_number desc limit 1`.execute(
    tx,
  )
  return rows[0]
}

/** The newest sessions of a till; one that is open comes first. */
export const sessionsOf = async (tx: Tx, tillId: number, most: number): Promise<SessionRow[]> => {
  const { rows } = await sql<SessionRow>`
    ${sessions} where s.till_id = ${tillId} order by s.opened_at desc, s.id desc limit ${most}`.execute(tx)
  return rows
}

export const insertSession = async (
  tx: Tx,
  session: Pick<SessionRow, 'tillId' | 'floatAmount' | 'openedAt' | 'openedBy'>,
): Promise<number> => {
  const { id } = await tx.insertInto('tillSession').values(session).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Gives a session what was taken at its till while none was open. */
export const adoptEntries = async (tx: Tx, tillId: number, sessionId: number, since: Date): Promise<void> => {
  await tx
    .updateTable('tillEntry')
    .set({ tillSessionId: sessionId })
    .where('tillId', '=', tillId)
    .where('tillSessionId', 'is', null)
    .where('at', '>=', since)
    .execute()
}

export const insertMovement = async (
  tx: Tx,
  movement: Omit<MovementRow, 'id' | 'name'> & { actorId: number },
): Promise<void> => {
  await tx.insertInto('tillMovement').values(movement).execute()
}

export const movementsOf = async (tx: Tx, sessionIds: readonly number[]): Promise<MovementRow[]> => {
  const { rows } = await sql<MovementRow>`
    select m.id, m.till_session_id, m.kind, m.amount, m.reference, m.at, c.first_name || ' ' || c.last_name as name
    from till_movement m join customer c on c.id = m.actor_id
    where m.till_session_id = any(${sessionIds}::int[]) order by m.id`.execute(tx)
  return rows
}

/** What was taken less what was given back in a session, by tender. */
export const takenOf = async (tx: Tx, sessionId: number): Promise<Map<string, number>> => {
  const { rows } = await sql<{ tenderType: string; amount: number }>`
    select e.tender_type, sum(e.amount)::int as amount
    from till_entry e left join order_payment p on p.id = e.payment_id
    where e.till_session_id = ${sessionId} and p.status is distinct from 'failed'
    group by e.tender_type`.execute(tx)
  return new Map(rows.map(({ tenderType, amount }) => [tenderType, amount]))
}

export const countsOf = async (
  tx: Tx,
  sessionIds: readonly number[],
): Promise<(CountRow & { tillSessionId: number })[]> =>
  sessionIds.length === 0
    ? []
    : tx
        .selectFrom('tillCount')
        .select(['tillSessionId', 'tenderType', 'expected', 'counted'])
        .where('tillSessionId', 'in', sessionIds)
        .execute()

export const replaceCounts = async (
  tx: Tx,
  tillSessionId: number,
  counts: readonly CountRow[],
): Promise<void> => {
  await tx.deleteFrom('tillCount').where('tillSessionId', '=', tillSessionId).execute()
  await tx
    .insertInto('tillCount')
    .values(counts.map((count) => ({ ...count, tillSessionId })))
    .execute()
}

/**
 * Closes a session. Its number follows that of the till's last one; the caller has locked the till.
 * @returns the number
 */
export const closeSession = async (
  tx: Tx,
  { id, tillId }: Pick<SessionRow, 'id' | 'tillId'>,
  { closedAt, closedBy, reason }: { closedAt: Date; closedBy: number; reason: string },
): Promise<number> => {
  const { rows } = await sql<{ zNumber: number }>`
    update till_session s set closed_at = ${closedAt}, closed_by = ${closedBy}, reason = ${reason},
      z_number = coalesce(s.z_number, (select coalesce(max(z.z_number), 0) + 1 from till_session z where z.till_id = ${tillId}))
    where s.id = ${id} returning z_number`.execute(tx)
  return rows[0]?.zNumber ?? 0
}

export const reopenSession = async (tx: Tx, id: number): Promise<void> => {
  await tx.updateTable('tillSession').set({ closedAt: null, closedBy: null }).where('id', '=', id).execute()
}
