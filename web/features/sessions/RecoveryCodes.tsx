import { useEffect, useRef, useState } from 'react'
import * as messages from '#messages/shared/twoStep.ts'
import { Button } from '#web/ui/Button.tsx'
import styles from './TwoStep.module.css'

/** The recovery codes, which are displayed this once. */
export const RecoveryCodes = ({
  codes,
  done,
  isBusy = false,
  onDone,
}: {
  codes: readonly string[]
  done: string
  isBusy?: boolean
  onDone: () => void
}) => {
  const [status, setStatus] = useState('')
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
  }, [])
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'))
      setStatus(messages.copied)
    } catch {
      // Where the clipboard is closed, the codes can still be selected.
      setStatus(messages.notCopied)
    }
  }
  return (
    <div className={styles['form']}>
      <h3 ref={heading} tabIndex={-1} className={styles['heading']}>
        {messages.recoveryCodes}
      </h3>
      <p>{messages.recoveryHelp}</p>
      <ul role="list" className={styles['codes']}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <p role="status" className={styles['copied']}>
        {status}
      </p>
      <div className={styles['actions']}>
        <Button variant="secondary" onClick={() => void copy()}>
          {messages.copy}
        </Button>
        <Button busy={isBusy} onClick={onDone}>
          {done}
        </Button>
      </div>
    </div>
  )
}
