import { useState } from 'react'
import type { Received } from '#contract/endpoint.ts'
import type { openBooking } from '#contract/open-booking.ts'
import * as messages from '#messages/desk/partners.ts'
import { links } from '#web/platform/links.ts'
import { Link } from '#web/platform/router.tsx'
import { Button } from '#web/ui/Button.tsx'
import { TakeDue } from './TakeDue.tsx'
import styles from './Table.module.css'

type Dues = Received<(typeof openBooking)['dueAtVenue']>

/** Orders whose customers pay at the venue, by the time of their sessions, each with the button that takes the money. */
export const PartnerDues = ({ orders }: Pick<Dues, 'orders'>) => {
  const [paying, setPaying] = useState<Dues['orders'][number] | null>(null)
  return (
    <>
      <DuesTable orders={orders} onPay={setPaying} />
      {paying === null ? null : (
        <TakeDue
          order={paying}
          onClose={() => {
            setPaying(null)
          }}
        />
      )}
    </>
  )
}

const DuesTable = ({
  orders,
  onPay,
}: Pick<Dues, 'orders'> & { onPay: (order: Dues['orders'][number]) => void }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a wide table is scrolled with the keyboard
  <div className={styles['scroll']} role="region" aria-label={messages.duesTab} tabIndex={0}>
    <table className={styles['table']}>
      <thead>
        <tr>
          <th scope="col">{messages.time}</th>
          <th scope="col">{messages.session}</th>
          <th scope="col">{messages.customer}</th>
          <th scope="col">{messages.partner}</th>
          <th scope="col">{messages.order}</th>
          <th scope="col" className={styles['number']}>
            {messages.due}
          </th>
          <th scope="col">{messages.payment}</th>
        </tr>
      </thead>
      <tbody>
        {orders.map((one) => (
          <tr key={one.orderId}>
            <td>{one.startsText}</td>
            <td>
              {one.what}
              <span className={styles['quiet']}>
                {one.venueName} · {messages.places({ count: one.places })}
              </span>
            </td>
            <td>{one.customer}</td>
            <td>{one.partner}</td>
            <td>
              <Link className={styles['link']} to={links.bookingConfirmed(one.orderId)}>
                {one.orderReference}
              </Link>
            </td>
            <td className={styles['number']}>
              <strong>{one.due.formatted}</strong>
            </td>
            <td>
              <Button
                aria-label={messages.takeFrom({ amount: one.due.formatted, customer: one.customer })}
                onClick={() => {
                  onPay(one)
                }}
              >
                {messages.take}
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
