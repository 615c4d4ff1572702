import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'

/** The owner of attendees: a buyer, or a visitor's basket. */
export type BuyerOf = { customerId: number } | { basketId: number }

const isOf = (buyer: BuyerOf) =>
  'customerId' in buyer
    ? sql`t.customer_id = ${buyer.customerId}`
    : sql`t.customer_id is null and t.basket_id = ${buyer.basketId}`

export type AttendeeRow = {
  id: number
  personId: number | null
  firstName: string
  lastName: string
  dateOfBirth: string
}

/** The buyer's attendees with these ids. */
export const attendeesById = async (tx: Tx, buyer: BuyerOf, ids: number[]): Promise<AttendeeRow[]> => {
  const { rows } = await sql<AttendeeRow>`
    select t.id, t.person_id, t.first_name, t.last_name, t.date_of_birth from attendee t
    where t.id = any(${ids}::int[]) and ${isOf(buyer)}`.execute(tx)
  return rows
}

/** The buyer's attendee with this name and date of birth. */
export const attendeeNamed = async (
  tx: Tx,
  buyer: BuyerOf,
  who: { firstName: string; lastName: string; dateOfBirth: string },
): Promise<AttendeeRow | undefined> => {
  const { rows } = await sql<AttendeeRow>`
    select t.id, t.person_id, t.first_name, t.last_name, t.date_of_birth from attendee t
    where ${isOf(buyer)} and lower(t.first_name) = lower(${who.firstName})
      and lower(t.last_name) = lower(${who.lastName}) and t.date_of_birth = ${who.dateOfBirth}
    order by t.id limit 1`.execute(tx)
  return rows[0]
}

export const insertAttendee = async (
  tx: Tx,
  row: {
    operatorId: number
    customerId: number | null
    basketId: number | null
    personId: number | null
    firstName: string
    lastName: string
    dateOfBirth: string
    email: string
    createdAt: Date
  },
): Promise<AttendeeRow> =>
  tx
    .insertInto('attendee')
    .values(row)
    .returning(['id', 'personId', 'firstName', 'lastName', 'dateOfBirth'])
    .executeTakeFirstOrThrow()

export type FoundRow = {
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
export const findAttendees = async (
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
