import { useEffect, useRef } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import * as messages from '#messages/shared/twoStep.ts'
import { lazyComponent } from '#web/platform/lazyComponent.tsx'
import type { CallState } from '#web/platform/queries.ts'
import { useForm } from '#web/platform/useForm.ts'
import { Button } from '#web/ui/Button.tsx'
import { TextField } from '#web/ui/Field.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import styles from './TwoStep.module.css'

/** Only those who connect an app need the library that draws it. */
const QrCode = lazyComponent(
  'web/ui/QrCode.tsx',
  async () => (await import('#web/ui/QrCode.tsx')).QrCode,
  // As large, so that nothing moves when it comes.
  { fallback: ({ className }) => <svg className={className} viewBox="0 0 1 1" aria-hidden="true" /> },
)

/** Connects an authenticator app: a QR code to scan or a key to type, then a first code. */
export const ConnectApp = ({
  app: { secret, uri },
  call,
  onCode,
}: {
  app: { secret: string; uri: string }
  /** The call that confirms the code. */
  call: Pick<CallState<Endpoint>, 'requesting' | 'error' | 'validationMessages'>
  onCode: (code: string) => void
}) => {
  const form = useForm(call, ({ text }) => {
    onCode(text('code'))
  })
  const first = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    first.current?.focus()
  }, [])
  const { error } = call
  return (
    <form {...form} className={styles['form']}>
      <p ref={first} tabIndex={-1}>
        {messages.scan}
      </p>
      <QrCode className={styles['qr']} text={uri} label={messages.qrCode} />
      <p>
        <a className={styles['open']} href={uri}>
          {messages.openApp}
        </a>
      </p>
      <p>
        {messages.typeSecret}{' '}
        <code className={styles['secret']}>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
      <p>{messages.enterFirstCode}</p>
      {error === null ? null : (
        <Notice colour="danger" role="alert">
          <p>{error.message}</p>
        </Notice>
      )}
      <TextField
        label={messages.code}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        errors={call.validationMessages['code']}
      />
      <Button type="submit" size="lg" busy={call.requesting}>
        {messages.turnOn}
      </Button>
    </form>
  )
}
