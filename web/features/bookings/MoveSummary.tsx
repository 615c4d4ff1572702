import type { MovePayment } from '#contract/moves.ts'
import { time } from '#contract/time.ts'
import { sessionFullTime } from '#messages/shared/dates.ts'
import * as messages from '#messages/shared/movePayment.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { Card } from '#web/ui/Layout.tsx'
import styles from './MoveSummary.module.css'

/** What moves where, and what that costs, beside its payment. */
export const MoveSummary = ({ move }: { move: MovePayment }) => {
  const { booking, to, price, surcharge, heldUntil, isAfterCutoff } = move
  return (
    <Card className={styles['summary']}>
      <h2 className={styles['title']}>{booking.simpleName}</h2>
      <dl className={styles['times']}>
        <div>
          <dt>{messages.from}</dt>
          <dd>{sessionFullTime(booking.item)}</dd>
        </div>
        <div>
          <dt>{messages.to}</dt>
          <dd>
            <strong>{sessionFullTime(to)}</strong>
            <span className={styles['where']}>{to.location.name}</span>
          </dd>
        </div>
      </dl>
      <dl className={styles['sums']}>
        <div>
          <dt>{messages.newPrice}</dt>
          <dd>{price.formatted}</dd>
        </div>
        <div>
          <dt>{messages.paidAlready}</dt>
          <dd>{booking.price}</dd>
        </div>
        <div className={styles['sum']}>
          <dt>{messages.toPay}</dt>
          <dd>{surcharge.formatted}</dd>
        </div>
      </dl>
      {isAfterCutoff ? <p className={styles['quiet']}>{messages.afterCutoff}</p> : null}
      {heldUntil === null ? null : (
        <p className={styles['held']}>
          <Icon name="clock" size={18} />
          {messages.heldUntil({ time: time(new Date(heldUntil), to.date.tz).format24Hour })}
        </p>
      )}
    </Card>
  )
}
