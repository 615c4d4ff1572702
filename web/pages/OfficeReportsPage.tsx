import { csvType } from '#contract/csv.ts'
import type { Cell } from '#contract/csv.ts'
import {
  comparisons,
  groupings,
  incomeBases,
  reportIds,
  reportTypes,
  type ReportId,
} from '#contract/reportTypes.ts'
import { daysAfter, isDay, localDay } from '#contract/time.ts'
import * as messages from '#messages/desk/reports.ts'
import { cellText, figureText, filledColumns, isFigure, type Formats } from '#web/features/reports/cells.ts'
import { ReportChart } from '#web/features/reports/ReportChart.tsx'
import { ReportFiles } from '#web/features/reports/ReportFiles.tsx'
import { ReportSchedules } from '#web/features/reports/ReportSchedules.tsx'
import { ReportVenues } from '#web/features/reports/ReportVenues.tsx'
import { api, ApiError } from '#web/platform/api.ts'
import { deskLinks } from '#web/platform/deskLinks.ts'
import { notFound, type LoaderArgs, type PageProps } from '#web/platform/page.ts'
import { useCall, useRead } from '#web/platform/queries.ts'
import { useNavigate } from '#web/platform/router.tsx'
import { saveFile } from '#web/platform/saveFile.ts'
import { venueChoice } from '#web/platform/VenueField.tsx'
import { Button } from '#web/ui/Button.tsx'
import { SelectField, TextField } from '#web/ui/Field.tsx'
import { FormError } from '#web/ui/FormError.tsx'
import { Container, Empty, PageHeading } from '#web/ui/Layout.tsx'
import { Notice } from '#web/ui/Notice.tsx'
import { Table } from '#web/ui/Table.tsx'
import styles from './OfficeReportsPage.module.css'
import { defineStaffPage } from './defineStaffPage.tsx'
import { requireStaff } from './requireStaff.ts'

/** Days of a period that a report begins with. */
const daysAtFirst = 28

const isReport = (name: string): name is ReportId => (reportIds as readonly string[]).includes(name)

/** A choice in the address, or the first one. */
const chosen = <Choice extends string>(
  query: URLSearchParams,
  name: string,
  of: readonly [Choice, ...Choice[]],
) => of.find((choice) => choice === query.get(name)) ?? of[0]

const load = requireStaff(async ({ params: { report }, query, read, context }: LoaderArgs<'report'>) => {
  if (!isReport(report)) return notFound()
  const { timezone } = await read(api.operator.config)
  const today = localDay(new Date(context.startedAt), timezone)
  const dayOf = (name: string, other: string): string => {
    const typed = query.get(name) ?? ''
    return isDay(typed) ? typed : other
  }
  const args = {
    report,
    from: dayOf('from', daysAfter(today, 1 - daysAtFirst)),
    until: dayOf('until', today),
    venues: venuesOf(query),
    by: chosen(query, 'by', groupings),
    basis: chosen(query, 'basis', incomeBases),
    compare: chosen(query, 'compare', comparisons),
  }
  const file = /^\d{1,9}$/.test(query.get('file') ?? '') ? Number(query.get('file')) : null
  await Promise.all([
    read(api.venues.search, venueChoice(args.venues)),
    read(api.reports.schedules),
    read(api.reports.files, { report }),
  ])
  // The figures of a report that was made as a file were too many for the screen.
  if (file !== null) return { args, file, problem: null }
  try {
    await read(api.reports.read, args)
    return { args, file, problem: null }
  } catch (error) {
    // The form stays, so that another period can be chosen.
    if (!(error instanceof ApiError) || ![413, 422].includes(error.status)) throw error
    const text = error.serverMessage ?? error.message
    return { args, file, problem: { text, isTooLarge: error.status === 413 } }
  }
})

type Loaded = PageProps<typeof load>['data']
type Args = Loaded['args']

