import { useState } from 'react'
import type { Basket, BasketItem } from '#contract/baskets.ts'
import { links } from '#web/platform/links.ts'
import { Link } from '#web/platform/router.tsx'
import { Button } from '#web/ui/Button.tsx'
import styles from './LapsedLines.module.css'
import { describeLine, lineTitle, lineTime } from './basketLines.ts'
import type { BasketActions } from './useBasketActions.ts'

/** What is no longer held: parked, with the way back while there is one. */
export const LapsedLines = ({
  basket,
  call,
  Heading,
  onHold,
}: {
  basket: Basket
  call: BasketActions
  /** Before it is asked for: where it comes back, focus goes with it. */
  onHold: (item: BasketItem) => void
  Heading: 'h2' | 'h3'
}) =>
  basket.lapsedItems.length === 0 ? null : (
    <section className={styles['lapsed']}>
      <Heading className={styles['heading']}>These places are no longer held</Heading>
      <ul role="list" className={styles['lines']}>
        {basket.lapsedItems.map((item) => (
          <LapsedLine
            key={item.id}
            item={item}
            mayRenew={basket.renewalsLeft > 0}
            call={call}
            onHold={onHold}
          />
        ))}
      </ul>
    </section>
  )

const LapsedLine = ({
  item,
  mayRenew,
  call,
  onHold,
}: {
  item: BasketItem
  mayRenew: boolean
  call: BasketActions
  onHold: (item: BasketItem) => void
}) => {
  const [holding, setHolding] = useState(false)
  const [error, setError] = useState<string>()
  const holdAgain = async (): Promise<void> => {
    setHolding(true)
    onHold(item)
    setError(await call.renew([item.id]))
    setHolding(false)
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
            busy={holding}
            aria-label={`Hold again: ${describeLine(item)}`}
            onClick={() => void holdAgain()}
          >
            Hold again
          </Button>
        ) : (
          <Link to={links.venue(item.cartableResource?.location.venueSlug ?? '')}>
            Choose it again in the timetable
          </Link>
        )}
        <Button
          variant="text"
          size="sm"
          busy={call.isRemoving(item.id)}
          aria-label={`Remove ${describeLine(item)}`}
          onClick={() => {
            call.remove(item.id)
          }}
        >
          Remove
        </Button>
      </div>
      {error === undefined ? null : <p className={styles['error']}>{error}</p>}
    </li>
  )
}
