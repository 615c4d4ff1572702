import { useEffect, useRef } from 'react'
import type { MovePayment } from '#contract/moves.ts'
import { sessionFullTime } from '#messages/shared/dates.ts'
import * as messages from '#messages/shared/movePayment.ts'
import { Link } from '#web/platform/router.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { PageHeading } from '#web/ui/Layout.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import styles from './MoveResult.module.css'

/** What came of a move: the booking is at its new time, or stays where it is. Takes the focus. */
export const MoveResult = ({ move, back }: { move: MovePayment; back: string }) => {
  const { status, booking, surcharge } = move
  const result = useRef<HTMLDivElement>(null)
  useEffect(() => {
    result.current?.focus()
  }, [])
  const time = sessionFullTime(booking.item)
  const link = (
    <Link className={buttonClass({ variant: status === 'moved' ? 'primary' : 'secondary' })} to={back}>
      {messages.seeBooking}
    </Link>
  )
  if (status === 'moved')
    return (
      <div ref={result} className={styles['result']} role="status" tabIndex={-1}>
        <PageHeading lead={`${booking.simpleName}: ${time}`}>{messages.moved}</PageHeading>
        <p>
          {messages.paid({ amount: surcharge.formatted })} {messages.mailed} {messages.movedLead}
        </p>
        <p>{link}</p>
      </div>
    )
  const isCancelled = booking.status === 'cancelled' || booking.status === 'cancelled_by_venue'
  const isEnded = status === 'ended'
  return (
    <div ref={result} className={styles['result']} role="status" tabIndex={-1}>
      {isEnded ? <PageHeading>{messages.title}</PageHeading> : null}
      <Notice colour="warning" title={isEnded ? messages.ended : messages.holdEnded}>
        <p>
          {isCancelled
            ? messages.cancelledText
            : isEnded
              ? messages.endedText({ time })
              : messages.holdEndedText({ time })}
        </p>
      </Notice>
      <p>{link}</p>
    </div>
  )
}
