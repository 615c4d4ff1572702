import { formatted } from '#contract/money.ts'
import type { MemberDiscounts } from '#contract/pricing.ts'
import { freezeOn, statusOn } from '#server/memberships/rules.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { notFound } from '#server/platform/errors.ts'
import { dayOf } from '#server/platform/wallclock.ts'
import { nameInList } from '#server/pricing/prices/rules.ts'
import { memberPrice } from '#server/pricing/rules.ts'
import { listDiscounts, listMembershipsOf, venueOfPrices } from './queries.ts'
import type { DiscountRow } from './queries.ts'

/**
 * Every discount of the customer's memberships at a venue, by activity (A14): none of those that are frozen or have not
 * started. Without a venue it is that of their first membership.
 */
export const listMemberDiscounts = async (
  tx: Tx,
  { operator, customerId }: Actor,
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
  const today = dayOf(now, venue.timezone)
  const active = memberships.filter((membership) => statusOn(membership, today) === 'active')
  const rows = await listDiscounts(tx, [...new Set(active.map(({ planId }) => planId))], venue.id)
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
          .map((benefit) => presentBenefit(benefit, operator.currencySymbol))
          .filter(({ activities }) => activities.length > 0),
      }
    }),
  }
}

const none: MemberDiscounts = { venue: null, memberships: [] }

type Rows = readonly [DiscountRow, ...DiscountRow[]]

type BenefitDiscounts = MemberDiscounts['memberships'][number]['benefits'][number]

const presentBenefit = (rows: Rows, symbol: string): BenefitDiscounts => ({
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
          name: nameInList(row, prices),
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
