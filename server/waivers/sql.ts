import { sql } from 'kysely'
import type { GuardianRelation } from '#contract/waivers.ts'
import type { Tx } from '#server/platform/database.ts'
import type { AttendeeRow, HouseholdRow, PersonRow, QuestionRow, WaiverRow } from './rules.ts'

/** The operator's waivers with these ids; other restrictions need no agreement. */
export const waiversById = async (tx: Tx, operatorId: number, ids: number[]): Promise<WaiverRow[]> =>
  tx
    .selectFrom('restriction')
    .select(['id', 'name', 'html', 'perAttendee', 'validMonths'])
    .where('operatorId', '=', operatorId)
    .where('kind', '=', 'waiver')
    .where('withdrawn', '=', false)
    .where('id', 'in', ids)
    .execute()

export const questionsOfWaivers = async (
  tx: Tx,
  restrictionIds: number[],
): Promise<(QuestionRow & { restrictionId: number })[]> => {
  const { rows } = await sql<QuestionRow & { restrictionId: number }>`
    select q.id, q.restriction_id, q.text, q.type, q.options, q.required from question q
    where q.restriction_id = any(${restrictionIds}::int[]) and not q.withdrawn
    order by q.position, q.id`.execute(tx)
  return rows
}

/** The questions about basket lines, line by line, with their answers. */
export const questionsOfItems = async (
  tx: Tx,
  itemIds: number[],
): Promise<(QuestionRow & { itemId: number; answer: string | null })[]> => {
  const { rows } = await sql<QuestionRow & { itemId: number; answer: string | null }>`
    select q.id, bi.id as item_id, q.text, q.type, q.options, q.required, ba.value as answer
    from basket_item bi
    join occurrence o on o.id = bi.occurrence_id
    join question q on q.activity_id = o.activity_id and not q.withdrawn
    left join booking_answer ba on ba.basket_item_id = bi.id and ba.question_id = q.id
    where bi.id = any(${itemIds}::int[])
    order by bi.sort_by, bi.id, q.position, q.id`.execute(tx)
  return rows
}

export type StoredAnswer = { basketItemId: number; questionId: number; text: string; value: string | null }

/** Stores answers; one without a value is deleted. */
export const storeAnswers = async (tx: Tx, answers: readonly StoredAnswer[], now: Date): Promise<void> => {
  const given = answers.filter((answer) => answer.value !== null)
  const taken = answers.filter((answer) => answer.value === null)
  await sql`
    insert into booking_answer (basket_item_id, question_id, text, value, answered_at)
    select r.basket_item_id, r.question_id, r.text, r.value, ${now}
    from jsonb_to_recordset(${asJson(given)}::jsonb) as r (basket_item_id int, question_id int, text text, value text)
    on conflict (basket_item_id, question_id)
      do update set text = excluded.text, value = excluded.value, answered_at = excluded.answered_at`.execute(
    tx,
  )
  await sql`
    delete from booking_answer ba
    using jsonb_to_recordset(${asJson(taken)}::jsonb) as r (basket_item_id int, question_id int)
    where ba.basket_item_id = r.basket_item_id and ba.question_id = r.question_id`.execute(tx)
}

const asJson = (answers: readonly StoredAnswer[]): string =>
  JSON.stringify(
    answers.map(({ basketItemId, questionId, text, value }) => ({
      basket_item_id: basketItemId,
      question_id: questionId,
      text,
      value,
    })),
  )

export const peopleById = async (tx: Tx, ids: number[]): Promise<PersonRow[]> =>
  ids.length === 0
    ? []
    : tx
        .selectFrom('customer')
        .select(['id', 'firstName', 'lastName', 'dateOfBirth'])
        .where('id', 'in', ids)
        .execute()

/** The customer and the people they may book for. */
export const household = async (tx: Tx, customerId: number): Promise<HouseholdRow[]> => {
  const { rows } = await sql<HouseholdRow>`
    select c.id, c.first_name, c.last_name, c.date_of_birth, null as relation from customer c where c.id = ${customerId}
    union all
    select c.id, c.first_name, c.last_name, c.date_of_birth, l.relation
    from linked_customer l join customer c on c.id = l.linked_id where l.customer_id = ${customerId}`.execute(
    tx,
  )
  return rows
}

