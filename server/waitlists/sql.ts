import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'
import type { ListedOption } from '#server/pricing/rules.ts'
import type { OnSale } from '#server/timetable/rules.ts'
import type { Needs } from '#server/waivers/rules.ts'

/** An occurrence, with everything that decides whether a person may join its waitlist. */
export type WaitlistOccurrence = OnSale &
  Needs & {
    id: number
    venueId: number
    localDate: string
    hasWaitlist: boolean
    activityId: number
    band: string
    options: ListedOption[]
    /** The places of its smallest ticket. */
    fewest: number
  }

/** An id of either form, or all between two wall times of a day. */
type OccurrenceFilter =
  | { id: number | string }
  | { venue: string; activity: string; day: string; from: string; to: string }

/** In order of start, without those that are no longer sold. */
export const listOccurrences = async (
  tx: Tx,
  operatorId: number,
  filter: OccurrenceFilter,
): Promise<WaitlistOccurrence[]> => {
  const condition =
    'day' in filter
      ? sql`v.slug = ${filter.venue} and a.slug = ${filter.activity} and o.local_date = ${filter.day}
          and (o.starts_at at time zone v.timezone)::time >= ${filter.from}::time
          -- As in the timetable, what lasts past midnight ends at 23:59.
          and least(o.ends_at at time zone v.timezone, o.local_date + time '23:59') <= o.local_date + ${filter.to}::time`
      : typeof filter.id === 'number'
        ? sql`o.id = ${filter.id}`
        : sql`o.public_id = ${filter.id}`
  const { rows } = await sql<WaitlistOccurrence>`
    select o.id, o.activity_id, o.venue_id, o.local_date, o.starts_at, o.ends_at, o.status, a.has_waitlist, a.age_min,
      a.age_max, a.weekly_limit, o.band,
      offer.options, offer.induction, offer.members_only,
      a.last_bookable_minutes, a.release_days, a.release_time, a.release_minutes, v.timezone,
      v.release_days_visitor as venue_release_days_visitor,
      v.release_days_customer as venue_release_days_customer, v.release_time as venue_release_time,
      fewest_places(a.id) as fewest
    from occurrence o join activity a on a.id = o.activity_id join activity_on_offer offer on offer.activity_id = a.id join venue v on v.id = o.venue_id
    where v.operator_id = ${operatorId} and v.status = 'open' and not a.withdrawn and o.status <> 'withdrawn'
      and ${condition}
    order by o.starts_at, o.id`.execute(tx)
  return rows
}

export type EntryRow = {
  id: number
  personId: number
  firstName: string
  joinedById: number
  idForm: 'v1' | 'v2'
  state: 'waiting' | 'offered' | 'paused' | 'taken' | 'passed' | 'closed' | 'left'
  /** The position in the queue; 0 for entries that are not waiting. */
  position: number
  waiting: number
  joinedAt: Date
  offerExpiresAt: Date | null
  closesAt: Date
  occurrenceId: number
  publicId: string
  compositeKey: string
  name: string
  startsAt: Date
  endsAt: Date
  localDate: string
  activitySlug: string
  venueId: number
  venueSlug: string
  venueName: string
  timezone: string
  locationId: number
  locationSlug: string
  locationName: string
  locationKind: string
}

export type EntryFilter =
  | { id: number }
  | { ids: readonly number[] }
  | { personIds: readonly number[] }
  | { occurrenceId: number | string; personId: number }

