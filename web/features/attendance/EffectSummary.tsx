import type { CallOffEffect } from '#contract/attendance.ts'
import * as messages from '#messages/desk/sessionChanges.ts'

/** What calling off does to bookings, money and people, as the server has found by doing it. */
export const EffectSummary = ({ effect }: { effect: CallOffEffect }) => {
  const { bookings, places, waiting } = effect
  const { emailed, byPartner, toRing } = effect.reach
  const parts = effect.refunds.map(({ to, amount }) => ({ to, amount: amount.formatted }))
  return (
    <>
      {bookings === 0 ? (
        <p>{messages.noBookings}</p>
      ) : (
        <>
          <p>{messages.endsBookings({ bookings, places })}</p>
          <p>{messages.refunds({ parts })}</p>
        </>
      )}
      {emailed === 0 ? null : <p>{messages.byEmail({ count: emailed })}</p>}
      {byPartner === 0 ? null : <p>{messages.byPartner({ count: byPartner })}</p>}
      {toRing === 0 ? null : <p>{messages.toRing({ count: toRing })}</p>}
      {waiting === 0 ? null : <p>{messages.waitlistNotified({ count: waiting })}</p>}
    </>
  )
}
