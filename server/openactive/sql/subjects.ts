import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { OwnRelease } from '#server/activities/rules.ts'
import type { Line, PictureOf } from '#server/openactive/rules.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import type { ListedOption } from '#server/pricing/rules.ts'
import type { Occurrence } from '#server/timetable/occurrence.ts'
import type { Series } from '#server/timetable/programme.ts'

/** What an activity is, where and for how much. Amounts are pence. */
export type ActivityFacts = OwnRelease & {
  id: number
  slug: string
  name: string
  kind: 'classes' | 'courts' | 'tickets'
  description: string | null
  ageMin: number | null
  ageMax: number | null
  level: string
  accessibility: string[]
  /** The address of its picture; `data:` when the database has it, `''` when there is none. */
  picture: string
  /** Neither withdrawn nor under something that is, at a venue that is open, and no heading for others. */
  offered: boolean
  /** What it and the headings it stands under say they are, the nearest first. */
  line: Line
  /** The lines of its timetable. */
  lines: {
    weekdays: number[]
    startTime: string
    durationMinutes: number
    untilTime: string | null
    validFrom: string | null
    validUntil: string | null
  }[]
  operatorId: number
  operatorSlug: string
  operatorName: string
  operatorPhone: string
  operatorEmail: string
  operatorSameAs: string[]
  legalName: string
  vatNumber: string
  /** Whether partners may book. */
  openBooking: boolean
  taxMode: 'gross' | 'net'
  bookingTermsUrl: string
  /** Whether partners may sell this to anyone: no membership, no signature, nothing to have had before. */
  isForAnyone: boolean
  /** Whether a partner's customer gets everything back on cancelling in time. */
  customerRefund: boolean
  /** VAT in hundredths of a per cent, contained in the prices. */
  vatRate: number
  freeCancelMinutes: number
  lastBookableMinutes: number
  prepayment: 'required' | 'optional' | 'unavailable' | null
  needsApproval: boolean
  needsAttendee: boolean
  needsAnswers: boolean
  /** What the operator's data is published under. */
  site: string
  currencySymbol: string
  venueId: number
  venueSlug: string
  venueName: string
  venueDescription: string
  venuePicture: string
  venueAccessibility: string[]
  amenities: string[]
  openingHours: { days: string; hours: string }[]
  addressLineOne: string
  town: string
  region: string
  postcode: string
  phone: string
  lat: number | null
  lng: number | null
  timezone: string
  releaseDaysVisitor: number
  releaseDaysCustomer: number
  venueReleaseTime: string
  options: ListedOption[]
  /** When it is read: what its prices of today are. */
  readAt: Date
  ticketTypes: { id: number; name: string; places: number }[]
  locations: { id: number; name: string }[]
}

const addressOfPicture = (picture: RawBuilder<unknown>) =>
  sql<string>`case when ${picture} like 'data:%' then 'data:' else ${picture} end`

const tagsIn = (ids: RawBuilder<unknown>) => sql`(
  select coalesce(json_agg(json_build_object('name', t.name, 'means', t.means) order by t.id), '[]'::json)
  from tag t where t.id = any(${ids}) and t.means <> '')`

