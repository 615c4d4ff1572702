import type { Basket, BasketItem } from '#contract/baskets.ts'

/** The name of the thing, and of the ticket where there are kinds; day and hour stand by themselves. */
export const itemTitle = ({ name, quantity, cartableResource }: BasketItem): string => {
  const { date, startsAt } = cartableResource
  const suffix = ` - ${date.dayPretty} ${date.datePretty} - ${startsAt.format24Hour}`
  const title = name.endsWith(suffix) ? name.slice(0, -suffix.length) : cartableResource.name
  return quantity > 1 ? `${quantity} × ${title}` : title
}

/** `Thu 4 Mar, 13:30 to 14:30`, by the clock in the venue. */
export const itemWhen = ({ cartableResource: { date, startsAt, endsAt } }: BasketItem): string =>
  `${date.dayPretty} ${date.datePretty}, ${startsAt.format24Hour} to ${endsAt.format24Hour}`

export const itemWhere = ({ cartableResource: { venueName, location } }: BasketItem): string =>
  location.type === 'venue' ? venueName : `${location.name}, ${venueName}`

/** Some things are only for people we know (wire §1.4). */
export const mustLogIn = (customer: object | null, { items }: Pick<Basket, 'items'>): boolean =>
  customer === null && items.some(({ allowsAnonymousBookings }) => !allowsAnonymousBookings)
