import { sql } from 'kysely'
import type { EventType, testEvent } from '#contract/eventTypes.ts'
import type { Tx } from './database.ts'

/*
 * What happens is recorded by triggers (db/functions/domain_events.sql). Here is what no row says, and the end of what is
 * old.
 */

type NewEvent = {
  operatorId: number
  type: EventType | typeof testEvent
  subjectKind: string
  subjectId: number
}

/** Records an event in the caller's transaction. @returns its id */
export const recordEvent = async (tx: Tx, event: NewEvent, now: Date): Promise<number> => {
  const { id } = await tx
    .insertInto('domainEvent')
    .values({ ...event, at: now, reference: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const retentionDays = 30
const batchSize = 1000

/** Deletes events that are older than 30 days, with their deliveries. */
export const sweepEvents = async (db: Tx, now: Date): Promise<void> => {
  const before = new Date(now.getTime() - retentionDays * 86_400_000)
  let count
  do {
    const { rows } = await sql`
      delete from domain_event where id in (
        select id from domain_event where at < ${before} order by at limit ${batchSize} for update skip locked
      ) returning id`.execute(db)
    count = rows.length
  } while (count === batchSize)
}
