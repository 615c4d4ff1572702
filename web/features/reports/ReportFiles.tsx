import { csvType } from '#contract/csv.ts'
import type { ReportFile } from '#contract/reports.ts'
import type { ReportId } from '#contract/reportTypes.ts'
import * as messages from '#messages/desk/reports.ts'
import { api } from '#web/platform/api.ts'
import { useCall, useDeferredRead, useRead } from '#web/platform/queries.ts'
import { saveFile } from '#web/platform/saveFile.ts'
import { Button } from '#web/ui/Button.tsx'
import { FormError } from '#web/ui/FormError.tsx'
import { Section } from '#web/ui/Layout.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import styles from './ReportLists.module.css'

/** While a file is being made. */
const refetchEveryMs = 3000

/**
 * The files that were made of a report, and those being made.
 * @param current the one that the address names
 */
export const ReportFiles = ({ report, current }: { report: ReportId; current: number | null }) => {
  const {
    data: { files },
  } = useRead(api.reports.files, { report })
  const isWaiting = files.some(({ state }) => state === 'waiting')
  useDeferredRead(api.reports.files, { report }, { when: isWaiting, everyMs: refetchEveryMs })
  const open = useCall(api.reports.openFile)
  const named = files.find(({ id }) => id === current)
  const others = files.filter(({ id }) => id !== current)
  const download = async (fileId: number): Promise<void> => {
    const { name, text } = await open.sendAsync({ fileId })
    saveFile(name, text, csvType)
  }
  const actionOf = (file: ReportFile) => {
    const text = messages.fileText(file)
    if (file.state === 'ready')
      return (
        <Button
          variant="secondary"
          busy={open.requesting}
          aria-label={messages.downloadFile({ text })}
          onClick={() => {
            // A failure is in the state of the call.
            download(file.id).catch(() => undefined)
          }}
        >
          {messages.downloadCsv}
        </Button>
      )
    return null
  }
  return (
    <>
      {current === null ? null : named === undefined ? (
        <Notice colour="warning">{messages.fileGone}</Notice>
      ) : (
        <Notice colour={colours[named.state]} title={messages.fileStates[named.state]} role="status">
          <div className={styles['current']}>
            <p>{messages.fileText(named)}</p>
            <p>{messages.fileNote(named)}</p>
            {actionOf(named)}
          </div>
        </Notice>
      )}
      <FormError error={open.error} />
      {others.length === 0 ? null : (
        <div className={styles['section']}>
          <Section title={messages.files}>
            <ul role="list" className={styles['list']}>
              {others.map((file) => (
                <li key={file.id}>
                  <span>
                    {messages.fileText(file)}
                    <small>
                      {messages.fileStates[file.state]}. {messages.fileNote(file)}
                    </small>
                  </span>
                  {actionOf(file)}
                </li>
              ))}
            </ul>
          </Section>
        </div>
      )}
    </>
  )
}

const colours = { waiting: 'info', ready: 'success', failed: 'danger' } as const
