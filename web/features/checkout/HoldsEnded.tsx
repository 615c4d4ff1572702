import { useEffect, useRef, useState } from 'react'
import type { Basket } from '#contract/baskets.ts'
import * as messages from '#messages/shared/checkoutParts.ts'
import { links } from '#web/platform/links.ts'
import { Link } from '#web/platform/router.tsx'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import styles from './HoldsEnded.module.css'

/** In place of the clock once the places are no longer held. The form below keeps all that was typed. */
export const HoldsEnded = ({
  basket,
  onHoldAgain,
}: {
  basket: Basket
  /** Resolves with the reason where the places cannot be held again. */
  onHoldAgain: () => Promise<string | undefined>
}) => {
  const place = useRef<HTMLDivElement>(null)
  const [isRenewing, setRenewing] = useState(false)
  const [error, setError] = useState<string>()
  const mayRenew = basket.renewalsLeft > 0 && error === undefined
  useEffect(() => {
    place.current?.focus({ preventScroll: true })
  }, [])
  const holdAgain = async (): Promise<void> => {
    setRenewing(true)
    setError(await onHoldAgain())
    setRenewing(false)
  }
  return (
    <div ref={place} tabIndex={-1} className={styles['place']}>
      <Notice colour="warning" role="alert" title={messages.timeRanOut}>
        <p>{error ?? messages.holdsEndedText}</p>
        <p className={styles['answers']}>
          {mayRenew ? (
            <Button busy={isRenewing} onClick={() => void holdAgain()}>
              {messages.holdAgain}
            </Button>
          ) : (
            <Link className={buttonClass()} to={links.basket()}>
              {messages.goToBasket}
            </Link>
          )}
        </p>
      </Notice>
    </div>
  )
}
