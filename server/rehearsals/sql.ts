import { sql } from 'kysely'
import type {
  Arrival,
  RehearsalProblem,
  RehearsalProgress,
  RehearsalReport,
  ReleaseAudience,
} from '#contract/rehearsals.ts'
import type { OwnRelease, VenueRelease } from '#server/activities/rules.ts'
import type { Tx } from '#server/platform/database.ts'
import type { ShadowCounts } from './order.ts'

export type ReleasingVenue = VenueRelease & { id: number; slug: string; timezone: string }

/** The open venues of an operator, or of all. */
export const releasingVenues = async (
  tx: Tx,
  { operatorId, venueId }: { operatorId?: number; venueId?: number },
): Promise<ReleasingVenue[]> => {
  let query = tx
    .selectFrom('venue')
    .select(['id', 'slug', 'timezone', 'releaseDaysVisitor', 'releaseDaysCustomer', 'releaseTime'])
    .where('status', '=', 'open')
    .orderBy('id')
  if (operatorId !== undefined) query = query.where('operatorId', '=', operatorId)
  if (venueId !== undefined) query = query.where('id', '=', venueId)
  return query.execute()
}

export type ReleasedActivity = OwnRelease & {
  id: number
  venueId: number
  slug: string
  name: string
  kind: 'classes' | 'courts' | 'tickets'
  allowsVisitors: boolean
}

/** What can be booked at these venues. */
export const releasedActivities = async (
  tx: Tx,
  venueIds: readonly number[],
): Promise<ReleasedActivity[]> => {
  const { rows } = await sql<ReleasedActivity>`
    select a.id, a.venue_id, a.slug, a.name, a.kind, a.allows_anonymous_bookings as allows_visitors, a.release_days,
      a.release_time, a.release_minutes
    from activity a
    where a.venue_id = any(${venueIds}::int[]) and not a.withdrawn
      and exists (select 1 from pricing_option p where p.activity_id = a.id and not p.withdrawn)
    order by a.position, a.id`.execute(tx)
  return rows
}

export type FreeSession = { id: number; activityId: number; free: number }

/** The sessions of a day with free places. */
export const freeSessions = async (
  tx: Tx,
  activityIds: readonly number[],
  days: readonly string[],
): Promise<(FreeSession & { day: string })[]> => {
  const { rows } = await sql<FreeSession & { day: string }>`
    select o.id, o.activity_id, o.local_date::text as day, o.capacity - o.places_taken as free from occurrence o
    where o.activity_id = any(${activityIds}::int[]) and o.local_date = any(${days}::date[])
      and o.status = 'scheduled' and o.capacity > o.places_taken
    order by o.starts_at, o.id`.execute(tx)
  return rows
}

/** A ticket of each of these activities that has any: the first. */
export const ticketsOf = async (tx: Tx, activityIds: readonly number[]): Promise<Map<number, string>> => {
  const { rows } = await sql<{ activityId: number; ticketId: string }>`
    select distinct on (t.activity_id) t.activity_id, t.public_id as ticket_id from ticket_type t
    where t.activity_id = any(${activityIds}::int[]) and not t.withdrawn
      and exists (select 1 from pricing_option p where p.ticket_type_id = t.id and not p.withdrawn)
    order by t.activity_id, t.position, t.id`.execute(tx)
  return new Map(rows.map(({ activityId, ticketId }) => [activityId, ticketId]))
}

export const venueSlug = async (tx: Tx, venueId: number): Promise<string> => {
  const { slug } = await tx
    .selectFrom('venue')
    .select('slug')
    .where('id', '=', venueId)
    .executeTakeFirstOrThrow()
  return slug
}

/**
 * How many held places in the first minutes after booking opened for a day, on the busiest of these days.
 * @param days with the instants at which each opened
 */
export const countBusiest = async (
  tx: Tx,
  venueId: number,
  days: readonly { day: string; opensAt: Date }[],
  minutes: number,
): Promise<number> => {
  const { rows } = await sql<{ people: number }>`
    select coalesce(max(d.people), 0)::int as people from (
      select count(distinct coalesce(h.basket_id, h.id)) as people
      from jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as r(day date, "opensAt" timestamptz)
      join occurrence o on o.venue_id = ${venueId} and o.local_date = r.day
      join hold h on h.occurrence_id = o.id and h.state in ('held', 'confirmed') and h.block_booking_id is null
        and h.created_at >= r."opensAt" and h.created_at < r."opensAt" + make_interval(mins => ${minutes})
      group by r.day, r."opensAt"
    ) d`.execute(tx)
  return rows[0]?.people ?? 0
}

