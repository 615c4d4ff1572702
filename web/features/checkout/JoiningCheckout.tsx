import { useCallback, type ReactNode } from 'react'
import type { CustomerDetails } from '#contract/customers.ts'
import type { Joining } from '#contract/memberships.ts'
import type { LoggedInCustomer } from '#contract/sessions.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Challenge } from './Challenge.tsx'
import styles from './Checkout.module.css'
import { CheckoutForm } from './CheckoutForm.tsx'
import { clearCheckoutDraft } from './checkoutDraft.ts'
import type { Payment } from './paymentState.ts'
import { PaymentProgress } from './PaymentProgress.tsx'
import type { CheckoutError, CheckoutErrorKind } from './checkoutErrors.ts'
import { usePayment, type PaymentStart } from './usePayment.ts'

/** What checkout is told that pays for a joining. */
export const preparedFor = (joiningId: number) => ({ source: 'online-joining', joiningId }) as const

/** Paying what is due today, by the same flow as a basket; where nothing is, one press makes a member. */
export const JoiningCheckout = ({
  joining,
  customer,
  details,
  start,
  summary,
  onJoined,
}: {
  joining: Joining
  customer: LoggedInCustomer
  details: CustomerDetails | null
  start: PaymentStart
  /** What is joined, always in sight beside the form. */
  summary: ReactNode
  onJoined: () => void
}) => {
  const toasts = useToasts()
  const onPlaced = useCallback(() => {
    clearCheckoutDraft()
    toasts.show({ content: 'Order completed Successfully.', colour: 'success', inline: false })
    onJoined()
  }, [toasts, onJoined])
  const prepareAs = preparedFor(joining.id)
  const { payment: met, flow, fail } = usePayment(start, { onPlaced, prepareAs })
  const payment: Payment = met.error === null ? met : { ...met, error: ofJoining(met.error) }
  const { stage, session } = payment
  const paidByCard = joining.dueToday.raw > 0
  const keepsCard = joining.paymentMethod === 'card' && joining.nextPayment !== null
  const elsewhere = stage === 'checking' || stage === 'completing' || stage === 'placed'
  return (
    <div className={styles['columns']}>
      <div className={styles['way']}>
        {elsewhere ? (
          <PaymentProgress
            payment={payment}
            paidByCard={paidByCard}
            words={words}
            onStartAgain={flow.leaveBank}
          />
        ) : null}
        <div hidden={elsewhere}>
          <CheckoutForm
            key={`${customer.id} ${details === null ? 'unknown' : 'known'}`}
            {...{ customer, details, payment, flow, paidByCard }}
            terms={noTerms}
            loginTo="/login"
            purchase={{
              basket: null,
              settled: { ...prepareAs, completedWaivers: [], payments: [] },
              formattedBalance: joining.dueToday.formatted,
              confirm: 'Become a member',
              confirming: 'Joining…',
              nothingToPay: 'There is nothing to pay today.',
              keepsCard,
            }}
            onInvalid={fail}
          />
        </div>
        {stage === 'challenge' && session !== null ? (
          <Challenge payment={payment} onReturned={flow.bankReturned} onLeave={flow.leaveBank} />
        ) : null}
      </div>
      <aside className={styles['summary']} aria-label="Your membership">
        {summary}
      </aside>
    </div>
  )
}

/** Agreed to when it was chosen. */
const noTerms: [] = []

const words = { making: 'Making you a member', made: 'You are a member', done: "You're a member" }

/** What error means where no place is held. */
const meanings: Readonly<Partial<Record<CheckoutErrorKind, { title?: string; detail: string }>>> = {
  declined: {
    detail: 'Nothing has been taken from your card. Try another card, or ask your bank why.',
  },
  challenge_failed: {
    detail: 'Nothing has been taken from your card. Try again, or use another card.',
  },
  basket_changed: {
    title: 'This has been left for a while.',
    detail: 'Prices are good for a day. Please choose your membership again; nothing has been taken.',
  },
  basket_empty: {
    title: 'You have begun to join again since.',
    detail: 'Please go on in the other window, or choose your membership again. Nothing has been taken.',
  },
}

const ofJoining = (error: CheckoutError): CheckoutError => {
  const meaning = meanings[error.kind]
  return meaning === undefined ? error : { ...error, ...meaning }
}