/** Entries at one operator: open ones by start, then the others, the latest first. */
export const listEntries = async (tx: Tx, operatorId: number, which: EntryFilter): Promise<EntryRow[]> => {
  const condition =
    'id' in which
      ? sql`w.id = ${which.id}`
      : 'ids' in which
        ? sql`w.id = any(${which.ids}::int[])`
        : 'personIds' in which
          ? // Of a range only the places that were on offer.
            sql`w.person_id = any(${which.personIds}::int[]) and w.state <> 'left'
              and (w.range_id is null or w.state in ('offered', 'taken', 'passed'))`
          : sql`w.id in (select e.id from open_waitlist_entry e where e.person_id = ${which.personId}) and ${
              typeof which.occurrenceId === 'number'
                ? sql`o.id = ${which.occurrenceId}`
                : sql`o.public_id = ${which.occurrenceId}`
            }`
  const { rows } = await sql<EntryRow>`
    select w.id, w.person_id, p.first_name, w.joined_by_id, w.id_form, w.state,
      case w.state when 'waiting' then (select count(*) from waitlist_entry x
        where x.occurrence_id = w.occurrence_id and x.state = 'waiting' and x.id <= w.id) else 0 end::int as position,
      (select count(*) from waitlist_entry x
        where x.occurrence_id = w.occurrence_id and x.state = 'waiting')::int as waiting,
      w.joined_at, w.offer_expires_at, waitlist_closes_at(o.id) as closes_at, o.id as occurrence_id, o.public_id,
      o.composite_key, o.name, o.starts_at, o.ends_at, o.local_date, a.slug as activity_slug, v.id as venue_id,
      v.slug as venue_slug, v.name as venue_name, v.timezone, l.id as location_id, l.slug as location_slug,
      l.name as location_name, l.kind as location_kind
    from waitlist_entry w
    join customer p on p.id = w.person_id
    join occurrence o on o.id = w.occurrence_id
    join activity a on a.id = o.activity_id
    join venue v on v.id = o.venue_id
    join location l on l.id = o.location_id
    where v.operator_id = ${operatorId} and ${condition}
    order by w.state in ('waiting', 'offered') desc, case when w.state in ('waiting', 'offered') then o.starts_at end,
      w.ended_at desc, w.id
    limit 200`.execute(tx)
  return rows
}

type EventKind =
  | 'joined'
  | 'left'
  | 'offered'
  | 'taken'
  | 'passed'
  | 'lapsed'
  | 'booked'
  | 'clash'
  | 'called_off'
  | 'too_late'
  | 'withdrawn'
  | 'passed_over'
  | 'paused'
  | 'resumed'

export type EventRow = { entryId: number; what: EventKind; at: Date; untilAt: Date | null }

/** The history of entries, oldest first. */
export const listEvents = async (tx: Tx, entryIds: readonly number[]): Promise<EventRow[]> => {
  if (entryIds.length === 0) return []
  return await tx
    .selectFrom('waitlistEvent')
    .select(['entryId', 'what', 'at', 'untilAt'])
    .where('entryId', 'in', entryIds)
    .orderBy('id')
    .execute()
}

type DueWaitlist = { occurrenceId: number; venueId: number }

/** Occurrences that people wait for, by id. */
export const listOpenWaitlists = async (tx: Tx, afterId: number, limit: number): Promise<number[]> => {
  const { rows } = await sql<{ occurrenceId: number }>`
    select distinct w.occurrence_id from open_waitlist_entry w where w.occurrence_id > ${afterId}
    order by w.occurrence_id limit ${limit}`.execute(tx)
  return rows.map(({ occurrenceId }) => occurrenceId)
}

/**
 * Waitlists that `promote_waitlist` would change: of those given, where a place is free for the first who waits, the
 * list closes, or a person on it has booked; and all where an offer has expired.
 */
