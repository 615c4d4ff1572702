import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { AudiencePeople } from '#contract/audiences.ts'
import type { Tx } from '#server/platform/database.ts'

/** What an audience is chosen by. What is left out narrows nothing. */
export type Narrowing = {
  venueId: number
  from: string
  until: string
  activityId?: number | undefined
  placeId?: number | undefined
  sessionId?: number | undefined
  planId?: number | undefined
  hirerId?: number | undefined
}

const isAny = (column: RawBuilder<unknown>, chosen: number | undefined) =>
  chosen === undefined ? sql`true` : sql`${column} = ${chosen}::int`

const onDays = (column: RawBuilder<unknown>, { from, until }: Pick<Narrowing, 'from' | 'until'>) =>
  sql`${column} between ${from}::date and ${until}::date`

/** Rows of `occurrence o` that an audience is about. */
const ofSessions = (narrowing: Narrowing) => sql`
  o.venue_id = ${narrowing.venueId} and ${onDays(sql`o.local_date`, narrowing)} and o.status = 'scheduled'
  and ${isAny(sql`o.activity_id`, narrowing.activityId)} and ${isAny(sql`o.location_id`, narrowing.placeId)}
  and ${isAny(sql`o.id`, narrowing.sessionId)}`

/** Rows of `booking b`: people come to them, or have come; or have not. */
const statuses = (people: 'booked' | 'absent') =>
  people === 'booked'
    ? sql`b.status in ('booked', 'attended', 'not_attended')`
    : sql`b.status = 'not_attended'`

const areWaiting = sql`w.state in ('waiting', 'offered', 'paused')`

/** The bookings of an audience, the next first. */
export const bookingsOfAudience = async (
  tx: Tx,
  people: 'booked' | 'absent',
  narrowing: Narrowing,
): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select b.id from booking b join occurrence o on o.id = b.occurrence_id
    where ${ofSessions(narrowing)} and ${statuses(people)}
    order by o.starts_at, b.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Somebody who is written to as a customer. `email` is '' where there is none. */
export type CustomerRow = {
  customerId: number
  name: string
  firstName: string
  email: string
  phone: string
}

const customerColumns = sql`
  c.id as customer_id, c.first_name || ' ' || c.last_name as name, c.first_name, c.email, coalesce(c.phone, '') as phone`

export const customersByIds = async (tx: Tx, ids: readonly number[]): Promise<CustomerRow[]> => {
  const { rows } = await sql<CustomerRow>`
    select ${customerColumns} from customer c
    where c.id = any(${ids}::int[]) and c.closed_at is null order by c.id`.execute(tx)
  return rows
}

/**
 * Who is written to of those who wait, the next session first: themselves, or where they have no address who books for
 * them, as with offers (`waitlist_recipient`); else who put them on the list.
 */
export const waitingOfAudience = async (
  tx: Tx,
  narrowing: Narrowing,
): Promise<(CustomerRow & { entryId: number })[]> => {
  const { rows } = await sql<CustomerRow & { entryId: number }>`
    select w.id as entry_id, ${customerColumns}
    from waitlist_entry w
    join occurrence o on o.id = w.occurrence_id
    join customer p on p.id = w.person_id
    join customer j on j.id = w.joined_by_id
    join customer c on c.id = case when p.email <> '' then p.id else coalesce((
      select k.id from linked_customer l join customer k on k.id = l.customer_id
      where l.linked_id = p.id and k.email <> '' order by k.id <> j.id, k.id limit 1
    ), case when j.role = 'staff' then p.id else j.id end) end
    where ${ofSessions(narrowing)} and ${areWaiting} and c.closed_at is null
    order by o.starts_at, w.id`.execute(tx)
  return rows
}

/** Rows of `membership m` that are valid on one of the days. */
const areValid = ({ venueId, from, until, planId }: Narrowing) => sql`
  m.venue_id = ${venueId} and m.status <> 'awaiting_payment' and m.starts_on <= ${until}::date
  and coalesce(m.ends_on, 'infinity') >= ${from}::date and ${isAny(sql`m.plan_id`, planId)}`

/** Who pays for a membership, and the adults on it who have an address of their own: a child's is the payer's business. */
export const membersOfAudience = async (tx: Tx, narrowing: Narrowing): Promise<CustomerRow[]> => {
  const { rows } = await sql<CustomerRow>`
    select ${customerColumns} from customer c
    where c.closed_at is null and c.id in (
      select m.payer_id from membership m where ${areValid(narrowing)}
      union
      select p.id from membership m
      join membership_member mm on mm.membership_id = m.id and mm.removed_at is null
      join customer p on p.id = mm.customer_id and p.email <> ''
        and (p.date_of_birth is null or p.date_of_birth <= ${narrowing.from}::date - interval '18 years')
      where ${areValid(narrowing)}
    )
    order by c.last_name, c.first_name, c.id`.execute(tx)
  return rows
}

/** Who speaks for a hirer. */
export type HirerRow = { hirerId: number; name: string; email: string; phone: string }

const hirerColumns = sql`
  h.id as hirer_id, coalesce(nullif(h.contact, ''), h.name) as name, h.email, h.phone`

export const hirersByIds = async (tx: Tx, ids: readonly number[]): Promise<HirerRow[]> => {
  const { rows } = await sql<HirerRow>`
    select ${hirerColumns} from hirer h where h.id = any(${ids}::int[]) order by h.id`.execute(tx)
  return rows
}

