import { money } from '#contract/money.ts'
import type { MoveTime } from '#contract/moves.ts'
import { date, duration, time } from '#contract/time.ts'
import { presentRefund } from '#server/bookings/present.ts'
import type { BookingRow } from '#server/bookings/queries.ts'
import { cancelling } from '#server/bookings/rules.ts'
import { differenceOf } from './rules.ts'

/** A time that a booking can be moved to. `price` is pence. */
export type FreeTime = {
  publicId: string
  startsAt: Date
  endsAt: Date
  localDate: string
  locationId: number
  locationSlug: string
  locationName: string
  spaces: number
  price: number
}

/** What the second world calls the kinds of activity (wire §5). */
export const v2Types = { classes: 'classes', courts: 'resources', tickets: 'ticketed' } as const

export const presentMoveTime = (
  booking: BookingRow,
  free: FreeTime,
  currencySymbol: string,
  now: Date,
): MoveTime => {
  const { timezone: zone, venueId, venueSlug } = booking
  const { refund, surcharge } = differenceOf(booking.price, free.price)
  return {
    id: free.publicId,
    date: date(free.localDate, zone, now),
    startsAt: time(free.startsAt, zone),
    endsAt: time(free.endsAt, zone),
    duration: duration(Math.round((free.endsAt.getTime() - free.startsAt.getTime()) / 60_000)),
    location: {
      id: String(free.locationId),
      name: free.locationName,
      type: 'resource',
      slug: free.locationSlug,
      venueId,
      venueSlug,
    },
    spaces: free.spaces,
    price: money(free.price, currencySymbol),
    refund: presentRefund(booking, refund, currencySymbol),
    surcharge: money(surcharge, currencySymbol),
    isAfterCutoff: cancelling({ ...booking, startsAt: free.startsAt }, now).isAfterCutoff,
  }
}
