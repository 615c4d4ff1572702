import * as messages from '#messages/shared/login.ts'
import { api } from '#web/platform/api.ts'
import { useCall } from '#web/platform/queries.ts'
import { Link } from '#web/platform/router.tsx'
import { useForm } from '#web/platform/useForm.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import styles from './LoginForm.module.css'

/** Requests a reset link. The answer is the same whether or not there is such an account. */
export const ForgottenPasswordForm = ({ loginTo }: { loginTo: string }) => {
  const toasts = useToasts()
  const request = useCall(api.sessions.forgottenPassword, {
    onFailure: (error) => {
      toasts.failure(error)
    },
  })
  const form = useForm(request, ({ text }) => {
    request.send({ emailOrReference: text('emailOrReference') })
  })
  const backToLogin = (
    <p className={styles['links']}>
      <Link to={loginTo} stay replace>
        {messages.backToLogin}
      </Link>
    </p>
  )
  if (request.data !== undefined) {
    return (
      <div className={styles['form']}>
        <Notice colour="success" role="status">
          <p>{request.data.message}</p>
        </Notice>
        {backToLogin}
      </div>
    )
  }
  return (
    <form {...form} className={styles['form']}>
      <noscript>
        <Notice colour="warning">{messages.needsScript}</Notice>
      </noscript>
      <p>{messages.forgottenLead}</p>
      {request.error === null || request.error.code === 'invalid' ? null : (
        <Notice colour="danger" role="alert">
          <p>{request.error.message}</p>
        </Notice>
      )}
      <TextField
        label={messages.usernameLabel}
        name="emailOrReference"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        data-autofocus
        required
        errors={request.validationMessages['email_or_reference']}
      />
      <Button type="submit" size="lg" wide busy={request.requesting}>
        {messages.sendLink}
      </Button>
      {backToLogin}
    </form>
  )
}
