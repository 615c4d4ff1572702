import { decimals } from '#contract/money.ts'
import type { HireInvoice } from '#contract/hireTypes.ts'
import * as messages from '#messages/account/hires.ts'
import { withQuery } from '#web/platform/links.ts'
import { useNavigate } from '#web/platform/router.tsx'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/Field.tsx'
import styles from './HirerPage.module.css'

/** What was paid of an invoice, or paid back, the first first. */
export const Payments = ({ payments }: Pick<HireInvoice, 'payments'>) =>
  payments.map(({ on, tender, amount }, index) => (
    <p key={index}>
      {amount.raw < 0
        ? messages.paidBack({ amount: amount.formatted.replace('-', ''), day: on })
        : messages.paid({ amount: amount.formatted, day: on, isByCard: tender === 'card' })}
    </p>
  ))

/** Chooses what of an invoice is paid by card. Works without script as well. */
export const ChooseAmount = ({
  code,
  invoice: { id, owed },
  amount,
  isWrong,
}: {
  /** The secret of the link. */
  code: string
  invoice: HireInvoice
  amount: number
  /** What was typed is no part of what is owed. */
  isWrong: boolean
}) => {
  const navigate = useNavigate()
  return (
    <form
      action="/hires"
      className={styles['amount']}
      onSubmit={(event) => {
        event.preventDefault()
        const typed = new FormData(event.currentTarget).get('amount')
        if (typeof typed === 'string')
          void navigate(withQuery('/hires', { code, pay: String(id), amount: typed }), { stay: true })
      }}
    >
      <input type="hidden" name="code" value={code} />
      <input type="hidden" name="pay" value={id} />
      <TextField
        label={messages.amount}
        hint={messages.amountHint({ owed: owed.formatted })}
        name="amount"
        inputMode="decimal"
        autoComplete="off"
        defaultValue={decimals(amount)}
        errors={isWrong ? [messages.amountWrong({ owed: owed.formatted })] : undefined}
      />
      <Button type="submit" variant="secondary">
        {messages.changeAmount}
      </Button>
    </form>
  )
}
