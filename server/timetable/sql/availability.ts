import { sql } from 'kysely'
import type { BasketOwner } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import type { ListedOption } from '#server/pricing/rules.ts'

/** What is the same for all sessions of an activity. Amounts are pence, times the venue's wall clock. */
export type OfferingRow = {
  activityId: number
  slug: string
  kind: 'classes' | 'courts' | 'tickets'
  withdrawn: boolean
  allowsAnonymousBookings: boolean
  allowsOverlap: boolean
  preBookingNotice: string | null
  releaseDays: number | null
  releaseTime: string | null
  releaseMinutes: number | null
  lastBookableMinutes: number
  hasWaitlist: boolean
  ageMin: number | null
  ageMax: number | null
  weeklyLimit: number | null
  /** What is asked of people, one of a kind at most. */
  restrictions: RestrictionRow[]
  /** Of the headings it stands under, the nearest first. */
  headingSlugs: string[]
  venueId: number
  venueSlug: string
  venueName: string
  venueStatus: 'open' | 'maintenance' | 'closed'
  timezone: string
  activitiesV2Enabled: boolean
  /** The venue's; the operator's where it has none. */
  migrationDate: string | null
  venueReleaseDaysVisitor: number
  venueReleaseDaysCustomer: number
  venueReleaseTime: string
  currencySymbol: string
  /** The topmost heading it stands under; itself when it stands alone. */
  root: RootRow
  options: ListedOption[]
  ticketTypes: TicketTypeRow[]
}

type RestrictionRow = { id: number; name: string; kind: 'waiver' | 'induction' | 'criteria' }

type RootRow = {
  publicId: string
  slug: string
  name: string
  kind: 'classes' | 'courts' | 'tickets'
  icon: string
  description: string | null
  browseBy: 'location' | 'time'
  allocationStrategy: 'customer' | 'automatic'
  hasChildren: boolean
}

export type TicketTypeRow = {
  id: number
  publicId: string
  name: string
  places: number
  maxQuantity: number | null
  ageMin: number | null
  ageMax: number | null
}

/** What a venue offers under a slug. */
export const offeringBySlug = async (
  tx: Tx,
  operatorId: number,
  venueSlug: string,
  slug: string,
): Promise<OfferingRow | undefined> => {
  const { rows } = await sql<OfferingRow>`
    select a.id as activity_id, a.slug, a.kind, a.withdrawn, a.allows_anonymous_bookings, a.allows_overlap,
      a.pre_booking_notice, a.release_days, a.release_time, a.release_minutes, a.last_bookable_minutes,
      a.has_waitlist, a.age_min, a.age_max, a.weekly_limit, above.slugs[2:] as heading_slugs, above.root,
      v.id as venue_id, v.slug as venue_slug, v.name as venue_name, v.status as venue_status, v.timezone,
      v.activities_v2_enabled, coalesce(v.migration_date, op.migration_date) as migration_date,
      v.release_days_visitor as venue_release_days_visitor,
      v.release_days_customer as venue_release_days_customer, v.release_time as venue_release_time,
      op.currency_symbol,
      offer.options,
      (select coalesce(json_agg(json_build_object('id', r.id, 'name', r.name, 'kind', r.kind) order by r.id), '[]'::json)
        from activity_restriction ar join restriction r on r.id = ar.restriction_id
        where ar.activity_id = a.id and not r.withdrawn) as restrictions,
      (select coalesce(json_agg(json_build_object('id', t.id, 'publicId', t.public_id, 'name', t.name,
          'places', t.places, 'maxQuantity', t.max_quantity, 'ageMin', t.age_min, 'ageMax', t.age_max) order by t.position, t.id), '[]'::json)
        from ticket_type t where t.activity_id = a.id and not t.withdrawn) as ticket_types
    from activity a
    join activity_on_offer offer on offer.activity_id = a.id
    join venue v on v.id = a.venue_id
    join operator op on op.id = v.operator_id
    cross join lateral (
      with recursive line as (
        select x.*, 1 as depth from activity x where x.id = a.id
        union all
        select x.*, line.depth + 1 from activity x join line on x.id = line.parent_id
      )
      select array_agg(slug order by depth) as slugs,
        (array_agg(json_build_object('publicId', public_id, 'slug', slug, 'name', name, 'kind', kind, 'icon', icon,
          'description', description, 'browseBy', browse_by, 'allocationStrategy', allocation_strategy,
          'hasChildren', exists (select 1 from activity c where c.parent_id = line.id and not c.withdrawn))
          order by depth desc))[1] as root
      from line
    ) above
    where v.operator_id = ${operatorId} and v.slug = ${venueSlug} and a.slug = ${slug}`.execute(tx)
  return rows[0]
}

