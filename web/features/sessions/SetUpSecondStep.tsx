import { useState } from 'react'
import * as messages from '#messages/shared/twoStep.ts'
import { api } from '#web/platform/api.ts'
import { useCall } from '#web/platform/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { ConnectApp } from './ConnectApp.tsx'
import styles from './LoginForm.module.css'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import type { SecondStepProps } from './SecondStep.tsx'

/** Has a person set up a second factor before they are logged in. */
export const SetUpSecondStep = ({ step: { challenge }, onLoggedIn, onStartAgain }: SecondStepProps) => {
  const [passed, setPassed] = useState<{ challenge: string; recoveryCodes: readonly string[] }>()
  const onFailure = ({ code }: { code: string }): void => {
    if (code === 'challenge_expired') onStartAgain(true)
  }
  const begin = useCall(api.secondFactor.beginAtLogin, { onFailure })
  const confirm = useCall(api.secondFactor.confirmAtLogin, { onSuccess: setPassed, onFailure })
  const finish = useCall(api.secondFactor.finishSetup, { onSuccess: onLoggedIn, onFailure })
  if (passed !== undefined)
    return (
      <RecoveryCodes
        codes={passed.recoveryCodes}
        done={messages.savedAndLogIn}
        isBusy={finish.requesting}
        onDone={() => {
          finish.send({ challenge: passed.challenge })
        }}
      />
    )
  if (begin.data !== undefined)
    return (
      <ConnectApp
        app={begin.data}
        call={confirm}
        onCode={(code) => {
          confirm.send({ challenge, code })
        }}
      />
    )
  return (
    <div className={styles['form']}>
      <noscript>
        <Notice colour="warning">{messages.needsScript}</Notice>
      </noscript>
      <p role="status">{messages.setUpToLogIn}</p>
      <p>{messages.whatItIs}</p>
      {begin.error === null ? null : (
        <Notice colour="danger" role="alert">
          <p>{begin.error.message}</p>
        </Notice>
      )}
      <Button
        size="lg"
        wide
        busy={begin.requesting}
        onClick={() => {
          begin.send({ challenge })
        }}
      >
        {messages.setUp}
      </Button>
    </div>
  )
}
