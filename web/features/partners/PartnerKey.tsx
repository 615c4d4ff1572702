import { useRef, useState } from 'react'
import * as messages from '#messages/desk/partners.ts'
import { Button } from '#web/ui/Button.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import styles from './PartnerKey.module.css'

/** A new key, displayed until it is closed and never again. */
export const PartnerKey = ({
  name,
  secret,
  onClose,
}: {
  name: string
  secret: string
  onClose: () => void
}) => {
  const field = useRef<HTMLInputElement>(null)
  const [status, setStatus] = useState('')
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(secret)
      setStatus(messages.copied)
    } catch {
      // The clipboard is forbidden here or needs HTTPS: copied by hand.
      field.current?.select()
      setStatus(messages.selected)
    }
  }
  return (
    <Notice colour="success" role="status" title={messages.keyOf({ partner: name })}>
      <p>{messages.keyOnce}</p>
      <div className={styles['key']}>
        <label htmlFor="partner-key" className="visually-hidden">
          {messages.key}
        </label>
        <input
          ref={field}
          id="partner-key"
          readOnly
          value={secret}
          onFocus={(event) => {
            event.currentTarget.select()
          }}
        />
        <Button size="lg" onClick={() => void copy()}>
          {messages.copyKey}
        </Button>
        <Button size="lg" variant="secondary" onClick={onClose}>
          {messages.done}
        </Button>
      </div>
      <p role="status" className={styles['status']}>
        {status}
      </p>
    </Notice>
  )
}
