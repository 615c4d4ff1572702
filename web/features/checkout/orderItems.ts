import type { Basket, BasketItem } from '#contract/baskets.ts'
import * as messages from '#messages/shared/checkout.ts'
import { sessionTime } from '#messages/shared/dates.ts'

/** The name of the item, with its kind of ticket; date and time are displayed apart. */
export const itemTitle = ({ name, quantity, cartableResource: resource }: BasketItem): string => {
  if (resource === null) return name.replace(' - ', ': ')
  const { date, startsAt } = resource
  const suffix = ` - ${date.dayPretty} ${date.datePretty} - ${startsAt.format24Hour}`
  const title = name.endsWith(suffix) ? name.slice(0, -suffix.length) : resource.name
  return quantity > 1 ? messages.quantityOf({ quantity, name: title }) : title
}

/** Who takes part, by name; null where no one has been named. */
export const itemAttendee = ({ attendee }: BasketItem): string | null =>
  attendee === null ? null : messages.attendee({ name: `${attendee.firstName} ${attendee.lastName}`.trim() })

/** `Thu 4 Mar, 13:30 to 14:30` in the venue's time zone; null for a penalty, which has no time. */
export const itemTime = ({ cartableResource: resource }: BasketItem): string | null =>
  resource === null ? null : sessionTime(resource)

export const itemPlace = ({ cartableResource: resource }: BasketItem): string | null => {
  if (resource === null) return null
  const { location, venueName } = resource
  return location.type === 'venue' ? venueName : `${location.name}, ${venueName}`
}

/** Some items can only be booked with an account (wire §1.4). */
export const requiresLogin = (customer: object | null, { items }: Pick<Basket, 'items'>): boolean =>
  customer === null && items.some(({ allowsAnonymousBookings }) => !allowsAnonymousBookings)
