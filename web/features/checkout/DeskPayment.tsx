import { useState } from 'react'
import type { Basket } from '#contract/baskets.ts'
import type { DeskTender, PaidAtDesk } from '#contract/checkout.ts'
import { formatted } from '#contract/money.ts'
import { api } from '#web/platform/api.ts'
import { deskLinks } from '#web/platform/links.ts'
import { useCall } from '#web/platform/queries.ts'
import { Link } from '#web/platform/router.tsx'
import { useForm } from '#web/platform/useForm.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { CheckField, SelectField, TextField } from '#web/ui/Field.tsx'
import { Notice, ValidationMessages } from '#web/ui/Notice.tsx'
import { changeOf, paidBy, penceOf, sentOf, typedOf, type TenderLine } from './deskTenders.ts'
import styles from './DeskPayment.module.css'

const names: Readonly<Record<DeskTender, string>> = {
  cash: 'Cash',
  'offline-voucher': 'Voucher',
  cheque: 'Cheque',
  credit: 'Credit',
}

/** Notes that people hand over. */
const notes = [500, 1000, 2000, 5000]

/** Takes payment over the counter: one tender or several, change worked out while it is typed. */
export const DeskPayment = ({
  basket,
  symbol,
  needsTerms,
  onPaid,
}: {
  basket: Basket
  symbol: string
  needsTerms: boolean
  onPaid: (paid: PaidAtDesk, isPrinted: boolean) => void
}) => {
  const due = basket.balance
  const [lines, setLines] = useState<readonly TenderLine[]>(() => [cashLine(0, due)])
  const [next, setNext] = useState(1)
  const pay = useCall(api.checkout.payAtDesk, {
    onSuccess: (paid, { printReceipt }) => {
      onPaid(paid, printReceipt === true)
    },
  })
  const left = due - paidBy(lines)
  const change = changeOf(lines)
  const { error, validationMessages } = pay
  const set = (key: number, changes: Partial<TenderLine>): void => {
    setLines((all) => all.map((line) => (line.key === key ? { ...line, ...changes } : line)))
  }
  const form = useForm(pay, ({ isChecked }) => {
    pay.send({
      payments: due === 0 ? [] : sentOf(lines),
      source: 'front-of-house',
      itemHash: basket.itemHash,
      termsAccepted: isChecked('terms'),
      printReceipt: isChecked('printReceipt'),
    })
  })
  const credit = basket.credits.general.maxApplicable + basket.credits.membership.maxApplicable
  return (
    <form {...form} className={styles['form']}>
      <p className={styles['due']}>
        <span>To pay</span>
        <strong>{formatted(due, symbol)}</strong>
      </p>
      {due === 0 ? null : (
        <>
          {lines.map((line, index) => (
            <fieldset key={line.key} className={styles['line']}>
              <legend className="visually-hidden">Payment {index + 1}</legend>
              <SelectField
                label="Paid with"
                name={`tender-${line.key}`}
                value={line.tenderType}
                onChange={(event) => {
                  set(line.key, { tenderType: event.currentTarget.value as DeskTender })
                }}
              >
                {(Object.keys(names) as DeskTender[])
                  .filter((tender) => tender !== 'credit' || credit > 0)
                  .map((tender) => (
                    <option key={tender} value={tender}>
                      {names[tender]}
                    </option>
                  ))}
              </SelectField>
              <TextField
                label="Amount"
                name={`amount-${line.key}`}
                inputMode="decimal"
                autoComplete="off"
                value={line.amount}
                errors={validationMessages[`payments.${index}.amount`]}
                onInput={(event) => {
                  set(line.key, { amount: event.currentTarget.value })
                }}
              />
              <More
                line={line}
                index={index}
                messages={validationMessages}
                credits={basket.credits}
                onChange={set}
              />
              {lines.length === 1 ? null : (
                <Button
                  variant="text"
                  aria-label={`Take away payment ${index + 1}`}
                  onClick={() => {
                    setLines((all) => all.filter(({ key }) => key !== line.key))
                  }}
                >
                  Take away
                </Button>
              )}
              {line.tenderType === 'cash' ? (
                <Notes
                  due={penceOf(line.amount) ?? 0}
                  symbol={symbol}
                  onHanded={(pence) => {
                    set(line.key, { tendered: typedOf(pence) })
                  }}
                />
              ) : null}
            </fieldset>
          ))}
          <p>
            <Button
              variant="secondary"
              onClick={() => {
                setLines((all) => [...all, cashLine(next, Math.max(0, left))])
                setNext(next + 1)
              }}
            >
              Split the payment
            </Button>
          </p>
        </>
      )}
      <div className={styles['sum']} role="status">
        {left > 0 ? <p className={styles['left']}>Still to pay: {formatted(left, symbol)}</p> : null}
        {left < 0 ? <p className={styles['left']}>{formatted(-left, symbol)} too much</p> : null}
        {left === 0 && change !== null ? (
          <p className={styles['change']}>
            <span>Change</span> <strong>{formatted(change, symbol)}</strong>
          </p>
        ) : null}
        {change === null ? <p className={styles['left']}>What was handed over is too little.</p> : null}
      </div>
      {needsTerms ? <CheckField name="terms">The customer agrees to the terms</CheckField> : null}
      <CheckField
        name="printReceipt"
        defaultChecked={basket.items.some(({ enablePrintReceipt }) => enablePrintReceipt)}
      >
        Print a receipt
      </CheckField>
      {error === null ? null : (
        <Notice colour="danger" role="alert" title={error.message}>
          <ValidationMessages messages={validationMessages} />
        </Notice>
      )}
      <div className={styles['buttons']}>
        <Button type="submit" size="lg" busy={pay.requesting}>
          {due === 0 ? 'Book' : `Take ${formatted(due, symbol)}`}
        </Button>
        {due === 0 ? null : (
          <Link className={buttonClass({ variant: 'secondary', size: 'lg' })} to={deskLinks.card()}>
            Pay by card instead
          </Link>
        )}
      </div>
    </form>
  )
}

