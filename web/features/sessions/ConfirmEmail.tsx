import type { EmailConfirmed } from '#contract/sessions.ts'
import * as messages from '#messages/shared/confirmEmail.ts'
import { api } from '#web/platform/api.ts'
import { links, passwordResetLink } from '#web/platform/links.ts'
import { usePageContext } from '#web/platform/pageContext.tsx'
import { useCall } from '#web/platform/queries.ts'
import { Link, useScreen } from '#web/platform/router.tsx'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button, buttonClass } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import styles from './LoginForm.module.css'

/**
 * Confirms an address with the code of an e-mail; from the old address, a change can also be stopped. A button, because
 * mail scanners open links.
 */
export const ConfirmEmail = ({ code, isOldAddress }: { code: string; isOldAddress: boolean }) => {
  const toasts = useToasts()
  const confirm = useCall(api.sessions.confirmEmail, {
    onFailure: (error) => {
      toasts.failure(error)
    },
  })
  const { error, data: answer } = confirm
  if (answer !== undefined) return <Outcome {...answer} />
  return (
    <div className={styles['form']}>
      <noscript>
        <Notice colour="warning">{messages.needsScript}</Notice>
      </noscript>
      {error === null ? null : (
        <Notice colour="danger" role="alert">
          <p>{error.message}</p>
          <p>{messages.sendAgainHelp}</p>
        </Notice>
      )}
      <p>{isOldAddress ? messages.changeLead : messages.lead}</p>
      <Button
        size="lg"
        busy={confirm.requesting}
        onClick={() => {
          confirm.send({ token: code })
        }}
      >
        {isOldAddress ? messages.allow : messages.confirm}
      </Button>
      {isOldAddress ? (
        <Button
          variant="secondary"
          size="lg"
          busy={confirm.requesting}
          onClick={() => {
            confirm.send({ token: code, refuse: true })
          }}
        >
          {messages.stop}
        </Button>
      ) : null}
    </div>
  )
}

const texts: Readonly<Record<EmailConfirmed['result'], (about: { email: string }) => string>> = {
  verified: messages.verified,
  changed: messages.changed,
  old_address_pending: messages.oldAddressPending,
  new_address_pending: messages.newAddressPending,
  refused: messages.refused,
}

const Outcome = ({ result, email }: EmailConfirmed) => {
  const { path } = useScreen()
  const context = usePageContext()
  return (
    <div className={styles['form']}>
      <Notice colour={result === 'refused' ? 'warning' : 'success'} role="status">
        <p>{texts[result]({ email })}</p>
      </Notice>
      {result === 'refused' ? (
        <Link className={buttonClass({ size: 'lg' })} {...passwordResetLink(context, path)}>
          {messages.newPassword}
        </Link>
      ) : (
        <Link className={buttonClass({ size: 'lg' })} to={links.home()}>
          {messages.goOn}
        </Link>
      )}
    </div>
  )
}