export const listWaitlistsDue = async (
  tx: Tx,
  occurrenceIds: readonly number[],
  now: Date,
  limit: number,
): Promise<DueWaitlist[]> => {
  const { rows } = await sql<DueWaitlist>`
    select o.id as occurrence_id, o.venue_id
    from occurrence o
    -- The offset keeps the planner from reading all activities to find those of a few occurrences.
    cross join lateral (select kind, allows_overlap, withdrawn from activity where id = o.activity_id offset 0) a
    cross join lateral (select status from venue where id = o.venue_id offset 0) v
    where o.id = any(array(
        select unnest(${occurrenceIds}::int[])
        union select w.occurrence_id from waitlist_entry w where w.state = 'offered' and w.offer_expires_at <= ${now}
      ))
      and (
        o.status <> 'scheduled' or waitlist_closes_at(o.id) <= ${now}
        or exists (
          select 1 from waitlist_entry w
            where w.occurrence_id = o.id and w.state = 'offered' and w.offer_expires_at <= ${now}
        )
        or exists (
          select 1 from (
            select w.places from waitlist_entry w where w.occurrence_id = o.id and w.state = 'waiting'
            order by w.id limit 1
          ) next
            where v.status = 'open' and not a.withdrawn and o.capacity - next.places >= (
              select coalesce(sum(h.places), 0) from live_holds(${now}) h where h.occurrence_id = o.id
            ) and not (a.kind = 'courts' and exists (
              select 1 from location_space ls
                join space_claim c on c.space_id = ls.space_id and c.during && time_span(o.starts_at, o.ends_at)
                left join hold h on h.id = c.hold_id
                where ls.location_id = o.location_id
                  and not coalesce(h.state = 'held' and h.held_until <= ${now}, false)
            ))
        )
        or exists (
          select 1 from open_waitlist_entry w
            where w.occurrence_id = o.id and a.kind <> 'tickets' and not a.allows_overlap
              and (has_booked(w.person_id, o.id) or has_conflicting_booking(w.person_id, o.id, ${now}))
        )
        or exists (
          select 1 from waitlist_entry w join waitlist_entry t on t.range_id = w.range_id and t.state = 'taken'
            where w.occurrence_id = o.id and w.state = 'offered'
        )
        or exists (
          select 1 from waitlist_entry w
            where w.occurrence_id = o.id and w.state = 'offered' and has_taken_instead(w.instead_of_id, w.person_id)
        )
      )
    order by o.starts_at, o.id limit ${limit}`.execute(tx)
  return rows
}

/** An event that its person is to be written to about. */
export type Notification = {
  eventId: number
  what: 'offered' | 'lapsed' | 'withdrawn' | 'called_off'
  untilAt: Date | null
  entryId: number
  operatorId: number
  firstName: string
  /** '' when there is no address. */
  recipient: string
  /** Whether the recipient books for the person. */
  isOfOther: boolean
  publicId: string
  occurrenceId: number
  idForm: 'v1' | 'v2'
  name: string
  kind: 'classes' | 'courts' | 'tickets'
  activitySlug: string
  startsAt: Date
  endsAt: Date
  localDate: string
  venueId: number
  venueSlug: string
  venueName: string
  timezone: string
  locationName: string
  band: string
  options: ListedOption[]
}

/** Notifications to send, oldest first. Locked for the transaction, so that no other node sends them. */
export const listPendingNotifications = async (tx: Tx, limit: number): Promise<Notification[]> => {
  const { rows } = await sql<Notification>`
    select e.id as event_id, e.what, e.until_at, w.id as entry_id, v.operator_id, p.first_name,
      waitlist_recipient(w.person_id, w.joined_by_id) as recipient,
      p.email = '' as is_of_other, o.public_id, o.id as occurrence_id, w.id_form, o.name,
      a.kind, a.slug as activity_slug, o.starts_at, o.ends_at, o.local_date, v.id as venue_id,
      v.slug as venue_slug, v.name as venue_name, v.timezone, l.name as location_name, o.band, offer.options
    from (select * from waitlist_event where not notified order by id limit ${limit} for update skip locked) e
    join waitlist_entry w on w.id = e.entry_id
    join customer p on p.id = w.person_id
    join occurrence o on o.id = w.occurrence_id
    join activity a on a.id = o.activity_id
    join activity_on_offer offer on offer.activity_id = a.id
    join venue v on v.id = o.venue_id
    join location l on l.id = o.location_id
    order by e.id`.execute(tx)
  return rows
}

export const markNotified = async (tx: Tx, eventIds: readonly number[]): Promise<void> => {
  if (eventIds.length === 0) return
  await tx.updateTable('waitlistEvent').set({ notified: true }).where('id', 'in', eventIds).execute()
}

