import { useRef, useState } from 'react'
import type { Basket } from '#contract/baskets.ts'
import { api } from '#web/platform/api.ts'
import { useRead } from '#web/platform/queries.ts'
import { useServerNow } from '#web/platform/useServerNow.ts'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { askBelowMs, endOnTheWall, timeLeft } from './countdown.ts'
import styles from './HoldClock.module.css'
import { zoneOf } from './lines.ts'
import { useBasketCall } from './useBasketCall.ts'

/**
 * The one clock of a basket: the earliest end of its holds, by the server's time. In the last two minutes it asks
 * whether the places are to be kept; nothing happens to them unless one answers or the time is up.
 */
export const HoldClock = ({ basket, onLetGo }: { basket: Basket; onLetGo: () => void }) => {
  const now = useServerNow(1000)
  const place = useRef<HTMLDivElement>(null)
  const { expiresAt, items } = basket
  if (expiresAt === null) return null
  const left = Date.parse(expiresAt) - now
  const zone = zoneOf(items) ?? 'Europe/London'
  const words = (
    <p role="timer" className={styles['clock']}>
      {`Held for you until ${endOnTheWall(expiresAt, zone)} `}
      <span aria-hidden="true" className={styles['left']}>{`(${timeLeft(left)})`}</span>
    </p>
  )
  return (
    <div ref={place} tabIndex={-1} className={styles['place']}>
      {left > askBelowMs ? (
        <div className={styles['calm']}>
          <Icon name="clock" size={18} />
          {words}
        </div>
      ) : (
        <Notice colour="warning" title="Keep these places?">
          {words}
          <KeepPlaces basket={basket} onLetGo={onLetGo} onKept={() => place.current?.focus()} />
        </Notice>
      )}
    </div>
  )
}

/** The two answers. The question goes when they are kept, so whoever asks says where focus goes. */
export const KeepPlaces = ({
  basket,
  onLetGo,
  onKept,
}: {
  basket: Basket
  onLetGo: () => void
  onKept: () => void
}) => {
  const { data: config } = useRead(api.operator.config)
  const { renew } = useBasketCall()
  const [keeping, setKeeping] = useState(false)
  const [trouble, setTrouble] = useState<string>()
  const minutes = Math.round(config.basketHoldSeconds / 60)
  const keep = async (): Promise<void> => {
    setKeeping(true)
    const words = await renew()
    setTrouble(words)
    setKeeping(false)
    if (words === undefined) onKept()
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
        <Button variant="text" onClick={onLetGo}>
          Let them go
        </Button>
      </div>
      {trouble === undefined ? null : <p className={styles['trouble']}>{trouble}</p>}
    </>
  )
}
