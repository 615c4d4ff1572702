import { useState } from 'react'
import type { Booking } from '#contract/bookings.ts'
import { dayOfMonth } from '#messages/format.ts'
import * as messages from '#messages/desk/bookings.ts'
import { refund, refundItem } from '#messages/desk/refunds.ts'
import { sessionFullTime } from '#messages/shared/dates.ts'
import { links } from '#web/platform/links.ts'
import { lazyComponent } from '#web/platform/lazyComponent.tsx'
import { Link } from '#web/platform/router.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Badge } from '#web/ui/Layout.tsx'
import { DeskCancel } from './DeskCancel.tsx'
import { DeskRefund } from './DeskRefund.tsx'
import styles from './DeskBookings.module.css'

const MoveBooking = lazyComponent(
  'web/features/bookings/MoveBooking.tsx',
  async () => (await import('./MoveBooking.tsx')).MoveBooking,
)

const badges = {
  booked: null,
  attended: { colour: 'success', label: messages.attended },
  not_attended: { colour: 'danger', label: messages.absent },
  cancelled: { colour: 'plain', label: messages.cancelled },
  cancelled_by_venue: { colour: 'plain', label: messages.cancelledByVenue },
} as const

export const DeskBookings = ({
  bookings,
  mayRefund,
  withOrder = true,
}: {
  bookings: readonly Booking[]
  mayRefund: boolean
  withOrder?: boolean
}) => {
  const [cancelling, setCancelling] = useState<Booking>()
  const [moving, setMoving] = useState<Booking>()
  const [refunding, setRefunding] = useState<Booking>()
  return (
    <>
      <ul role="list" className={styles['list']}>
        {bookings.map((booking) => {
          const { id, status, simpleName, item, venueName, price, bookedFor, accessCode, orderId } = booking
          const badge = badges[status]
          const mayCancel =
            booking.canBeCancelled || (mayRefund && (status === 'booked' || status === 'not_attended'))
          return (
            <li key={id} className={styles['row']}>
              <div className={styles['what']}>
                <span className={styles['name']}>
                  {simpleName}
                  {badge === null ? null : <Badge colour={badge.colour}>{badge.label}</Badge>}
                </span>
                <span>
                  {sessionFullTime(item)} · {item.location.name}, {venueName}
                </span>
                <span className={styles['facts']}>
                  {[
                    `${bookedFor.firstName} ${bookedFor.lastName}`.trim() || messages.walkIn,
                    price,
                    accessCode ?? '',
                  ]
                    .filter((fact) => fact !== '')
                    .join(' · ')}
                </span>
              </div>
              <div className={styles['acts']}>
                {withOrder ? <Link to={links.bookingConfirmed(orderId)}>{messages.order}</Link> : null}
                {booking.canBeMoved ? (
                  <Button
                    variant="secondary"
                    aria-label={messages.moveItem({ name: simpleName, date: dayOfMonth(item.date.raw) })}
                    onClick={() => {
                      setMoving(booking)
                    }}
                  >
                    {messages.move}
                  </Button>
                ) : null}
                {mayRefund && booking.refundable.raw > 0 ? (
                  <Button
                    variant="secondary"
                    aria-label={refundItem({ name: simpleName, date: item.date.datePretty })}
                    onClick={() => {
                      setRefunding(booking)
                    }}
                  >
                    {refund}
                  </Button>
                ) : null}
                {mayCancel ? (
                  <Button
                    variant="secondary"
                    aria-label={messages.cancelItem({ name: simpleName, date: dayOfMonth(item.date.raw) })}
                    onClick={() => {
                      setCancelling(booking)
                    }}
                  >
                    {messages.cancel}
                  </Button>
                ) : null}
              </div>
            </li>
          )
        })}
      </ul>
      {moving === undefined ? null : (
        <MoveBooking
          booking={moving}
          atDesk
          onClose={() => {
            setMoving(undefined)
          }}
        />
      )}
      {refunding === undefined ? null : (
        <DeskRefund
          booking={refunding}
          onClose={() => {
            setRefunding(undefined)
          }}
        />
      )}
      {cancelling === undefined ? null : (
        <DeskCancel
          booking={cancelling}
          mayRefund={mayRefund}
          onClose={() => {
            setCancelling(undefined)
          }}
        />
      )}
    </>
  )
}
