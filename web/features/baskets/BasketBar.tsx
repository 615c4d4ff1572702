import { useRef, useState } from 'react'
import type { Basket } from '#contract/baskets.ts'
import * as messages from '#messages/shared/filledBasket.ts'
import * as holdMessages from '#messages/shared/holds.ts'
import { links } from '#web/platform/links.ts'
import { Link } from '#web/platform/router.tsx'
import { useServerNow } from '#web/platform/useServerNow.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { askToExtendBelowMs, formatTimeLeft } from './countdown.ts'
import styles from './BasketBar.module.css'
import { ExtendHolds } from './HoldClock.tsx'
import { useBasketChanges } from './useBasketChanges.ts'
import { useBasket } from './useBasket.ts'
import { formatEndTime, timeZoneOf } from './holdTime.ts'

/**
 * The basket in one line at the bottom of a page. On wide screens it is shown only to ask whether more time is needed,
 * and never where the basket is beside the page.
 */
export const BasketBar = ({ isBeside }: { isBeside: boolean }) => {
  const basket = useBasket()
  const { clear } = useBasketChanges()
  const now = useServerNow(1000)
  const summary = useRef<HTMLParagraphElement>(null)
  if (basket === undefined || basket.status !== 'open') return null
  if (basket.items.length === 0) return <LapsedBar basket={basket} isBeside={isBeside} />
  if (basket.expiresAt === null) return null
  const left = Date.parse(basket.expiresAt) - now
  const isAsking = left <= askToExtendBelowMs
  const zone = timeZoneOf(basket.items) ?? 'Europe/London'
  return (
    <aside
      aria-label={messages.yourBasket}
      className={styles['bar']}
      data-edge="end"
      data-asking={isAsking ? '' : undefined}
      data-beside={isBeside ? '' : undefined}
    >
      <div className={styles['inner']}>
        <p className={styles['words']} ref={summary} tabIndex={-1}>
          <strong>{messages.barSummary({ count: basket.itemCount, total: basket.formattedTotal })}</strong>
          <span className={styles['clock']}>
            {isAsking ? `${holdMessages.needMoreTime} ` : ''}
            {messages.heldUntil({ time: formatEndTime(basket.expiresAt, zone) })}{' '}
            <span aria-hidden="true">{`(${formatTimeLeft(left)})`}</span>
          </span>
        </p>
        {isAsking ? (
          <ExtendHolds
            basket={basket}
            onRelease={() => void clear()}
            onExtended={() => summary.current?.focus()}
          />
        ) : null}
        <Link
          className={isAsking ? buttonClass({ variant: 'text' }) : buttonClass({ size: 'lg' })}
          to={links.basket()}
        >
          {messages.viewBasket}
        </Link>
      </div>
    </aside>
  )
}

/** Once the time has run out: offers to hold the places again, on the page where the person is. */
const LapsedBar = ({ basket, isBeside }: { basket: Basket; isBeside: boolean }) => {
  const { renew } = useBasketChanges()
  const [isRenewing, setRenewing] = useState(false)
  if (basket.lapsedItems.length === 0) return null
  return (
    <aside
      aria-label={messages.yourBasket}
      className={styles['bar']}
      data-edge="end"
      data-asking=""
      data-beside={isBeside ? '' : undefined}
    >
      <div className={styles['inner']}>
        <p className={styles['words']}>
          <strong>{messages.timeRanOut}</strong>
          <span className={styles['clock']}>{messages.savedItems({ count: basket.lapsedItems.length })}</span>
        </p>
        {basket.renewalsLeft > 0 ? (
          <Button
            busy={isRenewing}
            onClick={() => {
              setRenewing(true)
              void renew(basket.lapsedItems.map(({ id }) => id)).finally(() => {
                setRenewing(false)
              })
            }}
          >
            {messages.holdAgain}
          </Button>
        ) : null}
        <Link className={buttonClass({ variant: 'text' })} to={links.basket()}>
          {messages.viewBasket}
        </Link>
      </div>
    </aside>
  )
}
