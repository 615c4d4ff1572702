import { reportTypes } from '#contract/reportTypes.ts'
import type { ReportId } from '#contract/reportTypes.ts'
import { csvType } from '#contract/csv.ts'
import type { NoticeContext, NoticeKind } from '#server/notices/rules.ts'
import { Refusal } from '#server/platform/errors.ts'
import { fileOf, scopeOf } from './read.ts'
import type { ReportFilters } from './rules.ts'

type ReportFacts = ReportFilters & {
  scheduleId: number
  operatorId: number
  report: ReportId
  firstName: string
  from: string
  until: string
}

/**
 * A report that was asked for each day, week or month, with its file. One that names customers comes as a link: who
 * opens it logs in.
 */
export const reportReady: NoticeKind<ReportFacts> = {
  kind: 'report_ready',
  about: ({ scheduleId, until }) => `report-schedule:${scheduleId} ${until}`,
  write: async (facts, context) => {
    const { messages, sites } = context
    const { report, firstName, from, until } = facts
    const title = messages.reports.titles[report]
    const hasPeople = reportTypes[report].needs === 'reports.people'
    const file = hasPeople ? null : await attachedFile(facts, context)
    const text = hasPeople
      ? messages.reports.mailOfPeople
      : file === null
        ? messages.reports.mailTooLarge
        : messages.reports.mailText
    return {
      subject: messages.reports.mailSubject({
        title,
        from: messages.format.fullDay(from),
        until: messages.format.fullDay(until),
      }),
      heading: title,
      blocks: [
        { type: 'text', text: text({ firstName }) },
        { type: 'link', label: messages.reports.mailLink, href: sites.desk + reportPath(facts) },
      ],
      attachments: file === null ? [] : [file],
    }
  },
}

/** A mail server takes no larger files. Bytes. */
const largestAttachment = 5 * 1024 * 1024

/** The report's file; null where it is too large. */
const attachedFile = async (facts: ReportFacts, { tx, seller }: NoticeContext) => {
  const { operatorId, report } = facts
  const operator = { id: operatorId, timezone: seller.timezone }
  try {
    const { name, text } = await fileOf(tx, report, await scopeOf(tx, operator, facts))
    const content = Buffer.from(text)
    return content.length > largestAttachment ? null : { name, mediaType: csvType, content }
  } catch (error) {
    if (error instanceof Refusal && error.code === 'too_large') return null
    throw error
  }
}

/** The page of a report at the desk, which has its filters in its address. */
const reportPath = ({ report, from, until, venues, by, basis }: ReportFacts): string => {
  const query = new URLSearchParams({ from, until, by, basis, ...(venues === undefined ? {} : { venues }) })
  return `/office/reports/${report}?${query.toString()}`
}