export const activityFacts = async (tx: Tx, ids: readonly number[], now: Date): Promise<ActivityFacts[]> => {
  if (ids.length === 0) return []
  const { rows } = await sql<ActivityFacts>`
    select a.id, a.slug, a.name, a.kind, coalesce(nullif(a.description, ''), line.description) as description, a.age_min,
      a.age_max, a.level, a.accessibility, ${addressOfPicture(sql`a.icon`)} as picture,
      a.release_days, a.release_time, a.release_minutes,
      not line.withdrawn and v.status = 'open'
        and not exists (select 1 from activity c where c.parent_id = a.id and not c.withdrawn) as offered,
      line.line,
      op.id as operator_id, op.slug as operator_slug, op.name as operator_name, op.currency_symbol,
      op.phone as operator_phone, op.email as operator_email, op.same_as as operator_same_as,
      op.legal_name, op.vat_number, op.open_booking, op.tax_mode, op.booking_terms_url,
      -- Where cancelling late costs nothing it is free until the start.
      case when a.late_cancel_fee = 0 then 0 else a.free_cancel_minutes end as free_cancel_minutes,
      a.last_bookable_minutes, a.customer_refund, a.vat_rate, a.prepayment, a.needs_approval, a.needs_attendee,
      a.allows_anonymous_bookings and not offer.members_only and offer.induction is null and not exists (
        select 1 from activity_restriction ar join restriction r on r.id = ar.restriction_id
        where ar.activity_id = a.id and r.kind = 'waiver' and not r.withdrawn) as is_for_anyone,
      exists (select 1 from question q where q.activity_id = a.id and q.required and not q.withdrawn) as needs_answers,
      identity.site,
      v.id as venue_id, v.slug as venue_slug, v.name as venue_name, v.description as venue_description,
      ${addressOfPicture(sql`coalesce(vt.app_logo, ot.app_logo, '')`)} as venue_picture,
      v.accessibility as venue_accessibility, v.amenities, v.opening_hours,
      v.address_line_one, v.town, v.region, v.postcode, v.phone, v.lat, v.lng,
      v.timezone, v.release_days_visitor, v.release_days_customer, v.release_time as venue_release_time,
      offer.options, ${now}::timestamptz as read_at,
      (select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name, 'places', t.places) order by t.position, t.id), '[]'::json)
        from ticket_type t where t.activity_id = a.id and not t.withdrawn) as ticket_types,
      (select coalesce(json_agg(json_build_object('id', l.id, 'name', l.name) order by l.position, l.id), '[]'::json)
        from activity_location al join location l on l.id = al.location_id where al.activity_id = a.id) as locations,
      (select coalesce(json_agg(json_build_object('weekdays', s.weekdays, 'startTime', s.start_time,
          'durationMinutes', s.duration_minutes, 'untilTime', s.until_time, 'validFrom', s.valid_from,
          'validUntil', s.valid_until) order by s.id), '[]'::json)
        from series s where s.activity_id = a.id and not s.withdrawn) as lines
    from activity a
    join activity_on_offer offer on offer.activity_id = a.id
    join venue v on v.id = a.venue_id
    join operator op on op.id = v.operator_id
    join open_data_site identity on identity.operator_id = op.id
    left join theme vt on vt.id = v.theme_id
    left join theme ot on ot.id = op.theme_id
    cross join lateral (
      with recursive line as (
        select x.id, x.parent_id, x.name, x.description, x.withdrawn, x.concept_ids, 1 as depth from activity x where x.id = a.id
        union all
        select x.id, x.parent_id, x.name, x.description, x.withdrawn, x.concept_ids, line.depth + 1
          from activity x join line on x.id = line.parent_id
      )
      select bool_or(withdrawn) as withdrawn,
        (array_agg(description order by depth) filter (where description <> ''))[1] as description,
        json_agg(json_build_object('name', name, 'conceptIds', concept_ids) order by depth) as line
      from line
    ) line
    where a.id = any(${ids}::int[])`.execute(tx)
  return rows
}

export type SeriesFacts = Omit<
  Series,
  'capacity' | 'exceptions' | 'instructorIds' | 'tagIds' | 'locationIds'
> & {
  withdrawn: boolean
  /** Of one that is withdrawn: when the last of its sessions that still stands ends; null when none does. */
  lastEndsAt: Date | null
  tags: { name: string; means: string }[]
}

