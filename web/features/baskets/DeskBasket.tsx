import type { Basket } from '#contract/baskets.ts'
import * as messages from '#messages/desk/sale.ts'
import { dayAndTime } from '#messages/shared/dates.ts'
import { links } from '#web/platform/links.ts'
import { Link } from '#web/platform/router.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import styles from './DeskBasket.module.css'
import { BasketClock } from './BasketClock.tsx'
import { useBasketActions } from './useBasketActions.ts'

/** The basket beside the payment: each line with when, for whom and what it costs, and a button to remove it. */
export const DeskBasket = ({ basket }: { basket: Basket }) => {
  const { remove, isRemoving } = useBasketActions()
  return (
    <div className={styles['basket']}>
      <BasketClock basket={basket} />
      <ul role="list" className={styles['items']}>
        {basket.items.map(({ id, name, price, quantity, cartableResource: session }) => (
          <li key={id} className={styles['item']}>
            <span className={styles['what']}>
              <strong>{quantity > 1 ? messages.several({ name, count: quantity }) : name}</strong>
              {session === null ? null : (
                <span className={styles['where']}>
                  {messages.whenAndWhere({
                    time: dayAndTime({
                      day: session.date.raw,
                      time: session.startsAt.format24Hour,
                    }),
                    location: session.location.name,
                  })}
                </span>
              )}
              {price.explanation === null ? null : (
                <span className={styles['where']}>{price.explanation}</span>
              )}
            </span>
            <span className={styles['price']}>{price.formatted}</span>
            <button
              type="button"
              className={styles['remove']}
              aria-label={messages.removeItem({ name })}
              aria-busy={isRemoving(id) || undefined}
              onClick={() => {
                remove(id)
              }}
            >
              <Icon name="trash" />
            </button>
          </li>
        ))}
      </ul>
      <Link to={links.basket()}>{messages.changeBasket}</Link>
    </div>
  )
}
