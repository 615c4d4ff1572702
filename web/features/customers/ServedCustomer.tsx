import type { LoggedInCustomer } from '#contract/sessions.ts'
import * as messages from '#messages/desk/customers.ts'
import { deskLinks } from '#web/platform/deskLinks.ts'
import { Link } from '#web/platform/router.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Badge } from '#web/ui/Layout.tsx'
import { Photo } from '#web/ui/Photo.tsx'
import styles from './ServedCustomer.module.css'

/** The customer the desk is serving. What is sold is booked for them and at their prices, so it is always visible. */
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
  <section className={styles['strip']} aria-label={messages.beingServed}>
    <div className={styles['bar']}>
      {customer === null ? <Icon name="person" size={24} /> : <Photo address={customer.profilePhoto} />}
      <div className={styles['who']}>
        {customer === null ? (
          <>
            <span className={styles['name']}>{messages.walkIn}</span>
            <span className={styles['facts']}>{messages.standardPrices}</span>
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
              {customer.hasOutstandingPenalties ? <Badge colour="danger">{messages.hasPenalty}</Badge> : null}
            </span>
            <span className={styles['facts']}>
              {messages.referenceAndCredit({
                reference: customer.reference,
                credit: customer.credit.formattedBalance,
              })}
            </span>
          </>
        )}
      </div>
      <div className={styles['acts']}>
        <Link className={styles['act']} to={chooseTo} stay aria-haspopup="dialog">
          {customer === null ? messages.chooseCustomer : messages.changeCustomer}
          <kbd className={styles['key']}>/</kbd>
        </Link>
        {customer === null && basket.count === 0 ? null : (
          <button type="button" className={styles['act']} onClick={onWalkIn}>
            {customer === null ? messages.nextCustomer : messages.walkIn}
          </button>
        )}
        <Link className={`${styles['act'] ?? ''} ${styles['basket'] ?? ''}`} to={basket.to}>
          <Icon name="basket" />
          {basket.count === 0 ? messages.emptyBasket : messages.basket(basket)}
        </Link>
      </div>
    </div>
  </section>
)
