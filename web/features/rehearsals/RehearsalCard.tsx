import { csvType } from '#contract/csv.ts'
import type { Rehearsal } from '#contract/rehearsals.ts'
import { dateTime } from '#messages/format.ts'
import * as messages from '#messages/desk/rehearsals.ts'
import { api } from '#web/platform/api.ts'
import { useCall } from '#web/platform/queries.ts'
import { saveFile } from '#web/platform/saveFile.ts'
import { useToasts } from '#web/platform/useToasts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Badge, Card, type BadgeColour } from '#web/ui/Layout.tsx'
import { ReportFigures } from './ReportFigures.tsx'
import styles from './Rehearsals.module.css'

const badgeOf = ({ state, report }: Rehearsal): { label: string; colour: BadgeColour } => {
  if (report !== null)
    return {
      label: messages.verdicts[report.verdict],
      colour: ({ holds: 'success', holds_with_waiting: 'warning', does_not_hold: 'danger' } as const)[
        report.verdict
      ],
    }
  return { label: messages.states[state], colour: state === 'failed' ? 'danger' : 'info' }
}

/** One rehearsal: how far it is, why it has ended, or its report. */
export const RehearsalCard = ({ rehearsal }: { rehearsal: Rehearsal }) => {
  const { id: rehearsalId, report, problem, state, opensAt } = rehearsal
  const title = messages.titleOf(rehearsal)
  const { label, colour } = badgeOf(rehearsal)
  const at = dateTime({ at: new Date(rehearsal.begunAt), zone: opensAt.timezone })
  return (
    <Card as="li" className={styles['card']}>
      <div className={styles['top']}>
        <h3>{title}</h3>
        <Badge colour={colour}>{label}</Badge>
      </div>
      <p>{messages.about(rehearsal)}</p>
      <p className={styles['quiet']}>{messages.begunBy({ person: rehearsal.begunBy, at })}</p>
      {problem === null ? null : <p>{messages.problems[problem]}</p>}
      {problem === null && report === null ? <Running rehearsal={rehearsal} title={title} /> : null}
      {report === null || state !== 'done' ? null : (
        <>
          <ReportFigures report={report} />
          <Download rehearsalId={rehearsalId} title={title} />
        </>
      )}
    </Card>
  )
}

const sentenceOf = ({ state, isStopping, progress, visitors }: Rehearsal): string => {
  if (isStopping) return messages.stopping
  if (state === 'waiting') return messages.waiting
  if (state === 'copying') return messages.copying
  return progress === null ? messages.beforeOpening : messages.progress({ ...progress, visitors })
}

const Running = ({ rehearsal, title }: { rehearsal: Rehearsal; title: string }) => {
  const toasts = useToasts()
  const stop = useCall(api.rehearsals.stop, {
    onSuccess: () => {
      toasts.show({ content: messages.stopRequested, colour: 'success' })
    },
    onFailure: (error) => {
      toasts.failure(error)
    },
  })
  const { id: rehearsalId, visitors, progress, isStopping } = rehearsal
  return (
    <>
      <p role="status">{sentenceOf(rehearsal)}</p>
      <progress
        className={styles['progress']}
        aria-label={messages.arrivedLabel}
        max={visitors}
        value={progress?.arrived ?? 0}
      />
      {isStopping ? null : (
        <Button
          variant="secondary"
          busy={stop.requesting}
          aria-label={messages.stopOf({ title })}
          onClick={() => {
            stop.send({ rehearsalId })
          }}
        >
          {messages.stop}
        </Button>
      )}
    </>
  )
}

const Download = ({ rehearsalId, title }: { rehearsalId: number; title: string }) => {
  const toasts = useToasts()
  const file = useCall(api.rehearsals.file, {
    onSuccess: ({ name, text }) => {
      saveFile(name, text, csvType)
    },
    onFailure: (error) => {
      toasts.failure(error)
    },
  })
  return (
    <Button
      variant="secondary"
      busy={file.requesting}
      aria-label={messages.downloadOf({ title })}
      onClick={() => {
        file.send({ rehearsalId })
      }}
    >
      {messages.download}
    </Button>
  )
}