/** Where to find one bookable thing: every thing is read as part of its activity's day. */
type Whereabouts = { occurrenceId: number; localDate: string; venueSlug: string; activitySlug: string }

/** Where the thing with this id is; the id in either form (wire §1.9). */
export const whereaboutsOf = async (
  tx: Tx,
  operatorId: number,
  id: number | string,
): Promise<Whereabouts | undefined> => {
  const { rows } = await sql<Whereabouts>`
    select o.id as occurrence_id, o.local_date, v.slug as venue_slug, a.slug as activity_slug
    from occurrence o
    join activity a on a.id = o.activity_id
    join venue v on v.id = o.venue_id
    where v.operator_id = ${operatorId} and ${
      typeof id === 'number' ? sql`o.id = ${id}` : sql`o.public_id = ${id}`
    }`.execute(tx)
  return rows[0]
}

/** Whose basket a call may see: its owner's, or the one a visitor carries. */
type BasketOf = BasketOwner | { operatorId: number; uuid: string }

/** A line of a basket that holds places now. */
type HeldLine = {
  id: number
  basketId: number
  occurrenceId: number
  purchasedForId: number | null
  personId: number | null
  places: number
}

/** The live lines of the caller's basket, in their order. */
export const heldLines = async (tx: Tx, whose: BasketOf, now: Date): Promise<HeldLine[]> => {
  const { rows } = await sql<HeldLine>`
    select bi.id, bi.basket_id, bi.occurrence_id, bi.purchased_for_id, h.person_id, h.places
    from basket b
    join basket_item bi on bi.basket_id = b.id and bi.removed_at is null
    join live_holds(${now}) h on h.id = bi.hold_id and h.state = 'held'
    where b.status <> 'paymentComplete' and ${
      'customerId' in whose
        ? sql`b.customer_id = ${whose.customerId} and b.login_digest is not distinct from ${whose.loginDigest}::bytea`
        : sql`b.operator_id = ${whose.operatorId} and b.customer_id is null and b.uuid = ${whose.uuid}`
    }
    order by bi.sort_by, bi.id`.execute(tx)
  return rows
}

/** A person the caller may book for, with what they have about some days. */
type PersonRow = {
  id: number
  firstName: string
  lastName: string
  dateOfBirth: string | null
  inductionIds: number[]
  /** Those of the days on which a membership is valid. */
  memberOn: string[]
  /** The day of each live place of the activity in the weeks of the days; empty where they are not counted. */
  activityDays: string[]
  places: PersonPlace[]
  waitlists: PersonWaitlist[]
}

/** An open entry of a person on a waitlist; `offer` is the place that is kept for them. */
type PersonWaitlist = {
  id: number
  occurrenceId: number
  /** The waitlist for any place between two times that it belongs to. */
  rangeId: number | null
  offer: { holdId: number; places: number; until: Date } | null
}

/** A live place of a person. `bookingId` once it is bought. */
type PersonPlace = {
  occurrenceId: number
  startsAt: Date
  endsAt: Date
  isBooked: boolean
  bookingId: number | null
}

