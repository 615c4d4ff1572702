import type { Ref } from 'react'
import type { PreparedCheckout, SavedCard } from '#contract/checkout.ts'
import { Choice } from '#web/ui/Choice.tsx'
import { CheckField } from '#web/ui/Field.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { CardFields } from './CardFields.tsx'
import { cardExpiry, savedCardLabel } from './cardFrame.ts'
import styles from './PaymentMethod.module.css'
import type { Card } from './paymentFlow.ts'
import { TestCards } from './TestCards.tsx'
import type { FieldErrors } from './checkoutErrors.ts'

/** A card that is kept, or a new one typed into the fields of the card company. */
export const PaymentMethod = ({
  session,
  chosen: { savedCards, savedCard },
  errors,
  live,
  mayKeep,
  offersAccount,
  onAccount,
  onChoose,
  onAccountChosen,
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
  /** The operator lets this customer pay later. */
  offersAccount: boolean
  onAccount: boolean
  onChoose: (savedCard: SavedCard | null) => void
  onAccountChosen: () => void
  cardholderName: () => string
  onEnter: () => void
  onTyping: () => void
  onRetry: () => void
  ref: Ref<Card>
}) => (
  <div className={styles['way']}>
    {savedCards.length === 0 && !offersAccount ? null : (
      <fieldset className={styles['cards']}>
        <legend className="visually-hidden">{offersAccount ? 'Card or account' : 'Card'}</legend>
        {savedCards.map((card) => (
          <Choice
            key={card.id}
            type="radio"
            name="card"
            value={card.id}
            checked={!onAccount && card.id === savedCard?.id}
            onChange={() => {
              onChoose(card)
            }}
          >
            <span className={styles['brand']}>{savedCardLabel(card)}</span>
            <span className={styles['expiry']}>Expires {cardExpiry(card.expiry)}</span>
          </Choice>
        ))}
        <Choice
          type="radio"
          name="card"
          value="new"
          checked={!onAccount && savedCard === null}
          onChange={() => {
            onChoose(null)
          }}
        >
          <span className={styles['brand']}>{savedCards.length === 0 ? 'Card' : 'Another card'}</span>
        </Choice>
        {offersAccount ? (
          <Choice type="radio" name="card" value="account" checked={onAccount} onChange={onAccountChosen}>
            <span className={styles['brand']}>On my account</span>
            <span className={styles['expiry']}>Settled later</span>
          </Choice>
        ) : null}
      </fieldset>
    )}
    <div id="checkout-card" className={styles['fields']} tabIndex={-1} hidden={onAccount}>
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
    {mayKeep && savedCard === null && !onAccount ? (
      <CheckField name="saveCard">Keep this card for next time</CheckField>
    ) : null}
    {session?.mode === 'test' && live && !onAccount ? <TestCards provider={session.paymentProvider} /> : null}
  </div>
)
