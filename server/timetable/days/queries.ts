import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'
import type { OptionOnOffer } from '#server/pricing/options/rules.ts'
import type { Claim } from '#server/timetable/rules.ts'

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
  options: OptionOnOffer[]
  ticketTypes: TicketTypeRow[]
}

export type RestrictionRow = { id: number; name: string; kind: 'waiver' | 'induction' | 'criteria' }

export type RootRow = {
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

/** A session with who has its places now. What has lapsed counts as free, swept or not. */
export type OccurrenceRow = {
  id: number
  publicId: string
  name: string
  description: string | null
  startsAt: Date
  endsAt: Date
  localDate: string
  compositeKey: string
  capacity: number
  status: 'scheduled' | 'cancelled'
  band: string
  locationId: number
  locationSlug: string
  locationName: string
  locationKind: string
  confirmed: number
  held: number
  /** Of those held, the ones on offer to people who wait. */
  offered: number
  /** Of those held, the ones that the desk keeps. */
  deskPlaces: number
  /** Places that people wait for. */
  waiting: number
  /** How many people wait. */
  waitlistLength: number
  /** The earliest end of those that lie in baskets. */
  firstEnd: Date | null
  /** The earliest end of those on offer. */
  firstOfferEnd: Date | null
  /** Who is on its floor at its time, itself included; only courts have any. */
  claims: Claim[]
  /** A class of the programme is on its floor, so that it is not let at all. */
  isProgrammed: boolean
  instructors: { id: number; name: string }[]
  tags: { id: number; name: string }[]
}

type ClaimRow = Omit<Claim, 'heldUntil'> & { heldUntil: string | null }

/** All sessions of an activity on some days of the venue's calendar, by start and place. One query. */
export const occurrencesBetween = async (
  tx: Tx,
  activityId: number,
  { from, to }: { from: string; to: string },
  now: Date,
): Promise<OccurrenceRow[]> => {
  const { rows } = await sql<Omit<OccurrenceRow, 'claims'> & { claims: ClaimRow[] | null }>`
    select o.id, o.public_id, o.name, o.description, o.starts_at, o.ends_at, o.local_date, o.composite_key,
      o.capacity, o.status, o.band, l.id as location_id, l.slug as location_slug, l.name as location_name,
      l.kind as location_kind, coalesce(h.confirmed, 0)::int as confirmed, coalesce(h.held, 0)::int as held,
      coalesce(h.offered, 0)::int as offered, coalesce(h.desk_places, 0)::int as desk_places, coalesce(w.places, 0)::int as waiting,
      coalesce(w.entries, 0)::int as waitlist_length, h.first_end, h.first_offer_end, f.claims, coalesce(f.is_programmed, false) as is_programmed,
      (select coalesce(json_agg(json_build_object('id', i.id, 'name', i.name)
          order by array_position(o.instructor_ids, i.id)), '[]'::json)
        from instructor i where i.id = any(o.instructor_ids)) as instructors,
      (select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name)
          order by array_position(o.tag_ids, t.id)), '[]'::json)
        from tag t where t.id = any(o.tag_ids)) as tags
    from occurrence o
    join activity a on a.id = o.activity_id
    join location l on l.id = o.location_id
    left join lateral (
      select sum(h.places) filter (where h.state = 'confirmed') as confirmed,
        sum(h.places) filter (where h.state = 'held') as held,
        sum(h.places) filter (where h.state = 'held' and h.waitlist_entry_id is not null) as offered,
        sum(h.places) filter (where h.state = 'held' and h.block_booking_id is not null) as desk_places,
        min(h.held_until) filter (where h.state = 'held' and h.waitlist_entry_id is null) as first_end,
        min(h.held_until) filter (where h.state = 'held' and h.waitlist_entry_id is not null) as first_offer_end
      from live_holds(${now}) h where h.occurrence_id = o.id
    ) h on true
    left join lateral (
      select sum(w.places) as places, count(*) as entries
      from waitlist_entry w where w.occurrence_id = o.id and w.state = 'waiting'
    ) w on true
    left join lateral (
      select bool_or(c.occurrence_id is not null) as is_programmed,
        json_agg(distinct jsonb_build_object('holdId', h.id, 'basketId', h.basket_id, 'heldUntil', h.held_until, 'isDeskOnly', h.block_booking_id is not null and h.state = 'held')) as claims
      from location_space ls
      -- Space by space: "offset 0" keeps the planner from all that stands anywhere at the time.
      cross join lateral (
        select c.hold_id, c.occurrence_id from space_claim c
        where c.space_id = ls.space_id and c.during && time_span(o.starts_at, o.ends_at) offset 0
      ) c
      left join live_holds(${now}) h on h.id = c.hold_id
      where ls.location_id = o.location_id and (c.hold_id is null or h.id is not null)
    ) f on a.kind = 'courts'
    where o.activity_id = ${activityId} and o.local_date between ${from} and ${to} and o.status <> 'withdrawn'
    order by o.starts_at, l.position, l.name, o.id`.execute(tx)
  return rows.map((row) => ({
    ...row,
    claims: (row.claims ?? []).map((claim) => ({
      ...claim,
      heldUntil: claim.heldUntil === null ? null : new Date(claim.heldUntil),
    })),
  }))
}
