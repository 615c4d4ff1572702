import * as messages from '#messages/shared/login.ts'
import { api } from '#web/platform/api.ts'
import { lazyComponent } from '#web/platform/lazyComponent.tsx'
import { loginLink, passwordResetLink } from '#web/platform/links.ts'
import { useCall } from '#web/platform/queries.ts'
import { Link, useNavigate, useScreen } from '#web/platform/router.tsx'
import { useForm } from '#web/platform/useForm.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { usePageContext } from '#web/platform/pageContext.tsx'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import styles from './LoginForm.module.css'

const SecondStep = lazyComponent(
  'web/features/sessions/SecondStep.tsx',
  async () => (await import('./SecondStep.tsx')).SecondStep,
)

/** Sets a new password with the code from the e-mail, and logs in with it. */
export const NewPasswordForm = ({ code, onDone }: { code: string; onDone: () => void }) => {
  const toasts = useToasts()
  const { path } = useScreen()
  const context = usePageContext()
  const reset = useCall(api.sessions.resetPassword, {
    onSuccess: onDone,
    onFailure: (error) => {
      toasts.failure(error)
    },
  })
  const form = useForm(reset, ({ text }) => {
    reset.send({ token: code, password: text('password') })
  })
  const { error } = reset
  const navigate = useNavigate()
  if (error?.secondStep !== undefined)
    return (
      <>
        <Notice colour="success" role="status">
          <p>{messages.passwordSaved}</p>
        </Notice>
        <SecondStep
          step={{ ...error.secondStep, isSetup: error.code === 'second_factor_setup_required' }}
          onLoggedIn={onDone}
          onStartAgain={() => {
            void navigate(loginLink(context, '/').to)
          }}
        />
      </>
    )
  return (
    <form {...form} className={styles['form']}>
      <noscript>
        <Notice colour="warning">{messages.needsScript}</Notice>
      </noscript>
      {error === null || error.code === 'invalid' ? null : (
        <Notice colour="danger" role="alert">
          <p>{error.message}</p>
          <p>
            <Link {...passwordResetLink(context, path)}>{messages.requestNewLink}</Link>
          </p>
        </Notice>
      )}
      <TextField
        label={messages.newPassword}
        hint={messages.passwordHint}
        name="password"
        type="password"
        autoComplete="new-password"
        required
        errors={reset.validationMessages['password']}
      />
      <Button type="submit" size="lg" busy={reset.requesting}>
        {messages.saveAndLogIn}
      </Button>
    </form>
  )
}
