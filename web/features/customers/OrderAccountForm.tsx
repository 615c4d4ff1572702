import * as messages from '#messages/bookings/confirmation.ts'
import * as fieldMessages from '#messages/shared/customerFields.ts'
import { api } from '#web/platform/api.ts'
import { useCall, useDeferredRead } from '#web/platform/queries.ts'
import { useForm } from '#web/platform/useForm.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { CustomerField, TermsFields } from './CustomerFields.tsx'
import styles from './OrderAccountForm.module.css'

/** An account out of a visitor's order, whose address its link has proven: a password is nearly all that is missing. */
export const OrderAccountForm = ({ completeOrderId }: { completeOrderId: number }) => {
  const toasts = useToasts()
  const { data: terms = [] } = useDeferredRead(api.checkout.terms, {})
  const makeAccount = useCall(api.bookings.makeAccount, {
    onSuccess: () => {
      toasts.show({ content: messages.accountMade, colour: 'success' })
    },
  })
  const form = useForm(makeAccount, ({ text, all }) => {
    makeAccount.send({
      completeOrderId,
      password: text('password'),
      dateOfBirth: text('dateOfBirth'),
      terms: all('terms'),
    })
  })
  const { error, validationMessages: errors } = makeAccount
  const [refused] = errors['email'] ?? []
  return (
    <form {...form} className={styles['form']} aria-label={messages.createAccount}>
      {error === null ? null : (
        <Notice colour="danger" role="alert">
          <p>{error.code === 'invalid' ? (refused ?? fieldMessages.checkAnswers) : error.message}</p>
        </Notice>
      )}
      <CustomerField name="password" errors={errors} />
      <CustomerField name="dateOfBirth" errors={errors} />
      <TermsFields terms={terms} errors={errors} />
      <Button type="submit" busy={makeAccount.requesting}>
        {messages.createAccount}
      </Button>
    </form>
  )
}
