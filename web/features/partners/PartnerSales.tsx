import type { Received } from '#contract/endpoint.ts'
import type { openBooking } from '#contract/open-booking.ts'
import * as messages from '#messages/desk/partners.ts'
import styles from './Table.module.css'

type AllSales = Received<(typeof openBooking)['allPartnerSales']>

/** What each partner has sold, and what it owes. */
export const PartnerSales = ({ partners, total }: Pick<AllSales, 'partners' | 'total'>) => (
  // Focusable, so that a table wider than the screen can be scrolled with the keyboard.
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
  <div className={styles['scroll']} role="region" aria-label={messages.byPartner} tabIndex={0}>
    <table className={styles['table']}>
      <thead>
        <tr>
          <th scope="col">{messages.partner}</th>
          {[
            messages.bookings,
            messages.sold,
            messages.refunded,
            messages.commission,
            messages.owed,
            messages.atVenue,
          ].map((heading) => (
            <th key={heading} scope="col" className={styles['number']}>
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {partners.map((sales) => (
          <Sales key={sales.id} name={sales.partner} sales={sales} />
        ))}
      </tbody>
      {partners.length < 2 ? null : (
        <tfoot>
          <Sales name={messages.total} sales={total} />
        </tfoot>
      )}
    </table>
  </div>
)

const Sales = ({ name, sales }: { name: string; sales: AllSales['total'] }) => (
  <tr>
    <th scope="row">{name}</th>
    <td className={styles['number']}>{sales.bookings}</td>
    <td className={styles['number']}>{sales.sold.formatted}</td>
    <td className={styles['number']}>{sales.refunded.formatted}</td>
    <td className={styles['number']}>{sales.commission.formatted}</td>
    <td className={styles['number']}>
      <strong>{sales.owed.formatted}</strong>
    </td>
    <td className={styles['number']}>{sales.atVenue.formatted}</td>
  </tr>
)
