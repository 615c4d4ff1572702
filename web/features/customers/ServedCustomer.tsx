import type { LoggedInCustomer } from '#contract/sessions.ts'
import { deskLinks } from '#web/platform/links.ts'
import { Link } from '#web/platform/router.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Badge } from '#web/ui/Layout.tsx'
import styles from './ServedCustomer.module.css'

/** Whom the desk serves now: everything sold is theirs and at their prices. Always in sight. */
export const ServedCustomer = ({
  customer,
  chooseTo,
  onWalkIn,
  basket,
}: {
  customer: LoggedInCustomer | null
  chooseTo: string
  onWalkIn: () => void
  basket: { to: string; count: number; total: string }
}) => (
  <section className={styles['strip']} aria-label="Customer being served">
    <div className={styles['bar']}>
      <Icon name="person" size={24} />
      <div className={styles['who']}>
        {customer === null ? (
          <>
            <span className={styles['name']}>Walk-in</span>
            <span className={styles['facts']}>Nobody is chosen: list prices, no name</span>
          </>
        ) : (
          <>
            <span className={styles['name']}>
              <Link to={deskLinks.customer(customer.id)}>
                {customer.firstName} {customer.lastName}
              </Link>
              {customer.membershipUser?.status === 'active' ? (
                <Badge colour="primary">{customer.membershipUser.name}</Badge>
              ) : null}
              {customer.hasOutstandingPenalties ? <Badge colour="danger">Owes a penalty</Badge> : null}
            </span>
            <span className={styles['facts']}>
              {customer.reference} · Credit {customer.credit.formattedBalance}
            </span>
          </>
        )}
      </div>
      <div className={styles['acts']}>
        <Link className={styles['act']} to={chooseTo} stay aria-haspopup="dialog">
          {customer === null ? 'Choose a customer' : 'Change'}
          <kbd className={styles['key']}>/</kbd>
        </Link>
        {customer === null ? null : (
          <button type="button" className={styles['act']} onClick={onWalkIn}>
            Walk-in
          </button>
        )}
        <Link className={`${styles['act'] ?? ''} ${styles['basket'] ?? ''}`} to={basket.to}>
          <Icon name="basket" />
          {basket.count === 0 ? 'Basket, empty' : `${basket.count} in basket · ${basket.total}`}
        </Link>
      </div>
    </div>
  </section>
)
