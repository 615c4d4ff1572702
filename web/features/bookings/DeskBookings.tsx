import { useState } from 'react'
import type { Booking } from '#contract/bookings.ts'
import { links } from '#web/platform/links.ts'
import { Link } from '#web/platform/router.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Badge } from '#web/ui/Layout.tsx'
import { DeskCancel } from './DeskCancel.tsx'
import styles from './DeskBookings.module.css'

const badges = {
  booked: null,
  attended: { colour: 'success', word: 'Came' },
  not_attended: { colour: 'danger', word: 'Absent' },
  cancelled: { colour: 'plain', word: 'Cancelled' },
  cancelled_by_venue: { colour: 'plain', word: 'Called off' },
} as const

/** Bookings as the desk handles them. */
export const DeskBookings = ({
  bookings,
  isSupervisor,
  withOrder = true,
}: {
  bookings: readonly Booking[]
  isSupervisor: boolean
  withOrder?: boolean
}) => {
  const [cancelling, setCancelling] = useState<Booking>()
  return (
    <>
      <ul role="list" className={styles['list']}>
        {bookings.map((booking) => {
          const { id, status, simpleName, item, venueName, price, bookedFor, accessCode, orderId } = booking
          const badge = badges[status]
          const mayCancel =
            booking.canBeCancelled || (isSupervisor && (status === 'booked' || status === 'not_attended'))
          return (
            <li key={id} className={styles['row']}>
              <div className={styles['what']}>
                <span className={styles['name']}>
                  {simpleName}
                  {badge === null ? null : <Badge colour={badge.colour}>{badge.word}</Badge>}
                </span>
                <span>
                  {item.date.fullDatePretty}, {item.startsAt.format24Hour}–{item.endsAt.format24Hour} ·{' '}
                  {item.location.name}, {venueName}
                </span>
                <span className={styles['facts']}>
                  {[
                    `${bookedFor.firstName} ${bookedFor.lastName}`.trim() || 'Walk-in',
                    price,
                    accessCode ?? '',
                  ]
                    .filter((fact) => fact !== '')
                    .join(' · ')}
                </span>
              </div>
              <div className={styles['acts']}>
                {withOrder ? <Link to={links.bookingConfirmed(orderId)}>Order</Link> : null}
                {mayCancel ? (
                  <Button
                    variant="secondary"
                    aria-label={`Cancel ${simpleName}, ${item.date.datePretty}`}
                    onClick={() => {
                      setCancelling(booking)
                    }}
                  >
                    Cancel
                  </Button>
                ) : null}
              </div>
            </li>
          )
        })}
      </ul>
      {cancelling === undefined ? null : (
        <DeskCancel
          booking={cancelling}
          isSupervisor={isSupervisor}
          onClose={() => {
            setCancelling(undefined)
          }}
        />
      )}
    </>
  )
}
