import type { Basket } from '#contract/baskets.ts'
import { formatted } from '#contract/money.ts'
import * as messages from '#messages/shared/checkout.ts'
import { api } from '#web/platform/api.ts'
import { namesAttendees } from '#web/platform/attendees.ts'
import { useBuyer } from '#web/platform/buyer.ts'
import { links } from '#web/platform/links.ts'
import { useRead } from '#web/platform/queries.ts'
import { Link } from '#web/platform/router.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Card, Badge } from '#web/ui/Layout.tsx'
import { itemAttendee, itemPlace, itemTime, itemTitle } from './orderItems.ts'
import styles from './OrderSummary.module.css'
import { basketStatusOf, type Payment } from './paymentState.ts'

/** What is paid for, beside the form. */
export const OrderSummary = ({ basket, payment }: { basket: Basket; payment: Payment }) => (
  <Card className={styles['summary']}>
    <div className={styles['top']}>
      <h2>{messages.yourOrder}</h2>
      <StatusBadge payment={payment} />
    </div>
    <Lines basket={basket} payment={payment} />
  </Card>
)

/** The same on a narrow screen: one line with the total, which unfolds. */
export const OrderBar = ({ basket, payment }: { basket: Basket; payment: Payment }) => (
  <details className={styles['bar']} data-edge="start">
    <summary>
      <Icon name="basket" />
      <span className={styles['bar-words']}>{messages.yourOrderOf({ count: basket.itemCount })}</span>
      <strong className={styles['bar-total']}>{basket.formattedBalance}</strong>
      <Icon name="chevron" size={18} />
    </summary>
    <Lines basket={basket} payment={payment} />
  </details>
)

const Lines = ({ basket, payment }: { basket: Basket; payment: Payment }) => {
  const { data: config } = useRead(api.operator.config)
  const { symbol } = config.currency
  const isNamed = namesAttendees(basket.items, useBuyer()?.id ?? null)
  return (
    <>
      <ul role="list" className={styles['items']}>
        {basket.items.map((item) => (
          <li key={item.id} className={styles['item']}>
            <div className={styles['what']}>
              <p className={styles['name']}>{itemTitle(item)}</p>
              {[isNamed ? itemAttendee(item) : null, itemTime(item), itemPlace(item)].map((line) =>
                line === null ? null : <p key={line}>{line}</p>,
              )}
            </div>
            <p className={styles['price']}>{item.price.raw === 0 ? messages.free : item.price.formatted}</p>
          </li>
        ))}
      </ul>
      <dl className={styles['totals']}>
        {basket.payments.length === 0 ? null : (
          <div>
            <dt>{messages.total}</dt>
            <dd>{basket.formattedTotal}</dd>
          </div>
        )}
        {basket.payments.map(({ id, type, amount }) => (
          <div key={id}>
            <dt>{type === 'membership' ? messages.membershipCredit : messages.credit}</dt>
            <dd>{formatted(-amount, symbol)}</dd>
          </div>
        ))}
        <div className={styles['balance']}>
          <dt>{messages.toPay}</dt>
          <dd>{basket.formattedBalance}</dd>
        </div>
        {basket.taxTotal === 0 ? null : (
          <div className={styles['vat']}>
            <dt>{messages.vatIncluded}</dt>
            <dd>{formatted(basket.taxTotal, symbol)}</dd>
          </div>
        )}
      </dl>
      {payment.stage === 'ready' ? (
        <p className={styles['change']}>
          <Link to={links.basket()}>{messages.changeBasket}</Link>
        </p>
      ) : null}
    </>
  )
}

const StatusBadge = ({ payment }: { payment: Payment }) => {
  const status = basketStatusOf(payment)
  if (status === 'paymentProcessing') return <Badge colour="info">{messages.paymentInProgress}</Badge>
  return status === 'paymentComplete' ? <Badge colour="success">{messages.paid}</Badge> : null
}
