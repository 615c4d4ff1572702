import { useCallback, useEffect, useRef, useState } from 'react'
import type { HireInvoice } from '#contract/hireTypes.ts'
import * as messages from '#messages/account/hires.ts'
import type { CheckoutError } from '#web/features/checkout/checkoutErrors.ts'
import { InvoiceCheckout } from '#web/features/checkout/InvoiceCheckout.tsx'
import { ErrorSummary } from '#web/features/checkout/lazyParts.ts'
import type { PaymentStart } from '#web/features/checkout/usePayment.ts'
import { api } from '#web/platform/api.ts'
import { usePageContext } from '#web/platform/pageContext.tsx'
import { Link } from '#web/platform/router.tsx'
import { buttonClass } from '#web/ui/Button.tsx'
import { Card, PageHeading } from '#web/ui/Layout.tsx'
import { ChooseAmount, Payments } from './HirerPayments.tsx'
import styles from './HirerPage.module.css'

/** Pays an invoice by card, or a part of it, and says what came of it. */
export const HirerPayment = ({
  invoice,
  code,
  back,
  amount,
  isWrong,
  start,
}: {
  invoice: HireInvoice
  code: string
  /** The path of the dates and invoices. */
  back: string
  /** What is paid of it, in pence; null: all that is owed. */
  amount: number | null
  /** What was typed is no amount that can be paid. */
  isWrong: boolean
  start: PaymentStart
}) => {
  const { queries } = usePageContext()
  const [isPaidHere, setPaidHere] = useState(false)
  const [changed, setChanged] = useState<CheckoutError | null>(null)
  const refresh = useCallback(() => {
    void queries.invalidate(([, path]) => path === api.hirers.ofLink.path)
  }, [queries])
  const onPaid = useCallback(() => {
    setPaidHere(true)
    refresh()
  }, [refresh])
  const onChanged = useCallback(
    (error: CheckoutError) => {
      // That nothing is owed any more follows from the first.
      setChanged((first) => first ?? error)
      refresh()
    },
    [refresh],
  )
  const { number, hire, owed, dueOn } = invoice
  if (owed.raw <= 0 || isPaidHere)
    return <Paid {...{ invoice, back }} changed={isPaidHere ? null : changed} isPaidHere={isPaidHere} />
  return (
    <>
      <PageHeading lead={hire}>{messages.payInvoice({ number })}</PageHeading>
      <InvoiceCheckout
        {...{ invoice, code, amount, start, onPaid, onChanged }}
        summary={
          <Card className={styles['card']}>
            <h2 className={styles['title']}>{messages.invoice({ number })}</h2>
            <p>{messages.due({ owed: owed.formatted, day: dueOn })}</p>
            <ChooseAmount {...{ code, invoice, isWrong }} amount={amount ?? owed.raw} />
            <p>{messages.otherWays({ number })}</p>
            <p>
              <Link to={back}>{messages.back}</Link>
            </p>
          </Card>
        }
      />
    </>
  )
}

/** Takes the focus where it follows the form. */
const Paid = ({
  invoice: { number, hire, owed, dueOn, payments },
  back,
  changed,
  isPaidHere,
}: {
  invoice: HireInvoice
  back: string
  changed: CheckoutError | null
  isPaidHere: boolean
}) => {
  const result = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isPaidHere) result.current?.focus()
  }, [isPaidHere])
  return (
    <div ref={result} className={styles['page']} role="status" tabIndex={-1}>
      {changed === null ? null : <ErrorSummary error={changed} errors={{}} source="hire-invoice" />}
      <PageHeading lead={hire}>
        {owed.raw > 0 ? messages.isPaidInPart({ number }) : messages.isPaid({ number })}
      </PageHeading>
      <Payments payments={payments} />
      {owed.raw > 0 ? <p>{messages.due({ owed: owed.formatted, day: dueOn })}</p> : null}
      {isPaidHere ? <p>{messages.receiptMailed}</p> : null}
      <p>
        <Link className={buttonClass({})} to={back}>
          {messages.back}
        </Link>
      </p>
    </div>
  )
}