export type RangeRow = {
  id: number
  personId: number
  firstName: string
  localDate: string
  /** When the last of its places begins and ends. */
  lastStartsAt: Date | null
  lastEndsAt: Date | null
  /** Minutes past midnight, wall time. */
  fromMinutes: number
  toMinutes: number
  joinedAt: Date
  leftAt: Date | null
  activityName: string
  activitySlug: string
  kind: 'classes' | 'courts' | 'tickets'
  venueId: number
  venueSlug: string
  venueName: string
  timezone: string
  /** Entries that wait, are paused or have an offer. */
  places: number
  offeredEntryId: number | null
}

/** Ranges of people that are open or were left after `leftSince`, or one by its id, in order of day. */
export const listRanges = async (
  tx: Tx,
  operatorId: number,
  which: { id: number } | { personIds: readonly number[]; leftSince: Date },
): Promise<RangeRow[]> => {
  const condition =
    'id' in which
      ? sql`r.id = ${which.id}`
      : sql`r.person_id = any(${which.personIds}::int[]) and (e.places > 0 or r.left_at > ${which.leftSince})`
  const { rows } = await sql<RangeRow>`
    select r.id, r.person_id, p.first_name, r.local_date, (extract(epoch from r.from_time) / 60)::int as from_minutes,
      (extract(epoch from r.to_time) / 60)::int as to_minutes, r.joined_at, r.left_at,
      a.name as activity_name, a.slug as activity_slug, a.kind, v.id as venue_id, v.slug as venue_slug,
      v.name as venue_name, v.timezone, e.places, e.offered_entry_id, last.starts_at as last_starts_at, last.ends_at as last_ends_at
    from waitlist_range r
    join customer p on p.id = r.person_id
    join activity a on a.id = r.activity_id
    join venue v on v.id = a.venue_id
    cross join lateral (
      select count(*)::int as places, min(w.id) filter (where w.state = 'offered') as offered_entry_id
        from open_waitlist_entry w where w.range_id = r.id
    ) e
    left join lateral (
      select o.starts_at, o.ends_at from waitlist_entry w join occurrence o on o.id = w.occurrence_id
      where w.range_id = r.id order by o.ends_at desc limit 1
    ) last on true
    where v.operator_id = ${operatorId} and ${condition}
    order by r.local_date, r.from_time, r.id`.execute(tx)
  return rows
}

/** A person who waits for a session, with the session as it is now. */
type WaitingRow = Omit<Notification, 'eventId' | 'what' | 'untilAt' | 'band' | 'options'> & {
  meetingPoint: string
  instructors: string[]
}

/** Those on the waitlist of a session, a place on offer to them or not. */
export const listWaiting = async (tx: Tx, occurrenceId: number): Promise<WaitingRow[]> => {
  const { rows } = await sql<WaitingRow>`
    select w.id as entry_id, v.operator_id, p.first_name,
      waitlist_recipient(w.person_id, w.joined_by_id) as recipient, p.email = '' as is_of_other,
      o.public_id, o.id as occurrence_id, w.id_form, o.name, a.kind, a.slug as activity_slug, o.starts_at, o.ends_at,
      o.local_date, v.id as venue_id, v.slug as venue_slug, v.name as venue_name, v.timezone, l.name as location_name,
      o.meeting_point, array(
        select i.name from instructor i where i.id = any(o.instructor_ids)
        order by array_position(o.instructor_ids, i.id)
      ) as instructors
    from waitlist_entry w
    join customer p on p.id = w.person_id
    join occurrence o on o.id = w.occurrence_id
    join activity a on a.id = o.activity_id
    join venue v on v.id = o.venue_id
    join location l on l.id = o.location_id
    where w.occurrence_id = ${occurrenceId} and w.state in ('waiting', 'offered', 'paused')
    order by w.id`.execute(tx)
  return rows
}