/** Rows of `hire i` and `hire_date d` of an audience. */
const areLet = (narrowing: Narrowing) => sql`
  i.venue_id = ${narrowing.venueId} and ${onDays(sql`d.local_date`, narrowing)} and d.state = 'let'
  and ${isAny(sql`d.location_id`, narrowing.placeId)} and ${isAny(sql`i.hirer_id`, narrowing.hirerId)}`

export const hirersOfAudience = async (tx: Tx, narrowing: Narrowing): Promise<HirerRow[]> => {
  const { rows } = await sql<HirerRow>`
    select ${hirerColumns} from hirer h
    where h.id in (select i.hirer_id from hire i join hire_date d on d.hire_id = i.id where ${areLet(narrowing)})
    order by h.name, h.id`.execute(tx)
  return rows
}

/** Sessions that people wait for, by their entries; those of entries that have ended are left out. */
export type WaitedRow = {
  entryId: number
  name: string
  localDate: string
  startsAt: Date
  endsAt: Date
  timezone: string
  locationName: string
  venueName: string
}

export const sessionsWaitedFor = async (tx: Tx, entryIds: readonly number[]): Promise<WaitedRow[]> => {
  const { rows } = await sql<WaitedRow>`
    select w.id as entry_id, o.name, o.local_date, o.starts_at, o.ends_at, v.timezone, l.name as location_name,
      v.name as venue_name
    from waitlist_entry w
    join occurrence o on o.id = w.occurrence_id
    join venue v on v.id = o.venue_id
    join location l on l.id = o.location_id
    where w.id = any(${entryIds}::int[]) and ${areWaiting} and o.status = 'scheduled'
    order by array_position(${entryIds}::int[], w.id)`.execute(tx)
  return rows
}

type Choice = { id: number; name: string }

/** The sessions of the people of an audience, whatever it is narrowed to. */
const sessionsOf = (people: 'booked' | 'absent' | 'waiting', narrowing: Narrowing) =>
  people === 'waiting'
    ? sql`select o.* from occurrence o where ${ofSessions(narrowing)}
        and exists (select 1 from waitlist_entry w where w.occurrence_id = o.id and ${areWaiting})`
    : sql`select o.* from occurrence o where ${ofSessions(narrowing)}
        and exists (select 1 from booking b where b.occurrence_id = o.id and ${statuses(people)})`

const mostSessions = 300

type Choices = {
  activities: Choice[]
  places: Choice[]
  sessions: (Choice & { startsAt: Date })[]
  plans: Choice[]
  hirers: Choice[]
}

/** What an audience can be narrowed to. */
export const choicesOf = async (
  tx: Tx,
  people: AudiencePeople,
  { venueId, from, until }: Pick<Narrowing, 'venueId' | 'from' | 'until'>,
): Promise<Choices> => {
  const all = { venueId, from, until }
  const none = { activities: [], places: [], sessions: [], plans: [], hirers: [] }
  const choice = async (query: RawBuilder<Choice>) => (await query.execute(tx)).rows
  switch (people) {
    case 'members':
      return {
        ...none,
        plans: await choice(sql`
          select p.id, p.name from membership_plan p
          where p.id in (select m.plan_id from membership m where ${areValid(all)}) order by p.position, p.name, p.id`),
      }
    case 'hirers':
      return {
        ...none,
        places: await choice(sql`
          select l.id, l.name from location l where l.id in (
            select d.location_id from hire i join hire_date d on d.hire_id = i.id where ${areLet(all)})
          order by l.name, l.id`),
        hirers: await choice(sql`
          select h.id, h.name from hirer h where h.id in (
            select i.hirer_id from hire i join hire_date d on d.hire_id = i.id where ${areLet(all)})
          order by h.name, h.id`),
      }
    default: {
      const sessions = sessionsOf(people, all)
      const ofOneDay = sql<Choice & { startsAt: Date }>`
        select o.id, o.name, o.starts_at from (${sessions}) o order by o.starts_at, o.name, o.id limit ${mostSessions}`
      return {
        ...none,
        activities: await choice(sql`
          select a.id, a.name from activity a where a.id in (select o.activity_id from (${sessions}) o)
          order by a.name, a.id`),
        places: await choice(sql`
          select l.id, l.name from location l where l.id in (select o.location_id from (${sessions}) o)
          order by l.name, l.id`),
        sessions: from === until ? (await ofOneDay.execute(tx)).rows : [],
      }
    }
  }
}

/** Of these addresses, those of accounts that agreed to news. Addresses are compared as accounts have them. */
export const agreedToNews = async (
  tx: Tx,
  operatorId: number,
  emails: readonly string[],
): Promise<CustomerRow[]> => {
  const { rows } = await sql<CustomerRow>`
    select ${customerColumns} from customer c
    where c.operator_id = ${operatorId} and c.email <> '' and c.email = any(${emails}::text[])
      and c.marketing_consent and c.closed_at is null`.execute(tx)
  return rows
}

/** Whether a customer agrees to news now, and has an address. */
export const wantsNews = async (tx: Tx, customerId: number): Promise<boolean> => {
  const { rows } = await sql`
    select 1 from customer
    where id = ${customerId} and marketing_consent and email <> '' and closed_at is null`.execute(tx)
  return rows.length > 0
}
