import { useCallback, type ReactNode } from 'react'
import type { CustomerDetails } from '#contract/customers.ts'
import type { Joining } from '#contract/memberships.ts'
import type { LoggedInCustomer } from '#contract/sessions.ts'
import * as messages from '#messages/join/payment.ts'
import { orderCompleted } from '#messages/shared/checkout.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import styles from './Checkout.module.css'
import { clearCheckoutDraft } from './checkoutDraft.ts'
import { CheckoutForm } from './CheckoutForm.tsx'
import { usePayment, type PaymentStart } from './usePayment.ts'
import { Challenge, PaymentProgress } from './lazyParts.ts'

/** The body of prepare for a joining. */
export const joiningPrepareArgs = (joiningId: number) => ({ source: 'online-joining', joiningId }) as const

/** Paying what is due today for a membership, by the same flow as a basket. */
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
  /** The membership, shown beside the form. */
  summary: ReactNode
  onJoined: () => void
}) => {
  const toasts = useToasts()
  const onPlaced = useCallback(() => {
    clearCheckoutDraft()
    toasts.show({ content: orderCompleted, colour: 'success' })
    onJoined()
  }, [toasts, onJoined])
  const prepareArgs = joiningPrepareArgs(joining.id)
  const { payment, flow, fail } = usePayment(start, { onPlaced, prepareArgs })
  const { stage, session } = payment
  const paidByCard = joining.dueToday.raw > 0
  const savesCard = joining.paymentMethod === 'card' && joining.nextPayment !== null
  const showsProgress = stage === 'checking' || stage === 'completing' || stage === 'placed'
  return (
    <div className={styles['columns']}>
      <div className={styles['way']}>
        {showsProgress ? (
          <PaymentProgress payment={payment} labels={progressLabels} onStartAgain={flow.leaveBank} />
        ) : null}
        <div hidden={showsProgress}>
          <CheckoutForm
            key={`${customer.id} ${details === null ? 'loading' : 'loaded'}`}
            {...{ customer, details, payment, flow, paidByCard }}
            terms={noTerms}
            loginTo="/login"
            purchase={{
              basket: null,
              order: { ...prepareArgs, completedWaivers: [], payments: [] },
              formattedBalance: joining.dueToday.formatted,
              confirm: messages.becomeMember,
              confirming: messages.joining,
              nothingToPay: messages.nothingToPay,
              savesCard,
            }}
            onInvalid={fail}
          />
        </div>
        {stage === 'challenge' && session !== null ? (
          <Challenge payment={payment} onReturned={flow.bankReturned} onLeave={flow.leaveBank} />
        ) : null}
      </div>
      <aside className={styles['summary']} aria-label={messages.yourMembership}>
        {summary}
      </aside>
    </div>
  )
}

/** They were accepted when the membership was chosen. */
const noTerms: [] = []

const progressLabels = {
  placing: messages.settingUp,
  placed: messages.ready,
  title: messages.youAreMember,
}