/** Slugs with commas between them. A form without script has one parameter for each. */
const venuesOf = (query: URLSearchParams): string | undefined => {
  const venues = query.getAll('venues').join(',')
  return venues === '' ? undefined : venues
}

const OfficeReportsPage = ({ data: { args, file, problem } }: PageProps<typeof load>) => {
  const { report, venues, by, basis } = args
  const { title, lead } = messages.reports[report]
  return (
    <Container>
      <PageHeading lead={lead}>{title}</PageHeading>
      <Filters key={JSON.stringify(args)} args={args} />
      {problem !== null ? (
        <Notice colour="warning">
          <div className={styles['problem']}>
            <p>{problem.text}</p>
            {problem.isTooLarge ? <MakeFile args={args} /> : null}
          </div>
        </Notice>
      ) : file === null ? (
        <Figures args={args} />
      ) : null}
      <ReportFiles report={report} current={file} />
      <ReportSchedules report={report} filters={{ venues, by, basis }} />
    </Container>
  )
}

/** What the address says of a report; what is usual is left out. */
const filtersOf = ({ from, until, venues, by, basis, compare }: Args): Record<string, string | null> => ({
  from,
  until,
  venues: venues ?? null,
  by: by === 'activity' ? null : by,
  basis: basis === 'session' ? null : basis,
  compare: compare === 'none' ? null : compare,
})

/** Has the file made, and shows how far it is. */
const MakeFile = ({ args }: { args: Args }) => {
  const navigate = useNavigate()
  const make = useCall(api.reports.makeFile, {
    onSuccess: ({ id }) =>
      void navigate(deskLinks.report(args.report, { ...filtersOf(args), file: String(id) }), { stay: true }),
  })
  const { compare: _, ...period } = args
  return (
    <>
      <Button
        variant="secondary"
        size="lg"
        busy={make.requesting}
        onClick={() => {
          make.send(period)
        }}
      >
        {messages.makeFile}
      </Button>
      <FormError error={make.error} />
    </>
  )
}

const Filters = ({ args }: { args: Args }) => {
  const navigate = useNavigate()
  const { report, from, until, venues, by, basis, compare } = args
  const go = (to: ReportId, values: Record<string, string | null>): void =>
    void navigate(deskLinks.report(to, values), { stay: true })
  return (
    <form
      className={styles['tools']}
      onSubmit={(event) => {
        event.preventDefault()
        const typed = new FormData(event.currentTarget)
        const text = (name: string): string | null => {
          const value = typed.get(name)
          return typeof value === 'string' && value !== '' ? value : null
        }
        const days = { from: text('from') ?? from, until: text('until') ?? until }
        const others = {
          venues:
            typed
              .getAll('venues')
              .filter((slug) => typeof slug === 'string')
              .join(',') || null,
          by: text('by'),
          basis: text('basis'),
          compare: text('compare'),
        }
        go(report, { ...days, ...others })
      }}
    >
      <SelectField
        label={messages.report}
        name="report"
        value={report}
        onChange={({ currentTarget: { value } }) => {
          if (isReport(value)) go(value, filtersOf(args))
        }}
      >
        {reportIds.map((id) => (
          <option key={id} value={id}>
            {messages.reports[id].title}
          </option>
        ))}
      </SelectField>
      <TextField label={messages.from} name="from" type="date" defaultValue={from} />
      <TextField label={messages.until} name="until" type="date" defaultValue={until} />
      {report === 'fullness' ? (
        <Choice label={messages.by} name="by" value={by} options={messages.groupings} of={groupings} />
      ) : null}
      {report === 'income' ? (
        <Choice label={messages.basis} name="basis" value={basis} options={messages.bases} of={incomeBases} />
      ) : null}
      <Choice
        label={messages.compare}
        name="compare"
        value={compare}
        options={messages.comparisons}
        of={comparisons}
      />
      <ReportVenues selected={venues} />
      <Button type="submit" size="lg" variant="secondary">
        {messages.show}
      </Button>
    </form>
  )
}

