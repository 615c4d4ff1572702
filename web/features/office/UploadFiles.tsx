import { useId, useRef, useState } from 'react'
import type { ImportReport } from '#contract/office.ts'
import * as messages from '#messages/desk/settings.ts'
import { api } from '#web/platform/api.ts'
import { base64Of } from '#web/platform/base64Of.ts'
import { useCall } from '#web/platform/queries.ts'
import { Button } from '#web/ui/Button.tsx'
import { CheckField } from '#web/ui/Field.tsx'
import { Section, Skeleton } from '#web/ui/Layout.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import styles from './UploadFiles.module.css'

/** As the server accepts them. */
const maximumMegabytes = 12

/** More lines than these are folded away. */
const mostLinesOpen = 25

type Upload = { path: string; contentBase64: string }

/** Uploads the operator's files: what they would change is shown first, then they are imported. */
export const UploadFiles = () => {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [files, setFiles] = useState<readonly Upload[]>([])
  const [problem, setProblem] = useState('')
  const [accepted, setAccepted] = useState<ImportReport['objections'][number]['code'][]>([])
  const check = useCall(api.office.importFiles)
  const importing = useCall(api.office.importFiles, {
    onSuccess: () => {
      setFiles([])
      check.reset()
    },
  })
  const choose = async (chosen: readonly File[]): Promise<void> => {
    check.reset()
    importing.reset()
    setAccepted([])
    setFiles([])
    const isTooLarge = chosen.reduce((sum, { size }) => sum + size, 0) > maximumMegabytes * 1024 * 1024
    setProblem(isTooLarge ? messages.uploadTooLarge({ megabytes: maximumMegabytes }) : '')
    if (chosen.length === 0 || isTooLarge) return
    try {
      const uploads = await Promise.all(chosen.map(toUpload))
      setFiles(uploads)
      check.send({ files: uploads, check: true })
    } catch {
      setProblem(messages.unreadable)
    }
  }
  const { error } = check.error === null ? importing : check
  const sentence = error?.message ?? problem
  const report = check.data ?? null
  const isAccepted = report?.objections.every(({ code }) => accepted.includes(code)) === true
  return (
    <Section title={messages.upload}>
      <p className={styles['hint']} id={`${id}-hint`}>
        {messages.uploadHelp}
      </p>
      <input
        ref={input}
        className="visually-hidden"
        type="file"
        multiple
        accept=".zip,.json,.csv"
        tabIndex={-1}
        aria-label={messages.chooseFiles}
        aria-describedby={`${id}-hint`}
        onChange={(event) => {
          const chosen = [...(event.currentTarget.files ?? [])]
          event.currentTarget.value = ''
          void choose(chosen)
        }}
      />
      <div>
        <Button
          variant="secondary"
          size="lg"
          busy={check.requesting}
          onClick={() => {
            input.current?.click()
          }}
        >
          {messages.chooseFiles}
        </Button>
      </div>
      <div className={styles['result']} aria-live="polite">
        {sentence === '' ? null : (
          <Notice colour="danger" role="alert">
            <p className={styles['problems']}>{sentence}</p>
          </Notice>
        )}
        {check.requesting ? <Skeleton lines={3} /> : null}
        {importing.data === undefined || importing.data === null ? null : (
          <Notice colour="success" title={messages.imported}>
            <p>{importing.data.summary}</p>
          </Notice>
        )}
        {report === null ? null : (
          <>
            <p>{report.summary}</p>
            <ReportLines report={report} />
            {report.objections.map(({ code, text }) => (
              <CheckField
                key={code}
                checked={accepted.includes(code)}
                onChange={(event) => {
                  const others = accepted.filter((one) => one !== code)
                  setAccepted(event.currentTarget.checked ? [...others, code] : others)
                }}
              >
                {messages.importAnyway({ text })}
              </CheckField>
            ))}
            <Button
              size="lg"
              busy={importing.requesting}
              disabled={!isAccepted}
              onClick={() => {
                importing.send({ files: [...files], check: false, accept: accepted })
              }}
            >
              {messages.importNow({ changes: report.lineCount })}
            </Button>
          </>
        )}
      </div>
    </Section>
  )
}

const ReportLines = ({ report: { lines, lineCount } }: { report: ImportReport }) =>
  lines.length === 0 ? null : (
    <details className={styles['report']} open={lines.length <= mostLinesOpen}>
      <summary>{messages.changesOfFiles}</summary>
      <ul role="list" className={styles['lines']} aria-label={messages.changesOfFiles}>
        {lines.map((line, index) => (
          <li key={index}>{line}</li>
        ))}
      </ul>
      {lineCount > lines.length ? <p>{messages.moreLines({ count: lineCount - lines.length })}</p> : null}
    </details>
  )

const toUpload = async (file: File): Promise<Upload> => ({
  path: file.webkitRelativePath === '' ? file.name : file.webkitRelativePath,
  contentBase64: await base64Of(file),
})
