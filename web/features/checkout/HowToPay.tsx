import type { Ref } from 'react'
import type { PreparedCheckout, SavedCard } from '#contract/checkout.ts'
import { CheckField } from '#web/ui/Field.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { CardFields } from './CardFields.tsx'
import { cardExpiry, savedCardLabel } from './cardFrame.ts'
import styles from './HowToPay.module.css'
import type { Card } from './road.ts'
import { TestCards } from './TestCards.tsx'
import type { FieldErrors } from './trouble.ts'

/** A card that is kept, or a new one typed into the fields of the card company. */
export const HowToPay = ({
  session,
  chosen: { savedCards, savedCard },
  errors,
  live,
  mayKeep,
  onChoose,
  cardholderName,
  onEnter,
  onTyping,
  onRetry,
  ref,
}: {
  session: PreparedCheckout | null
  chosen: { savedCards: readonly SavedCard[]; savedCard: SavedCard | null }
  errors: FieldErrors
  live: boolean
  /** Whether a new card may be kept for this person. */
  mayKeep: boolean
  onChoose: (savedCard: SavedCard | null) => void
  cardholderName: () => string
  onEnter: () => void
  onTyping: () => void
  onRetry: () => void
  ref: Ref<Card>
}) => (
  <div className={styles['way']}>
    {savedCards.length === 0 ? null : (
      <fieldset className={styles['cards']}>
        <legend className="visually-hidden">Card</legend>
        {savedCards.map((card) => (
          <label key={card.id} className={styles['card']}>
            <input
              type="radio"
              name="card"
              value={card.id}
              checked={card.id === savedCard?.id}
              onChange={() => {
                onChoose(card)
              }}
            />
            <span className={styles['brand']}>{savedCardLabel(card)}</span>
            <span className={styles['expiry']}>Expires {cardExpiry(card.expiry)}</span>
          </label>
        ))}
        <label className={styles['card']}>
          <input
            type="radio"
            name="card"
            value="new"
            checked={savedCard === null}
            onChange={() => {
              onChoose(null)
            }}
          />
          <span className={styles['brand']}>Another card</span>
        </label>
      </fieldset>
    )}
    <div id="checkout-card" className={styles['fields']} tabIndex={-1}>
      <CardFields {...{ session, savedCard, cardholderName, onEnter, onTyping, onRetry, ref }} />
      {errors['card'] === undefined ? null : (
        <ul role="list" className={styles['errors']}>
          {errors['card'].map((error) => (
            <li key={error}>
              <Icon name="alert" size={16} />
              {error}
            </li>
          ))}
        </ul>
      )}
    </div>
    {mayKeep && savedCard === null ? (
      <CheckField name="saveCard">Keep this card for next time</CheckField>
    ) : null}
    {session?.mode === 'test' && live ? <TestCards provider={session.paymentProvider} /> : null}
  </div>
)
