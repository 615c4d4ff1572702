import { sql } from 'kysely'
import type { Insertable, Selectable, Updateable } from 'kysely'
import type { HireState, Invoicing, Occupant } from '#contract/hireTypes.ts'
import type { Tx } from '#server/platform/database.ts'
import type { Tables } from '#server/platform/tables.ts'

export type HirerRow = Selectable<Tables['hirer']>

export const hirersOf = async (
  tx: Tx,
  operatorId: number,
  now: Date,
): Promise<(HirerRow & { hires: number; nextDate: string | null })[]> => {
  const { rows } = await sql<HirerRow & { hires: number; nextDate: string | null }>`
    select r.*, coalesce(h.hires, 0)::int as hires, d.next_date
    from hirer r
    left join lateral (
      select count(*) as hires from hire h
      where h.hirer_id = r.id and h.state in ('provisional', 'confirmed', 'running')
    ) h on true
    left join lateral (
      select min(d.local_date) as next_date from hire h join hire_date d on d.hire_id = h.id
      where h.hirer_id = r.id and d.state = 'let' and d.ends_at > ${now}
    ) d on true
    where r.operator_id = ${operatorId}
    order by lower(r.name), r.id`.execute(tx)
  return rows
}

export const hirerById = (tx: Tx, operatorId: number, id: number): Promise<HirerRow | undefined> =>
  tx
    .selectFrom('hirer')
    .selectAll()
    .where('id', '=', id)
    .where('operatorId', '=', operatorId)
    .executeTakeFirst()

export const insertHirer = (tx: Tx, row: Insertable<Tables['hirer']>): Promise<HirerRow> =>
  tx.insertInto('hirer').values(row).returningAll().executeTakeFirstOrThrow()

export const updateHirer = (tx: Tx, id: number, row: Updateable<Tables['hirer']>): Promise<HirerRow> =>
  tx.updateTable('hirer').set(row).where('id', '=', id).returningAll().executeTakeFirstOrThrow()

export type HireRow = {
  id: number
  hirerId: number
  venueId: number
  venueSlug: string
  venueName: string
  timezone: string
  name: string
  weekdays: number[]
  startTime: string
  endTime: string
  fromDay: string
  untilDay: string
  priceBy: 'hour' | 'date'
  price: number
  deposit: number
  isExempt: boolean
  nominalCode: string
  note: string
  invoicing: Invoicing
  state: HireState
  lapsesOn: string | null
  exceptions: { from: string; until: string; reason: string }[]
  dates: {
    id: number
    day: string
    place: string
    price: number
    startsAt: string
    endsAt: string
    state: 'let' | 'left_out'
    /** Whether the floor of its place is theirs yet. */
    hasFloor: boolean
  }[]
}

/** Hires of an operator's hirer, or one hire: the latest first. */
export const hiresWhere = async (
  tx: Tx,
  operatorId: number,
  { hirerId = null, id = null }: { hirerId?: number | null; id?: number | null },
): Promise<HireRow[]> => {
  const { rows } = await sql<HireRow>`
    select h.id, h.hirer_id, h.venue_id, v.slug as venue_slug, v.name as venue_name, v.timezone, h.name, h.weekdays,
      h.start_time, h.end_time, h.from_day, h.until_day, h.price_by, h.price, h.deposit, h.is_exempt, h.nominal_code,
      h.note, h.invoicing, h.state, h.lapses_on,
      coalesce((
        select json_agg(json_build_object('from', e.from_day, 'until', e.until_day, 'reason', e.reason)
          order by e.from_day, e.until_day)
        from hire_exception e where e.hire_id = h.id
      ), '[]'::json) as exceptions,
      coalesce((
        select json_agg(json_build_object('id', d.id, 'day', d.local_date, 'place', l.name, 'price', d.price,
          'startsAt', d.starts_at, 'endsAt', d.ends_at, 'state', d.state,
          'hasFloor', exists (select 1 from space_claim c where c.hire_date_id = d.id))
          order by d.starts_at, l.position, d.id)
        from hire_date d join location l on l.id = d.location_id where d.hire_id = h.id
      ), '[]'::json) as dates
    from hire h
    join hirer r on r.id = h.hirer_id
    join venue v on v.id = h.venue_id
    where r.operator_id = ${operatorId} and (${hirerId}::int is null or h.hirer_id = ${hirerId}::int)
      and (${id}::int is null or h.id = ${id}::int)
    order by h.from_day desc, h.id desc`.execute(tx)
  return rows
}

/** A place of a venue that can be let, with the pieces of floor that it is made of. */
export type HirePlace = { id: number; name: string; spaces: number[] }

