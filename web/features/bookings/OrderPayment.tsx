import type { CompleteOrder } from '#contract/bookings.ts'
import { formatted } from '#contract/money.ts'
import { localDay, time } from '#contract/time.ts'
import * as messages from '#messages/shared/bookings.ts'
import { sessionStart } from '#messages/shared/dates.ts'
import { membershipCredit, tenders } from '#messages/shared/tenders.ts'
import { Card, Badge } from '#web/ui/Layout.tsx'
import styles from './OrderPayment.module.css'

/** What an order cost, how it was paid, what has come back, and its reference. */
export const OrderPayment = ({
  order,
  symbol,
  zone,
}: {
  order: CompleteOrder
  /** The currency's. */
  symbol: string
  /** The operator's time zone. */
  zone: string
}) => {
  const placedAt = new Date(order.placedAt)
  return (
    <Card as="section" className={styles['paid']} aria-labelledby="paid-with">
      <div className={styles['top']}>
        <h2 id="paid-with">{messages.payment}</h2>
        {order.status === 'confirmed' ? null : (
          <Badge colour="info">
            {order.status === 'refunded' ? messages.refunded : messages.partlyRefunded}
          </Badge>
        )}
      </div>
      <dl className={styles['lines']}>
        <div>
          <dt>{messages.reference}</dt>
          <dd className={styles['reference']}>{order.reference}</dd>
        </div>
        <div>
          <dt>{order.bookings.length === 0 ? messages.paid : messages.booked}</dt>
          <dd>
            {sessionStart({
              date: { raw: localDay(placedAt, zone), tz: zone },
              startsAt: time(placedAt, zone),
            })}
          </dd>
        </div>
        {order.payments.map(({ id, tenderType, type, formattedAmount, status }) => (
          <div key={id}>
            <dt>
              {status === 'failed'
                ? messages.paymentFailed
                : type === 'membership'
                  ? membershipCredit
                  : tenders[tenderType].paid}
            </dt>
            <dd>{formattedAmount}</dd>
          </div>
        ))}
        <div className={styles['total']}>
          <dt>{messages.total}</dt>
          <dd>{order.total === 0 ? messages.free : order.formattedTotal}</dd>
        </div>
        {order.refunds.map(({ to, status, formatted: amount }) => (
          <div key={`${to} ${status}`}>
            <dt>{messages.orderRefund({ to, status })}</dt>
            <dd>{amount}</dd>
          </div>
        ))}
        {order.taxTotal === 0 ? null : (
          <div className={styles['vat']}>
            <dt>{messages.vatIncluded}</dt>
            <dd>{formatted(order.netTaxTotal, symbol)}</dd>
          </div>
        )}
      </dl>
    </Card>
  )
}
