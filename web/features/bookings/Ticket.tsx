import { useState, type ReactNode } from 'react'
import type { Booking } from '#contract/bookings.ts'
import { dayOfMonth, weekday } from '#messages/format.ts'
import * as messages from '#messages/shared/bookings.ts'
import { sessionFullTime } from '#messages/shared/dates.ts'
import { lateComponent } from '#web/platform/lateComponent.tsx'
import { Badge } from '#web/ui/Layout.tsx'
import { Icon, type IconName } from '#web/ui/Icon.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { isCancelled } from './cancellationTerms.ts'
import styles from './Ticket.module.css'

/** Late, because the library that draws it weighs more than the rest of the page's own script. */
const QrCode = lateComponent(
  'web/ui/QrCode.tsx',
  async () => (await import('#web/ui/QrCode.tsx')).QrCode,
  // As large, so that nothing moves when it comes.
  { fallback: ({ className }) => <svg className={className} viewBox="0 0 1 1" aria-hidden="true" /> },
)

/** A booking with its access code, to show at reception. */
export const Ticket = ({
  booking,
  quantity,
  cancelling,
  children,
}: {
  booking: Booking
  quantity: number
  /** Until when it can be cancelled. */
  cancelling: string | null
  /** Links and buttons. */
  children: ReactNode
}) => {
  const [isLarge, setLarge] = useState(false)
  const { simpleName, item, venueName, bookedFor, accessCode, status, proofOfAge } = booking
  const isOff = isCancelled(booking)
  const attendeeName = `${bookedFor.firstName} ${bookedFor.lastName}`.trim()
  const [day = '', month = ''] = dayOfMonth(item.date.raw).split(' ')
  return (
    <article className={styles['ticket']} data-off={isOff || undefined}>
      <p className={styles['day']} aria-hidden="true">
        <span>{weekday(item.date.raw)}</span>
        <strong>{day}</strong>
        <span>{month}</span>
      </p>
      <div className={styles['what']}>
        <h3>
          {quantity > 1 ? messages.quantityOf({ quantity, name: simpleName }) : simpleName}
          {isOff ? (
            <>
              {' '}
              <Badge colour="danger">
                {status === 'cancelled' ? messages.cancelled : messages.cancelledByVenue}
              </Badge>
            </>
          ) : null}
        </h3>
        <ul role="list" className={styles['facts']}>
          <Fact icon="clock">{sessionFullTime(item)}</Fact>
          <Fact icon="pin">
            {item.location.type === 'venue' ? venueName : `${item.location.name}, ${venueName}`}
          </Fact>
          {attendeeName === '' ? null : <Fact icon="person">{attendeeName}</Fact>}
          {proofOfAge && !isOff ? <Fact icon="info">{messages.bringProofOfAge}</Fact> : null}
        </ul>
        {cancelling === null ? null : <p className={styles['cancelling']}>{cancelling}</p>}
        <div className={styles['ways']}>{children}</div>
      </div>
      {accessCode === null || isOff ? null : (
        <div className={styles['stub']}>
          <button
            type="button"
            className={styles['zoom']}
            aria-haspopup="dialog"
            onClick={() => {
              setLarge(true)
            }}
          >
            <QrCode className={styles['qr']} text={accessCode} label={messages.accessCodeLabel} />
            <span>{messages.enlarge}</span>
          </button>
          <p>{messages.accessCode}</p>
          <p className={styles['code']}>{accessCode}</p>
        </div>
      )}
      {isLarge && accessCode !== null ? (
        <Modal
          title={simpleName}
          closeLabel={messages.close}
          onClose={() => {
            setLarge(false)
          }}
        >
          <div className={styles['large']}>
            <QrCode text={accessCode} label={messages.accessCodeLabel} />
            <p className={styles['code']}>{accessCode}</p>
            <p>{messages.showAtReception}</p>
          </div>
        </Modal>
      ) : null}
    </article>
  )
}

const Fact = ({ icon, children }: { icon: IconName; children: ReactNode }) => (
  <li>
    <Icon name={icon} size={18} />
    <span>{children}</span>
  </li>
)
