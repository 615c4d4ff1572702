import { useEffect, useId, useRef, useState } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { isBankReturn } from './cardFrame.ts'
import styles from './Challenge.module.css'
import type { Payment } from './paymentState.ts'

/**
 * The bank's own question, in a frame in the page (E02): what prepare and authorise gave is posted there, and the
 * bank sends the frame back to our return page, which says that there is news. Leaving is asked about once, since a
 * stray click should not undo what is half approved.
 */
export const Challenge = ({
  payment: { scaUrl, scaData, transactionUuid },
  onReturned,
  onLeave,
}: {
  payment: Payment
  onReturned: () => void
  onLeave: () => void
}) => {
  const form = useRef<HTMLFormElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const name = `bank${useId().replaceAll(/\W/g, '')}`
  const [leaving, setLeaving] = useState(false)

  // Each challenge is shown anew, so there is one to post.
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
      title="Your bank wants to check that it is you"
      closeLabel="Leave your bank's check"
      onClose={() => {
        setLeaving(true)
      }}
    >
      {leaving ? (
        <div className={styles['leaving']} role="alert">
          <p>
            <strong>Leave your bank&apos;s check?</strong> Nothing has been taken, and your places stay held
            while you try again.
          </p>
          <div className={styles['ways']}>
            <Button
              onClick={() => {
                setLeaving(false)
              }}
            >
              Go on with the check
            </Button>
            <Button variant="secondary" onClick={onLeave}>
              Leave
            </Button>
          </div>
        </div>
      ) : null}
      <form ref={form} method="post" action={scaUrl} target={name} hidden>
        {(scaData ?? []).map(({ name: field, value }) => (
          <input key={field} type="hidden" name={field} value={value} />
        ))}
      </form>
      <div className={styles['bank']}>
        <Spinner label="" />
        {/* Without user's doing a page of another origin cannot take this one away, and banks break in a sandbox. */}
        {/* oxlint-disable-next-line react/iframe-missing-sandbox -- see above */}
        <iframe ref={frame} name={name} className={styles['frame']} title="Your bank's check" />
      </div>
      <p className={styles['note']}>
        You may also answer in your bank&apos;s app: this page notices by itself.
      </p>
    </Modal>
  )
}
