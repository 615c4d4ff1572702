import type { Actor, Person } from '#server/platform/actor.ts'
import { mayAt } from '#server/platform/rights.ts'
import type { BookingRow } from './sql/bookings.ts'

/** Whether somebody may cancel a booking: its customer, who takes part, and staff who give refunds at its venue. */
export const mayCancel = (
  booking: Pick<BookingRow, 'operatorId' | 'venueId' | 'customerId' | 'personId'>,
  {
    operator,
    person,
  }: { operator: Pick<Actor['operator'], 'id'>; person: Pick<Person, 'id' | 'rights'> | null },
): boolean =>
  booking.operatorId === operator.id &&
  person !== null &&
  (mayAt({ person }, 'refund.terms', booking.venueId) ||
    mayAt({ person }, 'refund.limit', booking.venueId) ||
    booking.customerId === person.id ||
    booking.personId === person.id)
