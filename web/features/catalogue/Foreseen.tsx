import type { DraftPreview, PublicationEffect } from '#contract/drafts.ts'
import type { ImportReport } from '#contract/office.ts'
import * as messages from '#messages/desk/drafts.ts'
import { CheckField } from '#web/ui/Field.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import styles from './Drafts.module.css'

export type Code = ImportReport['objections'][number]['code']

/** What publishing or undoing would do, and what has to be accepted for that; or what stops it. */
export const Foreseen = ({
  preview: { effect, report, problems },
  accepted,
  onAccept,
}: {
  preview: DraftPreview
  accepted: readonly Code[]
  /** Undefined: the person who reads it may not publish. */
  onAccept: ((codes: Code[]) => void) | undefined
}) => (
  <>
    {problems.length === 0 ? null : (
      <Notice colour="danger" title={messages.problems}>
        <ul className={styles['changes']}>
          {problems.map(({ text }, index) => (
            <li key={index}>{text}</li>
          ))}
        </ul>
      </Notice>
    )}
    {effect === null ? null : <Effect effect={effect} />}
    {report === null || report.lines.length === 0 ? null : (
      <ul className={styles['lines']} aria-label={messages.effect}>
        {report.lines.map((line, index) => (
          <li key={index}>{line}</li>
        ))}
      </ul>
    )}
    {report !== null && report.lineCount > report.lines.length ? (
      <p>{messages.moreLines(report.lineCount - report.lines.length)}</p>
    ) : null}
    {(onAccept === undefined ? [] : (report?.objections ?? [])).map(({ code, text }) => (
      <CheckField
        key={code}
        checked={accepted.includes(code)}
        onChange={({ currentTarget: { checked } }) => {
          const others = accepted.filter((one) => one !== code)
          onAccept?.(checked ? [...others, code] : others)
        }}
      >
        {messages.acceptAnyway({ text })}
      </CheckField>
    ))}
  </>
)

const Effect = ({ effect }: { effect: PublicationEffect }) => (
  <>
    <p>{messages.effectInWords(effect) || messages.sendsNothing}</p>
    {effect.retained === 0 ? null : <p>{messages.stays(effect.retained)}</p>}
    {effect.notMade === 0 ? null : <p>{messages.notMade(effect.notMade)}</p>}
  </>
)

export const isAccepted = ({ report }: DraftPreview, accepted: readonly Code[]): boolean =>
  report?.objections.every(({ code }) => accepted.includes(code)) === true
