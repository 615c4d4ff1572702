import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
import type { PreparedCardChange } from '#contract/payments.ts'
import type { SavedCard } from '#contract/transactions.ts'
import * as messages from '#messages/account/paymentMethod.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import type { CardInput } from './cardInput.ts'
import styles from './ChangeCard.module.css'
import { Challenge } from './lazyParts.ts'
import { PaymentMethod } from './PaymentMethod.tsx'
import type { CardChangeError } from './saveCardChange.ts'
import { useCardChange } from './useCardChange.ts'
import { useHydrated } from './useHydrated.ts'

/** The form that changes the card of a membership without a payment. It keeps what was typed through every error. */
export const ChangeCard = ({
  membershipId,
  currentCardId,
  prepared,
  payerName,
  back,
  onSaved,
}: {
  membershipId: number
  /** The card to change; it is not offered. */
  currentCardId: number | undefined
  /** Null where the provider did not answer: the card form offers to try again. */
  prepared: PreparedCardChange | null
  payerName: string
  /** The way back without a change. */
  back: ReactNode
  onSaved: () => void
}) => {
  const form = useRef<HTMLFormElement>(null)
  const card = useRef<CardInput>(null)
  const isHydrated = useHydrated()
  const [savedCard, setSavedCard] = useState<SavedCard | null>(null)
  const [isNameMissing, setNameMissing] = useState(false)
  const { state, isBusy, submit, prepare, edited, clear, bankReturned, leaveBank } = useCardChange(
    membershipId,
    prepared,
    card,
    onSaved,
  )
  const { session, stage, error, fields, change } = state
  const savedCards = (session ?? prepared)?.savedCards.filter(({ id }) => id !== currentCardId) ?? []
  const nameInput = (): HTMLInputElement | null =>
    form.current?.querySelector('[name=cardholderName]') ?? null
  const readName = useCallback(() => {
    const input = form.current?.querySelector<HTMLInputElement>('[name=cardholderName]')
    return input?.value.trim() ?? ''
  }, [])
  const send = (): void => {
    const isMissing = savedCard === null && readName() === ''
    setNameMissing(isMissing)
    if (isMissing) nameInput()?.focus()
    else submit()
  }
  return (
    <>
      <form
        ref={form}
        className={styles['form']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <noscript>
          <Notice colour="warning" title={messages.scriptTitle}>
            <p>{messages.scriptHelp}</p>
          </Notice>
        </noscript>
        <Problem error={error} />
        <div className={styles['fields']} inert={isBusy && stage !== 'identifying'}>
          {savedCard !== null ? null : (
            <TextField
              label={messages.nameOnCard}
              hint={messages.nameOnCardHint}
              name="cardholderName"
              autoComplete="cc-name"
              maxLength={100}
              required
              defaultValue={payerName}
              errors={isNameMissing ? [messages.nameMissing] : undefined}
              onInput={() => {
                setNameMissing(false)
                edited()
              }}
            />
          )}
          <PaymentMethod
            {...{ session, isHydrated }}
            isPreparing={state.isPreparing}
            cardChoice={{ savedCards, savedCard, owingMemberships: [] }}
            errors={fields}
            offersSaving={false}
            offersAccount={false}
            onAccount={false}
            onChooseAccount={() => undefined}
            onChooseCard={(chosen) => {
              setSavedCard(chosen)
              edited()
              clear('card')
            }}
            cardholderName={readName}
            onEnter={send}
            onInput={edited}
            onEdited={() => {
              edited()
              clear('card')
            }}
            onRetry={prepare}
            ref={card}
          />
        </div>
        <div className={styles['buttons']}>
          <Button type="submit" size="lg" busy={isBusy} disabled={!isHydrated}>
            {messages.saveCard}
          </Button>
          {back}
        </div>
        <p role="status" className={state.stage === 'waiting' ? styles['waiting'] : 'visually-hidden'}>
          {stage === 'waiting'
            ? state.isSlow
              ? messages.bankSlow
              : messages.bankWaits
            : isBusy
              ? messages.saving
              : ''}
        </p>
        <p className={styles['trust']}>
          <Icon name="lock" size={16} />
          {messages.cardSecurity}
        </p>
      </form>
      {stage === 'challenge' && change !== null ? (
        <Challenge
          payment={{ ...change, transactionUuid: change.cardChangeUuid }}
          leaveText={messages.challengeLeave}
          onReturned={bankReturned}
          onLeave={leaveBank}
        />
      ) : null}
    </>
  )
}

/** Why the card was not changed. Takes the focus. */
const Problem = ({ error }: { error: CardChangeError | null }) => {
  const summary = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (error !== null) summary.current?.focus()
  }, [error])
  if (error === null) return null
  return (
    <div ref={summary} tabIndex={-1} className={styles['problem']}>
      <Notice colour="danger" role="alert" title={error.title}>
        {error.detail === undefined ? null : <p>{error.detail}</p>}
      </Notice>
    </div>
  )
}
