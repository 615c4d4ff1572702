import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { Joining, JoiningMethod, Plan } from '#contract/memberships.ts'
import * as messages from '#messages/join/form.ts'
import { title as membersTitle } from '#messages/shared/membershipMembers.ts'
import { api, type ApiError } from '#web/platform/api.ts'
import { useCall } from '#web/platform/queries.ts'
import { useForm } from '#web/platform/useForm.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { OperatorHtml } from '#web/platform/OperatorHtml.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Choice } from '#web/ui/Choice.tsx'
import { CheckField, SelectField, TextField } from '#web/ui/Field.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { BankAccountFields } from './BankAccountFields.tsx'
import { Card } from '#web/ui/Layout.tsx'
import styles from './JoinForm.module.css'
import { documentName } from './planCosts.ts'

/** The start date and the monthly payment day. The price of the first days depends on both. */
export type Start = { startDate: string; billingDay: number }

/** The questions before payment: start date, payment method and terms. The server validates; input is kept. */
export const JoinForm = ({
  plan,
  start,
  onStart,
  memberIds = [],
  renderMembers,
  documentUpload,
  onJoining,
}: {
  plan: Plan
  start: Start
  onStart: (start: Start) => void
  /** Who belongs to it besides the buyer. */
  memberIds?: readonly number[]
  /** Asks who belongs to it, for plans for several people. Outside the form: children are added in a form of their own. */
  renderMembers?: (errors: readonly string[] | undefined) => ReactNode
  /** The upload of a document, for plans that require one. */
  documentUpload: ReactNode
  onJoining: (joining: Joining) => void
}) => {
  const toasts = useToasts()
  const [method, setMethod] = useState<JoiningMethod>(plan.paymentMethods[0] ?? 'card')
  const join = useCall(api.memberships.join, {
    onSuccess: (joining) => {
      // The mistakes of earlier attempts are corrected.
      for (const { id, type } of toasts.list()) if (type === 'validation') toasts.close(id)
      onJoining(joining)
    },
    onFailure: (error) => {
      toasts.failure(error)
    },
  })
  const { error, validationMessages: errors } = join
  const isPaidLater = plan.nextPayment !== null
  const isDebited = isPaidLater && method === 'direct_debit'
  const form = useForm(join, ({ text, all }) => {
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
      ...(memberIds.length === 0 ? {} : { memberIds: [...memberIds] }),
      terms: all('terms').map(Number),
    })
  })

  return (
    <div className={styles['form']}>
      {renderMembers === undefined ? null : stepOf(membersTitle, renderMembers(errors['member_ids']))}
      <form {...form} className={styles['questions']}>
        <noscript>
          <Notice colour="warning" title={messages.scriptTitle}>
            <p>{messages.scriptHelp}</p>
          </Notice>
        </noscript>
        {error === null ? null : <Problem error={error} />}
        {stepOf(
          messages.startDate,
          <div className={styles['pair']}>
            <TextField
              label={messages.firstDay}
              name="startDate"
              type="date"
              required
              min={plan.startFrom}
              max={plan.startUntil}
              value={start.startDate}
              hint={messages.firstDayHint}
              errors={errors['start_date']}
              onChange={({ currentTarget: { value } }) => {
                onStart({ ...start, startDate: value })
              }}
            />
            {plan.billingPeriod === 'month' && isPaidLater ? (
              <SelectField
                label={messages.paymentDay}
                name="billingDay"
                hint={messages.paymentDayHint}
                value={String(start.billingDay)}
                errors={errors['billing_day']}
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
              messages.laterPayments,
              <>
                <div className={styles['methods']}>
                  {plan.paymentMethods.map((option) => (
                    <Choice
                      key={option}
                      type="radio"
                      name="paymentMethod"
                      value={option}
                      checked={option === method}
                      onChange={() => {
                        setMethod(option)
                      }}
                    >
                      <strong>{messages.method[option]}</strong>
                      <span className={styles['about']}>{messages.methodHelp[option]}</span>
                    </Choice>
                  ))}
                </div>
                {isDebited ? <BankAccountFields errors={errors} /> : null}
              </>,
            )
          : null}
        {plan.documentType === null
          ? null
          : stepOf(messages.yourDocument({ document: documentName(plan.documentType) }), documentUpload)}
        {plan.terms.length === 0
          ? null
          : stepOf(
              messages.terms,
              plan.terms.map(({ id, name, html }) => (
                <div key={id} className={styles['terms']}>
                  <details>
                    <summary>{messages.readTerms({ terms: name })}</summary>
                    <OperatorHtml html={html} />
                  </details>
                  <CheckField name="terms" value={id} required errors={errors['terms']}>
                    {messages.acceptTerms({ terms: name })}
                  </CheckField>
                </div>
              )),
            )}
        <Button type="submit" size="lg" wide busy={join.requesting}>
          {plan.dueToday.raw === 0 ? messages.continueFree : messages.continueToPayment}
        </Button>
        <p className={styles['trust']}>
          <Icon name="lock" size={16} />
          {isDebited ? messages.bankDetailsSecure : messages.checkBeforePaying}
        </p>
      </form>
    </div>
  )
}

/** Why joining was refused. Takes the focus where no field is to blame; otherwise the first invalid field has it. */
const Problem = ({ error }: { error: ApiError }) => {
  const summary = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = summary.current
    const hasInvalidField =
      error.code === 'invalid' && element?.closest('form')?.querySelector('[aria-invalid]') !== null
    if (!hasInvalidField) element?.focus()
  }, [error])
  return (
    <div ref={summary} tabIndex={-1} className={styles['problem']}>
      <Notice colour="danger" role="alert">
        <p>{error.code === 'invalid' ? messages.checkAnswers : error.message}</p>
      </Notice>
    </div>
  )
}

/** A step of the form. CSS counters number the steps. */
const stepOf = (title: string, children: ReactNode) => (
  <Card as="fieldset" className={styles['step']}>
    <legend className={styles['title']}>
      <span className={styles['number']} aria-hidden="true" />
      {title}
    </legend>
    {children}
  </Card>
)
