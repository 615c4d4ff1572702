import { recentMessages } from '#messages/shared/layout.ts'
import * as messages from '#messages/shared/recentMessages.ts'
import { useToastList } from '#web/platform/useToasts.ts'
import { Modal } from '#web/ui/Modal.tsx'
import { Notice, ValidationMessages } from '#web/ui/Notice.tsx'
import styles from './RecentMessages.module.css'

/** The toasts of this visit, latest first, so that one that has closed can be read again. */
export const RecentMessages = ({ onClose }: { onClose: () => void }) => {
  const toasts = useToastList().toReversed()
  return (
    <Modal title={recentMessages} side="right" closeLabel={messages.closeRecentMessages} onClose={onClose}>
      {toasts.length === 0 ? (
        <p>{messages.noMessages}</p>
      ) : (
        <ul role="list" className={styles['list']}>
          {toasts.map(({ id, colour, content, validationMessages, createdAt }) => (
            <li key={id}>
              <Notice colour={colour}>
                <p>{content}</p>
                <ValidationMessages messages={validationMessages} />
                <p className={styles['ago']}>{messages.timeAgo({ minutes: minutesSince(createdAt) })}</p>
              </Notice>
            </li>
          ))}
        </ul>
      )}
    </Modal>
  )
}

const minutesSince = (instantMs: number): number => Math.floor((Date.now() - instantMs) / 60_000)
