import { useEffect, useRef } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import type { Payment } from './paymentState.ts'
import styles from './PaymentProgress.module.css'
import { paymentReference } from './pendingPayment.ts'

/**
 * In place of the form while it is out of the person's hands: what has been done, what is being done, and, when it
 * takes long, the truth about their money. There is never an empty basket to be seen while an order is being made.
 */
export const PaymentProgress = ({
  payment,
  paidByCard,
  words = bookingWords,
  onStartAgain,
}: {
  payment: Payment
  paidByCard: boolean
  words?: ProgressWords
  onStartAgain: () => void
}) => {
  const heading = useRef<HTMLHeadingElement>(null)
  const { stage, slow, transactionStatus, transactionUuid, reference } = payment
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }, [])

  const quotable = reference ?? (transactionUuid === null ? null : paymentReference(transactionUuid))
  const leftAtTheBank = stage === 'checking' && transactionStatus === 'challenge'
  return (
    <section className={styles['progress']} aria-labelledby="payment-progress">
      <h2 id="payment-progress" ref={heading} tabIndex={-1} className={styles['title']}>
        {titleOf(payment, leftAtTheBank, words)}
      </h2>
      <ol role="list" className={styles['steps']}>
        {paidByCard || transactionUuid !== null ? (
          <ProgressStep state={stage === 'checking' ? 'doing' : 'done'}>
            {stage === 'checking' ? 'Waiting for your bank' : 'Your bank has approved the payment'}
          </ProgressStep>
        ) : null}
        <ProgressStep state={placesState(stage)}>
          {stage === 'placed' ? words.made : words.making}
        </ProgressStep>
      </ol>
      <div role="status" className={styles['truth']}>
        {leftAtTheBank ? (
          <p>
            Your bank is still waiting for your answer, perhaps in its app. Nothing has been taken yet. If you
            have closed its page, start again.
          </p>
        ) : slow && stage !== 'placed' ? (
          <p>
            {stage === 'checking'
              ? 'Still checking with your bank.'
              : 'This is taking longer than it should.'}{' '}
            You will not be charged twice. You can close this page: we send you an e-mail as soon as it is
            settled.
            {quotable === null ? null : (
              <>
                {' '}
                Your reference is <strong className={styles['reference']}>{quotable}</strong>.
              </>
            )}
          </p>
        ) : (
          <p>
            {stage === 'placed'
              ? 'Taking you to your confirmation.'
              : 'Please keep this page open for a moment.'}
          </p>
        )}
      </div>
      {leftAtTheBank ? (
        <Button variant="secondary" onClick={onStartAgain}>
          Start again
        </Button>
      ) : null}
    </section>
  )
}

/** What is being made of the payment, being made and done. */
export type ProgressWords = { making: string; made: string; done: string }

const bookingWords: ProgressWords = {
  making: 'Booking your places',
  made: 'Your places are booked',
  done: "You're booked",
}

const titleOf = ({ stage, slow }: Payment, leftAtTheBank: boolean, words: ProgressWords): string => {
  if (stage === 'placed') return words.done
  if (leftAtTheBank) return 'Your bank is waiting for you'
  if (stage === 'completing') return words.making
  return slow ? 'Still checking with your bank' : 'Checking with your bank'
}

const placesState = (stage: Payment['stage']): 'to come' | 'doing' | 'done' => {
  if (stage === 'placed') return 'done'
  return stage === 'completing' ? 'doing' : 'to come'
}

const ProgressStep = ({ state, children }: { state: 'to come' | 'doing' | 'done'; children: string }) => (
  <li className={styles['step']} data-state={state}>
    <span className={styles['mark']}>
      {state === 'done' ? <Icon name="check" size={18} /> : null}
      {state === 'doing' ? <Spinner size="inline" label="" /> : null}
    </span>
    {children}
    <span className="visually-hidden">
      {state === 'done' ? ', done' : state === 'doing' ? ', now' : ', to come'}
    </span>
  </li>
)
