import * as messages from '#messages/shared/login.ts'
import { api } from '#web/platform/api.ts'
import { lazyComponent } from '#web/platform/lazyComponent.tsx'
import { loginLink, mailedLinkPath } from '#web/platform/links.ts'
import { usePageContext } from '#web/platform/pageContext.tsx'
import { useCall } from '#web/platform/queries.ts'
import { Link, useNavigate } from '#web/platform/router.tsx'
import { useForm } from '#web/platform/useForm.ts'
import { useSubmittedValues } from '#web/platform/useSubmittedValues.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import styles from './LoginForm.module.css'

const SecondStep = lazyComponent(
  'web/features/sessions/SecondStep.tsx',
  async () => (await import('./SecondStep.tsx')).SecondStep,
)

/**
 * Logs in with the code of an e-mail. A button, because mail scanners open links; a browser that did not request the
 * link shows whose it is first.
 */
export const LogInByMailedLink = ({ code, onDone }: { code: string; onDone: () => void }) => {
  const toasts = useToasts()
  const context = usePageContext()
  const navigate = useNavigate()
  const login = useCall(api.sessions.logInByLink, {
    onSuccess: onDone,
    onFailure: (error) => {
      if (error.secondStep === undefined) toasts.failure(error)
    },
  })
  const form = useForm(login, ({ isChecked }) => {
    login.send({ token: code, inOtherBrowser: isChecked('inOtherBrowser') })
  })
  // The second step, refused to a browser without script.
  const submittedChallenge = useSubmittedValues(api.secondFactor.finishLogin)('challenge')
  const { error } = login
  const challenge = error?.secondStep?.challenge ?? submittedChallenge
  if (challenge !== undefined)
    return (
      <SecondStep
        step={{
          challenge,
          methods: error?.secondStep?.methods ?? ['code'],
          isSetup: error?.code === 'second_factor_setup_required',
        }}
        onLoggedIn={onDone}
        onStartAgain={() => {
          void navigate(loginLink(context, '/').to)
        }}
      />
    )
  const isOtherBrowser = error?.code === 'other_browser'
  return (
    <form {...form} className={styles['form']}>
      <input type="hidden" name="call" value="login-link" />
      <input type="hidden" name="token" value={code} />
      {isOtherBrowser ? <input type="hidden" name="inOtherBrowser" value="1" /> : null}
      {error === null ? (
        <p>{messages.mailLinkPress}</p>
      ) : (
        <Notice colour={isOtherBrowser ? 'warning' : 'danger'} role="alert">
          <p>{error.message}</p>
        </Notice>
      )}
      {error?.code === 'token_expired' ? (
        <Link className={buttonClass({ size: 'lg' })} to={mailedLinkPath}>
          {messages.mailLinkNew}
        </Link>
      ) : (
        <Button type="submit" size="lg" wide busy={login.requesting}>
          {isOtherBrowser ? messages.mailLinkHere : messages.logIn}
        </Button>
      )}
    </form>
  )
}
