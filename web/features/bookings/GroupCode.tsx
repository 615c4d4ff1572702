import * as messages from '#messages/bookings/confirmation.ts'
import { Card } from '#web/ui/Layout.tsx'
import { QrCode } from '#web/ui/QrCode.tsx'
import styles from './GroupCode.module.css'

/** The reference of an order as a code: reception sees all of its people and ticks them. */
export const GroupCode = ({ reference }: { reference: string }) => (
  <Card as="section" className={styles['group']} aria-labelledby="group-code">
    <div>
      <h2 id="group-code">{messages.groupTitle}</h2>
      <p>{messages.groupText}</p>
      <p className={styles['code']}>{reference}</p>
    </div>
    <QrCode className={styles['qr']} text={reference} label={messages.groupCodeLabel} />
  </Card>
)
