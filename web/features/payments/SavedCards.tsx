import { useState } from 'react'
import type { AccountPayments } from '#contract/payments.ts'
import { api } from '#web/platform/api.ts'
import { useCall } from '#web/platform/queries.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import styles from './SavedCards.module.css'

type Card = AccountPayments['savedCards'][number]

/** Cards kept for next time. Removing one is asked about, since it cannot be brought back from here. */
export const SavedCards = ({ cards }: { cards: readonly Card[] }) => (
  <ul role="list" className={styles['cards']}>
    {cards.map((card) => (
      <li key={card.id} className={styles['card']}>
        <SavedCard card={card} />
      </li>
    ))}
  </ul>
)

const SavedCard = ({ card: { id, brand, lastFour, expiry, cardHolderName } }: { card: Card }) => {
  const toasts = useToasts()
  const [isAsking, setAsking] = useState(false)
  const remove = useCall(api.payments.removeCard, {
    onSuccess: () => {
      toasts.show({ content: 'The card is removed.', colour: 'success' })
    },
    onFailure: (error) => {
      toasts.failure(error)
    },
  })
  const name = `${brand} ending ${lastFour}`
  return (
    <>
      <p>
        <strong>{name}</strong>
        <br />
        {cardHolderName}, until {expiry.slice(0, 2)}/{expiry.slice(2)}
      </p>
      {isAsking ? (
        <div className={styles['ways']} role="group" aria-label={`Remove ${name}?`}>
          <Button busy={remove.requesting} onClick={() => remove.send({ cardId: id })}>
            Remove<span className="visually-hidden"> {name}</span>
          </Button>
          <Button variant="text" onClick={() => setAsking(false)}>
            Keep it
          </Button>
        </div>
      ) : (
        <Button variant="secondary" onClick={() => setAsking(true)}>
          Remove<span className="visually-hidden"> {name}</span>
        </Button>
      )}
    </>
  )
}