export const seriesFacts = async (tx: Tx, ids: readonly number[]): Promise<SeriesFacts[]> => {
  if (ids.length === 0) return []
  const { rows } = await sql<SeriesFacts>`
    select s.id, s.activity_id, s.name, s.description, s.band, s.withdrawn, s.weekdays, s.start_time, s.duration_minutes,
      s.until_time, s.step_minutes, s.valid_from, s.valid_until, ${tagsIn(sql`s.tag_ids`)} as tags,
      case when s.withdrawn then (
        select max(o.ends_at) from occurrence o where o.series_id = s.id and o.status <> 'withdrawn'
      ) end as last_ends_at
    from series s where s.id = any(${ids}::int[])`.execute(tx)
  return rows
}

export type OccurrenceFacts = Pick<
  Occurrence,
  | 'id'
  | 'activityId'
  | 'locationId'
  | 'seriesId'
  | 'name'
  | 'startsAt'
  | 'endsAt'
  | 'localDate'
  | 'capacity'
  | 'placesTaken'
  | 'status'
  | 'band'
> & {
  /** The line of the timetable that it is of is there no more. */
  seriesWithdrawn: boolean
  /** Where people meet: the room, unless staff have named another place. */
  meetingPoint: string
  /** Staff have named another place or another name than the programme has. */
  meetsElsewhere: boolean
  /** People can take part online. */
  isOnline: boolean
  /** Staff have called it off and may still take that back. */
  isCallOffPending: boolean
  isRenamed: boolean
  /** Something stands on its floor: itself, where it has been taken, or another. */
  onTakenFloor: boolean
  tags: SeriesFacts['tags']
}

export const occurrenceFacts = async (tx: Tx, ids: readonly number[]): Promise<OccurrenceFacts[]> => {
  if (ids.length === 0) return []
  const { rows } = await sql<OccurrenceFacts>`
    select o.id, o.activity_id, o.location_id, o.series_id, coalesce(s.withdrawn, false) as series_withdrawn, o.name, o.starts_at,
      coalesce(nullif(o.meeting_point, ''), l.name) as meeting_point, o.meeting_point <> '' as meets_elsewhere,
      coalesce(o.join_link, a.join_link) <> '' as is_online,
      o.planned_name is not null and o.planned_name <> o.name as is_renamed, o.ends_at, o.local_date, o.capacity,
      o.places_taken, o.status, is_call_off_pending(o.id) as is_call_off_pending, o.band, ${tagsIn(sql`o.tag_ids`)} as tags,
      exists (
        select 1 from location_space ls join space_claim c on c.space_id = ls.space_id
        where ls.location_id = o.location_id and c.during && time_span(o.starts_at, o.ends_at)
      ) as on_taken_floor
    from occurrence o join location l on l.id = o.location_id join activity a on a.id = o.activity_id left join series s on s.id = o.series_id
    where o.id = any(${ids}::int[])`.execute(tx)
  return rows
}

/** What sessions are part of. */
export const partsOf = async (
  tx: Tx,
  occurrenceIds: readonly number[],
): Promise<{ activityId: number; seriesId: number | null }[]> => {
  const { rows } = await sql<{ activityId: number; seriesId: number | null }>`
    select o.activity_id, o.series_id from occurrence o where o.id = any(${occurrenceIds}::int[])`.execute(tx)
  return rows
}

/** The picture of an operator, or of what is its; null when it has none. */
export const pictureOf = async (
  db: Database,
  operatorSlug: string,
  { of, id }: PictureOf,
): Promise<string | null> => {
  const { rows } = await sql<{ picture: string | null }>`
    select case ${of}::text
      when 'operator' then ot.app_logo
      when 'venue' then (
        select coalesce(vt.app_logo, ot.app_logo) from venue v left join theme vt on vt.id = v.theme_id
        where v.id = ${id} and v.operator_id = op.id)
      else (
        select a.icon from activity a join venue v on v.id = a.venue_id
        where a.id = ${id} and v.operator_id = op.id)
      end as picture
    from operator op left join theme ot on ot.id = op.theme_id
    where op.slug = ${operatorSlug}`.execute(db)
  return rows[0]?.picture ?? null
}
