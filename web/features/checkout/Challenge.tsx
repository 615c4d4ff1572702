import { useEffect, useId, useRef, useState } from 'react'
import * as messages from '#messages/shared/checkoutParts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { RichText } from '#web/ui/RichText.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { isBankReturn } from './cardFrame.ts'
import styles from './Challenge.module.css'
import type { Payment } from './paymentState.ts'

/**
 * The bank's page in a frame (E02). What authorise answered is posted to it; in the end the bank sends the frame to our
 * return page, which posts a message to this one. Closing asks first, since a stray click would cancel a payment that
 * is half approved.
 */
export const Challenge = ({
  payment: { scaUrl, scaData, transactionUuid },
  leaveText = messages.challengeLeave,
  onReturned,
  onLeave,
}: {
  payment: Pick<Payment, 'scaUrl' | 'scaData' | 'transactionUuid'>
  /** What leaving means. Its `{question}` is set larger. */
  leaveText?: string
  onReturned: () => void
  onLeave: () => void
}) => {
  const form = useRef<HTMLFormElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const frameName = `bank${useId().replaceAll(/\W/g, '')}`
  const [isLeaving, setLeaving] = useState(false)

  useEffect(() => {
    form.current?.submit()
  }, [])

  useEffect(() => {
    const listen = ({ source, data }: MessageEvent<unknown>): void => {
      if (source !== frame.current?.contentWindow || transactionUuid === null) return
      if (isBankReturn(data, transactionUuid)) onReturned()
    }
    window.addEventListener('message', listen)
    return () => {
      window.removeEventListener('message', listen)
    }
  }, [transactionUuid, onReturned])

  if (scaUrl === null || !/^https?:\/\//.test(scaUrl)) return null
  return (
    <Modal
      title={messages.challengeTitle}
      closeLabel={messages.challengeClose}
      onClose={() => {
        setLeaving(true)
      }}
    >
      {isLeaving ? (
        <div className={styles['leaving']} role="alert">
          <p>
            <RichText message={leaveText} question={<strong>{messages.challengeLeaveQuestion}</strong>} />
          </p>
          <div className={styles['ways']}>
            <Button
              onClick={() => {
                setLeaving(false)
              }}
            >
              {messages.challengeContinue}
            </Button>
            <Button variant="secondary" onClick={onLeave}>
              {messages.leave}
            </Button>
          </div>
        </div>
      ) : null}
      <form ref={form} method="post" action={scaUrl} target={frameName} hidden>
        {(scaData ?? []).map(({ name, value }) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
      </form>
      <div className={styles['bank']}>
        <Spinner label="" />
        {/* A page of another origin needs a click to navigate this one away, and banks' pages break in a sandbox. */}
        {/* oxlint-disable-next-line react/iframe-missing-sandbox -- see above */}
        <iframe ref={frame} name={frameName} className={styles['frame']} title={messages.challengeFrame} />
      </div>
      <p className={styles['note']}>{messages.challengeApp}</p>
    </Modal>
  )
}