export type SentRow = {
  id: number
  itemId: number
  attendeeId: number
  firstName: string
  lastName: string
  dateOfBirth: string
  validUntil: string | null
}

/** The agreements sent for basket lines. */
export const sentFor = async (tx: Tx, itemIds: number[], restrictionId: number): Promise<SentRow[]> => {
  const { rows } = await sql<SentRow>`
    select w.id, w.basket_item_id as item_id, w.attendee_id, t.first_name, t.last_name, t.date_of_birth, w.valid_until
    from waiver w join attendee t on t.id = w.attendee_id
    where w.basket_item_id = any(${itemIds}::int[]) and w.restriction_id = ${restrictionId}
    order by w.id`.execute(tx)
  return rows
}

/**
 * The last day of an agreement of an attendee, or of the customer they are, to the present text; null when none is valid
 * on that day.
 */
export const findWaiverEnd = async (
  tx: Tx,
  attendee: { id: number; personId: number | null },
  restrictionId: number,
  onDay: string,
): Promise<string | null> => {
  const { rows } = await sql<{ validUntil: string | null }>`
    select max(w.valid_until) as valid_until from waiver w join attendee t on t.id = w.attendee_id
    join restriction r on r.id = w.restriction_id and r.html = w.html
    where (t.id = ${attendee.id} or t.person_id = ${attendee.personId}::int) and w.restriction_id = ${restrictionId}
      and w.valid_until >= ${onDay}`.execute(tx)
  return rows[0]?.validUntil ?? null
}

/** Stores an agreement for a line; one for the same person is replaced. */
export const storeWaiver = async (
  tx: Tx,
  row: {
    restrictionId: number
    basketItemId: number
    attendeeId: number
    html: string
    agreedAt: Date
    validUntil: string | null
    /** Who agrees for a person under 18. */
    signedById: number | null
    signedByName: string
    signedByRelation: GuardianRelation | ''
  },
): Promise<number> => {
  const { id } = await tx
    .insertInto('waiver')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['basketItemId', 'restrictionId', 'attendeeId']).doUpdateSet({
        html: row.html,
        agreedAt: row.agreedAt,
        validUntil: row.validUntil,
        signedById: row.signedById,
        signedByName: row.signedByName,
        signedByRelation: row.signedByRelation,
      }),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx.deleteFrom('waiverAnswer').where('waiverId', '=', id).execute()
  return id
}

/**
 * Deletes the agreements for a line beyond its need, oldest first, but none of `keep`.
 * @returns whether no more than needed are left
 */
export const deleteSurplusWaivers = async (
  tx: Tx,
  { itemId, restrictionId, keep }: { itemId: number; restrictionId: number; keep: number[] },
): Promise<boolean> => {
  await sql`
    delete from waiver w where w.id in (
      select w.id from waiver w where w.basket_item_id = ${itemId} and w.restriction_id = ${restrictionId}
        and w.id <> all(${keep}::int[])
      order by w.id
      limit (select greatest(n.sent - n.needed, 0) from waiver_need n
        where n.basket_item_id = ${itemId} and n.restriction_id = ${restrictionId})
    )`.execute(tx)
  const { rows } = await sql<{ isFitting: boolean }>`
    select n.sent <= n.needed as is_fitting from waiver_need n
    where n.basket_item_id = ${itemId} and n.restriction_id = ${restrictionId}`.execute(tx)
  return rows[0]?.isFitting ?? true
}

export const storeWaiverAnswers = async (
  tx: Tx,
  answers: readonly { waiverId: number; questionId: number; text: string; value: string }[],
): Promise<void> => {
  if (answers.length > 0)
    await tx
      .insertInto('waiverAnswer')
      .values([...answers])
      .execute()
}

/** Answers given with a purchase, by the basket line they belong to. */
type StoredAnswerRow = {
  basketItemId: number
  /** null for a question about the booking itself. */
  waiver: { title: string; firstName: string; lastName: string; dateOfBirth: string; agreedAt: string } | null
  answers: { text: string; value: string }[]
}

