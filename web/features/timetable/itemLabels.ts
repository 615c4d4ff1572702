import type { Price } from '#contract/shapes.ts'
import { sessionEnd } from '#contract/time.ts'
import type { SessionHours } from '#contract/time.ts'
import * as messages from '#messages/bookings/timetable.ts'
import { longDay } from '#messages/format.ts'
import { keyOf, type Bookable } from './availability.ts'
import type { DayCount } from './days.ts'
import type { Kind } from './generation.ts'

/** `18:00 to 19:00`, as it is read out. */
export const hoursRange = (item: SessionHours): string =>
  messages.hoursRange({ start: item.startsAt.format24Hour, end: sessionEnd(item) })

/** `18:00–19:00`, as it is displayed. */
export const hoursLabel = (item: SessionHours): string => `${item.startsAt.format24Hour}–${sessionEnd(item)}`

/** `60 min` of the wire's `60min`. */
export const lengthLabel = (duration: string): string =>
  messages.minutes({ count: String(Number.parseInt(duration, 10)) })

/** A package is used only when it is chosen, so the price is the one without it. */
export const priceLabel = ({
  withoutPackage,
  ...price
}: Pick<Price, 'raw' | 'formatted' | 'withoutPackage'>): string => {
  const { raw, formatted } = withoutPackage ?? price
  return raw === 0 ? messages.noCharge : formatted
}

/** The court or studio; empty for an hour over several. */
export const locationName = (item: Bookable): string => {
  if (typeof item.location !== 'string') return item.location.name
  return item.location === 'Multiple' ? '' : item.slotDisplayLocation
}

/**
 * A button's accessible name with everything its row says, since a screen reader reaches it without the row. It begins
 * with the visible text.
 */
export const actionLabel = (
  action: string,
  item: Bookable,
  day: string,
  { price, availability }: { price?: string; availability?: string } = {},
): string =>
  messages.actionName({
    action,
    details: [item.name, locationName(item), hoursRange(item), longDay(day), price, availability].filter(
      (part): part is string => part !== undefined && part !== '',
    ),
  })

/** The line under the price: whose price it is among several kinds of ticket, or the cheapest other price. */
export const priceNote = (item: Bookable): string | undefined => {
  if ('tickets' in item && item.tickets.length > 1) return item.tickets[0]?.name
  if (!('pricingOptions' in item)) return undefined
  const [cheapest] = item.pricingOptions.toSorted((one, other) => one.price.raw - other.price.raw)
  if (cheapest === undefined || cheapest.price.raw >= item.price.raw) return undefined
  return `${cheapest.name} ${priceLabel(cheapest.price)}`
}

/** What a day's rows are: sessions, or the times at which courts can be booked. */
export const unitOf = (kind: Kind): messages.Unit => (kind === 'courts' ? 'time' : 'session')

/** The times of a day that can be booked or are the customer's already, over all courts and court by court the same. */
export const countTimes = (items: readonly Bookable[], kind: Kind): DayCount => ({
  times: new Set(items.filter(hasPlaces).map(kind === 'courts' ? hoursLabel : keyOf)).size,
  sessions: items.length,
  opensLater: items.some(({ actionToShow: { reasonCode } }) => reasonCode === 'not_open_yet'),
})

const hasPlaces = ({ actionToShow: { status, otherActions } }: Bookable): boolean =>
  status === 'BOOK' ||
  status === 'CANCEL_RESERVATION' ||
  status === 'CANCEL_BOOKING' ||
  otherActions.includes('BOOK')
