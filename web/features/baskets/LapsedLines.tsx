import { useState } from 'react'
import type { Basket, BasketItem } from '#contract/baskets.ts'
import * as basketMessages from '#messages/shared/filledBasket.ts'
import { links } from '#web/platform/links.ts'
import { Link } from '#web/platform/router.tsx'
import { Button } from '#web/ui/Button.tsx'
import styles from './LapsedLines.module.css'
import { describeLine, lineTitle, lineTime } from './basketLines.ts'
import type { BasketActions } from './useBasketActions.ts'
import { useBasketChanges } from './useBasketChanges.ts'

/** Items whose holds have ended, each with a button that reserves it again. */
export const LapsedLines = ({
  basket,
  actions,
  Heading,
  onReserve,
}: {
  basket: Basket
  actions: BasketActions
  /** Called before the request: the focus follows the item when it is back. */
  onReserve: (item: BasketItem) => void
  Heading: 'h2' | 'h3'
}) =>
  basket.lapsedItems.length === 0 ? null : (
    <section className={styles['lapsed']}>
      <Heading className={styles['heading']}>{basketMessages.timeRanOut}</Heading>
      <p className={styles['quiet']}>{basketMessages.timeRanOutText}</p>
      <ul role="list" className={styles['lines']}>
        {basket.lapsedItems.map((item) => (
          <LapsedLine
            key={item.id}
            item={item}
            mayRenew={basket.renewalsLeft > 0}
            actions={actions}
            onReserve={onReserve}
          />
        ))}
      </ul>
    </section>
  )

const LapsedLine = ({
  item,
  mayRenew,
  actions,
  onReserve,
}: {
  item: BasketItem
  mayRenew: boolean
  actions: BasketActions
  onReserve: (item: BasketItem) => void
}) => {
  const { renew } = useBasketChanges()
  const [isReserving, setReserving] = useState(false)
  const [error, setError] = useState<string>()
  const reserve = async (): Promise<void> => {
    setReserving(true)
    onReserve(item)
    setError(await renew([item.id]))
    setReserving(false)
  }
  return (
    <li className={styles['line']}>
      <p>
        <strong>{lineTitle(item)}</strong>
        <br />
        <span
          className={styles['quiet']}
        >{`${lineTime(item)} · ${item.cartableResource?.location.name ?? ''}`}</span>
      </p>
      <p className={styles['price']}>{item.price.formatted}</p>
      <div className={styles['answers']}>
        {mayRenew ? (
          <Button
            variant="secondary"
            busy={isReserving}
            aria-label={basketMessages.reserveItemAgain({ item: describeLine(item) })}
            onClick={() => void reserve()}
          >
            {basketMessages.reserveAgain}
          </Button>
        ) : (
          <Link to={links.venue(item.cartableResource?.location.venueSlug ?? '')}>
            {basketMessages.chooseAgain}
          </Link>
        )}
        <Button
          variant="text"
          size="sm"
          busy={actions.isRemoving(item.id)}
          aria-label={basketMessages.removeItem({ item: describeLine(item) })}
          onClick={() => {
            actions.remove(item.id)
          }}
        >
          {basketMessages.remove}
        </Button>
      </div>
      {error === undefined ? null : <p className={styles['error']}>{error}</p>}
    </li>
  )
}