/** The customer and those linked to them, with their live places between two instants. */
export const peopleOf = async (
  tx: Tx,
  customerId: number,
  between: { from: Date; to: Date },
  onDays: readonly string[],
  /** Where it is counted how often a person comes. */
  weeks: { activityId: number; from: string; to: string } | null,
  now: Date,
): Promise<PersonRow[]> => {
  const { rows } = await sql<{
    id: number
    firstName: string
    lastName: string
    dateOfBirth: string | null
    inductionIds: number[]
    memberOn: string[]
    activityDays: string[]
    places: (Omit<PersonPlace, 'startsAt' | 'endsAt'> & { startsAt: string; endsAt: string })[]
    waitlists: {
      id: number
      occurrenceId: number
      rangeId: number | null
      holdId: number | null
      places: number | null
      until: string | null
    }[]
  }>`
    select c.id, c.first_name, c.last_name, c.date_of_birth,
      array(select i.restriction_id from induction i where i.customer_id = c.id) as induction_ids,
      array(
        select to_char(d.day, 'YYYY-MM-DD') from unnest(${onDays}::date[]) d (day)
        where exists (
          select 1 from membership_member mm join membership m on m.id = mm.membership_id
          where mm.customer_id = c.id and mm.removed_at is null and m.status in ('pending', 'active')
            and m.starts_on <= d.day
            and (m.ends_on is null or m.ends_on >= d.day)
            and (m.frozen_from is null or d.day < m.frozen_from or d.day >= m.frozen_until)
        )
      ) as member_on,
      ${
        weeks === null
          ? sql`'{}'::text[]`
          : sql`array(select to_char(o.local_date, 'YYYY-MM-DD') from live_holds(${now}) h join occurrence o on o.id = h.occurrence_id
        where h.person_id = c.id and h.waitlist_entry_id is null and o.activity_id = ${weeks.activityId}
          and o.local_date between ${weeks.from} and ${weeks.to})`
      } as activity_days,
      (select coalesce(json_agg(json_build_object('occurrenceId', o.id, 'startsAt', o.starts_at, 'endsAt', o.ends_at,
          'isBooked', h.state = 'confirmed', 'bookingId', b.id) order by h.id), '[]'::json)
        from live_holds(${now}) h
        join occurrence o on o.id = h.occurrence_id
        left join booking b on b.hold_id = h.id
        where h.person_id = c.id and h.waitlist_entry_id is null
          and time_span(o.starts_at, o.ends_at) && time_span(${between.from}, ${between.to})) as places,
      (select coalesce(json_agg(json_build_object('id', w.id, 'occurrenceId', o.id, 'rangeId', w.range_id, 'holdId', h.id,
          'places', h.places, 'until', h.held_until) order by w.id), '[]'::json)
        from waitlist_entry w
        join occurrence o on o.id = w.occurrence_id
        left join live_holds(${now}) h on h.waitlist_entry_id = w.id and h.state = 'held'
        where w.person_id = c.id and (w.state in ('waiting', 'paused') or (w.state = 'offered' and h.id is not null))
          and time_span(o.starts_at, o.ends_at) && time_span(${between.from}, ${between.to})) as waitlists
    from customer c
    where c.id = any(array_append(
      array(select l.linked_id from linked_customer l where l.customer_id = ${customerId}), ${customerId}))
    order by c.id <> ${customerId}, c.id`.execute(tx)
  return rows.map((row) => ({
    ...row,
    places: row.places.map((place) => ({
      ...place,
      startsAt: new Date(place.startsAt),
      endsAt: new Date(place.endsAt),
    })),
    waitlists: row.waitlists.map(({ id, occurrenceId, rangeId, holdId, places, until }) => ({
      id,
      occurrenceId,
      rangeId,
      offer:
        holdId === null || places === null || until === null
          ? null
          : { holdId, places, until: new Date(until) },
    })),
  }))
}

/** Which of these people have a paid place in the latest session of the activity that any of them has one in. */
export const listLastAttendees = async (
  tx: Tx,
  personIds: readonly number[],
  activityId: number,
): Promise<number[]> => {
  const { rows } = await sql<{ personId: number }>`
    with theirs as (
      select h.person_id, o.starts_at
      from hold h join occurrence o on o.id = h.occurrence_id
      where h.person_id = any(${personIds}::int[]) and h.state = 'confirmed' and o.activity_id = ${activityId}
    )
    select distinct person_id from theirs where starts_at = (select max(starts_at) from theirs)`.execute(tx)
  return rows.map(({ personId }) => personId)
}
