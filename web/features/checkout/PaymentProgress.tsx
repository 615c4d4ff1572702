import { useEffect, useRef } from 'react'
import { paymentReference } from '#contract/paymentReference.ts'
import * as messages from '#messages/shared/checkoutParts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { RichText } from '#web/ui/RichText.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import styles from './PaymentProgress.module.css'
import type { Payment } from './paymentState.ts'

/** Labels of the last step: placing the order, placed, and the title once it is. */
export type ProgressLabels = { placing: string; placed: string; title: string }

const bookingLabels: ProgressLabels = {
  placing: messages.bookingPlaces,
  placed: messages.placesBooked,
  title: messages.booked,
}

/** In place of the form while bank and server are at work, so that no empty basket is seen meanwhile. */
export const PaymentProgress = ({
  payment,
  labels = bookingLabels,
  onStartAgain,
}: {
  payment: Payment
  labels?: ProgressLabels
  onStartAgain: () => void
}) => {
  const heading = useRef<HTMLHeadingElement>(null)
  const { stage, transactionStatus, transactionUuid } = payment
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
    // Inside another site's frame, that page scrolls and not this window.
    heading.current?.scrollIntoView({ block: 'nearest' })
  }, [])

  const isLeftAtBank = stage === 'checking' && transactionStatus === 'challenge'
  return (
    <section className={styles['progress']} aria-labelledby="payment-progress">
      <h2 id="payment-progress" ref={heading} tabIndex={-1} className={styles['title']}>
        {titleOf(payment, isLeftAtBank, labels)}
      </h2>
      <ol role="list" className={styles['steps']}>
        {stage === 'checking' || transactionUuid !== null ? (
          <ProgressStep state={stage === 'checking' ? 'current' : 'done'}>
            {stage === 'checking' ? messages.waitingForBank : messages.bankApproved}
          </ProgressStep>
        ) : null}
        <ProgressStep state={orderStepState(stage)}>
          {stage === 'placed' ? labels.placed : labels.placing}
        </ProgressStep>
      </ol>
      <div role="status" className={styles['status']}>
        {isLeftAtBank ? <p>{messages.bankIsWaitingText}</p> : <Waiting payment={payment} />}
      </div>
      {isLeftAtBank ? (
        <Button variant="secondary" onClick={onStartAgain}>
          {messages.startAgain}
        </Button>
      ) : null}
    </section>
  )
}

const Waiting = ({ payment: { stage, slow, reference, transactionUuid } }: { payment: Payment }) => {
  if (stage === 'placed') return <p>{messages.goingToConfirmation}</p>
  if (!slow) return <p>{messages.keepPageOpen}</p>
  const quotable = reference ?? (transactionUuid === null ? null : paymentReference(transactionUuid))
  return (
    <>
      <p>{stage === 'checking' ? messages.slowBank : messages.slowOrder}</p>
      {quotable === null ? null : (
        <p>
          <RichText
            message={messages.slowReference}
            reference={<strong className={styles['reference']}>{quotable}</strong>}
          />
        </p>
      )}
    </>
  )
}

const titleOf = ({ stage, slow }: Payment, isLeftAtBank: boolean, labels: ProgressLabels): string => {
  if (stage === 'placed') return labels.title
  if (isLeftAtBank) return messages.bankIsWaiting
  if (stage === 'completing') return labels.placing
  return slow ? messages.stillChecking : messages.checkingWithBank
}

type StepState = 'to do' | 'current' | 'done'

const orderStepState = (stage: Payment['stage']): StepState => {
  if (stage === 'placed') return 'done'
  return stage === 'completing' ? 'current' : 'to do'
}

const stateLabels: Readonly<Record<StepState, string>> = {
  'to do': messages.stepToDo,
  current: messages.stepCurrent,
  done: messages.stepDone,
}

const ProgressStep = ({ state, children }: { state: StepState; children: string }) => (
  <li className={styles['step']} data-state={state}>
    <span className={styles['icon']}>
      {state === 'done' ? <Icon name="check" size={18} /> : null}
      {state === 'current' ? <Spinner size="inline" label="" /> : null}
    </span>
    {children}
    <span className="visually-hidden">{stateLabels[state]}</span>
  </li>
)
