import { useState } from 'react'
import type { Basket } from '#contract/baskets.ts'
import type { DeskTender, PaidAtDesk } from '#contract/checkout.ts'
import { formatted } from '#contract/money.ts'
import * as messages from '#messages/desk/payment.ts'
import { api } from '#web/platform/api.ts'
import { deskLinks } from '#web/platform/links.ts'
import { useCall } from '#web/platform/queries.ts'
import { Link } from '#web/platform/router.tsx'
import { useForm } from '#web/platform/useForm.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { CheckField, SelectField, TextField } from '#web/ui/Field.tsx'
import { Notice, ValidationMessages } from '#web/ui/Notice.tsx'
import {
  changeDue,
  inputFromPence,
  paidBy,
  penceFromInput,
  toPayments,
  type TenderLine,
} from './deskTenders.ts'
import styles from './DeskPayment.module.css'

const tenderNames: Readonly<Record<DeskTender, string>> = {
  cash: messages.cash,
  'offline-voucher': messages.voucher,
  cheque: messages.cheque,
  credit: messages.credit,
}

/** Banknotes, in pence. */
const notes = [500, 1000, 2000, 5000]

/** Payment over the counter, in one tender or several; the change is computed while amounts are typed. */
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
  const [nextKey, setNextKey] = useState(1)
  const pay = useCall(api.checkout.payAtDesk, {
    onSuccess: (paid, { printReceipt }) => {
      onPaid(paid, printReceipt === true)
    },
  })
  const left = due - paidBy(lines)
  const change = changeDue(lines)
  const { error, validationMessages } = pay
  const update = (key: number, changes: Partial<TenderLine>): void => {
    setLines((all) => all.map((line) => (line.key === key ? { ...line, ...changes } : line)))
  }
  const form = useForm(pay, ({ isChecked }) => {
    pay.send({
      payments: due === 0 ? [] : toPayments(lines),
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
        <span>{messages.toPay}</span>
        <strong>{formatted(due, symbol)}</strong>
      </p>
      {due === 0 ? null : (
        <>
          {lines.map((line, index) => (
            <fieldset key={line.key} className={styles['line']}>
              <legend className="visually-hidden">{messages.paymentNumber({ number: index + 1 })}</legend>
              <SelectField
                label={messages.paidWith}
                name={`tender-${line.key}`}
                value={line.tenderType}
                onChange={(event) => {
                  update(line.key, { tenderType: event.currentTarget.value as DeskTender })
                }}
              >
                {(Object.keys(tenderNames) as DeskTender[])
                  .filter((tender) => tender !== 'credit' || credit > 0)
                  .map((tender) => (
                    <option key={tender} value={tender}>
                      {tenderNames[tender]}
                    </option>
                  ))}
              </SelectField>
              <TextField
                label={messages.amount}
                name={`amount-${line.key}`}
                inputMode="decimal"
                autoComplete="off"
                value={line.amount}
                errors={validationMessages[`payments.${index}.amount`]}
                onInput={(event) => {
                  update(line.key, { amount: event.currentTarget.value })
                }}
              />
              <TenderFields
                line={line}
                index={index}
                errors={validationMessages}
                credits={basket.credits}
                onChange={update}
              />
              {lines.length === 1 ? null : (
                <Button
                  variant="text"
                  aria-label={messages.removePayment({ number: index + 1 })}
                  onClick={() => {
                    setLines((all) => all.filter(({ key }) => key !== line.key))
                  }}
                >
                  {messages.remove}
                </Button>
              )}
              {line.tenderType === 'cash' ? (
                <Notes
                  due={penceFromInput(line.amount) ?? 0}
                  symbol={symbol}
                  onChoose={(pence) => {
                    update(line.key, { tendered: inputFromPence(pence) })
                  }}
                />
              ) : null}
            </fieldset>
          ))}
          <p>
            <Button
              variant="secondary"
              onClick={() => {
                setLines((all) => [...all, cashLine(nextKey, Math.max(0, left))])
                setNextKey(nextKey + 1)
              }}
            >
              {messages.splitPayment}
            </Button>
          </p>
        </>
      )}
      <div className={styles['sum']} role="status">
        {left > 0 ? (
          <p className={styles['left']}>{messages.stillToPay({ amount: formatted(left, symbol) })}</p>
        ) : null}
        {left < 0 ? (
          <p className={styles['left']}>{messages.tooMuch({ amount: formatted(-left, symbol) })}</p>
        ) : null}
        {left === 0 && change !== null ? (
          <p className={styles['change']}>
            <span>{messages.change}</span> <strong>{formatted(change, symbol)}</strong>
          </p>
        ) : null}
        {change === null ? <p className={styles['left']}>{messages.cashTooLittle}</p> : null}
      </div>
      {needsTerms ? <CheckField name="terms">{messages.customerAcceptsTerms}</CheckField> : null}
      <CheckField
        name="printReceipt"
        defaultChecked={basket.items.some(({ enablePrintReceipt }) => enablePrintReceipt)}
      >
        {messages.printReceipt}
      </CheckField>
      {error === null ? null : (
        <Notice colour="danger" role="alert" title={error.message}>
          <ValidationMessages messages={validationMessages} />
        </Notice>
      )}
      <div className={styles['buttons']}>
        <Button type="submit" size="lg" busy={pay.requesting}>
          {due === 0 ? messages.book : messages.take({ amount: formatted(due, symbol) })}
        </Button>
        {due === 0 ? null : (
          <Link className={buttonClass({ variant: 'secondary', size: 'lg' })} to={deskLinks.card()}>
            {messages.payByCard}
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
  amount: inputFromPence(pence),
  tendered: '',
  reference: '',
})

/** The fields of a tender besides its amount. */
const TenderFields = ({
  line: { key, tenderType, tendered, reference, creditType },
  index,
  errors,
  credits,
  onChange,
}: {
  line: TenderLine
  index: number
  errors: Readonly<Record<string, readonly string[]>>
  credits: Basket['credits']
  onChange: (key: number, changes: Partial<TenderLine>) => void
}) => {
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
          <option value="general">
            {messages.generalCredit({ available: inputFromPence(credits.general.maxApplicable) })}
          </option>
          <option value="membership">
            {messages.membershipCredit({ available: inputFromPence(credits.membership.maxApplicable) })}
          </option>
        </SelectField>
      )
    case 'cheque':
    case 'offline-voucher':
      return (
        <TextField
          label={tenderType === 'cheque' ? messages.chequeNumber : messages.voucherNumber}
          name={`reference-${key}`}
          autoComplete="off"
          value={reference}
          errors={errors[`payments.${index}.reference`]}
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
