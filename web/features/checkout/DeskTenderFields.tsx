import type { Basket } from '#contract/baskets.ts'
import { formatted } from '#contract/money.ts'
import { isNumbered } from '#contract/tenders.ts'
import * as messages from '#messages/desk/payment.ts'
import { Button } from '#web/ui/Button.tsx'
import { SelectField, TextField } from '#web/ui/Field.tsx'
import type { TenderLine } from './deskTenders.ts'
import styles from './DeskPayment.module.css'

/** Banknotes, in pence. */
const notes = [500, 1000, 2000, 5000]

/** The fields of a tender besides its amount. */
export const TenderFields = ({
  line: { key, tenderType, tendered, reference, creditType },
  index,
  errors,
  credits,
  symbol,
  onChange,
}: {
  line: TenderLine
  index: number
  errors: Readonly<Record<string, readonly string[]>>
  credits: Basket['credits']
  symbol: string
  onChange: (key: number, changes: Partial<TenderLine>) => void
}) => {
  if (isNumbered(tenderType))
    return (
      <TextField
        label={messages.numberOf[tenderType]}
        name={`reference-${key}`}
        autoComplete="off"
        value={reference}
        errors={errors[`payments.${index}.reference`]}
        onInput={(event) => {
          onChange(key, { reference: event.currentTarget.value })
        }}
      />
    )
  switch (tenderType) {
    case 'cash':
      return (
        <TextField
          label={messages.cashReceived}
          name={`tendered-${key}`}
          inputMode="decimal"
          autoComplete="off"
          value={tendered}
          errors={errors[`payments.${index}.amount_tendered`]}
          onInput={(event) => {
            onChange(key, { tendered: event.currentTarget.value })
          }}
        />
      )
    case 'credit':
      return (
        <SelectField
          label={messages.whichCredit}
          name={`credit-${key}`}
          value={creditType}
          onChange={(event) => {
            onChange(key, { creditType: event.currentTarget.value as TenderLine['creditType'] })
          }}
        >
          {credits.general.maxApplicable === 0 ? null : (
            <option value="general">
              {messages.generalCredit({ available: formatted(credits.general.maxApplicable, symbol) })}
            </option>
          )}
          {credits.membership.maxApplicable === 0 ? null : (
            <option value="membership">
              {messages.membershipCredit({ available: formatted(credits.membership.maxApplicable, symbol) })}
            </option>
          )}
        </SelectField>
      )
  }
}

/** Buttons for the cash received: the exact sum, or the notes above it. */
export const CashNotes = ({
  due,
  symbol,
  onChoose,
}: {
  due: number
  symbol: string
  onChoose: (pence: number) => void
}) => (
  <div className={styles['notes']} role="group" aria-label={messages.notesReceived}>
    {[due, ...notes.filter((note) => note > due)].map((pence, index) => (
      <Button
        key={pence}
        variant="secondary"
        onClick={() => {
          onChoose(pence)
        }}
      >
        {index === 0 ? messages.exactAmount : formatted(pence, symbol).replace(/\.00$/, '')}
      </Button>
    ))}
  </div>
)
