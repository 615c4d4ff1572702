import { money } from '#contract/money.ts'
import type { MovePayment } from '#contract/moves.ts'
import { date, duration, instant, localDay, time } from '#contract/time.ts'
import type { ItemRow } from '#server/baskets/rules.ts'
import { presentBooking } from '#server/bookings/present.ts'
import type { BookingRow } from '#server/bookings/queries.ts'
import { cancelling } from '#server/bookings/rules.ts'
import type { MovePaymentRow } from './queries.ts'

type Location = Pick<ItemRow, 'locationId' | 'locationName' | 'locationSlug' | 'venueId' | 'venueSlug'>

/** @param there where the new time is */
export const presentMovePayment = (
  { id, status, startsAt, endsAt, price, surcharge, heldUntil }: MovePaymentRow,
  booking: BookingRow,
  there: Location,
  { currencySymbol, now }: { currencySymbol: string; now: Date },
): MovePayment => {
  const { timezone: zone } = booking
  return {
    id,
    status,
    booking: presentBooking(booking, { currencySymbol, now }),
    to: {
      date: date(localDay(startsAt, zone), zone, now),
      startsAt: time(startsAt, zone),
      endsAt: time(endsAt, zone),
      duration: duration(Math.round((endsAt.getTime() - startsAt.getTime()) / 60_000)),
      location: {
        id: String(there.locationId),
        name: there.locationName,
        type: 'resource',
        slug: there.locationSlug,
        venueId: there.venueId,
        venueSlug: there.venueSlug,
      },
    },
    price: money(price, currencySymbol),
    surcharge: money(surcharge, currencySymbol),
    heldUntil: status === 'held' && heldUntil !== null && heldUntil > now ? instant(heldUntil) : null,
    isAfterCutoff: cancelling({ ...booking, startsAt }, now).isAfterCutoff,
  }
}
