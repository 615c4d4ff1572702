import type { ReactNode } from 'react'
import type { Booking } from '#contract/bookings.ts'
import { Badge } from '#web/ui/Layout.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { QrCode } from '#web/ui/QrCode.tsx'
import styles from './Ticket.module.css'

/** A booking as something to show at the door: what, when, where, for whom, and the code that lets one in. */
export const Ticket = ({
  booking,
  quantity,
  cancelling,
  children,
}: {
  booking: Booking
  quantity: number
  /** Until when it may be given up, in words. */
  cancelling: string | null
  /** What one can do with it. */
  children: ReactNode
}) => {
  const { simpleName, item, venueName, bookedFor, accessCode, status } = booking
  const off = status === 'cancelled' || status === 'cancelled_by_venue'
  const who = `${bookedFor.firstName} ${bookedFor.lastName}`.trim()
  const [dayOfMonth = '', month = ''] = item.date.datePretty.split(' ')
  return (
    <article className={styles['ticket']} data-off={off || undefined}>
      <p className={styles['day']} aria-hidden="true">
        <span>{item.date.dayPretty}</span>
        <strong>{dayOfMonth}</strong>
        <span>{month}</span>
      </p>
      <div className={styles['what']}>
        <h3>
          {quantity > 1 ? `${quantity} × ` : ''}
          {simpleName}
          {off ? (
            <>
              {' '}
              <Badge colour="danger">
                {status === 'cancelled' ? 'Cancelled' : 'Called off by the venue'}
              </Badge>
            </>
          ) : null}
        </h3>
        <ul role="list" className={styles['facts']}>
          <Fact icon="clock">
            {item.date.fullDatePretty}, {item.startsAt.format24Hour} to {item.endsAt.format24Hour}
          </Fact>
          <Fact icon="pin">
            {item.location.type === 'venue' ? venueName : `${item.location.name}, ${venueName}`}
          </Fact>
          {who === '' ? null : <Fact icon="person">{who}</Fact>}
        </ul>
        {cancelling === null ? null : <p className={styles['cancelling']}>{cancelling}</p>}
        <div className={styles['ways']}>{children}</div>
      </div>
      {accessCode === null ? null : (
        <div className={styles['stub']}>
          {off ? null : (
            <QrCode
              className={styles['qr']}
              text={accessCode}
              label="Access code, to be scanned at the desk"
            />
          )}
          <p>Access code</p>
          <p className={styles['code']}>{accessCode}</p>
        </div>
      )}
    </article>
  )
}

const Fact = ({ icon, children }: { icon: 'clock' | 'pin' | 'person'; children: ReactNode }) => (
  <li>
    <Icon name={icon} size={18} />
    <span>{children}</span>
  </li>
)
