import type { CalledOffBooking } from '#contract/bookings.ts'
import { people, walkIn } from '#messages/desk/attendance.ts'
import * as messages from '#messages/desk/followUps.ts'
import { refundFailed } from '#messages/desk/orders.ts'
import { orderRefund } from '#messages/shared/bookings.ts'
import { deskLinks } from '#web/platform/deskLinks.ts'
import { links } from '#web/platform/links.ts'
import { Link } from '#web/platform/router.tsx'
import { Badge } from '#web/ui/Layout.tsx'
import styles from './CalledOffList.module.css'
import { FinishFollowUp } from './FollowUps.tsx'
import { PhoneLink } from '#web/ui/PhoneLink.tsx'

/** Whoever had booked a session that was called off, with what each was told and what came back. */
export const CalledOffList = ({ bookings }: { bookings: readonly CalledOffBooking[] }) => (
  <ul role="list" className={styles['list']}>
    {bookings.map((booking) => (
      <CalledOffRow key={booking.bookingId} booking={booking} />
    ))}
  </ul>
)

const colours = {
  pending: 'info',
  email_waiting: 'info',
  emailed: 'success',
  by_partner: 'success',
  to_ring: 'warning',
  rung: 'success',
} as const

const CalledOffRow = ({ booking }: { booking: CalledOffBooking }) => {
  const { orderId, orderReference, customerId, name, phone, quantity, contact, followUpId, paid, refunds } =
    booking
  const person = name === '' ? walkIn : name
  return (
    <li className={styles['row']}>
      <div>
        <p className={styles['name']}>
          {customerId === null ? person : <Link to={deskLinks.customer(customerId)}>{person}</Link>}
          {quantity > 1 ? <Badge>{people({ count: quantity })}</Badge> : null}
          <Badge colour={colours[contact]}>{messages.contacts[contact]}</Badge>
        </p>
        <p>
          <PhoneLink phone={phone} /> · <Link to={links.bookingConfirmed(orderId)}>{orderReference}</Link>
        </p>
        {paid.raw === 0 ? <p>{messages.nothingPaid}</p> : null}
        {refunds.map(({ to, status, formatted: amount }) => (
          <p key={`${to} ${status}`}>
            {messages.refund({
              place: status === 'failed' ? refundFailed : orderRefund({ to, status }),
              amount,
            })}
          </p>
        ))}
      </div>
      {contact === 'to_ring' && followUpId !== null ? <FinishFollowUp id={followUpId} name={name} /> : null}
    </li>
  )
}
