import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'

/** A payment that moves on at an instant. */
export type Move = { id: number; at: Date; nextAttemptAt: Date | null }

/**
 * Records that cards were authorised. A payment that is decided meanwhile stays as it is. Rows are locked by id, so
 * that two batches never wait for each other in a ring; no basket changes, so none is locked.
 * @returns the payments that have moved
 */
export const markAuthorised = async (tx: Tx, moves: readonly Move[]): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    with moved as (${listMoves(moves)}), locked as materialized (
      select t.id from payment_transaction t where t.id in (select m.id from moved m) order by t.id for no key update
    )
    update payment_transaction t
    set status = 'authorised', authorised_at = m.at, next_attempt_at = m.next_attempt_at, attempts = 0,
      updated_at = m.at
    from locked join moved m on m.id = locked.id
    where t.id = m.id and t.status in ('started', 'challenge', 'pending')
    returning t.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Records that the money of orders was taken, once. */
export const markCaptured = async (tx: Tx, moves: readonly Move[]): Promise<void> => {
  await sql`
    with moved as (${listMoves(moves)}), locked as materialized (
      select t.id from payment_transaction t where t.id in (select m.id from moved m) order by t.id for no key update
    )
    update payment_transaction t set captured_at = m.at, next_attempt_at = null, updated_at = m.at
    from locked join moved m on m.id = locked.id
    where t.id = m.id and t.status = 'completed' and t.captured_at is null`.execute(tx)
}

const listMoves = (moves: readonly Move[]) => sql`
  select distinct on (m.id) m.id, m.at, m.next_attempt_at
  from unnest(${moves.map(({ id }) => id)}::int[], ${moves.map(({ at }) => at)}::timestamptz[],
    ${moves.map(({ nextAttemptAt }) => nextAttemptAt)}::timestamptz[]) as m(id, at, next_attempt_at)
  order by m.id, m.at`

/** The provider's name of a payment. */
export type Reference = { id: number; reference: string; at: Date }

/**
 * Stores the provider's references.
 * @returns the payments that have one now; the others have been voided meanwhile, and the provider must not be called
 */
export const saveReferences = async (tx: Tx, references: readonly Reference[]): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    with named as (
      select * from unnest(${references.map(({ id }) => id)}::int[],
        ${references.map(({ reference }) => reference)}::text[], ${references.map(({ at }) => at)}::timestamptz[])
        as n(id, reference, at)
    ), locked as materialized (
      select t.id from payment_transaction t where t.id in (select n.id from named n) order by t.id for no key update
    )
    update payment_transaction t set provider_reference = n.reference, updated_at = n.at
    from locked join named n on n.id = locked.id
    where t.id = n.id and t.status = 'started'
    returning t.id`.execute(tx)
  return rows.map(({ id }) => id)
}
