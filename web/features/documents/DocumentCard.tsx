import type { CustomerDocument } from '#contract/sessions.ts'
import { dayInWords } from '#contract/time.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { useVisit } from '#web/platform/visit.tsx'
import { Badge } from '#web/ui/Layout.tsx'
import { FilePicker } from './FilePicker.tsx'
import styles from './DocumentCard.module.css'
import { useUpload } from './useUpload.ts'

const states = {
  required: { words: 'Needed', colour: 'warning' },
  in_review: { words: 'Being looked at', colour: 'info' },
  accepted: { words: 'Accepted', colour: 'success' },
  refused: { words: 'Not accepted', colour: 'danger' },
  expired: { words: 'Run out', colour: 'danger' },
} as const

/** One kind of proof: where it stands, until when it holds, and a way to send a new one (G02, G08). */
export const DocumentCard = ({ document }: { document: CustomerDocument }) => {
  const { id, name, status, expiresOn, documentExpiringSoon, daysToExpiry, message, documentType } = document
  const toasts = useToasts()
  const { basePath } = useVisit()
  const { send, problem, busy } = useUpload(documentType, () => {
    toasts.show({ content: `Thank you. We will look at your ${lower(name)}.`, colour: 'success' })
  })
  const state = states[status]
  return (
    <article className={styles['card']}>
      <header className={styles['top']}>
        <h2>{name}</h2>
        <Badge colour={state.colour}>{state.words}</Badge>
      </header>
      {status === 'required' ? (
        <p>Your membership needs this. A photo from your phone will do, if everything on it can be read.</p>
      ) : null}
      {status === 'refused' && message !== null ? <p>{message}</p> : null}
      {status === 'accepted' && expiresOn !== null ? <p>Holds until {dayInWords(expiresOn)}.</p> : null}
      {status === 'expired' && expiresOn !== null ? <p>Held until {dayInWords(expiresOn)}.</p> : null}
      {documentExpiringSoon && daysToExpiry !== null ? (
        <p className={styles['soon']}>{runsOutInWords(daysToExpiry)}</p>
      ) : null}
      <div className={styles['ways']}>
        <FilePicker
          label={status === 'required' ? `Send your ${lower(name)}` : `Send a new ${lower(name)}`}
          accept="image/jpeg,image/png,application/pdf"
          busy={busy}
          problem={problem}
          onChosen={(file) => void send(file)}
        />
        {status === 'required' ? null : (
          <a href={`${basePath}/api/my-account/documents/${id}/file`} target="_blank" rel="noopener">
            See what I sent<span className="visually-hidden">: {name} (opens in a new tab)</span>
          </a>
        )}
      </div>
    </article>
  )
}

const lower = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1)

const runsOutInWords = (days: number): string => {
  if (days === 0) return 'It runs out today.'
  return days === 1 ? 'It runs out tomorrow.' : `It runs out in ${days} days.`
}
