import { date, endTime, time } from '#contract/time.ts'
import { attendeeOf, titleOf } from '#server/bookings/present.ts'
import type { OrderDetails } from '#server/bookings/service.ts'
import * as messages from '#server/messages/en/passes.ts'
import { dayOf } from '#server/platform/wallclock.ts'
import type { Pass } from '#server/providers/passes/port.ts'

/**
 * An order as a pass: its next session, from today on, and one code for everyone. Null where no booking is left.
 */
export const presentPass = ({ order, bookings, seller }: OrderDetails, now: Date): Pass | null => {
  const active = bookings
    .filter(
      ({ status, localDate, timezone }) =>
        !status.startsWith('cancelled') && localDate >= dayOf(now, timezone),
    )
    .toSorted((one, other) => one.startsAt.getTime() - other.startsAt.getTime())
  const [first] = active
  if (first === undefined) return null
  const together = active.filter(({ occurrenceId }) => occurrenceId === first.occurrenceId)
  const others = new Set(active.map(({ occurrenceId }) => occurrenceId)).size - 1
  return {
    serial: `order-${order.id}`,
    operator: seller.name,
    title: messages.andOthers({
      title: together.length === 1 ? titleOf(first) : first.name,
      count: others,
    }),
    day: date(first.localDate, first.timezone, now).fullDatePretty,
    time: messages.fromTo({
      from: time(first.startsAt, first.timezone).format24Hour,
      to: endTime(first.startsAt, first.endsAt, first.timezone),
    }),
    place: first.locationName,
    address: [first.venueName, first.addressLineOne, first.town, first.postcode].filter(Boolean).join(', '),
    people: [...new Set(together.map(attendeeOf))].filter(Boolean).join(', '),
    reference: order.reference,
    code: active.length === 1 ? first.accessCode : order.reference,
    startsAt: first.startsAt,
  }
}
