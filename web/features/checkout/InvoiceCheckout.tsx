import { useCallback, useEffect, type ReactNode } from 'react'
import type { HireInvoice } from '#contract/hireTypes.ts'
import { formatted } from '#contract/money.ts'
import * as messages from '#messages/shared/invoicePayment.ts'
import { api } from '#web/platform/api.ts'
import { useRead } from '#web/platform/queries.ts'
import styles from './Checkout.module.css'
import { clearCheckoutDraft } from './checkoutDraft.ts'
import type { CheckoutError, CheckoutErrorKind } from './checkoutErrors.ts'
import { CheckoutForm } from './CheckoutForm.tsx'
import { Challenge, PaymentProgress } from './lazyParts.ts'
import { usePayment, type PaymentStart } from './usePayment.ts'

/** The body of prepare for an invoice. */
export const invoicePrepareArgs = ({
  amount,
  ...named
}: {
  invoiceId: number
  /** The secret of the hirer's link. */
  hirerCode: string
  /** Pence; null: all that is owed. */
  amount: number | null
}) =>
  ({
    source: 'hire-invoice',
    ...named,
    ...(amount === null ? {} : { invoiceAmount: amount }),
  }) as const

/** Paying an invoice or a part of it, by the same flow as a basket. */
export const InvoiceCheckout = ({
  invoice,
  code,
  amount,
  start,
  summary,
  onPaid,
  onChanged,
}: {
  invoice: HireInvoice
  /** The secret of the hirer's link. */
  code: string
  /** Pence; null: all that is owed. */
  amount: number | null
  start: PaymentStart
  /** The invoice, beside the form. */
  summary: ReactNode
  onPaid: () => void
  /** It was paid or credited meanwhile, and the card is not charged. */
  onChanged: (error: CheckoutError) => void
}) => {
  const onPlaced = useCallback(() => {
    clearCheckoutDraft()
    onPaid()
  }, [onPaid])
  const prepareArgs = invoicePrepareArgs({ invoiceId: invoice.id, hirerCode: code, amount })
  const { symbol } = useRead(api.operator.config).data.currency
  const total = amount ?? invoice.owed.raw
  const { payment, flow, fail } = usePayment(start, { onPlaced, prepareArgs })
  const { stage, session, error } = payment
  useEffect(() => {
    if (error !== null && changes.has(error.kind)) onChanged(error)
  }, [error, onChanged])
  const showsProgress = stage === 'checking' || stage === 'completing' || stage === 'placed'
  return (
    <div className={styles['columns']}>
      <div className={styles['way']}>
        {showsProgress ? (
          <PaymentProgress payment={payment} labels={progressLabels} onStartAgain={flow.leaveBank} />
        ) : null}
        <div hidden={showsProgress}>
          <CheckoutForm
            // Whoever has the link pays for the hirer, not for their own account.
            customer={null}
            details={null}
            {...{ payment, flow }}
            paidByCard
            terms={noTerms}
            loginTo="/login"
            purchase={{
              basket: null,
              order: {
                ...prepareArgs,
                totalDisplayed: total,
                completedWaivers: [],
                payments: [],
              },
              formattedBalance: formatted(total, symbol),
              confirm: messages.confirm,
              confirming: messages.paying,
              nothingToPay: messages.nothingToPay,
              withoutScript: messages.withoutScript,
              asksForEmail: false,
            }}
            onInvalid={fail}
          />
        </div>
        {stage === 'challenge' && session !== null ? (
          <Challenge payment={payment} onReturned={flow.bankReturned} onLeave={flow.leaveBank} />
        ) : null}
      </div>
      <aside className={styles['summary']} aria-label={messages.yourInvoice}>
        {summary}
      </aside>
    </div>
  )
}

/** Errors after which something else is owed. */
const changes: ReadonlySet<CheckoutErrorKind> = new Set(['place_lost', 'basket_changed', 'basket_empty'])

/** Those of the hire were agreed with the hirer. */
const noTerms: [] = []

const progressLabels = { placing: messages.paying, placed: messages.paid, title: messages.paidTitle }
