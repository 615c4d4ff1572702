import type { FormEvent } from 'react'
import { api } from '#web/platform/api.ts'
import { useCall } from '#web/platform/queries.ts'
import { Link } from '#web/platform/router.tsx'
import { typingDone } from '#web/platform/typing.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import styles from './LoginForm.module.css'

/** Asks for the e-mail with which a new password is chosen; what comes back is the same whoever asks. */
export const ForgottenPasswordForm = ({ loginTo }: { loginTo: string }) => {
  const toasts = useToasts()
  const forgotten = useCall(api.sessions.forgottenPassword, {
    onFailure: (error) => {
      toasts.failure(error, { inline: false })
    },
  })
  const submitted = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (forgotten.requesting) return
    const form = event.currentTarget
    const emailOrReference = new FormData(form).get('emailOrReference')
    typingDone(form)
    forgotten.send({ emailOrReference: typeof emailOrReference === 'string' ? emailOrReference : '' })
  }
  if (forgotten.data !== undefined) {
    return (
      <div className={styles['form']}>
        <Notice colour="success" role="status">
          <p>{forgotten.data.message}</p>
        </Notice>
        <p className={styles['ways']}>
          <Link to={loginTo} stay replace>
            Back to log in
          </Link>
        </p>
      </div>
    )
  }
  return (
    <form className={styles['form']} method="post" onSubmit={submitted} noValidate>
      <noscript>
        <Notice colour="warning">This needs JavaScript, which is switched off in your browser.</Notice>
      </noscript>
      <p>We send you an e-mail with which you can choose a new password.</p>
      {forgotten.error === null || forgotten.error.code === 'invalid' ? null : (
        <Notice colour="danger" role="alert">
          <p>{forgotten.error.message}</p>
        </Notice>
      )}
      <TextField
        label="E-mail address or customer reference"
        name="emailOrReference"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        data-autofocus
        required
        errors={forgotten.validationMessages['email_or_reference']}
      />
      <Button type="submit" size="lg" wide busy={forgotten.requesting}>
        Send the e-mail
      </Button>
      <p className={styles['ways']}>
        <Link to={loginTo} stay replace>
          Back to log in
        </Link>
      </p>
    </form>
  )
}
