import { useState } from 'react'
import type { AccountPayments } from '#contract/payments.ts'
import * as messages from '#messages/account/payments.ts'
import { api } from '#web/platform/api.ts'
import { useCall } from '#web/platform/queries.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { RichText } from '#web/ui/RichText.tsx'
import styles from './SavedCards.module.css'

type Card = AccountPayments['savedCards'][number]

/** Saved cards. Removing one asks first, since it cannot be undone. */
export const SavedCards = ({ cards }: { cards: readonly Card[] }) => (
  <ul role="list" className={styles['cards']}>
    {cards.map((card) => (
      <li key={card.id} className={styles['card']}>
        <SavedCard card={card} />
      </li>
    ))}
  </ul>
)

const SavedCard = ({ card: { id, brand, lastFour, expiry, cardHolderName, paysFor } }: { card: Card }) => {
  const toasts = useToasts()
  const [isAsking, setAsking] = useState(false)
  const remove = useCall(api.payments.removeCard, {
    onSuccess: () => {
      toasts.show({ content: messages.cardRemoved, colour: 'success' })
    },
    onFailure: (error) => {
      toasts.failure(error)
    },
  })
  const name = messages.cardName({ brand, lastFour })
  const removeLabel = (
    <RichText message={messages.removeCard} hidden={<span className="visually-hidden">{name}</span>} />
  )
  return (
    <>
      <p>
        <strong>{name}</strong>
        <br />
        {messages.cardDetails({
          holder: cardHolderName,
          expiry: `${expiry.slice(0, 2)}/${expiry.slice(2)}`,
        })}
        {paysFor.length === 0 ? null : (
          <>
            <br />
            {messages.cardPaysFor({ memberships: paysFor })}
          </>
        )}
      </p>
      {isAsking && paysFor.length > 0 ? (
        <Notice colour="warning" role="alert">
          <p>{messages.removePaysFor({ memberships: paysFor })}</p>
        </Notice>
      ) : null}
      {isAsking ? (
        <div className={styles['ways']} role="group" aria-label={messages.removeQuestion({ card: name })}>
          <Button busy={remove.requesting || remove.succeeded} onClick={() => remove.send({ cardId: id })}>
            {removeLabel}
          </Button>
          <Button variant="text" onClick={() => setAsking(false)}>
            {messages.keepCard}
          </Button>
        </div>
      ) : (
        <Button variant="secondary" onClick={() => setAsking(true)}>
          {removeLabel}
        </Button>
      )}
    </>
  )
}
