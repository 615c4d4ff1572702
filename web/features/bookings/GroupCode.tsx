import type { Booking } from '#contract/bookings.ts'
import * as messages from '#messages/bookings/confirmation.ts'
import { Card } from '#web/ui/Layout.tsx'
import { QrCode } from '#web/ui/QrCode.tsx'
import styles from './GroupCode.module.css'

/** The reference of an order as a code: reception sees all of its people, who are named here, and ticks them. */
export const GroupCode = ({
  reference,
  bookings,
}: {
  reference: string
  bookings: readonly Pick<Booking, 'bookedFor'>[]
}) => {
  const people = new Set(
    bookings.map(({ bookedFor: { firstName, lastName } }) => `${firstName} ${lastName}`.trim()),
  )
  people.delete('')
  return (
    <Card as="section" className={styles['group']} aria-labelledby="group-code">
      <div>
        <h2 id="group-code">{messages.groupTitle}</h2>
        {people.size < 2 ? null : <p className={styles['people']}>{messages.groupPeople(people)}</p>}
        <p>{messages.groupText}</p>
        <p className={styles['code']}>{reference}</p>
      </div>
      <QrCode className={styles['qr']} text={reference} label={messages.groupCodeLabel} />
    </Card>
  )
}
