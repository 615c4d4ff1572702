import { useState } from 'react'
import type { LoggedInCustomer } from '#contract/sessions.ts'
import type { Bookable } from '#web/features/timetable/availability.ts'
import type { BookingActions } from '#web/features/timetable/timetableContext.ts'
import { joinAfterLogin, useWaitlists } from '#web/features/waitlists/useWaitlists.ts'
import { api } from '#web/platform/api.ts'
import { useDeferredRead } from '#web/platform/queries.ts'
import { leaveButtonOf } from './timeSlotParts.tsx'

/** Waitlists and bookings of a day's items, and the booking that the customer is about to cancel. */
export const useBookingActions = (customer: LoggedInCustomer | null, items: readonly Bookable[]) => {
  const waitlists = useWaitlists()
  const [cancellingId, setCancellingId] = useState<number>()
  const entries = useDeferredRead(
    api.waitlists.mine,
    {},
    { when: customer !== null && items.some(({ waitlistId }) => waitlistId !== null) },
  ).data
  const bookingActions: BookingActions = {
    join: (item, personId, rowKey) => {
      if (item.id === undefined || customer === null) return
      void waitlists.join({ id: item.id }, personId ?? customer.id, personId === null, rowKey)
    },
    joinAfterLogin,
    leaveButton: leaveButtonOf(waitlists, customer?.id),
    isBusy: waitlists.isBusy,
    failureOf: waitlists.failureOf,
    positionOf: (waitlistId) =>
      entries?.find(({ id, position }) => id === waitlistId && position > 0)?.position,
    cancel: setCancellingId,
  }
  return {
    bookingActions,
    cancellingId,
    closeCancelling: () => {
      setCancellingId(undefined)
    },
  }
}