const cashLine = (key: number, pence: number): TenderLine => ({
  key,
  tenderType: 'cash',
  creditType: 'general',
  amount: typedOf(pence),
  tendered: '',
  reference: '',
})

/** What a tender wants to know besides its amount. */
const More = ({
  line: { key, tenderType, tendered, reference, creditType },
  index,
  messages,
  credits,
  onChange,
}: {
  line: TenderLine
  index: number
  messages: Readonly<Record<string, readonly string[]>>
  credits: Basket['credits']
  onChange: (key: number, changes: Partial<TenderLine>) => void
}) => {
  switch (tenderType) {
    case 'cash':
      return (
        <TextField
          label="Handed over"
          name={`tendered-${key}`}
          inputMode="decimal"
          autoComplete="off"
          value={tendered}
          errors={messages[`payments.${index}.amount_tendered`]}
          onInput={(event) => {
            onChange(key, { tendered: event.currentTarget.value })
          }}
        />
      )
    case 'credit':
      return (
        <SelectField
          label="Which credit"
          name={`credit-${key}`}
          value={creditType}
          onChange={(event) => {
            onChange(key, { creditType: event.currentTarget.value as TenderLine['creditType'] })
          }}
        >
          <option value="general">General, {typedOf(credits.general.maxApplicable)} to use</option>
          <option value="membership">Membership, {typedOf(credits.membership.maxApplicable)} to use</option>
        </SelectField>
      )
    case 'cheque':
    case 'offline-voucher':
      return (
        <TextField
          label={tenderType === 'cheque' ? 'Cheque number' : 'Voucher number'}
          name={`reference-${key}`}
          autoComplete="off"
          value={reference}
          errors={messages[`payments.${index}.reference`]}
          onInput={(event) => {
            onChange(key, { reference: event.currentTarget.value })
          }}
        />
      )
  }
}

const Notes = ({
  due,
  symbol,
  onHanded,
}: {
  due: number
  symbol: string
  onHanded: (pence: number) => void
}) => (
  <div className={styles['notes']} role="group" aria-label="Notes handed over">
    {[due, ...notes.filter((note) => note > due)].map((pence, index) => (
      <Button
        key={pence}
        variant="secondary"
        onClick={() => {
          onHanded(pence)
        }}
      >
        {index === 0 ? 'Exact' : formatted(pence, symbol).replace(/\.00$/, '')}
      </Button>
    ))}
  </div>
)
