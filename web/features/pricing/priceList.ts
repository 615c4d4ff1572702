import type { ListedPrice } from '#contract/price-steps.ts'
import * as messages from '#messages/desk/prices.ts'

export const priceKinds = ['all', 'full', 'concession'] as const
export type PriceKind = (typeof priceKinds)[number]

export type PriceFilter = { venue: string; activity: string; kind: PriceKind; find: string }

/** "Swimming › Adult › peak › Standard". */
export const nameOf = ({ activity, ticket, band, name }: ListedPrice): string =>
  messages.priceName({ activity: activity.name, ticket: ticket?.name ?? null, band, option: name })

/** The prices of a filter. An activity is found by its own name or its heading's. */
export const filterPrices = (
  prices: readonly ListedPrice[],
  { venue, activity, kind, find }: PriceFilter,
): ListedPrice[] => {
  const words = find.toLowerCase().split(/\s+/).filter(Boolean)
  return prices.filter((price) => {
    const text = `${price.venue.name} ${price.activity.heading ?? ''} ${nameOf(price)}`.toLowerCase()
    return (
      (venue === '' || price.venue.slug === venue) &&
      (activity === '' || price.activity.name === activity || price.activity.heading === activity) &&
      (kind === 'all' || price.concession === (kind === 'concession')) &&
      words.every((word) => text.includes(word))
    )
  })
}

/** What it costs from a day on, as far as is known. */
export const priceAt = ({ price, steps }: Pick<ListedPrice, 'price' | 'steps'>, day: string): number =>
  steps.findLast(({ fromDay }) => fromDay <= day)?.price ?? price

/** The first day of the month after a day: most prices begin with a month. */
export const firstOfNextMonth = (day: string): string => {
  const first = new Date(`${day.slice(0, 7)}-01T00:00:00Z`)
  first.setUTCMonth(first.getUTCMonth() + 1)
  return first.toISOString().slice(0, 10)
}
