import type { OrderFound } from '#contract/bookings.ts'
import * as messages from '#messages/desk/orderSearch.ts'
import { api } from '#web/platform/api.ts'
import { links } from '#web/platform/links.ts'
import { useDeferredRead } from '#web/platform/queries.ts'
import { Link } from '#web/platform/router.tsx'
import { Badge } from '#web/ui/Layout.tsx'
import styles from './OrdersFound.module.css'

/** The orders that a query finds, each with what tells it from others. */
export const OrdersFound = ({ query }: { query: string }) => {
  const { data } = useDeferredRead(api.bookings.search, { query })
  if (data === undefined || data.length === 0)
    return (
      <p role="status" className={styles['status']}>
        {data === undefined ? '' : messages.noOrders}
      </p>
    )
  return (
    <section aria-label={messages.orders}>
      <h2 className={styles['heading']}>{messages.orders}</h2>
      <p role="status" className={styles['status']}>
        {messages.ordersFound({ count: data.length })}
      </p>
      <ul role="list" className={styles['list']}>
        {data.map((order) => (
          <FoundOrder key={order.orderId} order={order} />
        ))}
      </ul>
    </section>
  )
}

const FoundOrder = ({ order }: { order: OrderFound }) => {
  const { orderId, reference, name, phone, email, first, bookings, total, toPay, status } = order
  const who = [name, phone, email].filter((fact) => fact !== '')
  return (
    <li className={styles['order']}>
      <span className={styles['name']}>
        <Link to={links.bookingConfirmed(orderId)}>{reference}</Link>
        {toPay === null ? null : (
          <Badge colour="warning">{messages.toPay({ amount: toPay.formatted })}</Badge>
        )}
        {status === 'confirmed' ? null : <Badge>{messages.refunded[status]}</Badge>}
      </span>
      <span>{who.length === 0 ? messages.walkIn : who.join(' · ')}</span>
      <span className={styles['facts']}>
        {[
          ...(first === null
            ? []
            : [
                messages.firstBooking({ name: first.name, when: first.when, others: bookings - 1 }),
                first.venueName,
              ]),
          total.formatted,
        ].join(' · ')}
      </span>
    </li>
  )
}
