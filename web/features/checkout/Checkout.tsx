import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
import type { Basket } from '#contract/baskets.ts'
import type { OnlineTender } from '#contract/checkout.ts'
import type { CustomerDetails } from '#contract/customers.ts'
import type { LoggedInCustomer } from '#contract/sessions.ts'
import { api } from '#web/platform/api.ts'
import type { Channel } from '#web/platform/channel.ts'
import { links } from '#web/platform/links.ts'
import { useLateRead } from '#web/platform/queries.ts'
import { Link, useNavigate } from '#web/platform/router.tsx'
import { useVisit } from '#web/platform/visit.tsx'
import { useToasts } from '#web/platform/useToasts.ts'
import { buttonClass } from '#web/ui/Button.tsx'
import { Empty } from '#web/ui/Layout.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import type { CheckoutTerms } from './AcceptTerms.tsx'
import { Challenge } from './Challenge.tsx'
import styles from './Checkout.module.css'
import { CheckoutForm, type Purchase } from './CheckoutForm.tsx'
import { clearCheckoutDraft } from './checkoutDraft.ts'
import { requiresLogin } from './orderItems.ts'
import { LoginToPay } from './LoginToPay.tsx'
import { OrderBar, OrderSummary } from './OrderSummary.tsx'
import { isInProgress, type PlacedOrder } from './paymentState.ts'
import { PaymentProgress } from './PaymentProgress.tsx'
import { ErrorSummary } from './ErrorSummary.tsx'
import { usePayment, type PaymentStart } from './usePayment.ts'

/**
 * Paying for a basket on one page: who pays, how, the terms, and beside it all the time what is being paid for. The
 * form stays where it is through every refusal, so that nothing is typed twice.
 */
export const Checkout = ({
  basket,
  customer,
  details,
  terms,
  start,
  clock,
  loginTo,
  registerTo,
  onPlaced: onOrder,
}: {
  basket: Basket
  customer: LoggedInCustomer | null
  /** What the customer has told us before; null for a guest. */
  details: CustomerDetails | null
  terms: CheckoutTerms
  start: PaymentStart
  /** How long the places are held. */
  clock: ReactNode
  loginTo: string
  registerTo: string
  /** An order has been placed: what was filled in for it is needed no more. */
  onPlaced: () => void
}) => {
  const { channel } = useVisit()
  const toasts = useToasts()
  const navigate = useNavigate()
  const onPlaced = useCallback(
    ({ completeOrderId }: PlacedOrder) => {
      clearCheckoutDraft()
      onOrder()
      // The page one comes to says so in its heading.
      toasts.show({ content: 'Order completed Successfully.', colour: 'success', inline: false })
      void navigate(links.bookingConfirmed(completeOrderId), { replace: true })
    },
    [toasts, navigate, onOrder],
  )
  const { payment, flow, fail } = usePayment(start, { onPlaced })
  const { stage, error, session } = payment
  const paidByCard = basket.balance > 0
  const loginFirst = requiresLogin(customer, basket)

  // What is being paid for stays in sight while the basket itself is already becoming an order.
  const [agreed, setAgreed] = useState(basket)
  if (stage === 'ready' && agreed !== basket) setAgreed(basket)

  // Another person has other cards, and what was free may now cost something.
  const wanted = `${customer?.id ?? 'guest'} ${paidByCard && !loginFirst && basket.items.length > 0 ? 'card' : 'none'}`
  const prepared = useRef(wanted)
  useEffect(() => {
    if (prepared.current === wanted) return
    prepared.current = wanted
    if (wanted.endsWith('card')) void flow.prepare()
  }, [wanted, flow])

  // Paid for elsewhere meanwhile, or given up there: the basket says.
  const elsewhere = stage === 'ready' && error === null && basket.status === 'paymentProcessing'
  useLateRead(api.baskets.read, {}, { when: elsewhere, ...(elsewhere && { everyMs: 5000 }) })

  const busyElsewhere = stage === 'checking' || stage === 'completing' || stage === 'placed'
  if (!isInProgress(payment) && stage !== 'placed' && basket.items.length === 0) {
    return (
      <div className={styles['alone']}>
        {error === null || error.kind === 'basket_empty' ? null : <ErrorSummary error={error} errors={{}} />}
        <EmptyCheckout lapsed={basket.lapsedItems.length} lost={error?.kind === 'place_lost'} />
      </div>
    )
  }
  return (
    <div className={styles['columns']}>
      {agreed.items.length === 0 ? null : <OrderBar basket={agreed} payment={payment} />}
      <div className={styles['way']}>
        {busyElsewhere ? (
          <PaymentProgress payment={payment} paidByCard={agreed.balance > 0} onStartAgain={flow.leaveBank} />
        ) : (
          clock
        )}
        {elsewhere ? (
          <Notice colour="warning" role="status" title="A payment for this basket is under way">
            <p>It may be open in another window. If you have given it up, you can pay again here.</p>
          </Notice>
        ) : null}
        {loginFirst ? (
          <LoginToPay basket={basket} loginTo={loginTo} registerTo={registerTo} />
        ) : (
          <div hidden={busyElsewhere}>
            <CheckoutForm
              // Another person finds their own details, and nothing of who was here before.
              key={customer === null ? 'guest' : `${customer.id} ${details === null ? 'unknown' : 'known'}`}
              {...{ customer, details, terms, payment, flow, paidByCard, loginTo }}
              purchase={paidForBasket(basket, channel.cartSource)}
              onInvalid={fail}
            />
          </div>
        )}
        {stage === 'challenge' && session !== null ? (
          <Challenge payment={payment} onReturned={flow.bankReturned} onLeave={flow.leaveBank} />
        ) : null}
      </div>
      {agreed.items.length === 0 ? null : (
        <aside className={styles['aside']} aria-label="Order summary">
          <OrderSummary basket={agreed} payment={payment} />
        </aside>
      )}
    </div>
  )
}

const paidForBasket = (basket: Basket, source: Channel['cartSource']): Purchase => ({
  basket,
  settled: {
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
  confirm: 'Confirm booking',
  confirming: 'Booking…',
  nothingToPay:
    basket.total > 0
      ? 'Your credit pays for all of it. No card is needed.'
      : 'There is nothing to pay. We only need to know where to send your confirmation.',
})

const EmptyCheckout = ({ lapsed, lost }: { lapsed: number; lost: boolean }) => (
  <Empty title={emptyTitle(lapsed, lost)}>
    <p>
      {lapsed > 0
        ? 'They are kept in your basket, where you can hold them again if they are still free.'
        : 'Choose a class, a court or a ticket, and it will be held for you while you pay.'}
    </p>
    <div className={styles['ways']}>
      {lapsed > 0 ? (
        <Link className={buttonClass({ size: 'lg' })} to={links.basket()}>
          Go to your basket
        </Link>
      ) : null}
      <Link
        className={buttonClass({ size: 'lg', variant: lapsed > 0 ? 'secondary' : 'primary' })}
        to={links.redirectToSelectedVenue()}
      >
        Book an activity
      </Link>
    </div>
  </Empty>
)

const emptyTitle = (lapsed: number, lost: boolean): string => {
  if (lost) return 'Nothing is left to pay for'
  return lapsed > 0 ? 'Your places are no longer held' : 'Your basket is empty'
}