export const storedAnswersOf = async (tx: Tx, basketItemIds: number[]): Promise<StoredAnswerRow[]> => {
  const { rows } = await sql<StoredAnswerRow>`
    select ba.basket_item_id, null::json as waiver,
      json_agg(json_build_object('text', ba.text, 'value', ba.value) order by q.position, q.id) as answers
    from booking_answer ba join question q on q.id = ba.question_id
    where ba.basket_item_id = any(${basketItemIds}::int[]) group by ba.basket_item_id
    union all
    select w.basket_item_id,
      json_build_object('title', r.name, 'firstName', t.first_name, 'lastName', t.last_name,
        'dateOfBirth', t.date_of_birth, 'agreedAt', w.agreed_at),
      (select coalesce(json_agg(json_build_object('text', wa.text, 'value', wa.value) order by q.position, q.id), '[]'::json)
        from waiver_answer wa join question q on q.id = wa.question_id where wa.waiver_id = w.id)
    from waiver w join restriction r on r.id = w.restriction_id join attendee t on t.id = w.attendee_id
    where w.basket_item_id = any(${basketItemIds}::int[])`.execute(tx)
  return rows
}

/** The owner of attendees: a buyer, or a visitor's basket. */
export type BuyerOf = { customerId: number } | { basketId: number }

const isOf = (buyer: BuyerOf) =>
  'customerId' in buyer
    ? sql`t.customer_id = ${buyer.customerId}`
    : sql`t.customer_id is null and t.basket_id = ${buyer.basketId}`

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

type CandidateRow = {
  id: number
  firstName: string
  dateOfBirth: string | null
  inductionIds: number[]
  isMember: boolean
  timesThisWeek: number
}

/** People with their inductions and how often they have an activity between two days. */
export const listCandidates = async (
  tx: Tx,
  personIds: number[],
  of: { activityId: number; onDay: string; from: string; to: string; exceptHoldId: number | null },
  now: Date,
): Promise<CandidateRow[]> => {
  const { rows } = await sql<CandidateRow>`
    select c.id, c.first_name, c.date_of_birth,
      array(select i.restriction_id from induction i where i.customer_id = c.id) as induction_ids,
      exists (
        select 1 from membership_member mm join membership m on m.id = mm.membership_id
        where mm.customer_id = c.id and mm.removed_at is null and m.status in ('pending', 'active')
          and m.starts_on <= ${of.onDay}::date
          and (m.ends_on is null or m.ends_on >= ${of.onDay}::date)
          and (m.frozen_from is null or ${of.onDay}::date < m.frozen_from or ${of.onDay}::date >= m.frozen_until)
      ) as is_member,
      (select count(*)::int from live_holds(${now}) h join occurrence o on o.id = h.occurrence_id
        -- What is on offer to them is not theirs until they take it.
        where h.person_id = c.id and h.waitlist_entry_id is null
          and h.id is distinct from ${of.exceptHoldId}::bigint
          and h.id not in (select held_for_moves_of(${of.exceptHoldId}::bigint)) and o.activity_id = ${of.activityId}
          and o.local_date between ${of.from} and ${of.to}) as times_this_week
    from customer c where c.id = any(${personIds}::int[])`.execute(tx)
  return rows
}

/** What a person has at the time of an occurrence, except the hold being checked; the earliest first. */
export const findOverlapping = async (
  tx: Tx,
  personId: number,
  occurrenceId: number,
  exceptHoldId: number | null,
  now: Date,
): Promise<{ name: string; startsAt: Date; timezone: string } | undefined> => {
  const { rows } = await sql<{ name: string; startsAt: Date; timezone: string }>`
    select o.name, o.starts_at, v.timezone
    from overlapping_holds(${personId}, ${occurrenceId}, ${now}) h
    join occurrence o on o.id = h.occurrence_id join venue v on v.id = o.venue_id
    where h.id is distinct from ${exceptHoldId}::bigint
      and h.id not in (select held_for_moves_of(${exceptHoldId}::bigint))
    order by o.starts_at limit 1`.execute(tx)
  return rows[0]
}

export const findFirstName = async (tx: Tx, personId: number): Promise<string | undefined> => {
  const row = await tx
    .selectFrom('customer')
    .select('firstName')
    .where('id', '=', personId)
    .executeTakeFirst()
  return row?.firstName
}
