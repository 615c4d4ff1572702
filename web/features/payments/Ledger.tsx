import type { AccountPayments } from '#contract/payments.ts'
import { localDay } from '#contract/time.ts'
import { longDate } from '#messages/shared/dates.ts'
import * as messages from '#messages/account/payments.ts'
import { tenders } from '#messages/shared/tenders.ts'
import { Badge } from '#web/ui/Layout.tsx'
import { RichText } from '#web/ui/RichText.tsx'
import { Table } from '#web/ui/Table.tsx'
import { PayPenalty } from './PayPenalty.tsx'
import styles from './Ledger.module.css'

type Payment = AccountPayments['payments'][number]

const states = {
  paid: { label: messages.paid, colour: 'success' },
  refunded: { label: messages.refunded, colour: 'info' },
  failed: { label: messages.failed, colour: 'danger' },
} as const

/** Payments, the newest first. */
export const PaymentList = ({
  payments,
  zone,
  orderHref,
  receiptHref,
  onInBasket,
}: {
  payments: AccountPayments['payments']
  zone: string
  orderHref: (orderId: number) => string
  receiptHref: (orderId: number) => string
  /** After what is owed was added to the basket. */
  onInBasket: () => void
}) => (
  <Table
    name={messages.history}
    form="stack"
    rows={payments}
    rowKey={({ id, description }) => `${description} ${id}`}
    columns={[
      { heading: messages.date, cell: ({ paidAt }) => <Day day={localDay(new Date(paidAt), zone)} /> },
      {
        heading: messages.paidFor,
        cell: ({ orderId, description, hasReceipt }) =>
          orderId === null ? (
            description
          ) : (
            <span className={styles['links']}>
              <a href={orderHref(orderId)}>{description}</a>
              {hasReceipt ? (
                <a href={receiptHref(orderId)}>
                  <RichText
                    message={messages.receipt}
                    hidden={<span className="visually-hidden">{description}</span>}
                  />
                </a>
              ) : null}
            </span>
          ),
      },
      { heading: messages.paidWith, cell: describeWay },
      {
        heading: messages.amount,
        isFigure: true,
        cell: ({ formattedAmount, status, refund, penaltyId, description }) => (
          <>
            {formattedAmount}{' '}
            {status === 'paid' ? null : (
              <Badge colour={states[status].colour}>
                {refund === 'due' ? messages.onItsWay : states[status].label}
              </Badge>
            )}
            {penaltyId === null ? null : (
              <PayPenalty
                id={penaltyId}
                label={messages.payNow}
                name={messages.payItem({ amount: formattedAmount, item: description })}
                onInBasket={onInBasket}
              />
            )}
          </>
        ),
      },
    ]}
  />
)

/** The credit balance and its entries. */
export const CreditLedger = ({ credit, zone }: { credit: AccountPayments['credit']; zone: string }) => (
  <>
    <p className={styles['balance']}>
      {credit.membershipBalance === 0 ? (
        <RichText message={messages.creditBalance} amount={<strong>{credit.formattedBalance}</strong>} />
      ) : (
        <RichText
          message={messages.creditBalances}
          amount={<strong>{credit.formattedBalance}</strong>}
          membershipAmount={<strong>{credit.formattedMembershipBalance}</strong>}
        />
      )}
    </p>
    {credit.expiring.map(({ type, expiresOn, formattedAmount }) => (
      <p key={`${type} ${expiresOn}`} className={styles['expiring']}>
        {messages.creditExpires({ amount: formattedAmount, date: longDate(expiresOn) })}
      </p>
    ))}
    <Table
      name={messages.credit}
      form="stack"
      rows={credit.entries}
      rowKey={({ id }) => id}
      columns={[
        { heading: messages.date, cell: ({ at }) => <Day day={localDay(new Date(at), zone)} /> },
        {
          heading: messages.description,
          cell: ({ type, description }) =>
            type === 'membership' ? messages.membershipCreditEntry({ text: description }) : description,
        },
        {
          heading: messages.expires,
          cell: ({ expiresOn }) => (expiresOn === null ? '–' : <Day day={expiresOn} />),
        },
        {
          heading: messages.amount,
          isFigure: true,
          cell: ({ amount, formattedAmount }) =>
            amount > 0 ? <span className={styles['in']}>{`+${formattedAmount}`}</span> : formattedAmount,
        },
      ]}
    />
  </>
)

/** On one line, however narrow its column. */
const Day = ({ day }: { day: string }) => <span className={styles['day']}>{longDate(day)}</span>

type Way =
  | Pick<Extract<Payment, { refund: null }>, 'refund' | 'tenderType'>
  | Pick<Exclude<Payment, { refund: null }>, 'refund' | 'tenderType'>

/** How it was paid, or where it came back. */
const describeWay = (payment: Way): string => {
  if (payment.refund !== null) return messages.refundTo[payment.tenderType]
  return payment.tenderType === 'direct_debit' ? messages.directDebit : tenders[payment.tenderType].name
}
