import { sql } from 'kysely'
import type { Database } from '#server/platform/database.ts'
import type { Benefit } from '#server/pricing/rules.ts'

export type VenueOfPrices = { id: number; slug: string; name: string }

/** The venue with this slug; without one the operator's first open venue. */
export const findVenueOfPrices = (
  db: Database,
  operatorId: number,
  slug: string | undefined,
): Promise<VenueOfPrices | undefined> =>
  db
    .selectFrom('venue')
    .select(['id', 'slug', 'name'])
    .where('operatorId', '=', operatorId)
    .where((row) => (slug === undefined ? row('status', '=', 'open') : row('slug', '=', slug)))
    .orderBy('name')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

/** `allowance` uses in an `allowancePeriod`; both are null where the benefit is not limited. */
export type PlanBenefit = Pick<
  Benefit,
  'kind' | 'percentOff' | 'fixedPrice' | 'allowance' | 'allowancePeriod'
> & { planName: string }

export type VenuePriceRow = {
  activitySlug: string
  activityName: string
  ticketName: string | null
  /** Places per unit. */
  places: number
  optionName: string
  band: string
  /** Pence. */
  price: number
  /** Of all plans that are valid at the venue, in the operator's order. */
  benefits: PlanBenefit[]
}

/**
 * Every price of a venue's activities, with the benefits of memberships that change it, in the order in which the venue's
 * pages list activities.
 */
export const listVenuePrices = async (db: Database, venueId: number): Promise<VenuePriceRow[]> => {
  const { rows } = await sql<VenuePriceRow>`
    select a.slug as activity_slug, a.name as activity_name, t.name as ticket_name,
      coalesce(t.places, 1) as places, o.name as option_name, o.band, o.price, (
        select coalesce(json_agg(json_build_object('planName', p.name, 'kind', b.kind, 'percentOff', b.percent_off,
            'fixedPrice', b.fixed_price, 'allowance', b.allowance, 'allowancePeriod', b.allowance_period)
            order by p.position, p.id, b.position, b.id), '[]'::json)
        from membership_plan_venue pv
        join membership_plan p on p.id = pv.plan_id and not p.withdrawn
        join benefit b on b.plan_id = p.id and not b.withdrawn and (b.covers_all or exists (
          select 1 from benefit_activity ba where ba.benefit_id = b.id and ba.activity_id = a.id))
        where pv.venue_id = a.venue_id) as benefits
    from activity a
    join pricing_option o on o.activity_id = a.id and not o.withdrawn
    left join activity parent on parent.id = a.parent_id
    left join ticket_type t on t.id = o.ticket_type_id
    where a.venue_id = ${venueId} and not a.withdrawn and (t.id is null or not t.withdrawn)
    order by coalesce(parent.position, a.position), coalesce(parent.name, a.name), coalesce(parent.id, a.id),
      a.position, a.name, a.id, t.position nulls first, t.id, o.concession, o.position, o.price desc,
      o.id`.execute(db)
  return rows
}
