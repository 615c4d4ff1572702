import type { Ref } from 'react'
import type { SavedCard } from '#contract/transactions.ts'
import * as messages from '#messages/shared/checkout.ts'
import { Choice } from '#web/ui/Choice.tsx'
import { CheckField } from '#web/ui/Field.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { cardExpiry } from './cardExpiry.ts'
import type { CardFormSession, CardInput } from './cardInput.ts'
import { CardLoading } from './CardLoading.tsx'
import type { FieldErrors } from './checkoutErrors.ts'
import styles from './PaymentMethod.module.css'
import type { CardChoice } from './useSavedCardChoice.ts'
import { CardFields, TestCards } from './lazyParts.ts'

/** A saved card, a new card typed into the provider's fields, or the customer's account. */
export const PaymentMethod = ({
  session,
  isPreparing,
  cardChoice: { savedCards, savedCard, owingMemberships: memberships },
  errors,
  isHydrated,
  offersSaving,
  offersAccount,
  onAccount,
  onChooseCard,
  onChooseAccount,
  cardholderName,
  onEnter,
  onInput,
  onEdited,
  onRetry,
  ref,
}: {
  session: CardFormSession | null
  isPreparing: boolean
  cardChoice: CardChoice
  errors: FieldErrors
  isHydrated: boolean
  /** Whether this person may save a new card, or have a membership collected from a card. */
  offersSaving: boolean
  /** The operator lets this customer pay later. */
  offersAccount: boolean
  onAccount: boolean
  onChooseCard: (savedCard: SavedCard | null) => void
  onChooseAccount: () => void
  cardholderName: () => string
  onEnter: () => void
  onInput: () => void
  onEdited: (field: string) => void
  onRetry: () => void
  ref: Ref<CardInput>
}) => (
  <div className={styles['way']}>
    {savedCards.length === 0 && !offersAccount ? null : (
      <fieldset className={styles['cards']}>
        <legend className="visually-hidden">{offersAccount ? messages.cardOrAccount : messages.card}</legend>
        {savedCards.map((card) => (
          <Choice
            key={card.id}
            type="radio"
            name="card"
            value={card.id}
            checked={!onAccount && card.id === savedCard?.id}
            onChange={() => {
              onChooseCard(card)
            }}
          >
            <span className={styles['brand']}>{messages.savedCard(card)}</span>
            <span className={styles['expiry']}>
              {messages.cardExpires({ expiry: cardExpiry(card.expiry) })}
            </span>
          </Choice>
        ))}
        <Choice
          type="radio"
          name="card"
          value="new"
          checked={!onAccount && savedCard === null}
          onChange={() => {
            onChooseCard(null)
          }}
        >
          <span className={styles['brand']}>
            {savedCards.length === 0 ? messages.card : messages.anotherCard}
          </span>
        </Choice>
        {offersAccount ? (
          <Choice type="radio" name="card" value="account" checked={onAccount} onChange={onChooseAccount}>
            <span className={styles['brand']}>{messages.onAccount}</span>
            <span className={styles['expiry']}>{messages.onAccountHint}</span>
          </Choice>
        ) : null}
      </fieldset>
    )}
    <div id="checkout-card" className={styles['fields']} tabIndex={-1} hidden={onAccount}>
      {isHydrated ? (
        <CardFields
          {...{ session, isPreparing, savedCard, cardholderName, onEnter, onInput, onEdited, onRetry, ref }}
        />
      ) : (
        <CardLoading savedCard={savedCard} />
      )}
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
    {offersSaving && !onAccount && (savedCard === null || memberships.length > 0) ? (
      <CheckField name="saveCard">
        {memberships.length === 0
          ? messages.saveCard
          : savedCard === null
            ? messages.saveCardFor({ memberships })
            : messages.collectFromCard({ memberships })}
      </CheckField>
    ) : null}
    {session?.mode === 'test' && isHydrated && !onAccount ? (
      <TestCards provider={session.paymentProvider} />
    ) : null}
  </div>
)
