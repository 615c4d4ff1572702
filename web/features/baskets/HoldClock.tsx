import { useRef, useState } from 'react'
import type { Basket } from '#contract/baskets.ts'
import { api } from '#web/platform/api.ts'
import { useRead } from '#web/platform/queries.ts'
import { useServerNow } from '#web/platform/useServerNow.ts'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { askToExtendBelowMs, formatEndTime, formatTimeLeft } from './countdown.ts'
import styles from './HoldClock.module.css'
import { timeZoneOf } from './basketLines.ts'
import { useBasketActions } from './useBasketActions.ts'

/**
 * The one clock of a basket: the earliest end of its holds, by the server's time. In the last two minutes it asks
 * whether the places are to be kept; nothing happens to them unless one answers or the time is up.
 */
export const HoldClock = ({ basket, onRelease }: { basket: Basket; onRelease: () => void }) => {
  const now = useServerNow(1000)
  const place = useRef<HTMLDivElement>(null)
  const { expiresAt, items } = basket
  if (expiresAt === null) return null
  const left = Date.parse(expiresAt) - now
  const zone = timeZoneOf(items) ?? 'Europe/London'
  const words = (
    <p role="timer" className={styles['clock']}>
      {`Held for you until ${formatEndTime(expiresAt, zone)} `}
      <span aria-hidden="true" className={styles['left']}>{`(${formatTimeLeft(left)})`}</span>
    </p>
  )
  return (
    <div ref={place} tabIndex={-1} className={styles['place']}>
      {left > askToExtendBelowMs ? (
        <div className={styles['calm']}>
          <Icon name="clock" size={18} />
          {words}
        </div>
      ) : (
        <Notice colour="warning" title="Keep these places?">
          {words}
          <ExtendHolds basket={basket} onRelease={onRelease} onExtended={() => place.current?.focus()} />
        </Notice>
      )}
    </div>
  )
}

/** The two answers. The question goes when they are kept, so whoever asks says where focus goes. */
export const ExtendHolds = ({
  basket,
  onRelease,
  onExtended,
}: {
  basket: Basket
  onRelease: () => void
  onExtended: () => void
}) => {
  const { data: config } = useRead(api.operator.config)
  const { renew } = useBasketActions()
  const [keeping, setKeeping] = useState(false)
  const [error, setError] = useState<string>()
  const minutes = Math.round(config.basketHoldSeconds / 60)
  const keep = async (): Promise<void> => {
    setKeeping(true)
    const words = await renew()
    setError(words)
    setKeeping(false)
    if (words === undefined) onExtended()
  }
  return (
    <>
      {basket.renewalsLeft > 0 ? null : (
        <p>They have been kept as long as they can be: check out to have them.</p>
      )}
      <div className={styles['answers']}>
        {basket.renewalsLeft > 0 ? (
          <Button busy={keeping} onClick={() => void keep()}>
            {`Keep ${minutes} more ${minutes === 1 ? 'minute' : 'minutes'}`}
          </Button>
        ) : null}
        <Button variant="text" onClick={onRelease}>
          Let them go
        </Button>
      </div>
      {error === undefined ? null : <p className={styles['error']}>{error}</p>}
    </>
  )
}
