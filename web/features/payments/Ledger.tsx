import type { AccountPayments } from '#contract/payments.ts'
import { dayInWords, localDay } from '#contract/time.ts'
import { Badge } from '#web/ui/Layout.tsx'
import styles from './Ledger.module.css'

const states = {
  paid: { words: 'Paid', colour: 'success' },
  refunded: { words: 'Refunded', colour: 'info' },
  failed: { words: 'Failed', colour: 'danger' },
} as const

/** What was paid, the newest first, and with what. */
export const PaymentList = ({ payments, zone }: { payments: AccountPayments['payments']; zone: string }) => (
  <table className={styles['table']}>
    <thead>
      <tr>
        <th scope="col">Date</th>
        <th scope="col">For</th>
        <th scope="col">With</th>
        <th scope="col" className={styles['amount']}>
          Amount
        </th>
      </tr>
    </thead>
    <tbody>
      {payments.map(({ id, paidAt, description, tenderType, formattedAmount, status }) => (
        <tr key={`${description} ${id}`}>
          <td data-name="Date">{dayInWords(localDay(new Date(paidAt), zone))}</td>
          <td data-name="For">{description}</td>
          <td data-name="With">{tenderName(tenderType)}</td>
          <td data-name="Amount" className={styles['amount']}>
            {formattedAmount}{' '}
            {status === 'paid' ? null : <Badge colour={states[status].colour}>{states[status].words}</Badge>}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
)

/** What came to the credit and what went from it. */
export const CreditLedger = ({ credit, zone }: { credit: AccountPayments['credit']; zone: string }) => (
  <>
    <p className={styles['balance']}>
      <strong>{credit.formattedBalance}</strong> to spend on anything
      {credit.membershipBalance === 0 ? null : (
        <>
          , and <strong>{credit.formattedMembershipBalance}</strong> of membership credit
        </>
      )}
    </p>
    {credit.expiring.map(({ type, expiresOn, formattedAmount }) => (
      <p key={`${type} ${expiresOn}`} className={styles['expiring']}>
        {formattedAmount} of it can be spent until {dayInWords(expiresOn)}.
      </p>
    ))}
    {credit.entries.length === 0 ? null : (
      <table className={styles['table']}>
        <thead>
          <tr>
            <th scope="col">Date</th>
            <th scope="col">What</th>
            <th scope="col">Good until</th>
            <th scope="col" className={styles['amount']}>
              Amount
            </th>
          </tr>
        </thead>
        <tbody>
          {credit.entries.map(({ id, at, type, description, expiresOn, amount, formattedAmount }) => (
            <tr key={id}>
              <td data-name="Date">{dayInWords(localDay(new Date(at), zone))}</td>
              <td data-name="What">
                {description}
                {type === 'membership' ? ' (membership credit)' : ''}
              </td>
              <td data-name="Good until">{expiresOn === null ? '–' : dayInWords(expiresOn)}</td>
              <td data-name="Amount" className={styles['amount']} data-in={amount > 0 || undefined}>
                {amount > 0 ? `+${formattedAmount}` : formattedAmount}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    )}
  </>
)

/** `customer_account_online` and its like, in words. */
export const tenderName = (tender: string): string => {
  if (tender === 'customer_account_online') return 'Account'
  if (tender === 'direct_debit') return 'Direct Debit'
  const words = tender.replaceAll(/[_-]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
