import { useEffect, useRef, type ReactNode } from 'react'
import * as messages from '#messages/account/paymentMethod.ts'
import { api, type ApiError } from '#web/platform/api.ts'
import { useCall } from '#web/platform/queries.ts'
import { useForm } from '#web/platform/useForm.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/Icon.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { BankAccountFields } from './BankAccountFields.tsx'
import styles from './JoinForm.module.css'

/** The form that changes the bank account of a membership. The server validates; input is kept. */
export const ChangeBankAccount = ({
  membershipId,
  back,
  onSaved,
}: {
  membershipId: number
  /** The way back without a change. */
  back: ReactNode
  onSaved: () => void
}) => {
  const toasts = useToasts()
  const change = useCall(api.payments.changeBankAccount, {
    onSuccess: onSaved,
    onFailure: (error) => {
      toasts.failure(error)
    },
  })
  const { error, validationMessages } = change
  const form = useForm(change, ({ text }) => {
    const bankAccount = {
      accountName: text('accountName'),
      sortCode: text('sortCode'),
      accountNumber: text('accountNumber'),
    }
    change.send({ membershipId, bankAccount })
  })
  return (
    <form {...form} className={styles['change']}>
      {error === null ? null : <Problem error={error} />}
      <BankAccountFields errors={validationMessages} />
      <div className={styles['buttons']}>
        <Button type="submit" size="lg" busy={change.requesting}>
          {messages.saveAccount}
        </Button>
        {back}
      </div>
      <p className={styles['trust']}>
        <Icon name="lock" size={16} />
        {messages.accountSecurity}
      </p>
    </form>
  )
}

/** Why the change was refused. Takes the focus where no field is to blame; otherwise the first invalid field has it. */
const Problem = ({ error }: { error: ApiError }) => {
  const summary = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (error.code !== 'invalid') summary.current?.focus()
  }, [error])
  return (
    <div ref={summary} tabIndex={-1} className={styles['problem']}>
      <Notice colour="danger" role="alert">
        <p>{error.code === 'invalid' ? messages.checkAnswers : error.message}</p>
      </Notice>
    </div>
  )
}
