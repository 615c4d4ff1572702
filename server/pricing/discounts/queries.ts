import { sql } from 'kysely'
import type { MembershipDays } from '#server/memberships/rules.ts'
import type { Tx } from '#server/platform/database.ts'
import type { Benefit } from '#server/pricing/rules.ts'

export type MembershipOfCustomer = MembershipDays & {
  id: number
  planId: number
  planName: string
  venueId: number
}

/** The memberships that a customer has a part in, ended ones left out. */
export const listMembershipsOf = async (tx: Tx, customerId: number): Promise<MembershipOfCustomer[]> => {
  const { rows } = await sql<MembershipOfCustomer>`
    select mm.id, m.plan_id, p.name as plan_name, m.venue_id, m.status, m.starts_on, m.ends_on, m.frozen_from,
      m.frozen_until
    from membership_member mm
    join membership m on m.id = mm.membership_id
    join membership_plan p on p.id = m.plan_id
    where mm.customer_id = ${customerId} and mm.removed_at is null and m.status not in ('awaiting_payment', 'ended')
    order by mm.id`.execute(tx)
  return rows
}

export type VenueOfPrices = { id: number; slug: string; name: string; timezone: string }

/** The venue with this slug, or with this id when no slug is given. */
export const venueOfPrices = (
  tx: Tx,
  operatorId: number,
  { slug, id }: { slug: string | undefined; id: number | undefined },
): Promise<VenueOfPrices | undefined> =>
  tx
    .selectFrom('venue')
    .select(['id', 'slug', 'name', 'timezone'])
    .where('operatorId', '=', operatorId)
    .where((row) => (slug === undefined ? row('id', '=', id ?? 0) : row('slug', '=', slug)))
    .executeTakeFirst()

export type DiscountRow = Pick<Benefit, 'kind' | 'percentOff' | 'fixedPrice'> & {
  planId: number
  benefitId: number
  benefitName: string
  benefitDescription: string
  activitySlug: string
  activityName: string
  ticketName: string | null
  /** Places per unit. */
  places: number
  optionName: string
  band: string
  /** Pence. */
  price: number
}

/** What the benefits of plans do to the full prices of a venue's activities. One row a price. */
export const listDiscounts = async (
  tx: Tx,
  planIds: readonly number[],
  venueId: number,
): Promise<DiscountRow[]> => {
  if (planIds.length === 0) return []
  const { rows } = await sql<DiscountRow>`
    select b.plan_id, b.id as benefit_id, b.name as benefit_name, b.description as benefit_description, b.kind,
      b.percent_off, b.fixed_price, a.slug as activity_slug, a.name as activity_name, t.name as ticket_name,
      o.name as option_name, o.band, o.price, coalesce(t.places, 1) as places
    from benefit b
    join membership_plan_venue pv on pv.plan_id = b.plan_id and pv.venue_id = ${venueId}
    join activity a on a.venue_id = pv.venue_id and not a.withdrawn and (b.covers_all or exists (
      select 1 from benefit_activity ba where ba.benefit_id = b.id and ba.activity_id = a.id))
    join pricing_option o on o.activity_id = a.id and not o.withdrawn
    left join ticket_type t on t.id = o.ticket_type_id
    where b.plan_id = any(${planIds}::int[]) and not b.withdrawn and (t.id is null or not t.withdrawn)
    order by b.plan_id, b.position, b.id, a.position, a.name, a.id, t.position nulls first, t.id, o.concession,
      o.position, o.price`.execute(tx)
  return rows
}
