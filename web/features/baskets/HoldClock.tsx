import { useRef, useState } from 'react'
import type { Basket } from '#contract/baskets.ts'
import * as messages from '#messages/shared/holds.ts'
import { api } from '#web/platform/api.ts'
import { useRead } from '#web/platform/queries.ts'
import { useServerNow } from '#web/platform/useServerNow.ts'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { askToExtendBelowMs, formatTimeLeft } from './countdown.ts'
import styles from './HoldClock.module.css'
import { useBasketChanges } from './useBasketChanges.ts'
import { formatEndTime, timeZoneOf } from './holdTime.ts'

/**
 * The clock of a basket: the earliest end of its holds, by the server's time. In the last two minutes it asks whether
 * more time is needed.
 */
export const HoldClock = ({ basket, onRelease }: { basket: Basket; onRelease: () => void }) => {
  const now = useServerNow(1000)
  const place = useRef<HTMLDivElement>(null)
  const { expiresAt, items } = basket
  if (expiresAt === null) return null
  const left = Date.parse(expiresAt) - now
  const zone = timeZoneOf(items) ?? 'Europe/London'
  const clock = (
    <p role="timer" className={styles['clock']}>
      {messages.heldForYouUntil({ time: formatEndTime(expiresAt, zone) })}{' '}
      <span aria-hidden="true" className={styles['left']}>{`(${formatTimeLeft(left)})`}</span>
    </p>
  )
  return (
    <div ref={place} tabIndex={-1} className={styles['place']}>
      {left > askToExtendBelowMs ? (
        <div className={styles['calm']}>
          <Icon name="clock" size={18} />
          {clock}
        </div>
      ) : (
        <Notice colour="warning" title={messages.needMoreTime}>
          {clock}
          <ExtendHolds basket={basket} onRelease={onRelease} onExtended={() => place.current?.focus()} />
        </Notice>
      )}
    </div>
  )
}

/** The two answers. They vanish once the holds are extended, so the caller moves the focus. */
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
  const { renew } = useBasketChanges()
  const [isExtending, setExtending] = useState(false)
  const [error, setError] = useState<string>()
  const minutes = Math.round(config.basketHoldSeconds / 60)
  const extend = async (): Promise<void> => {
    setExtending(true)
    const failure = await renew()
    setError(failure)
    setExtending(false)
    if (failure === undefined) onExtended()
  }
  return (
    <>
      {basket.renewalsLeft > 0 ? null : <p>{messages.noMoreExtensions}</p>}
      <div className={styles['answers']}>
        {basket.renewalsLeft > 0 ? (
          <Button busy={isExtending} onClick={() => void extend()}>
            {messages.extend({ minutes })}
          </Button>
        ) : null}
        <Button variant="text" onClick={onRelease}>
          {messages.release}
        </Button>
      </div>
      {error === undefined ? null : <p className={styles['error']}>{error}</p>}
    </>
  )
}
