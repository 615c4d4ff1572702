import { useState, useSyncExternalStore } from 'react'
import type { LoggedIn } from '#contract/sessions.ts'
import * as messages from '#messages/shared/passkeys.ts'
import { ApiError, api } from '#web/platform/api.ts'
import { usePageContext } from '#web/platform/pageContext.tsx'
import { useCall } from '#web/platform/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { OwnTabLink } from '#web/platform/OwnTabLink.tsx'
import { PasskeyError, signWithPasskey } from './passkeyBrowser.ts'
import styles from './PasskeyLogin.module.css'

/** Logs in by passkey, where the browser has them. It has its place also before script runs. */
export const PasskeyLogin = ({
  onLoggedIn,
  isNeeded = false,
}: {
  onLoggedIn: (person: LoggedIn) => void
  /** There is no other way to log in. */
  isNeeded?: boolean
}) => {
  const { client, embedded, report } = usePageContext()
  const isSupported = useSyncExternalStore(subscribeToNothing, hasPasskeys, () => false)
  const [state, setState] = useState<{ isBusy: boolean; message?: string }>({ isBusy: false })
  const login = useCall(api.passkeys.login, { onSuccess: onLoggedIn })
  const logIn = async (): Promise<void> => {
    setState({ isBusy: true })
    try {
      const options = await client.send(api.passkeys.beginLogin, {})
      await login.sendAsync({ credential: await signWithPasskey(options) })
      setState({ isBusy: false })
    } catch (error) {
      const isExpected = error instanceof PasskeyError || error instanceof ApiError
      setState({ isBusy: false, message: isExpected ? error.message : messages.failed })
      if (!isExpected) report(error)
    }
  }
  return (
    <div className={styles['passkey']}>
      {state.message === undefined ? null : (
        <Notice colour="danger" role="alert">
          <p>{state.message}</p>
        </Notice>
      )}
      {isSupported && !embedded ? (
        <Button variant="secondary" wide busy={state.isBusy} onClick={() => void logIn()}>
          {messages.choosePasskey}
        </Button>
      ) : null}
      {isNeeded && embedded ? (
        <p>
          {messages.notInFrame} <OwnTabLink />
        </p>
      ) : null}
      {isNeeded && !embedded && !isSupported ? <p>{messages.notInBrowser}</p> : null}
    </div>
  )
}

const subscribeToNothing = () => () => undefined

const hasPasskeys = (): boolean => typeof PublicKeyCredential === 'function'
