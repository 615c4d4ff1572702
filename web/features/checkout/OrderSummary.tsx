import type { Basket } from '#contract/baskets.ts'
import { formatted } from '#contract/money.ts'
import { api } from '#web/platform/api.ts'
import { links } from '#web/platform/links.ts'
import { useRead } from '#web/platform/queries.ts'
import { Link } from '#web/platform/router.tsx'
import { Badge } from '#web/ui/Layout.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { itemTitle, itemWhen, itemWhere } from './orderItems.ts'
import styles from './OrderSummary.module.css'
import { basketStatusIn, type Payment } from './paymentState.ts'

/** What is being paid for, always in sight beside the form. */
export const OrderSummary = ({ basket, payment }: { basket: Basket; payment: Payment }) => (
  <div className={styles['summary']}>
    <div className={styles['top']}>
      <h2>Your order</h2>
      <StatusBadge payment={payment} />
    </div>
    <Lines basket={basket} payment={payment} />
  </div>
)

/** The same on a phone: one line with the total, the rest a touch away. */
export const OrderBar = ({ basket, payment }: { basket: Basket; payment: Payment }) => (
  <details className={styles['bar']}>
    <summary>
      <Icon name="basket" />
      <span className={styles['bar-words']}>
        Your order ({basket.itemCount} {basket.itemCount === 1 ? 'item' : 'items'})
      </span>
      <strong className={styles['bar-total']}>{basket.formattedBalance}</strong>
      <Icon name="chevron" size={18} />
    </summary>
    <Lines basket={basket} payment={payment} />
  </details>
)

const Lines = ({ basket, payment }: { basket: Basket; payment: Payment }) => {
  const { data: config } = useRead(api.operator.config)
  const { symbol } = config.currency
  return (
    <>
      <ul role="list" className={styles['items']}>
        {basket.items.map((item) => (
          <li key={item.id} className={styles['item']}>
            <div className={styles['what']}>
              <p className={styles['name']}>{itemTitle(item)}</p>
              {[itemWhen(item), itemWhere(item)].map((words) =>
                words === null ? null : <p key={words}>{words}</p>,
              )}
            </div>
            <p className={styles['price']}>{item.price.raw === 0 ? 'Free' : item.price.formatted}</p>
          </li>
        ))}
      </ul>
      <dl className={styles['totals']}>
        {basket.payments.length === 0 ? null : (
          <div>
            <dt>Total</dt>
            <dd>{basket.formattedTotal}</dd>
          </div>
        )}
        {basket.payments.map(({ id, type, amount }) => (
          <div key={id}>
            <dt>{type === 'membership' ? 'Membership credit' : 'Your credit'}</dt>
            <dd>{formatted(-amount, symbol)}</dd>
          </div>
        ))}
        <div className={styles['balance']}>
          <dt>To pay</dt>
          <dd>{basket.formattedBalance}</dd>
        </div>
        {basket.taxTotal === 0 ? null : (
          <div className={styles['vat']}>
            <dt>VAT within the price</dt>
            <dd>{formatted(basket.taxTotal, symbol)}</dd>
          </div>
        )}
      </dl>
      {payment.stage === 'ready' ? (
        <p className={styles['change']}>
          <Link to={links.basket()}>Change your basket</Link>
        </p>
      ) : null}
    </>
  )
}

const StatusBadge = ({ payment }: { payment: Payment }) => {
  const status = basketStatusIn(payment)
  if (status === 'paymentProcessing') return <Badge colour="info">Payment in progress</Badge>
  return status === 'paymentComplete' ? <Badge colour="success">Paid</Badge> : null
}
