import type { Received } from '#contract/endpoint.ts'
import type { openBooking } from '#contract/open-booking.ts'
import * as messages from '#messages/desk/partners.ts'
import { links } from '#web/platform/links.ts'
import { Link } from '#web/platform/router.tsx'
import styles from './Table.module.css'

type Dues = Received<(typeof openBooking)['dueAtVenue']>

/** Orders whose customers pay at the venue, by the time of their sessions. */
export const PartnerDues = ({ orders }: Pick<Dues, 'orders'>) => (
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
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
