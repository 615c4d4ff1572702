import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
import type { Basket } from '#contract/baskets.ts'
import type { OnlineTender } from '#contract/tenders.ts'
import type { CustomerDetails } from '#contract/customers.ts'
import type { LoggedInCustomer } from '#contract/sessions.ts'
import * as messages from '#messages/shared/checkout.ts'
import { api } from '#web/platform/api.ts'
import type { Channel } from '#web/platform/channel.ts'
import { links } from '#web/platform/links.ts'
import { useDeferredRead } from '#web/platform/queries.ts'
import { useNavigate } from '#web/platform/router.tsx'
import { useToasts } from '#web/platform/useToasts.ts'
import { usePageContext } from '#web/platform/pageContext.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import type { CheckoutTerms } from './AcceptTerms.tsx'
import styles from './Checkout.module.css'
import { clearCheckoutDraft } from './checkoutDraft.ts'
import { CheckoutForm } from './CheckoutForm.tsx'
import { requiresLogin } from './orderItems.ts'
import { OrderBar, OrderSummary } from './OrderSummary.tsx'
import { isInProgress, type PlacedOrder } from './paymentState.ts'
import type { Purchase } from './purchase.ts'
import { usePayment, type PaymentStart } from './usePayment.ts'
import {
  Challenge,
  EmptyCheckout,
  ErrorSummary,
  HoldsEnded,
  LoginToPay,
  PaymentProgress,
} from './lazyParts.ts'

/**
 * Paying for a basket on one page: who pays, how, the terms, and the order beside it. The form stays mounted through
 * every error, so that nothing is typed twice.
 */
export const Checkout = ({
  basket,
  customer,
  details,
  terms,
  start,
  clock,
  onHoldAgain,
  loginTo,
  registerTo,
  onPlaced: onOrderPlaced,
}: {
  basket: Basket
  customer: LoggedInCustomer | null
  /** Null for a guest. */
  details: CustomerDetails | null
  terms: CheckoutTerms
  start: PaymentStart
  /** How long the places are held. */
  clock: ReactNode
  /** Holds places again whose time has run out; resolves with the reason where that fails. */
  onHoldAgain: () => Promise<string | undefined>
  loginTo: string
  registerTo: string
  onPlaced: () => void
}) => {
  const { channel } = usePageContext()
  const toasts = useToasts()
  const navigate = useNavigate()
  const onPlaced = useCallback(
    ({ completeOrderId }: PlacedOrder) => {
      clearCheckoutDraft()
      onOrderPlaced()
      // The heading of the next page says the same.
      toasts.show({ content: messages.orderCompleted, colour: 'success' })
      if (completeOrderId !== null) void navigate(links.bookingConfirmed(completeOrderId), { replace: true })
    },
    [toasts, navigate, onOrderPlaced],
  )
  const { payment, flow, fail } = usePayment(start, { onPlaced })
  const { stage, error, session } = payment
  // The order stays in sight while the server already turns the basket into it, and when its holds have ended: then
  // form and card wait until the places are held again.
  const [order, setOrder] = useState(basket)
  const haveHoldsEnded =
    stage === 'ready' &&
    basket.items.length === 0 &&
    order.items.some(({ id }) => basket.lapsedItems.some((lapsed) => lapsed.id === id))
  if (stage === 'ready' && !haveHoldsEnded && order !== basket) setOrder(basket)
  const payable = haveHoldsEnded ? order : basket
  const paidByCard = payable.balance > 0
  const needsLogin = requiresLogin(customer, payable)

  // Another customer has other saved cards, and a free basket may now cost something.
  const needsSession = paidByCard && !needsLogin && payable.items.length > 0
  const sessionKey = `${customer?.id ?? 'guest'} ${needsSession ? 'card' : 'none'}`
  const preparedFor = useRef(sessionKey)
  useEffect(() => {
    if (preparedFor.current === sessionKey) return
    preparedFor.current = sessionKey
    if (needsSession) void flow.prepare()
  }, [sessionKey, needsSession, flow])

  // A payment in another window: the basket is polled until it has ended.
  const isPaidElsewhere = stage === 'ready' && error === null && basket.status === 'paymentProcessing'
  useDeferredRead(api.baskets.read, {}, { when: isPaidElsewhere, ...(isPaidElsewhere && { everyMs: 5000 }) })

  const showsProgress = stage === 'checking' || stage === 'completing' || stage === 'placed'
  if (!isInProgress(payment) && stage !== 'placed' && payable.items.length === 0) {
    return (
      <div className={styles['alone']}>
        {error === null || error.kind === 'basket_empty' ? null : <ErrorSummary error={error} errors={{}} />}
        <EmptyCheckout
          hasLapsedItems={basket.lapsedItems.length > 0}
          isLost={error?.kind === 'place_lost'}
          loginTo={customer === null ? loginTo : null}
        />
      </div>
    )
  }
  return (
    <div className={styles['columns']}>
      {order.items.length === 0 ? null : <OrderBar basket={order} payment={payment} />}
      <div className={styles['way']}>
        {showsProgress ? (
          <PaymentProgress payment={payment} onStartAgain={flow.leaveBank} />
        ) : haveHoldsEnded ? (
          <HoldsEnded basket={basket} onHoldAgain={onHoldAgain} />
        ) : (
          <div className={styles['clock']} data-edge="start">
            {clock}
          </div>
        )}
        {isPaidElsewhere ? (
          <Notice colour="warning" role="status" title={messages.paidElsewhere}>
            <p>{messages.paidElsewhereText}</p>
          </Notice>
        ) : null}
        {needsLogin ? (
          <LoginToPay basket={payable} loginTo={loginTo} registerTo={registerTo} />
        ) : (
          <div hidden={showsProgress}>
            <CheckoutForm
              // Another customer gets an empty form with their own details.
              key={customer === null ? 'guest' : `${customer.id} ${details === null ? 'loading' : 'loaded'}`}
              {...{ customer, details, terms, payment, flow, paidByCard, loginTo }}
              purchase={purchaseOf(payable, channel.cartSource)}
              isHeld={!haveHoldsEnded}
              onInvalid={fail}
            />
          </div>
        )}
        {stage === 'challenge' && session !== null ? (
          <Challenge payment={payment} onReturned={flow.bankReturned} onLeave={flow.leaveBank} />
        ) : null}
      </div>
      {order.items.length === 0 ? null : (
        <aside className={styles['aside']} aria-label={messages.orderSummary}>
          <OrderSummary basket={order} payment={payment} />
        </aside>
      )}
    </div>
  )
}

const purchaseOf = (basket: Basket, source: Channel['cartSource']): Purchase => ({
  basket,
  order: {
    source,
    itemHash: basket.itemHash,
    completedWaivers: [],
    payments: basket.payments.map(({ tenderType, type, amount }) => ({
      tenderType: tenderType as OnlineTender,
      type,
      amount,
    })),
  },
  formattedBalance: basket.formattedBalance,
  confirm: messages.confirmBooking,
  confirming: messages.booking,
  nothingToPay: basket.total > 0 ? messages.paidByCredit : messages.nothingToPay,
})