const Choice = <Id extends string>({
  label,
  name,
  value,
  options,
  of,
}: {
  label: string
  name: string
  value: Id
  options: Readonly<Record<Id, string>>
  of: readonly Id[]
}) => (
  <SelectField label={label} name={name} defaultValue={value}>
    {of.map((id) => (
      <option key={id} value={id}>
        {options[id]}
      </option>
    ))}
  </SelectField>
)

type Row = Readonly<Record<string, Cell>>

const Figures = ({ args }: { args: Args }) => {
  const { data: config } = useRead(api.operator.config)
  const { data } = useRead(api.reports.read, args)
  const file = useCall(api.reports.file)
  const { report, totals, compared, chart, rowCount, isByTime } = data
  const { chart: chartName, title, empty } = messages.reports[report]
  const { columns: allColumns, charts } = reportTypes[report]
  const rows: readonly Row[] = data.rows
  if (rows.length === 0) return <Empty title={empty} />
  const formats: Formats = { currencySymbol: config.currency.symbol, timezone: config.timezone }
  const columns = filledColumns(allColumns, rows)
  const [first] = columns[0] ?? ['']
  const download = async (): Promise<void> => {
    const { compare: _, ...period } = args
    const { name, text } = await file.sendAsync(period)
    saveFile(name, text, csvType)
  }
  return (
    <>
      <Totals {...{ report, totals, compared, formats }} />
      <ReportChart name={chartName} kind={charts} bars={chart} isByTime={isByTime} formats={formats} />
      <div className={styles['download']}>
        <Button
          variant="secondary"
          size="lg"
          busy={file.requesting}
          onClick={() => {
            // A failure is in the state of the call.
            download().catch(() => undefined)
          }}
        >
          {messages.downloadCsv}
        </Button>
        {rowCount > rows.length ? <p>{messages.cutRows({ rows: rows.length, count: rowCount })}</p> : null}
      </div>
      <FormError error={file.error} />
      {file.statusCode === 413 ? <MakeFile args={args} /> : null}
      <Table<Row>
        name={title}
        form="scroll"
        rows={rows}
        rowKey={(_, place) => place}
        total={totals}
        columns={columns.map(([name, kind]) => ({
          heading: messages.columns[name] ?? name,
          ...(name === first ? { isRowHeading: true as const } : {}),
          ...(isFigure(kind) ? { isFigure: true as const } : {}),
          cell: (row) =>
            row === totals
              ? name === first
                ? messages.total
                : cellText(name, kind, row[name] ?? null, formats)
              : cellText(name, kind, row[name] ?? null, formats),
        }))}
      />
    </>
  )
}

/** The sums of the period, each with what it was in the period compared with. */
const Totals = ({
  report,
  totals,
  compared,
  formats,
}: {
  report: ReportId
  totals: Readonly<Record<string, number>>
  compared: { from: string; until: string; totals: Readonly<Record<string, number>> } | null
  formats: Formats
}) => {
  const columns = Object.entries(reportTypes[report].columns)
  return (
    <dl className={styles['totals']} aria-label={messages.totals}>
      {columns
        .filter(([name]) => totals[name] !== undefined)
        .map(([name, kind]) => (
          <div key={name}>
            <dt>{messages.columns[name]}</dt>
            <dd>
              {figureText(kind, totals[name] ?? 0, formats)}
              {compared === null ? null : (
                <small>
                  {messages.before({
                    value: figureText(kind, compared.totals[name] ?? 0, formats),
                    ...compared,
                  })}
                </small>
              )}
            </dd>
          </div>
        ))}
    </dl>
  )
}

export const page = defineStaffPage(
  ({ report = '' }) => (isReport(report) ? reportTypes[report].needs : 'reports.activity'),
  { load, title: () => messages.page, Component: OfficeReportsPage },
)