/** Bytes that these tables take. */
export const sizeOf = async (tx: Tx, tables: readonly string[]): Promise<number> => {
  const { rows } = await sql<{ bytes: number }>`
    select sum(pg_total_relation_size(name::regclass))::float8 as bytes from unnest(${tables}::text[]) name`.execute(
    tx,
  )
  return rows[0]?.bytes ?? 0
}

export type NewRehearsal = {
  operatorId: number
  venueId: number
  day: string
  opensAt: Date
  audience: ReleaseAudience
  visitors: number
  arrival: Arrival
  paying: number
  begunBy: number
  begunAt: Date
}

/** @returns undefined where another one is in progress */
export const insertRehearsal = async (tx: Tx, row: NewRehearsal): Promise<number | undefined> => {
  const { rows } = await sql<{ id: number }>`
    insert into rehearsal (operator_id, venue_id, day, opens_at, audience, visitors, arrival, paying, begun_by, begun_at)
    values (${row.operatorId}, ${row.venueId}, ${row.day}::date, ${row.opensAt}, ${row.audience}, ${row.visitors},
      ${row.arrival}, ${row.paying}, ${row.begunBy}, ${row.begunAt})
    on conflict ((true)) where state in ('waiting', 'copying', 'running') do nothing
    returning id`.execute(tx)
  return rows[0]?.id
}

export type RehearsalRow = Omit<NewRehearsal, 'begunBy' | 'operatorId'> & {
  id: number
  venue: string
  timezone: string
  begunBy: string | null
  state: 'waiting' | 'copying' | 'running' | 'done' | 'stopped' | 'failed'
  stopWanted: boolean
  problem: RehearsalProblem | null
  progress: RehearsalProgress | null
  report: RehearsalReport | null
}

const mostListed = 50

/** The newest first. */
export const rehearsalsWhere = async (
  tx: Tx,
  { operatorId, venueId, id }: { operatorId: number; venueId?: number; id?: number },
): Promise<RehearsalRow[]> => {
  const { rows } = await sql<RehearsalRow>`
    select r.id, r.venue_id, r.day::text as day, r.opens_at, r.audience, r.visitors, r.arrival, r.paying, r.begun_at,
      r.state, r.stop_wanted, r.problem, r.progress, r.report, v.name as venue, v.timezone,
      s.first_name || ' ' || s.last_name as begun_by
    from rehearsal r
    join venue v on v.id = r.venue_id
    left join customer s on s.id = r.begun_by and s.closed_at is null
    where r.operator_id = ${operatorId} and (${venueId ?? null}::int is null or r.venue_id = ${venueId ?? null}::int)
      and (${id ?? null}::int is null or r.id = ${id ?? null}::int)
    order by r.id desc limit ${mostListed}`.execute(tx)
  return rows
}

/** Asks for its end. @returns false where it has ended or that was asked for before */
export const requestStop = async (tx: Tx, id: number): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('rehearsal')
    .set({ stopWanted: true })
    .where('id', '=', id)
    .where('state', 'in', ['waiting', 'copying', 'running'])
    .where('stopWanted', '=', false)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export type DueRehearsal = Omit<NewRehearsal, 'begunBy' | 'begunAt'> & { id: number }

/** The one that waits, which this node has from now on. */
export const takeWaiting = async (
  tx: Tx,
  { shadow, aliveUntil }: { shadow: (id: number) => string; aliveUntil: Date },
): Promise<(DueRehearsal & { shadow: string }) | undefined> => {
  const { rows } = await sql<DueRehearsal>`
    select id, operator_id, venue_id, day::text as day, opens_at, audience, visitors, arrival, paying from rehearsal
    where state = 'waiting' order by id limit 1 for update skip locked`.execute(tx)
  const [row] = rows
  if (row === undefined) return undefined
  const name = shadow(row.id)
  await tx
    .updateTable('rehearsal')
    .set({ state: 'copying', shadow: name, aliveUntil })
    .where('id', '=', row.id)
    .execute()
  return { ...row, shadow: name }
}

