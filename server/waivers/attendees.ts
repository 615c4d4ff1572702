import { sql } from 'kysely'
import { localDay } from '#contract/time.ts'
import type { FoundAttendee } from '#contract/waivers.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { notFound } from '#server/platform/errors.ts'
import { waiversById } from './sql.ts'

/** The buyer's previous attendees; none for a visitor. */
export const previousAttendees = async (
  tx: Tx,
  actor: Actor,
  query: { restrictionId: number; query: string },
  now: Date,
): Promise<FoundAttendee[]> => {
  const [waiver] = await waiversById(tx, actor.operator.id, [query.restrictionId])
  if (waiver === undefined) throw notFound()
  if (actor.customerId === null) return []
  const words = query.query.split(/\s+/).filter(Boolean)
  const today = localDay(now, actor.operator.timezone)
  const found = await findAttendees(tx, actor.customerId, waiver.id, words, today, mostFound)
  return found.map(presentFound)
}

/** Attendees returned by one search (wire §8). */
const mostFound = 20

type FoundRow = {
  id: number
  firstName: string
  lastName: string
  dateOfBirth: string
  waiverValidUntil: string | null
}

/**
 * A buyer's attendees with a word of their name starting with each of `words`, once each, with the last day
 * of their agreement.
 * @param words the query in words; each must match
 */
const findAttendees = async (
  tx: Tx,
  customerId: number,
  restrictionId: number,
  words: readonly string[],
  today: string,
  limit: number,
): Promise<FoundRow[]> => {
  const fits = words.map(
    (word) => sql`lower(' ' || t.first_name || ' ' || t.last_name) like ${`% ${escapeLike(word)}%`}`,
  )
  const { rows } = await sql<FoundRow>`
    select * from (
      select distinct on (lower(t.first_name), lower(t.last_name), t.date_of_birth) t.id, t.first_name, t.last_name,
        t.date_of_birth, max(w.valid_until) over (
          partition by lower(t.first_name), lower(t.last_name), t.date_of_birth
        ) as waiver_valid_until
      from attendee t
      left join waiver w on w.attendee_id = t.id and w.restriction_id = ${restrictionId} and w.valid_until >= ${today}
        and w.html = (select r.html from restriction r where r.id = ${restrictionId})
      where t.customer_id = ${customerId} and ${sql.join(fits, sql` and `)}
      order by lower(t.first_name), lower(t.last_name), t.date_of_birth, w.valid_until desc nulls last, t.id
    ) found
    order by lower(first_name), lower(last_name), date_of_birth limit ${limit}`.execute(tx)
  return rows
}

/** Escapes the wildcards of `like`. */
const escapeLike = (word: string): string => word.toLowerCase().replace(/[\\%_]/g, (letter) => `\\${letter}`)

const presentFound = ({
  id,
  firstName,
  lastName,
  dateOfBirth,
  waiverValidUntil,
}: FoundRow): FoundAttendee => ({ id, firstName, lastName, dateOfBirth, waiverValidUntil })

/** Moves a visitor's attendees to the customer. */
export const adoptAttendees = async (tx: Tx, basketId: number, customerId: number): Promise<void> => {
  await tx
    .updateTable('attendee')
    .set({ customerId })
    .where('basketId', '=', basketId)
    .where('customerId', 'is', null)
    .execute()
}
