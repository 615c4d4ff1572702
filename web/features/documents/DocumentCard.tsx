import type { CustomerDocument } from '#contract/sessions.ts'
import { longDate } from '#messages/shared/dates.ts'
import * as messages from '#messages/shared/documents.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { usePageContext } from '#web/platform/pageContext.tsx'
import { ItemCard } from '#web/ui/ItemCard.tsx'
import styles from './DocumentCard.module.css'
import { FilePicker } from './FilePicker.tsx'
import { useUpload } from './useUpload.ts'

const colours = {
  required: 'warning',
  in_review: 'info',
  accepted: 'success',
  refused: 'danger',
  expired: 'danger',
} as const

/** One type of document: its status, how long it is valid, and a button to upload it (G02, G08). */
export const DocumentCard = ({ document }: { document: CustomerDocument }) => {
  const { id, name, status, expiresOn, documentExpiringSoon, daysToExpiry, message, documentType } = document
  const toasts = useToasts()
  const { basePath } = usePageContext()
  const { send, problem, busy } = useUpload(documentType, () => {
    toasts.show({ content: messages.uploaded({ document: name }), colour: 'success' })
  })
  return (
    <ItemCard title={name} status={messages.status[status]} colour={colours[status]}>
      {status === 'required' ? <p>{messages.requiredHelp}</p> : null}
      {status === 'refused' && message !== null ? <p>{message}</p> : null}
      {status === 'accepted' && expiresOn !== null ? (
        <p>{messages.validUntil({ date: longDate(expiresOn) })}</p>
      ) : null}
      {status === 'expired' && expiresOn !== null ? (
        <p>{messages.wasValidUntil({ date: longDate(expiresOn) })}</p>
      ) : null}
      {documentExpiringSoon && daysToExpiry !== null ? (
        <p className={styles['expiring']}>{messages.expiresIn({ days: daysToExpiry })}</p>
      ) : null}
      <div className={styles['actions']}>
        <FilePicker
          label={
            status === 'required'
              ? messages.upload({ document: name })
              : messages.uploadNew({ document: name })
          }
          accept="image/jpeg,image/png,application/pdf"
          busy={busy}
          problem={problem}
          onChosen={(file) => void send(file)}
        />
        {status === 'required' ? null : (
          <a href={`${basePath}/api/my-account/documents/${id}/file`} target="_blank" rel="noopener">
            {messages.viewUpload}
            <span className="visually-hidden">{messages.inNewTab({ document: name })}</span>
          </a>
        )}
      </div>
    </ItemCard>
  )
}
