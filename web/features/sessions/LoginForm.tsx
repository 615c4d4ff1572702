import type { FormEvent } from 'react'
import type { LoggedIn } from '#contract/sessions.ts'
import { api } from '#web/platform/api.ts'
import { useCall } from '#web/platform/queries.ts'
import { Link } from '#web/platform/router.tsx'
import { typingDone } from '#web/platform/typing.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import styles from './LoginForm.module.css'

/** E-mail address or reference, and password. Pasting and password managers work; nothing has to be solved. */
export const LoginForm = ({
  forgottenTo,
  registerTo,
  onLoggedIn,
}: {
  forgottenTo: string
  /** Left out where nobody registers on their own. */
  registerTo?: string
  onLoggedIn: (person: LoggedIn) => void
}) => {
  const toasts = useToasts()
  const login = useCall(api.sessions.login, {
    onSuccess: onLoggedIn,
    onFailure: (error) => {
      if (error.code === 'invalid') toasts.failure(error, { inline: false })
    },
  })
  const submitted = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault()
    if (login.requesting) return
    const form = event.currentTarget
    typingDone(form)
    login.send({ username: fieldOf(form, 'username'), password: fieldOf(form, 'password') })
  }
  const { error, validationMessages } = login
  return (
    <form className={styles['form']} method="post" onSubmit={submitted} noValidate>
      <noscript>
        <Notice colour="warning">Logging in needs JavaScript, which is switched off in your browser.</Notice>
      </noscript>
      {error === null ? null : (
        <Notice colour="danger" role="alert">
          <p>{error.told ?? signedOut}</p>
        </Notice>
      )}
      <TextField
        label="E-mail address or customer reference"
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        data-autofocus
        required
        errors={validationMessages['username']}
      />
      <TextField
        label="Password"
        name="password"
        type="password"
        autoComplete="current-password"
        required
        errors={validationMessages['password']}
      />
      <Button type="submit" size="lg" wide busy={login.requesting}>
        Log in
      </Button>
      <p className={styles['ways']}>
        <Link to={forgottenTo} stay replace>
          Forgotten your password?
        </Link>
        {registerTo === undefined ? null : <Link to={registerTo}>Create an account</Link>}
      </p>
    </form>
  )
}

/** What a failed login says when the server says nothing (F01). */
const signedOut = 'User signed out'

const fieldOf = (form: HTMLFormElement, name: string): string => {
  const value = new FormData(form).get(name)
  return typeof value === 'string' ? value : ''
}
