import type { FormEvent } from 'react'
import { api } from '#web/platform/api.ts'
import { forgottenFrom } from '#web/platform/links.ts'
import { useCall } from '#web/platform/queries.ts'
import { Link, useScreen } from '#web/platform/router.tsx'
import { typingDone } from '#web/platform/typing.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { useVisit } from '#web/platform/visit.tsx'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import styles from './LoginForm.module.css'

/** Chooses a new password with the code of the e-mail, and logs in with it. */
export const NewPasswordForm = ({ code, onDone }: { code: string; onDone: () => void }) => {
  const toasts = useToasts()
  const { path } = useScreen()
  const visit = useVisit()
  const reset = useCall(api.sessions.resetPassword, {
    onSuccess: onDone,
    onFailure: (error) => {
      toasts.failure(error, { inline: false })
    },
  })
  const submitted = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (reset.requesting) return
    const password = new FormData(event.currentTarget).get('password')
    typingDone(event.currentTarget)
    reset.send({ token: code, password: typeof password === 'string' ? password : '' })
  }
  const { error } = reset
  return (
    <form className={styles['form']} method="post" onSubmit={submitted} noValidate>
      <noscript>
        <Notice colour="warning">This needs JavaScript, which is switched off in your browser.</Notice>
      </noscript>
      {error === null || error.code === 'invalid' ? null : (
        <Notice colour="danger" role="alert">
          <p>{error.message}</p>
          <p>
            <Link {...forgottenFrom(visit, path)}>Ask for another e-mail</Link>
          </p>
        </Notice>
      )}
      <TextField
        label="New password"
        hint="10 characters or more."
        name="password"
        type="password"
        autoComplete="new-password"
        required
        errors={reset.validationMessages['password']}
      />
      <Button type="submit" size="lg" busy={reset.requesting}>
        Save and log in
      </Button>
    </form>
  )
}
