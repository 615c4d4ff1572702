import { deskTenders, venueTender } from '#contract/tenders.ts'
import type { DeskTender } from '#contract/tenders.ts'
import { tenders } from '#messages/shared/tenders.ts'
import { useRef, useState } from 'react'
import type { Basket } from '#contract/baskets.ts'
import type { PaidAtDesk } from '#contract/checkout.ts'
import { decimals, formatted } from '#contract/money.ts'
import * as messages from '#messages/desk/payment.ts'
import { email, firstName, lastName, phone } from '#messages/shared/customerFields.ts'
import { penceFromInput } from '#web/platform/penceInput.ts'
import { api } from '#web/platform/api.ts'
import { deskLinks } from '#web/platform/deskLinks.ts'
import { useCall, useDeferredRead } from '#web/platform/queries.ts'
import { Link } from '#web/platform/router.tsx'
import { useForm } from '#web/platform/useForm.ts'
import { usePageContext } from '#web/platform/pageContext.tsx'
import { selectedVenue } from '#web/platform/venue.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { CheckField, SelectField, TextField } from '#web/ui/Field.tsx'
import { Notice, ValidationMessages } from '#web/ui/Notice.tsx'
import { changeDue, needsTill, paidBy, toPayments, withLine, type TenderLine } from './deskTenders.ts'
import { CashNotes, TenderFields } from './DeskTenderFields.tsx'
import { DeskTill } from './DeskTill.tsx'
import styles from './DeskPayment.module.css'

/**
 * Payment over the counter, in one tender or several, or on arrival; the change is computed while amounts are typed. A
 * walk-in may leave a name and how to reach them.
 */
export const DeskPayment = ({
  basket,
  symbol,
  needsTerms,
  isWalkIn,
  onPaid,
}: {
  basket: Basket
  symbol: string
  needsTerms: boolean
  isWalkIn: boolean
  onPaid: (paid: PaidAtDesk, isPrinted: boolean) => void
}) => {
  const due = basket.balance
  const { cookies } = usePageContext()
  const [lines, setLines] = useState<readonly TenderLine[]>(() => [cashLine(0, due)])
  const [nextKey, setNextKey] = useState(1)
  const { data: tills } = useDeferredRead(api.tills.list, {}, { when: false })
  const [tillId, setTillId] = useState('')
  const [isTillMissing, setTillMissing] = useState(false)
  const till = useRef<HTMLDivElement>(null)
  // Which of the two buttons has been pressed; Enter presses the first.
  const paysOnArrival = useRef(false)
  const asksForTill =
    due > 0 && tills !== undefined && tills.current === null && tills.tills.length > 0 && needsTill(lines)
  const pay = useCall(api.checkout.payAtDesk, {
    onSuccess: (paid, { printReceipt }) => {
      onPaid(paid, printReceipt === true)
    },
  })
  const left = due - paidBy(lines)
  const change = changeDue(lines)
  const { error, validationMessages } = pay
  const update = (key: number, changes: Partial<TenderLine>): void => {
    setLines((all) =>
      withLine(all, key, changes, {
        general: basket.credits.general.maxApplicable,
        membership: basket.credits.membership.maxApplicable,
      }),
    )
  }
  const form = useForm(pay, ({ text, isChecked }) => {
    const isOnArrival = paysOnArrival.current
    if (asksForTill && tillId === '' && !isOnArrival) {
      setTillMissing(true)
      till.current?.querySelector('select')?.focus()
      return
    }
    pay.send({
      ...(asksForTill && !isOnArrival && { tillId: Number(tillId) }),
      ...(isWalkIn && {
        firstName: text('firstName'),
        lastName: text('lastName'),
        phone: text('phone'),
        email: text('email'),
      }),
      payments: isOnArrival ? [{ tenderType: venueTender, amount: due }] : due === 0 ? [] : toPayments(lines),
      source: 'front-of-house',
      itemHash: basket.itemHash,
      termsAccepted: isChecked('terms'),
      printReceipt: isChecked('printReceipt') && !isOnArrival,
    })
  })
  const credit = basket.credits.general.maxApplicable + basket.credits.membership.maxApplicable
  const firstCredit = basket.credits.general.maxApplicable > 0 ? 'general' : 'membership'
  return (
    <form {...form} className={styles['form']}>
      <p className={styles['due']}>
        <span>{messages.toPay}</span>
        <strong>{formatted(due, symbol)}</strong>
      </p>
      {asksForTill ? (
        <div ref={till}>
          <DeskTill
            tills={tills.tills}
            venueSlug={selectedVenue(cookies)?.venueSlug}
            value={tillId}
            isMissing={isTillMissing}
            onChoose={(value) => {
              setTillId(value)
              setTillMissing(false)
            }}
          />
        </div>
      ) : null}
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
                  const tenderType = event.currentTarget.value as DeskTender
                  update(line.key, {
                    tenderType,
                    ...(tenderType === 'credit' && { creditType: firstCredit }),
                  })
                }}
              >
                {deskTenders
                  .filter((tender) => tender !== venueTender && (tender !== 'credit' || credit > 0))
                  .map((tender) => (
                    <option key={tender} value={tender}>
                      {tenders[tender].name}
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
                symbol={symbol}
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
                <CashNotes
                  due={penceFromInput(line.amount) ?? 0}
                  symbol={symbol}
                  onChoose={(pence) => {
                    update(line.key, { tendered: decimals(pence) })
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
      {isWalkIn ? <WalkInContact errors={validationMessages} /> : null}
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
        <Button
          type="submit"
          size="lg"
          busy={pay.requesting}
          onClick={() => {
            paysOnArrival.current = false
          }}
        >
          {due === 0 ? messages.book : messages.take({ amount: formatted(due, symbol) })}
        </Button>
        {due > 0 && isOwable(basket) ? (
          <Button
            type="submit"
            variant="secondary"
            size="lg"
            busy={pay.requesting}
            onClick={() => {
              paysOnArrival.current = true
            }}
          >
            {messages.bookOnArrival({ amount: formatted(due, symbol) })}
          </Button>
        ) : null}
        {due === 0 ? null : (
          <Link className={buttonClass({ variant: 'secondary', size: 'lg' })} to={deskLinks.card()}>
            {messages.payByCard}
          </Link>
        )}
      </div>
    </form>
  )
}

/** A whole order is paid on arrival, and penalties at once. */
const isOwable = ({ items, balance, total }: Basket): boolean =>
  balance === total && items.every(({ type }) => type !== 'penalty')

const contactFields = [
  { name: 'firstName', wire: 'first_name', label: firstName, type: 'text' },
  { name: 'lastName', wire: 'last_name', label: lastName, type: 'text' },
  { name: 'phone', wire: 'phone', label: phone, type: 'tel' },
  { name: 'email', wire: 'email', label: email, type: 'email' },
] as const

const WalkInContact = ({ errors }: { errors: Readonly<Record<string, readonly string[]>> }) => (
  <fieldset className={styles['contact']}>
    <legend>{messages.contact}</legend>
    <p className={styles['hint']}>{messages.contactHelp}</p>
    {contactFields.map(({ name, wire, label, type }) => (
      <TextField key={name} label={label} name={name} type={type} autoComplete="off" errors={errors[wire]} />
    ))}
  </fieldset>
)

const cashLine = (key: number, pence: number): TenderLine => ({
  key,
  tenderType: 'cash',
  creditType: 'general',
  amount: decimals(pence),
  tendered: '',
  reference: '',
  lastFour: '',
  terminal: '',
})
