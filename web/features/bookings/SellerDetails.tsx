import type { Seller } from '#contract/bookings.ts'
import { vatNumber } from '#messages/shared/bookings.ts'
import styles from './SellerDetails.module.css'

/** Who sold an order: name, addresses, how to reach them, VAT number. `onPaper` shows it in print alone. */
export const SellerDetails = ({ seller, onPaper = false }: { seller: Seller; onPaper?: boolean }) => (
  <address className={styles['seller']} data-on={onPaper ? 'paper' : undefined}>
    <strong>{seller.name}</strong>
    {seller.address.map((line) => (
      <span key={line}>{line}</span>
    ))}
    {[seller.phone, seller.email].filter(Boolean).map((contact) => (
      <span key={contact}>{contact}</span>
    ))}
    {seller.vatNumber === '' ? null : <span>{vatNumber({ number: seller.vatNumber })}</span>}
  </address>
)