export const placesToLet = async (tx: Tx, venueId: number): Promise<HirePlace[]> => {
  const { rows } = await sql<HirePlace>`
    select l.id, l.name, array_agg(ls.space_id order by ls.space_id) as spaces
    from location l join location_space ls on ls.location_id = l.id
    where l.venue_id = ${venueId} and l.kind = 'resource'
    group by l.id order by l.position, l.id`.execute(tx)
  return rows
}

/** A time, known by its place in the list. */
export type Slot = { startsAt: Date; endsAt: Date }

const slotsOf = (slots: readonly Slot[]) => sql`
  unnest(${slots.map(({ startsAt }) => startsAt)}::timestamptz[], ${slots.map(({ endsAt }) => endsAt)}::timestamptz[])
    with ordinality as slot (starts_at, ends_at, nth)`

/** What has the floor of a place at one of several times. */
export type OccupantRow = Omit<Occupant, 'canBeCalledOff'> & {
  nth: number
  locationId: number
  /** Of sessions and bookings. */
  sessionId: number | null
  startsAt: Date
}

/** Sessions and bookings that stand on the floor of places at some times. What is called off leaves it. */
export const listOccupants = async (
  tx: Tx,
  venueId: number,
  slots: readonly Slot[],
  now: Date,
): Promise<OccupantRow[]> => {
  const { rows } = await sql<OccupantRow>`
    with occupied as (
      select distinct slot.nth::int - 1 as nth, ls.location_id, coalesce(c.occurrence_id, h.occurrence_id) as session_id,
        h.id as hold_id, h.state as hold_state, h.block_booking_id
      from ${slotsOf(slots)}
      join location l on l.venue_id = ${venueId}
      join location_space ls on ls.location_id = l.id
      -- Space by space: "offset 0" keeps the planner from all that stands anywhere at the time.
      cross join lateral (
        select c.hold_id, c.occurrence_id from space_claim c
        where c.space_id = ls.space_id and c.during && time_span(slot.starts_at, slot.ends_at)
          and c.hire_date_id is null offset 0
      ) c
      left join live_holds(${now}) h on h.id = c.hold_id
      where c.hold_id is null or h.id is not null
    )
    select s.nth, s.location_id, s.session_id, o.name, o.starts_at,
      case when s.hold_id is null then 'session' when s.block_booking_id is not null then 'block'
        when s.hold_state = 'held' then 'basket' else 'booking' end as kind,
      coalesce(k.note, b.who, '') as who, coalesce(b.phone, '') as phone, coalesce(n.booked, 0)::int as booked
    from occupied s
    join occurrence o on o.id = s.session_id and o.status = 'scheduled'
    left join block_booking k on k.id = s.block_booking_id
    left join lateral (
      select trim(coalesce(c.first_name || ' ' || c.last_name, co.payer_first_name || ' ' || co.payer_last_name)) as who,
        coalesce(nullif(co.payer_phone, ''), c.phone, '') as phone
      from booking b join customer_order co on co.id = b.order_id left join customer c on c.id = b.customer_id
      where s.hold_id is not null and b.occurrence_id = s.session_id and b.status in ('booked', 'attended')
      order by b.id limit 1
    ) b on true
    left join lateral (
      select sum(b.quantity) as booked from booking b
      where b.occurrence_id = s.session_id and b.status in ('booked', 'attended')
    ) n on true
    order by s.nth, s.location_id, o.starts_at, s.session_id`.execute(tx)
  return rows
}

/** Other hires that have places at some times. */
export const listHired = async (tx: Tx, venueId: number, slots: readonly Slot[]): Promise<OccupantRow[]> => {
  const { rows } = await sql<OccupantRow>`
    select distinct slot.nth::int - 1 as nth, wanted.location_id, null::int as session_id, d.starts_at, 'hire' as kind, h.name,
      r.name as who, r.phone, 0 as booked
    from ${slotsOf(slots)}
    join hire_date d on d.state = 'let' and d.starts_at < slot.ends_at and d.ends_at > slot.starts_at
    join hire h on h.id = d.hire_id and h.venue_id = ${venueId}
    join hirer r on r.id = h.hirer_id
    join location_space has on has.location_id = d.location_id
    join location_space wanted on wanted.space_id = has.space_id
    order by 1, 2`.execute(tx)
  return rows
}

/** Places that are closed at some times, and why. */
export const listClosed = async (
  tx: Tx,
  venueId: number,
  slots: readonly Slot[],
): Promise<{ nth: number; locationId: number; reason: string }[]> => {
  const { rows } = await sql<{ nth: number; locationId: number; reason: string }>`
    select slot.nth::int - 1 as nth, l.id as location_id, min(c.reason) as reason
    from ${slotsOf(slots)}
    join closure c on c.venue_id = ${venueId} and c.starts_at < slot.ends_at
      and (c.ends_at is null or c.ends_at > slot.starts_at)
    join location l on l.venue_id = c.venue_id and (c.location_id is null or c.location_id = l.id or exists (
      select 1 from location_space closed join location_space used on used.space_id = closed.space_id
      where closed.location_id = c.location_id and used.location_id = l.id))
    group by 1, 2`.execute(tx)
  return rows
}

