import type { AccountPayments } from '#contract/payments.ts'
import { localDay } from '#contract/time.ts'
import { longDate } from '#messages/shared/dates.ts'
import * as messages from '#messages/account/payments.ts'
import { tenders } from '#messages/shared/tenders.ts'
import { Badge } from '#web/ui/Layout.tsx'
import { RichText } from '#web/ui/RichText.tsx'
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
  <table className={styles['table']}>
    <thead>
      <tr>
        <th scope="col">{messages.date}</th>
        <th scope="col">{messages.paidFor}</th>
        <th scope="col">{messages.paidWith}</th>
        <th scope="col" className={styles['amount']}>
          {messages.amount}
        </th>
      </tr>
    </thead>
    <tbody>
      {payments.map(
        ({
          id,
          orderId,
          paidAt,
          description,
          formattedAmount,
          status,
          hasReceipt,
          penaltyId,
          ...payment
        }) => (
          <tr key={`${description} ${id}`}>
            <td data-name={messages.date}>{longDate(localDay(new Date(paidAt), zone))}</td>
            <td data-name={messages.paidFor}>
              {orderId === null ? (
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
              )}
            </td>
            <td data-name={messages.paidWith}>{describeWay(payment)}</td>
            <td data-name={messages.amount} className={styles['amount']}>
              {formattedAmount}{' '}
              {status === 'paid' ? null : (
                <Badge colour={states[status].colour}>
                  {payment.refund === 'due' ? messages.onItsWay : states[status].label}
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
            </td>
          </tr>
        ),
      )}
    </tbody>
  </table>
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
    {credit.entries.length === 0 ? null : (
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col">{messages.date}</th>
            <th scope="col">{messages.description}</th>
            <th scope="col">{messages.expires}</th>
            <th scope="col" className={styles['amount']}>
              {messages.amount}
            </th>
          </tr>
        </thead>
        <tbody>
          {credit.entries.map(({ id, at, type, description, expiresOn, amount, formattedAmount }) => (
            <tr key={id}>
              <td data-name={messages.date}>{longDate(localDay(new Date(at), zone))}</td>
              <td data-name={messages.description}>
                {type === 'membership' ? messages.membershipCreditEntry({ text: description }) : description}
              </td>
              <td data-name={messages.expires}>{expiresOn === null ? '–' : longDate(expiresOn)}</td>
              <td data-name={messages.amount} className={styles['amount']} data-in={amount > 0 || undefined}>
                {amount > 0 ? `+${formattedAmount}` : formattedAmount}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    )}
  </>
)

type Way =
  | Pick<Extract<Payment, { refund: null }>, 'refund' | 'tenderType'>
  | Pick<Exclude<Payment, { refund: null }>, 'refund' | 'tenderType'>

/** How it was paid, or where it came back. */
const describeWay = (payment: Way): string => {
  if (payment.refund !== null) return messages.refundTo[payment.tenderType]
  return payment.tenderType === 'direct_debit' ? messages.directDebit : tenders[payment.tenderType].name
}
