import { sql } from 'kysely'
import { formatted } from '#contract/money.ts'
import type { MemberDiscounts } from '#contract/pricing.ts'
import { localDay } from '#contract/time.ts'
import { freezeOn, statusOn } from '#server/memberships/rules.ts'
import type { MembershipDays } from '#server/memberships/rules.ts'
import type { Messages } from '#server/messages/languages.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { notFound } from '#server/platform/errors.ts'
import { nameInList } from './price.ts'
import { memberPrice, priceOn } from './rules.ts'
import type { Benefit, PriceDate, PricesInTime } from './rules.ts'

/**
 * Every discount of the customer's memberships at a venue, by activity (A14): none of those that are frozen or have not
 * started. Without a venue it is that of their first membership.
 */
export const listMemberDiscounts = async (
  tx: Tx,
  { operator, customerId, messages }: Actor,
  venueSlug: string | undefined,
  now: Date,
): Promise<MemberDiscounts> => {
  // Staff who serve no customer.
  if (customerId === null) return none
  const memberships = await listMembershipsOf(tx, customerId)
  const venue = await venueOfPrices(tx, operator.id, { slug: venueSlug, id: memberships[0]?.venueId })
  if (venue === undefined) {
    if (venueSlug !== undefined) throw notFound()
    return none
  }
  const today = localDay(now, venue.timezone)
  const active = memberships.filter((membership) => statusOn(membership, today) === 'active')
  const rows = await listDiscounts(tx, [...new Set(active.map(({ planId }) => planId))], venue.id, {
    localDate: today,
    timezone: venue.timezone,
    now,
  })
  return {
    venue: { slug: venue.slug, name: venue.name },
    memberships: memberships.flatMap((membership) => {
      const status = statusOn(membership, today)
      if (status !== 'active' && status !== 'frozen' && status !== 'pending') return []
      const { id, planId, planName, startsOn } = membership
      return {
        id,
        name: planName,
        status,
        startsOn,
        ...freezeOn(membership, today),
        benefits: groupRows(
          rows.filter((row) => status === 'active' && row.planId === planId),
          ({ benefitId }) => benefitId,
        )
          .map((benefit) => presentBenefit(messages, benefit, operator.currencySymbol))
          .filter(({ activities }) => activities.length > 0),
      }
    }),
  }
}

const none: MemberDiscounts = { venue: null, memberships: [] }

type Rows = readonly [DiscountRow, ...DiscountRow[]]

type BenefitDiscounts = MemberDiscounts['memberships'][number]['benefits'][number]

const presentBenefit = (messages: Messages, rows: Rows, symbol: string): BenefitDiscounts => ({
  id: rows[0].benefitId,
  name: rows[0].benefitName,
  description: rows[0].benefitDescription,
  activities: groupRows(rows, ({ activitySlug }) => activitySlug)
    // What is free for everybody is no discount; it only tells the others' names apart.
    .filter((prices) => prices.some(({ price }) => price > 0))
    .map((prices) => ({
      slug: prices[0].activitySlug,
      name: prices[0].activityName,
      prices: prices
        .filter(({ price }) => price > 0)
        .map((row) => ({
          name: nameInList(messages, row, prices),
          fullPrice: formatted(row.price, symbol),
          price: formatted(memberPrice(row, row), symbol),
        })),
    })),
})

/** Rows that follow one another with the same key. */
const groupRows = (rows: readonly DiscountRow[], keyOf: (row: DiscountRow) => unknown): Rows[] => {
  const groups: [DiscountRow, ...DiscountRow[]][] = []
  for (const row of rows) {
    const last = groups.at(-1)
    if (last !== undefined && keyOf(last[0]) === keyOf(row)) last.push(row)
    else groups.push([row])
  }
  return groups
}

type MembershipOfCustomer = MembershipDays & {
  id: number
  planId: number
  planName: string
  venueId: number
}

/** The memberships that a customer has a part in, ended ones left out. */
const listMembershipsOf = async (tx: Tx, customerId: number): Promise<MembershipOfCustomer[]> => {
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

type VenueOfPrices = { id: number; slug: string; name: string; timezone: string }

/** The venue with this slug, or with this id when no slug is given. */
const venueOfPrices = (
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

type DiscountRow = Pick<Benefit, 'kind' | 'percentOff' | 'fixedPrice'> & {
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
  /** Pence, on the day that is asked for. */
  price: number
}

/** What the benefits of plans do to the full prices of a venue's activities. One row a price. */
const listDiscounts = async (
  tx: Tx,
  planIds: readonly number[],
  venueId: number,
  on: PriceDate,
): Promise<DiscountRow[]> => {
  if (planIds.length === 0) return []
  const { rows } = await sql<Omit<DiscountRow, 'price'> & PricesInTime>`
    select b.plan_id, b.id as benefit_id, b.name as benefit_name, b.description as benefit_description, b.kind,
      b.percent_off, b.fixed_price, a.slug as activity_slug, a.name as activity_name, t.name as ticket_name,
      o.name as option_name, o.band, o.price as first_price, price_steps_of(o.id) as steps, op.prices_by,
      coalesce(t.places, 1) as places
    from benefit b
    join membership_plan_venue pv on pv.plan_id = b.plan_id and pv.venue_id = ${venueId}
    join activity a on a.venue_id = pv.venue_id and not a.withdrawn and (b.covers_all or exists (
      select 1 from benefit_activity ba where ba.benefit_id = b.id and ba.activity_id = a.id))
    join pricing_option o on o.activity_id = a.id and not o.withdrawn
    join venue v on v.id = a.venue_id
    join operator op on op.id = v.operator_id
    left join ticket_type t on t.id = o.ticket_type_id
    where b.plan_id = any(${planIds}::int[]) and not b.withdrawn and (t.id is null or not t.withdrawn)
    order by b.plan_id, b.position, b.id, a.position, a.name, a.id, t.position nulls first, t.id, o.concession,
      o.position, o.price`.execute(tx)
  return rows.map((row) => ({ ...row, price: priceOn(row, on) }))
}
