import type { CompleteOrder } from '#contract/bookings.ts'
import { formatted } from '#contract/money.ts'
import { date, localDay, time } from '#contract/time.ts'
import { Badge } from '#web/ui/Layout.tsx'
import styles from './OrderPayment.module.css'

/** What the order cost and how it was paid, with what one quotes when asking about it. */
export const OrderPayment = ({
  order,
  symbol,
  zone,
  now,
}: {
  order: CompleteOrder
  /** Of the currency. */
  symbol: string
  /** The operator's time zone. */
  zone: string
  now: number
}) => {
  const placedAt = new Date(order.placedAt)
  const day = date(localDay(placedAt, zone), zone, new Date(now))
  return (
    <section className={styles['paid']} aria-labelledby="paid-with">
      <div className={styles['top']}>
        <h2 id="paid-with">Payment</h2>
        {order.status === 'confirmed' ? null : (
          <Badge colour="info">{order.status === 'refunded' ? 'Refunded' : 'Partly refunded'}</Badge>
        )}
      </div>
      <dl className={styles['lines']}>
        <div>
          <dt>Reference</dt>
          <dd className={styles['reference']}>{order.reference}</dd>
        </div>
        <div>
          <dt>{order.bookings.length === 0 ? 'Paid' : 'Booked'}</dt>
          <dd>
            {day.dayPretty} {day.fullDate}, {time(placedAt, zone).format24Hour}
          </dd>
        </div>
        {order.payments.map(({ id, tenderType, type, formattedAmount }) => (
          <div key={id}>
            <dt>{tenderName(tenderType, type)}</dt>
            <dd>{formattedAmount}</dd>
          </div>
        ))}
        <div className={styles['total']}>
          <dt>Total</dt>
          <dd>{order.total === 0 ? 'Free' : order.formattedTotal}</dd>
        </div>
        {order.taxTotal === 0 ? null : (
          <div className={styles['vat']}>
            <dt>VAT within the total</dt>
            <dd>{formatted(order.taxTotal, symbol)}</dd>
          </div>
        )}
      </dl>
    </section>
  )
}

const tenders: Readonly<Record<string, string>> = {
  card: 'Paid by card',
  cash: 'Paid in cash',
  cheque: 'Paid by cheque',
  'offline-voucher': 'Voucher',
  customer_account_online: 'On your account',
}

const tenderName = (tenderType: string, type: 'general' | 'membership' | null): string => {
  if (tenderType === 'credit') return type === 'membership' ? 'Membership credit' : 'Your credit'
  return tenders[tenderType] ?? 'Paid'
}
