import * as messages from '#messages/bookings/confirmation.ts'
import * as registerMessages from '#messages/shared/register.ts'
import { api } from '#web/platform/api.ts'
import { useCall, useDeferredRead } from '#web/platform/queries.ts'
import { useForm } from '#web/platform/useForm.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { CheckField, TextField } from '#web/ui/Field.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import styles from './VisitorsOrder.module.css'

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
          <p>{error.code === 'invalid' ? (refused ?? registerMessages.checkAnswers) : error.message}</p>
        </Notice>
      )}
      <TextField
        label={registerMessages.password}
        hint={registerMessages.passwordHint}
        name="password"
        type="password"
        autoComplete="new-password"
        required
        errors={errors['password']}
      />
      <TextField
        label={registerMessages.dateOfBirth}
        hint={registerMessages.dateOfBirthHint}
        name="dateOfBirth"
        autoComplete="bday"
        required
        errors={errors['date_of_birth']}
      />
      {terms.map(({ id, name, html }) => (
        <div key={id}>
          <CheckField name="terms" value={id} required errors={errors['terms']}>
            {registerMessages.acceptTerms({ terms: name })}
          </CheckField>
          <details>
            <summary>{registerMessages.readTerms({ terms: name })}</summary>
            <div dangerouslySetInnerHTML={{ __html: html }} />
          </details>
        </div>
      ))}
      <Button type="submit" busy={makeAccount.requesting}>
        {messages.createAccount}
      </Button>
    </form>
  )
}