export const insertHire = async (
  tx: Tx,
  row: Insertable<Tables['hire']>,
  exceptions: readonly { from: string; until: string; reason?: string | undefined }[],
  dates: readonly (Slot & { locationId: number; day: string; price: number })[],
): Promise<number> => {
  const { id } = await tx.insertInto('hire').values(row).returning('id').executeTakeFirstOrThrow()
  for (const exception of exceptions) await insertException(tx, id, exception)
  await tx
    .insertInto('hireDate')
    .values(dates.map(({ day, ...date }) => ({ ...date, hireId: id, localDate: day })))
    .execute()
  return id
}

export const insertException = async (
  tx: Tx,
  hireId: number,
  { from, until, reason = '' }: { from: string; until: string; reason?: string | undefined },
): Promise<void> => {
  await tx
    .insertInto('hireException')
    .values({ hireId, fromDay: from, untilDay: until, reason })
    .onConflict((conflict) => conflict.columns(['hireId', 'fromDay', 'untilDay']).doUpdateSet({ reason }))
    .execute()
}

/** Leaves dates to come out of a hire. @returns their ids */
export const leaveOutDates = async (
  tx: Tx,
  hireId: number,
  { from, until }: { from: string; until: string | null },
  now: Date,
): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    update hire_date set state = 'left_out'
    where hire_id = ${hireId} and state = 'let' and starts_at > ${now} and local_date >= ${from}::date
      and (${until}::date is null or local_date <= ${until}::date)
    returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

export const setHireState = async (
  tx: Tx,
  id: number,
  row: Updateable<Tables['hire']> & { state: HireState },
): Promise<void> => {
  await tx.updateTable('hire').set(row).where('id', '=', id).execute()
}

export const setInvoicing = async (tx: Tx, id: number, invoicing: Invoicing): Promise<void> => {
  await tx.updateTable('hire').set({ invoicing }).where('id', '=', id).execute()
}

/** @returns false where it is not provisional */
export const confirmProvisional = async (tx: Tx, id: number, now: Date): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('hire')
    .set({ state: 'confirmed', confirmedAt: now })
    .where('id', '=', id)
    .where('state', '=', 'provisional')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export type HireToCheck = {
  id: number
  venueId: number
  timezone: string
  state: HireState
  lapsesOn: string | null
  firstStart: Date | null
  lastEnd: Date | null
  /** It has a date to come whose floor is not its own yet. */
  isWaiting: boolean
}

/** Hires that the clock may change, by venue. */
export const hiresGoingOn = async (tx: Tx, now: Date, id: number | null = null): Promise<HireToCheck[]> => {
  const { rows } = await sql<HireToCheck>`
    select h.id, h.venue_id, v.timezone, h.state, h.lapses_on, d.first_start, d.last_end, coalesce(d.is_waiting, false) as is_waiting
    from hire h
    join venue v on v.id = h.venue_id
    left join lateral (
      select min(d.starts_at) as first_start, max(d.ends_at) as last_end,
        bool_or(d.ends_at > ${now} and not exists (select 1 from space_claim c where c.hire_date_id = d.id)) as is_waiting
      from hire_date d where d.hire_id = h.id and d.state = 'let'
    ) d on true
    where h.state in ('provisional', 'confirmed', 'running') and (${id}::int is null or h.id = ${id}::int)
    order by h.venue_id, h.id`.execute(tx)
  return rows
}

/** Papers that end by a day, of hirers whose hires at a venue go on or are to come: the first first. */
export const papersUntil = async (
  tx: Tx,
  venueId: number,
  day: string,
): Promise<{ hirerId: number; hirer: string; what: 'safeguarding' | 'insurance'; until: string }[]> => {
  const { rows } = await sql<{
    hirerId: number
    hirer: string
    what: 'safeguarding' | 'insurance'
    until: string
  }>`
    select r.id as hirer_id, r.name as hirer, p.what, p.until
    from hirer r
    cross join lateral (values ('safeguarding', r.safeguarding_until), ('insurance', r.insurance_until)) p (what, until)
    where p.until <= ${day}::date and exists (
      select 1 from hire h
      where h.hirer_id = r.id and h.venue_id = ${venueId} and h.state in ('provisional', 'confirmed', 'running')
    )
    order by p.until, r.name, r.id, p.what`.execute(tx)
  return rows
}
