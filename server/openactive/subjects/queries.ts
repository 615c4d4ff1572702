import { sql } from 'kysely'
import type { OwnRelease } from '#server/activities/rules.ts'
import type { Tx } from '#server/platform/database.ts'
import type { OptionOnOffer } from '#server/pricing/options/rules.ts'

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
  /** Neither withdrawn nor under something that is, at a venue that has not closed, and no heading for others. */
  offered: boolean
  /** What it and the headings it stands under say they are, the nearest first. */
  line: { name: string; conceptIds: string[] }[]
  operatorId: number
  operatorSlug: string
  operatorName: string
  currencySymbol: string
  venueSlug: string
  venueName: string
  addressLineOne: string
  town: string
  postcode: string
  phone: string
  lat: number | null
  lng: number | null
  timezone: string
  releaseDaysVisitor: number
  releaseDaysCustomer: number
  venueReleaseTime: string
  options: OptionOnOffer[]
  ticketTypes: { id: number; name: string }[]
  locations: { id: number; name: string }[]
}

export const activityFacts = async (tx: Tx, ids: readonly number[]): Promise<ActivityFacts[]> => {
  if (ids.length === 0) return []
  const { rows } = await sql<ActivityFacts>`
    select a.id, a.slug, a.name, a.kind, a.description, a.age_min, a.age_max, a.level,
      a.release_days, a.release_time, a.release_minutes,
      not line.withdrawn and v.status <> 'closed'
        and not exists (select 1 from activity c where c.parent_id = a.id and not c.withdrawn) as offered,
      line.line,
      op.id as operator_id, op.slug as operator_slug, op.name as operator_name, op.currency_symbol,
      v.slug as venue_slug, v.name as venue_name, v.address_line_one, v.town, v.postcode, v.phone, v.lat, v.lng,
      v.timezone, v.release_days_visitor, v.release_days_customer, v.release_time as venue_release_time,
      offer.options,
      (select coalesce(json_agg(json_build_object('id', t.id, 'name', t.name) order by t.position, t.id), '[]'::json)
        from ticket_type t where t.activity_id = a.id and not t.withdrawn) as ticket_types,
      (select coalesce(json_agg(json_build_object('id', l.id, 'name', l.name) order by l.position, l.id), '[]'::json)
        from activity_location al join location l on l.id = al.location_id where al.activity_id = a.id) as locations
    from activity a
    join activity_on_offer offer on offer.activity_id = a.id
    join venue v on v.id = a.venue_id
    join operator op on op.id = v.operator_id
    cross join lateral (
      with recursive line as (
        select x.id, x.parent_id, x.name, x.withdrawn, x.concept_ids, 1 as depth from activity x where x.id = a.id
        union all
        select x.id, x.parent_id, x.name, x.withdrawn, x.concept_ids, line.depth + 1
          from activity x join line on x.id = line.parent_id
      )
      select bool_or(withdrawn) as withdrawn,
        json_agg(json_build_object('name', name, 'conceptIds', concept_ids) order by depth) as line
      from line
    ) line
    where a.id = any(${ids}::int[])`.execute(tx)
  return rows
}

export type SeriesFacts = {
  id: number
  activityId: number
  name: string | null
  description: string | null
  band: string
  withdrawn: boolean
  /** 1 is Monday. */
  weekdays: number[]
  startTime: string
  durationMinutes: number
  stepMinutes: number | null
  validFrom: string | null
  validUntil: string | null
}

export const seriesFacts = async (tx: Tx, ids: readonly number[]): Promise<SeriesFacts[]> =>
  ids.length === 0
    ? []
    : tx
        .selectFrom('series')
        .select([
          'id',
          'activityId',
          'name',
          'description',
          'band',
          'withdrawn',
          'weekdays',
          'startTime',
          'durationMinutes',
          'stepMinutes',
          'validFrom',
          'validUntil',
        ])
        .where('id', 'in', [...ids])
        .execute()

export type OccurrenceFacts = {
  id: number
  activityId: number
  locationId: number
  seriesId: number | null
  name: string
  startsAt: Date
  endsAt: Date
  localDate: string
  capacity: number
  placesTaken: number
  status: 'scheduled' | 'cancelled' | 'withdrawn'
  band: string
  /** Something stands on its floor: itself, where it has been taken, or another. */
  onTakenFloor: boolean
}

export const occurrenceFacts = async (tx: Tx, ids: readonly number[]): Promise<OccurrenceFacts[]> => {
  if (ids.length === 0) return []
  const { rows } = await sql<OccurrenceFacts>`
    select o.id, o.activity_id, o.location_id, o.series_id, o.name, o.starts_at, o.ends_at, o.local_date, o.capacity,
      o.places_taken, o.status, o.band,
      exists (
        select 1 from location_space ls join space_claim c on c.space_id = ls.space_id
        where ls.location_id = o.location_id and c.during && time_span(o.starts_at, o.ends_at)
      ) as on_taken_floor
    from occurrence o where o.id = any(${ids}::int[])`.execute(tx)
  return rows
}
