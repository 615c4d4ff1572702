import { reportTypes } from '#contract/reportTypes.ts'
import type { ReportFileProblem, ReportId } from '#contract/reportTypes.ts'
import { csvType } from '#contract/csv.ts'
import type { NoticeKind } from '#server/notices/rules.ts'
import { fileName } from './read.ts'
import type { ReportFilters } from './rules.ts'
import { textOf } from './sql/files.ts'

type ReportFacts = ReportFilters & {
  fileId: number
  report: ReportId
  firstName: string
  from: string
  until: string
  /** Whether it is sent each day, week or month; else a person at the desk waits for it. */
  isScheduled: boolean
  /** Why there is no file, where there is none. */
  problem: ReportFileProblem | null
}

/**
 * The file of a report is ready. One that is sent by mail comes with it; one that names customers, is large, or was asked
 * for at the desk comes as a link: who opens it logs in.
 */
export const reportReady: NoticeKind<ReportFacts> = {
  kind: 'report_ready',
  about: ({ fileId }) => `report-file:${fileId}`,
  // Its days are over.
  isOutdated: async ({ fileId }, { tx }) => (await textOf(tx, fileId, 0)) === undefined,
  write: async (facts, { tx, messages, sites }) => {
    const { fileId, report, firstName, from, until, isScheduled, problem } = facts
    const title = messages.reports.titles[report]
    const hasPeople = reportTypes[report].needs === 'reports.people'
    const isAttached = isScheduled && !hasPeople && problem === null
    const text = isAttached ? ((await textOf(tx, fileId, largestAttachment))?.text ?? null) : null
    const words = messages.reports
    const write =
      problem !== null
        ? words.mailProblems[problem]
        : text !== null
          ? words.mailText
          : hasPeople
            ? words.mailOfPeople
            : isScheduled
              ? words.mailTooLarge
              : words.mailOfFile
    return {
      subject: words.mailSubject({
        title,
        from: messages.format.fullDay(from),
        until: messages.format.fullDay(until),
      }),
      heading: title,
      blocks: [
        { type: 'text', text: write({ firstName }) },
        { type: 'link', label: words.mailLink, href: sites.desk + reportPath(facts, text === null) },
      ],
      attachments:
        text === null
          ? []
          : [{ name: fileName(report, facts), mediaType: csvType, content: Buffer.from(text) }],
    }
  },
}

/** A mail server takes no larger files. Bytes. */
const largestAttachment = 5 * 1024 * 1024

/** The page of a report at the desk, which has its filters in its address; with its file, or with its figures. */
const reportPath = (
  { fileId, report, from, until, venues, by, basis }: ReportFacts,
  isForFile: boolean,
): string => {
  const query = new URLSearchParams({
    from,
    until,
    by,
    basis,
    ...(venues === undefined ? {} : { venues }),
    ...(isForFile ? { file: String(fileId) } : {}),
  })
  return `/office/reports/${report}?${query.toString()}`
}
