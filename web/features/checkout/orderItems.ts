import type { Basket, BasketItem } from '#contract/baskets.ts'

/** The name of the thing, and of the ticket where there are kinds; day and hour stand by themselves. */
export const itemTitle = ({ name, quantity, cartableResource: thing }: BasketItem): string => {
  if (thing === null) return name.replace(' - ', ': ')
  const { date, startsAt } = thing
  const suffix = ` - ${date.dayPretty} ${date.datePretty} - ${startsAt.format24Hour}`
  const title = name.endsWith(suffix) ? name.slice(0, -suffix.length) : thing.name
  return quantity > 1 ? `${quantity} × ${title}` : title
}

/** `Thu 4 Mar, 13:30 to 14:30`, by the clock in the venue; null for a penalty, which is at no time. */
export const itemWhen = ({ cartableResource: thing }: BasketItem): string | null =>
  thing === null
    ? null
    : `${thing.date.dayPretty} ${thing.date.datePretty}, ${thing.startsAt.format24Hour} to ${thing.endsAt.format24Hour}`

export const itemWhere = ({ cartableResource: thing }: BasketItem): string | null => {
  if (thing === null) return null
  return thing.location.type === 'venue' ? thing.venueName : `${thing.location.name}, ${thing.venueName}`
}

/** Some things are only for people we know (wire §1.4). */
export const requiresLogin = (customer: object | null, { items }: Pick<Basket, 'items'>): boolean =>
  customer === null && items.some(({ allowsAnonymousBookings }) => !allowsAnonymousBookings)