/** Says that it goes on. @returns whether its end was asked for */
export const keepAlive = async (
  tx: Tx,
  id: number,
  {
    aliveUntil,
    state,
    progress,
  }: {
    aliveUntil: Date
    state: 'copying' | 'running'
    progress: RehearsalProgress | null
  },
): Promise<{ stopWanted: boolean; isLost: boolean }> => {
  const { rows } = await sql<{ stopWanted: boolean }>`
    update rehearsal set alive_until = ${aliveUntil}, state = ${state},
      progress = ${progress === null ? null : JSON.stringify(progress)}::jsonb
    where id = ${id} and state in ('copying', 'running') returning stop_wanted`.execute(tx)
  return { stopWanted: rows[0]?.stopWanted ?? false, isLost: rows.length === 0 }
}

export type Outcome =
  | { state: 'done'; report: RehearsalReport }
  | { state: 'stopped' | 'failed'; problem: RehearsalProblem }

export const endRehearsal = async (tx: Tx, id: number, outcome: Outcome, now: Date): Promise<void> => {
  const report = outcome.state === 'done' ? JSON.stringify(outcome.report) : null
  const problem = outcome.state === 'done' ? null : outcome.problem
  await sql`
    update rehearsal set state = ${outcome.state}, report = ${report}::jsonb, problem = ${problem}, ended_at = ${now}
    where id = ${id} and state in ('waiting', 'copying', 'running')`.execute(tx)
}

export const forgetShadow = async (tx: Tx, id: number): Promise<void> => {
  await tx.updateTable('rehearsal').set({ shadow: null, aliveUntil: null }).where('id', '=', id).execute()
}

/** Copies that nobody looks after any more. */
export const leftShadows = async (tx: Tx, now: Date): Promise<{ id: number; shadow: string }[]> => {
  const { rows } = await sql<{ id: number; shadow: string }>`
    select id, shadow from rehearsal where shadow is not null and alive_until < ${now} order by id`.execute(
    tx,
  )
  return rows
}

export const deleteOldRehearsals = async (tx: Tx, before: Date): Promise<void> => {
  await tx.deleteFrom('rehearsal').where('endedAt', '<', before).where('shadow', 'is', null).execute()
}

/** What became of the places that visitors wanted. */
export const countPlaces = async (
  shadow: Tx,
  wantedIds: readonly number[],
  opensAt: Date,
  now: Date,
): Promise<Pick<ShadowCounts, 'places' | 'firstGoneAt' | 'soldOutAt'>> => {
  const { rows } = await sql<{
    capacity: number
    taken: number
    before: number
    first: Date | null
    last: Date | null
  }>`
    select coalesce(sum(o.capacity), 0)::int as capacity, coalesce(sum(least(h.places, o.capacity)), 0)::int as taken,
      coalesce(sum(h.before), 0)::int as before, min(h.first) as first, max(h.last) as last
    from occurrence o
    left join lateral (
      select coalesce(sum(l.places), 0) as places,
        coalesce(sum(l.places) filter (where l.created_at < ${opensAt}), 0) as before,
        min(l.created_at) filter (where l.created_at >= ${opensAt}) as first, max(l.created_at) as last
      from live_holds(${now}) l where l.occurrence_id = o.id
    ) h on true
    where o.id = any(${wantedIds}::int[])`.execute(shadow)
  const { capacity, taken, before, first, last } = rows[0] ?? {
    capacity: 0,
    taken: 0,
    before: 0,
    first: null,
    last: null,
  }
  return {
    places: capacity - before,
    firstGoneAt: first,
    soldOutAt: first !== null && taken >= capacity ? last : null,
  }
}

/**
 * Places that were sold twice, by the holds themselves and not by what the sessions have counted; and places and payments
 * that belong to nobody any more.
 */
export const countUnsound = async (
  shadow: Tx,
  now: Date,
): Promise<Pick<ShadowCounts, 'oversold' | 'stranded'>> => {
  const { rows } = await sql<{ oversold: number; stranded: number }>`
    select
      (select coalesce(sum(x.over), 0)::int from (
         select greatest(sum(h.places) - o.capacity, 0) as over
         from live_holds(${now}) h join occurrence o on o.id = h.occurrence_id
         group by o.id, o.capacity) x) as oversold,
      ((select count(*) from hold h where h.state = 'held' and h.basket_id is not null
         and not exists (select 1 from basket_item i where i.hold_id = h.id and i.removed_at is null))
       + (select count(*) from payment_transaction p where p.status = 'completed'
         and not exists (select 1 from booking b where b.order_id = p.order_id)))::int as stranded`.execute(
    shadow,
  )
  return rows[0] ?? { oversold: 0, stranded: 0 }
}
