import { sql } from 'kysely'
import { formatted } from '#contract/money.ts'
import { pricing } from '#contract/pricing.ts'
import type { VenuePrices } from '#contract/pricing.ts'
import { localDay } from '#contract/time.ts'
import type { Messages } from '#server/messages/languages.ts'
import type { Actor } from '#server/platform/actor.ts'
import { createOfferRevision } from '#server/platform/cacheInvalidation.ts'
import type { Database } from '#server/platform/database.ts'
import { notFound } from '#server/platform/errors.ts'
import { CachedResponse, serialiseAnswer } from '#server/platform/responses.ts'
import { createTtlCache } from '#server/platform/ttlCache.ts'
import { nameInList } from './price.ts'
import { memberPrice, priceOn } from './rules.ts'
import type { Benefit, PriceDate, PricesInTime } from './rules.ts'

type VenueQuery = Pick<Actor, 'operator' | 'messages'> & { slug: string | undefined; now: Date }

/** What a venue's activities cost is the same for all: read and serialised once per `ttlMs` and language. */
export const createVenuePrices = (
  db: Database,
  ttlMs = 1000,
): ((actor: Actor, slug: string | undefined, now: Date) => Promise<CachedResponse>) => {
  const revision = createOfferRevision(db)
  const read = createTtlCache(
    ttlMs,
    async (query: VenueQuery) =>
      new CachedResponse(serialiseAnswer(pricing.venue, await readVenuePrices(db, query))),
  )
  return ({ operator, messages }, slug, now) =>
    read(`${operator.id} ${messages.format.language} ${revision()} ${slug ?? ''}`, {
      operator,
      messages,
      slug,
      now,
    })
}

const readVenuePrices = async (
  db: Database,
  { operator, messages, slug, now }: VenueQuery,
): Promise<VenuePrices> => {
  const venue = await findVenueOfPrices(db, operator.id, slug)
  if (venue === undefined) {
    if (slug !== undefined) throw notFound()
    return { venue: null, activities: [] }
  }
  const { timezone } = venue
  const on = { localDate: localDay(now, timezone), timezone, now }
  const rows = await listVenuePrices(db, venue.id, on)
  const slugs = [...new Set(rows.map(({ activitySlug }) => activitySlug))]
  return {
    venue: { slug: venue.slug, name: venue.name },
    activities: slugs.map((activity) =>
      presentActivity(
        messages,
        rows.filter(({ activitySlug }) => activitySlug === activity),
        operator.currencySymbol,
      ),
    ),
  }
}

const presentActivity = (
  messages: Messages,
  rows: readonly VenuePriceRow[],
  symbol: string,
): VenuePrices['activities'][number] => ({
  slug: rows[0]?.activitySlug ?? '',
  name: rows[0]?.activityName ?? '',
  prices: rows.map((row) => ({
    name: nameInList(messages, row, rows),
    price: formatted(row.price, symbol),
    members: memberPrices(row, row.benefits).map(({ price, ...of }) => ({
      ...of,
      price: formatted(price, symbol),
    })),
  })),
})

type Allowance = VenuePrices['activities'][number]['prices'][number]['members'][number]['allowance']

/** What a price is with each plan: the lowest of its benefits. Plans with the same price and allowance are one. */
export const memberPrices = (
  full: { price: number; places: number },
  benefits: readonly PlanBenefit[],
): { plans: string[]; price: number; allowance: Allowance }[] => {
  const groups: { plans: string[]; price: number; allowance: Allowance }[] = []
  for (const plan of new Set(benefits.map(({ planName }) => planName))) {
    const [best] = benefits
      .filter(({ planName }) => planName === plan)
      .map((benefit) => ({ price: memberPrice(full, benefit), allowance: allowanceOf(benefit) }))
      .filter(({ price }) => price < full.price)
      // Of two that cost the same, the one without a limit.
      .toSorted((one, other) => one.price - other.price || rank(one.allowance) - rank(other.allowance))
    if (best === undefined) continue
    const same = groups.find((group) => keyOf(group) === keyOf(best))
    if (same === undefined) groups.push({ plans: [plan], ...best })
    else same.plans.push(plan)
  }
  return groups
}

const rank = (allowance: Allowance): number => (allowance === null ? 0 : 1)

const keyOf = ({ price, allowance }: { price: number; allowance: Allowance }): string =>
  JSON.stringify([price, allowance])

const allowanceOf = ({ allowance, allowancePeriod }: PlanBenefit): Allowance =>
  allowance === null || allowancePeriod === null ? null : { uses: allowance, period: allowancePeriod }

type VenueOfPrices = { id: number; slug: string; name: string; timezone: string }

/** The venue with this slug; without one the operator's first open venue. */
const findVenueOfPrices = (
  db: Database,
  operatorId: number,
  slug: string | undefined,
): Promise<VenueOfPrices | undefined> =>
  db
    .selectFrom('venue')
    .select(['id', 'slug', 'name', 'timezone'])
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

type VenuePriceRow = {
  activitySlug: string
  activityName: string
  ticketName: string | null
  /** Places per unit. */
  places: number
  optionName: string
  band: string
  /** Pence, on the day of the query. */
  price: number
  /** Of all plans that are valid at the venue, in the operator's order. */
  benefits: PlanBenefit[]
}

/**
 * Every price of a venue's activities, with the benefits of memberships that change it, in the order in which the venue's
 * pages list activities.
 */
const listVenuePrices = async (db: Database, venueId: number, on: PriceDate): Promise<VenuePriceRow[]> => {
  const { rows } = await sql<Omit<VenuePriceRow, 'price'> & PricesInTime>`
    select a.slug as activity_slug, a.name as activity_name, t.name as ticket_name,
      coalesce(t.places, 1) as places, o.name as option_name, o.band, o.price as first_price,
      price_steps_of(o.id) as steps, op.prices_by, (
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
    join venue v on v.id = a.venue_id
    join operator op on op.id = v.operator_id
    left join activity parent on parent.id = a.parent_id
    left join ticket_type t on t.id = o.ticket_type_id
    where a.venue_id = ${venueId} and not a.withdrawn and (t.id is null or not t.withdrawn)
    order by coalesce(parent.position, a.position), coalesce(parent.name, a.name), coalesce(parent.id, a.id),
      a.position, a.name, a.id, t.position nulls first, t.id, o.concession, o.position, o.price desc,
      o.id`.execute(db)
  return rows.map((row) => ({ ...row, price: priceOn(row, on) }))
}
