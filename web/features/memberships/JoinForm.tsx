import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import type { Joining, JoiningMethod, Plan } from '#contract/memberships.ts'
import { api } from '#web/platform/api.ts'
import { useCall } from '#web/platform/queries.ts'
import { typingDone } from '#web/platform/typing.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Choice } from '#web/ui/Choice.tsx'
import { CheckField, SelectField, TextField } from '#web/ui/Field.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import styles from './JoinForm.module.css'

/** When it starts and on which day it is paid: what the price of the first days hangs on. */
export type Start = { startDate: string; billingDay: number }

const lookAgain = 'Some answers need another look. What is wrong stands beside each.'

/**
 * What is asked before one pays: when it starts, how it is paid for later, and the terms. Nothing is checked here but
 * what the browser knows; the server says what is wrong, and all that was typed stays.
 */
export const JoinForm = ({
  plan,
  start,
  onStart,
  proof,
  onJoining,
}: {
  plan: Plan
  start: Start
  onStart: (start: Start) => void
  /** Where a proof is sent, for plans that ask for one. */
  proof: ReactNode
  onJoining: (joining: Joining) => void
}) => {
  const toasts = useToasts()
  const form = useRef<HTMLFormElement>(null)
  const [method, setMethod] = useState<JoiningMethod>(plan.paymentMethods[0] ?? 'card')
  const join = useCall(api.memberships.join, {
    onSuccess: (joining) => {
      // What was wrong before is right now.
      for (const { id, type } of toasts.list()) if (type === 'validation') toasts.dismiss(id)
      onJoining(joining)
    },
    onFailure: (error) => {
      toasts.failure(error, { inline: false })
    },
  })
  const { error, validationMessages: wrong } = join
  const summary = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (error === null) return
    const first = form.current?.querySelector<HTMLElement>('[aria-invalid]')
    if (first === null || first === undefined) summary.current?.focus()
    else first.focus()
  }, [error])

  const isPaidLater = plan.nextPayment !== null
  const isDebited = isPaidLater && method === 'direct_debit'

  const submitted = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (join.requesting) return
    const answers = new FormData(event.currentTarget)
    const text = (name: string): string => {
      const value = answers.get(name)
      return typeof value === 'string' ? value : ''
    }
    typingDone(event.currentTarget)
    join.send({
      planId: plan.id,
      venueSlug: plan.venueSlug,
      startDate: start.startDate,
      paymentMethod: method,
      ...(plan.billingPeriod === 'month' && isPaidLater ? { billingDay: start.billingDay } : {}),
      ...(isDebited
        ? {
            bankAccount: {
              accountName: text('accountName'),
              sortCode: text('sortCode'),
              accountNumber: text('accountNumber'),
            },
          }
        : {}),
      terms: answers.getAll('terms').map(Number),
    })
  }

  return (
    <form ref={form} className={styles['form']} method="post" onSubmit={submitted} noValidate>
      <noscript>
        <Notice colour="warning" title="Joining needs JavaScript">
          <p>
            It is switched off in your browser. Switch it on and load this page again, or join at the venue.
          </p>
        </Notice>
      </noscript>
      {error === null ? null : (
        <div ref={summary} tabIndex={-1} className={styles['problem']}>
          <Notice colour="danger" role="alert">
            <p>{error.code === 'invalid' ? lookAgain : error.message}</p>
          </Notice>
        </div>
      )}
      {stepOf(
        'When it starts',
        <div className={styles['pair']}>
          <TextField
            label="First day"
            name="startDate"
            type="date"
            required
            min={plan.startFrom}
            max={plan.startUntil}
            value={start.startDate}
            hint="Today, or within the next 60 days."
            errors={wrong['start_date']}
            onChange={({ currentTarget: { value } }) => {
              onStart({ ...start, startDate: value })
            }}
          />
          {plan.billingPeriod === 'month' && isPaidLater ? (
            <SelectField
              label="Pay on this day of the month"
              name="billingDay"
              hint="From the 1st to the 28th."
              value={String(start.billingDay)}
              errors={wrong['billing_day']}
              onChange={({ currentTarget: { value } }) => {
                onStart({ ...start, billingDay: Number(value) })
              }}
            >
              {Array.from({ length: 28 }, (_, index) => (
                <option key={index} value={index + 1}>
                  {index + 1}
                </option>
              ))}
            </SelectField>
          ) : null}
        </div>,
      )}
      {isPaidLater
        ? stepOf(
            'How you pay later',
            <>
              <div className={styles['methods']}>
                {plan.paymentMethods.map((one) => (
                  <Choice
                    key={one}
                    type="radio"
                    name="paymentMethod"
                    value={one}
                    checked={one === method}
                    onChange={() => {
                      setMethod(one)
                    }}
                  >
                    <strong>{one === 'card' ? 'By card' : 'By Direct Debit'}</strong>
                    <span className={styles['about']}>
                      {one === 'card'
                        ? 'From the card you pay with today, which the card company keeps.'
                        : 'From your bank account. We tell you before each payment.'}
                    </span>
                  </Choice>
                ))}
              </div>
              {isDebited ? <Account wrong={wrong} /> : null}
            </>,
          )
        : null}
      {plan.documentType === null ? null : stepOf('Your proof', proof)}
      {plan.terms.length === 0
        ? null
        : stepOf(
            'What you agree to',
            plan.terms.map(({ id, name, html }) => (
              <div key={id} className={styles['terms']}>
                <details>
                  <summary>Read the {name.toLowerCase()}</summary>
                  <div dangerouslySetInnerHTML={{ __html: html }} />
                </details>
                <CheckField name="terms" value={id} required errors={wrong['terms']}>
                  I have read and accept the {name.toLowerCase()}
                </CheckField>
              </div>
            )),
          )}
      <Button type="submit" size="lg" wide busy={join.requesting}>
        {plan.dueToday.raw === 0 ? 'Go on' : 'Go on to payment'}
      </Button>
      <p className={styles['trust']}>
        <Icon name="lock" size={16} />
        {isDebited
          ? 'Your bank details go straight to the company that collects. We do not keep them.'
          : 'You see all of it once more before you pay.'}
      </p>
    </form>
  )
}

/** Numbered as they come: the style counts. */
const stepOf = (title: string, children: ReactNode) => (
  <fieldset className={styles['step']}>
    <legend className={styles['title']}>
      <span className={styles['number']} aria-hidden="true" />
      {title}
    </legend>
    {children}
  </fieldset>
)

const Account = ({ wrong }: { wrong: Readonly<Record<string, readonly string[]>> }) => (
  <div className={styles['account']}>
    <TextField
      label="Name on the account"
      name="accountName"
      autoComplete="name"
      maxLength={60}
      required
      errors={wrong['bank_account.account_name']}
    />
    <div className={styles['pair']}>
      <TextField
        label="Sort code"
        name="sortCode"
        inputMode="numeric"
        autoComplete="off"
        placeholder="00-00-00"
        maxLength={10}
        required
        errors={wrong['bank_account.sort_code']}
      />
      <TextField
        label="Account number"
        name="accountNumber"
        inputMode="numeric"
        autoComplete="off"
        maxLength={12}
        required
        errors={wrong['bank_account.account_number']}
      />
    </div>
    <details className={styles['guarantee']}>
      <summary>The Direct Debit Guarantee</summary>
      <p>
        We tell you of every payment before we collect it. What is taken by mistake your bank gives back at
        once and in full. You may cancel a Direct Debit at any time at your bank; please tell us as well.
      </p>
    </details>
  </div>
)
