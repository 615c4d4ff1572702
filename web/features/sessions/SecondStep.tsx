import type { SecondStep as Step } from '#contract/failure.ts'
import type { LoggedIn } from '#contract/sessions.ts'
import { passkeyNeeded } from '#messages/shared/passkeys.ts'
import * as messages from '#messages/shared/twoStep.ts'
import { api } from '#web/platform/api.ts'
import { lazyComponent } from '#web/platform/lazyComponent.tsx'
import { usePageContext } from '#web/platform/pageContext.tsx'
import { useCall } from '#web/platform/queries.ts'
import { useForm } from '#web/platform/useForm.ts'
import { Button } from '#web/ui/Button.tsx'
import { CheckField, TextField } from '#web/ui/Field.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { PasskeyLogin } from './PasskeyLogin.tsx'
import styles from './LoginForm.module.css'

const SetUpSecondStep = lazyComponent(
  'web/features/sessions/SetUpSecondStep.tsx',
  async () => (await import('./SetUpSecondStep.tsx')).SetUpSecondStep,
  { preload: false },
)

export type SecondStepProps = {
  step: Step & { isSetup: boolean }
  onLoggedIn: (person: LoggedIn) => void
  /** Back to the password: the challenge has ended, or the person wants that. */
  onStartAgain: (hasExpired: boolean) => void
}

/** The second step of a log-in, after the right password. */
export const SecondStep = (props: SecondStepProps) =>
  props.step.isSetup ? (
    <SetUpSecondStep {...props} />
  ) : props.step.methods.includes('code') ? (
    <EnterCode {...props} />
  ) : (
    <UsePasskey {...props} />
  )

/** Takes a code of the app or a recovery code. It is a plain form where there is no script. */
const EnterCode = ({ step: { challenge, methods }, onLoggedIn, onStartAgain }: SecondStepProps) => {
  const finish = useCall(api.secondFactor.finishLogin, {
    onSuccess: onLoggedIn,
    onFailure: (error) => {
      if (error.code === 'challenge_expired') onStartAgain(true)
    },
  })
  const form = useForm(finish, ({ text, isChecked }) => {
    finish.send({ challenge, code: text('code'), rememberDevice: isChecked('rememberDevice') })
  })
  const { error } = finish
  const { channel } = usePageContext()
  return (
    <form {...form} className={styles['form']}>
      <input type="hidden" name="call" value="second-step" />
      <input type="hidden" name="challenge" value={challenge} />
      <p role="status">{messages.enterCode}</p>
      {error === null ? null : (
        <Notice colour="danger" role="alert">
          <p>{error.message}</p>
        </Notice>
      )}
      <TextField
        label={messages.code}
        hint={messages.codeHint}
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        // The person has just pressed a button to come here.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        required
        errors={finish.validationMessages['code']}
      />
      {channel.sharedDevice === undefined ? (
        <CheckField name="rememberDevice" value="1">
          {messages.remember}
        </CheckField>
      ) : null}
      <Button type="submit" size="lg" wide busy={finish.requesting}>
        {messages.logIn}
      </Button>
      {methods.includes('passkey') ? <PasskeyLogin onLoggedIn={onLoggedIn} /> : null}
      <Button
        variant="text"
        onClick={() => {
          onStartAgain(false)
        }}
      >
        {messages.startAgain}
      </Button>
    </form>
  )
}

/** The only second factor of this person is a passkey. */
const UsePasskey = ({ onLoggedIn, onStartAgain }: SecondStepProps) => (
  <div className={styles['form']}>
    <p role="status">{passkeyNeeded}</p>
    <PasskeyLogin onLoggedIn={onLoggedIn} isNeeded />
    <Button
      variant="text"
      onClick={() => {
        onStartAgain(false)
      }}
    >
      {messages.startAgain}
    </Button>
  </div>
)
