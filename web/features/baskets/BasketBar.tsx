import { useRef } from 'react'
import { links } from '#web/platform/links.ts'
import { Link } from '#web/platform/router.tsx'
import { useServerNow } from '#web/platform/useServerNow.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { askToExtendBelowMs, formatEndTime, formatTimeLeft } from './countdown.ts'
import styles from './BasketBar.module.css'
import { ExtendHolds } from './HoldClock.tsx'
import { timeZoneOf } from './basketLines.ts'
import { useBasketActions } from './useBasketActions.ts'

/**
 * The basket in one line at the bottom of a page, while something is in it. On a desk, where there is room for better,
 * it comes only to ask whether the places are to be kept; not where the basket stands beside the page anyway.
 */
export const BasketBar = ({ isBeside }: { isBeside: boolean }) => {
  const { basket, clear } = useBasketActions()
  const now = useServerNow(1000)
  const words = useRef<HTMLParagraphElement>(null)
  if (basket === undefined || basket.items.length === 0 || basket.expiresAt === null) return null
  if (basket.status !== 'open') return null
  const left = Date.parse(basket.expiresAt) - now
  const isAsking = left <= askToExtendBelowMs
  const zone = timeZoneOf(basket.items) ?? 'Europe/London'
  return (
    <aside
      aria-label="Your basket"
      className={styles['bar']}
      data-asking={isAsking ? '' : undefined}
      data-beside={isBeside ? '' : undefined}
    >
      <div className={styles['inner']}>
        <p className={styles['words']} ref={words} tabIndex={-1}>
          <strong>{`${basket.itemCount} ${basket.itemCount === 1 ? 'item' : 'items'}, ${basket.formattedTotal}`}</strong>
          <span className={styles['clock']}>
            {isAsking ? 'Keep these places? ' : ''}
            {`Held until ${formatEndTime(basket.expiresAt, zone)} `}
            <span aria-hidden="true">{`(${formatTimeLeft(left)})`}</span>
          </span>
        </p>
        {isAsking ? (
          <ExtendHolds
            basket={basket}
            onRelease={() => void clear()}
            onExtended={() => words.current?.focus()}
          />
        ) : null}
        <Link
          className={isAsking ? buttonClass({ variant: 'text' }) : buttonClass({ size: 'lg' })}
          to={links.basket()}
        >
          View basket
        </Link>
      </div>
    </aside>
  )
}
