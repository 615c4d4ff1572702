import { formatted } from '#contract/money.ts'
import { pricing } from '#contract/pricing.ts'
import type { VenuePrices } from '#contract/pricing.ts'
import * as messages from '#server/messages/en/pricing.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Database } from '#server/platform/database.ts'
import { notFound } from '#server/platform/errors.ts'
import { CachedResponse, serialiseAnswer } from '#server/platform/responses.ts'
import { createTtlCache } from '#server/platform/ttlCache.ts'
import { findVenueOfPrices, listVenuePrices } from './queries.ts'
import { memberPrices } from './rules.ts'
import type { VenuePriceRow } from './queries.ts'

type VenueQuery = { operator: Actor['operator']; slug: string | undefined }

/** What a venue's activities cost is the same for all: read and serialised once per `ttlMs`. */
export const createVenuePrices = (
  db: Database,
  ttlMs = 1000,
): ((actor: Actor, slug: string | undefined) => Promise<CachedResponse>) => {
  const read = createTtlCache(
    ttlMs,
    async (query: VenueQuery) =>
      new CachedResponse(serialiseAnswer(pricing.venue, await readVenuePrices(db, query))),
  )
  return ({ operator }, slug) => read(`${operator.id} ${slug ?? ''}`, { operator, slug })
}

const readVenuePrices = async (db: Database, { operator, slug }: VenueQuery): Promise<VenuePrices> => {
  const venue = await findVenueOfPrices(db, operator.id, slug)
  if (venue === undefined) {
    if (slug !== undefined) throw notFound()
    return { venue: null, activities: [] }
  }
  const rows = await listVenuePrices(db, venue.id)
  const slugs = [...new Set(rows.map(({ activitySlug }) => activitySlug))]
  return {
    venue: { slug: venue.slug, name: venue.name },
    activities: slugs.map((activity) =>
      presentActivity(
        rows.filter(({ activitySlug }) => activitySlug === activity),
        operator.currencySymbol,
      ),
    ),
  }
}

const presentActivity = (
  rows: readonly VenuePriceRow[],
  symbol: string,
): VenuePrices['activities'][number] => ({
  slug: rows[0]?.activitySlug ?? '',
  name: rows[0]?.activityName ?? '',
  prices: rows.map((row) => ({
    name: rows.length === 1 ? '' : nameOf(row, rows),
    price: formatted(row.price, symbol),
    members: memberPrices(row, row.benefits).map(({ price, ...of }) => ({
      ...of,
      price: formatted(price, symbol),
    })),
  })),
})

const nameOf = (row: VenuePriceRow, rows: readonly VenuePriceRow[]): string => {
  const { ticketName: ticket, optionName: option, band } = row
  const hasSeveral = rows.some((other) => other !== row && other.ticketName === ticket && other.band === band)
  return ticket !== null && hasSeveral
    ? messages.ticketPriceName({ ticket, option, band })
    : messages.priceName({ ticket, option, band })
}
