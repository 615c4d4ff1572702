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
  line: { key, tenderType, tendered, reference, creditType, lastFour, terminal },
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
    case 'at_venue':
      return null
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
    case 'card_terminal':
      return (
        <CardFields
          name={String(key)}
          card={{ lastFour, terminal }}
          errors={errors[`payments.${index}.last_four`]}
          onChange={(changes) => {
            onChange(key, changes)
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

/** What may be entered of a card at the terminal, so that the payment is found by it. */
export const CardFields = ({
  name,
  card: { lastFour, terminal },
  errors,
  onChange,
}: {
  name: string
  card: Pick<TenderLine, 'lastFour' | 'terminal'>
  errors: readonly string[] | undefined
  onChange: (changes: Partial<Pick<TenderLine, 'lastFour' | 'terminal'>>) => void
}) => (
  <>
    <TextField
      label={messages.lastFour}
      name={`last-four-${name}`}
      inputMode="numeric"
      autoComplete="off"
      maxLength={4}
      optional
      value={lastFour}
      errors={errors}
      onInput={(event) => {
        onChange({ lastFour: event.currentTarget.value })
      }}
    />
    <TextField
      label={messages.terminal}
      name={`terminal-${name}`}
      autoComplete="off"
      maxLength={40}
      optional
      value={terminal}
      onInput={(event) => {
        onChange({ terminal: event.currentTarget.value })
      }}
    />
  </>
)

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
