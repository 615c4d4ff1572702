import { useCallback, type ReactNode } from 'react'
import type { CustomerDetails } from '#contract/customers.ts'
import type { MovePayment } from '#contract/moves.ts'
import type { LoggedInCustomer } from '#contract/sessions.ts'
import * as messages from '#messages/shared/movePayment.ts'
import { usePageContext } from '#web/platform/pageContext.tsx'
import { loginModalPath } from '#web/platform/links.ts'
import styles from './Checkout.module.css'
import { clearCheckoutDraft } from './checkoutDraft.ts'
import { CheckoutForm } from './CheckoutForm.tsx'
import { Challenge, PaymentProgress } from './lazyParts.ts'
import { usePayment, type PaymentStart } from './usePayment.ts'

/** The body of prepare for a move. */
export const movePrepareArgs = (moveId: number) => ({ source: 'booking-move', moveId }) as const

/** Paying what a dearer time of a booking costs more, by the same flow as a basket. */
export const MoveCheckout = ({
  move,
  customer,
  details,
  start,
  isHeld,
  here,
  summary,
  onMoved,
}: {
  move: MovePayment
  /** Null for a visitor, who has the order by its link. */
  customer: LoggedInCustomer | null
  details: CustomerDetails | null
  start: PaymentStart
  /** False once the new time is no longer held. */
  isHeld: boolean
  /** The path of this page. */
  here: string
  /** The move, beside the form. */
  summary: ReactNode
  onMoved: () => void
}) => {
  const { channel } = usePageContext()
  const onPlaced = useCallback(() => {
    clearCheckoutDraft()
    onMoved()
  }, [onMoved])
  const prepareArgs = { ...channel.checkout, ...movePrepareArgs(move.id) }
  const { payment, flow, fail } = usePayment(start, { onPlaced, prepareArgs })
  const { stage, session } = payment
  const showsProgress = stage === 'checking' || stage === 'completing' || stage === 'placed'
  return (
    <div className={styles['columns']}>
      <div className={styles['way']}>
        {showsProgress ? (
          <PaymentProgress payment={payment} labels={progressLabels} onStartAgain={flow.leaveBank} />
        ) : null}
        <div hidden={showsProgress}>
          <CheckoutForm
            key={`${customer?.id} ${details === null ? 'loading' : 'loaded'}`}
            {...{ customer, details, payment, flow, isHeld }}
            paidByCard
            terms={noTerms}
            loginTo={loginModalPath(here)}
            purchase={{
              basket: null,
              order: { ...movePrepareArgs(move.id), completedWaivers: [], payments: [] },
              formattedBalance: move.surcharge.formatted,
              confirm: messages.confirm,
              confirming: messages.moving,
              nothingToPay: messages.nothingToPay,
            }}
            onInvalid={fail}
          />
        </div>
        {stage === 'challenge' && session !== null ? (
          <Challenge payment={payment} onReturned={flow.bankReturned} onLeave={flow.leaveBank} />
        ) : null}
      </div>
      <aside className={styles['summary']} aria-label={messages.yourMove}>
        {summary}
      </aside>
    </div>
  )
}

/** They were accepted when the booking was made. */
const noTerms: [] = []

const progressLabels = { placing: messages.moving, placed: messages.moved, title: messages.moved }
