import { useState } from 'react'
import type { LoggedIn } from '#contract/sessions.ts'
import * as messages from '#messages/shared/login.ts'
import { api } from '#web/platform/api.ts'
import { lazyComponent } from '#web/platform/lazyComponent.tsx'
import { usePageContext } from '#web/platform/pageContext.tsx'
import { useCall } from '#web/platform/queries.ts'
import { hasSessionCookie } from '#web/platform/session.ts'
import { Link } from '#web/platform/router.tsx'
import { useSubmittedValues } from '#web/platform/useSubmittedValues.ts'
import { useForm } from '#web/platform/useForm.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import styles from './LoginForm.module.css'

const CookiesBlocked = lazyComponent(
  'web/platform/CookiesBlocked.tsx',
  async () => (await import('#web/platform/CookiesBlocked.tsx')).CookiesBlocked,
)

const SecondStep = lazyComponent(
  'web/features/sessions/SecondStep.tsx',
  async () => (await import('./SecondStep.tsx')).SecondStep,
)

const PasskeyLogin = lazyComponent(
  'web/features/sessions/PasskeyLogin.tsx',
  async () => (await import('./PasskeyLogin.tsx')).PasskeyLogin,
)

/** Login by e-mail address or customer number, and password. Pasting and password managers work. */
export const LoginForm = ({
  forgottenTo,
  linkTo,
  registerTo,
  findBookingHref,
  onLoggedIn,
}: {
  forgottenTo: string
  /** The request for a link by e-mail. Left out at the desk. */
  linkTo?: string
  /** Left out at the desk, where staff cannot register themselves. */
  registerTo?: string
  /** Where those without an account find what they have booked. Left out at the desk. */
  findBookingHref?: string
  onLoggedIn: (person: LoggedIn) => void
}) => {
  const toasts = useToasts()
  const { submitted, cookies } = usePageContext()
  // Still there after the second step has led back to this one.
  const [username, setUsername] = useState<string>()
  const [isBlocked, setBlocked] = useState(false)
  const finish = (person: LoggedIn): void => {
    if (hasSessionCookie(cookies)) onLoggedIn(person)
    else setBlocked(true)
  }
  const login = useCall(api.sessions.login, {
    onSuccess: finish,
    onFailure: (error) => {
      if (error.code === 'invalid') toasts.failure(error)
    },
  })
  const form = useForm(login, ({ text }) => {
    setUsername(text('username'))
    login.send({ username: text('username'), password: text('password') })
  })
  const typed = useSubmittedValues(api.sessions.login)
  const { error, validationMessages } = login
  const submittedChallenge = useSubmittedValues(api.secondFactor.finishLogin)('challenge')
  const [back, setBack] = useState<'expired' | 'wanted' | null>(
    submitted?.error.code === 'challenge_expired' ? 'expired' : null,
  )
  const challenge = error?.secondStep?.challenge ?? (back === null ? submittedChallenge : undefined)
  if (isBlocked) return <CookiesBlocked />
  if (challenge !== undefined)
    return (
      <SecondStep
        step={{
          challenge,
          methods: error?.secondStep?.methods ?? ['code'],
          isSetup: error?.code === 'second_factor_setup_required',
        }}
        onLoggedIn={finish}
        onStartAgain={(hasExpired) => {
          login.reset()
          setBack(hasExpired ? 'expired' : 'wanted')
        }}
      />
    )
  return (
    <form {...form} className={styles['form']}>
      <input type="hidden" name="call" value="login" />
      {back === 'expired' && error === null ? (
        <Notice colour="warning" role="alert">
          <p>{messages.tookTooLong}</p>
        </Notice>
      ) : null}
      {error === null ? null : (
        <Notice colour="danger" role="alert">
          <p>{error.serverMessage ?? messages.loginFailed}</p>
        </Notice>
      )}
      <TextField
        label={messages.usernameLabel}
        name="username"
        defaultValue={username ?? typed('username')}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        data-autofocus
        required
        errors={validationMessages['username']}
      />
      <TextField
        label={messages.password}
        name="password"
        type="password"
        autoComplete="current-password"
        required
        errors={validationMessages['password']}
      />
      <Button type="submit" size="lg" wide busy={login.requesting}>
        {messages.logIn}
      </Button>
      <p className={styles['links']}>
        <Link to={forgottenTo} stay replace>
          {messages.forgotPassword}
        </Link>
        {linkTo === undefined ? null : <Link to={linkTo}>{messages.mailLink}</Link>}
        {registerTo === undefined ? null : <Link to={registerTo}>{messages.createAccount}</Link>}
        {findBookingHref === undefined ? null : <a href={findBookingHref}>{messages.findBooking}</a>}
      </p>
      <PasskeyLogin onLoggedIn={finish} />
    </form>
  )
}
