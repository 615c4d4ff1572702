import { dateTime } from '#messages/format.ts'
import * as messages from '#messages/desk/tills.ts'
import { tenders } from '#messages/shared/tenders.ts'
import { api } from '#web/platform/api.ts'
import { csvOf, csvType } from '#web/features/tills/csv.ts'
import { deskLinks } from '#web/platform/deskLinks.ts'
import { definePage, type LoaderArgs, type PageProps } from '#web/platform/page.ts'
import { useRead } from '#web/platform/queries.ts'
import { saveFile } from '#web/platform/saveFile.ts'
import { Container, Empty, PageHeading } from '#web/ui/Layout.tsx'
import styles from './DeskReportPage.module.css'
import { readPeriod, ReportPeriod } from './ReportPeriod.tsx'
import { requireSupervisor, SupervisorsOnly } from './requireSupervisor.tsx'

/** What was expected, counted and banked at the tills of a venue, by session and tender. */
const load = requireSupervisor(async ({ params, query, read, context }: LoaderArgs<'deskVenue'>) => {
  const args = await readPeriod({ params, query, read, context })
  await read(api.tills.banking, args)
  return { args }
})

const columns = [
  'z_number',
  'till',
  'person',
  'opened',
  'closed',
  'tender',
  'expected',
  'counted',
  'difference',
  'banked',
  'reason',
]

const DeskBankingPage = ({ data }: PageProps<typeof load>) =>
  data === null ? <SupervisorsOnly /> : <Banking args={data.args} />

const Banking = ({ args }: { args: { venue: string; from: string; until: string } }) => {
  const { data } = useRead(api.tills.banking, args)
  const { rows, timezone, venueName } = data
  const at = (instant: string): string => dateTime({ at: new Date(instant), zone: timezone })
  const download = (): void => {
    const cells = rows.map((row) => [
      row.zNumber,
      row.till,
      row.person,
      row.opened,
      row.closed,
      row.tenderType,
      { pence: row.expected.raw },
      { pence: row.counted.raw },
      { pence: row.difference.raw },
      { pence: row.banked.raw },
      row.reason,
    ])
    saveFile(`banking-${args.venue}-${args.from}-${args.until}.csv`, csvOf(columns, cells), csvType)
  }
  return (
    <Container>
      <PageHeading lead={venueName}>{messages.banking}</PageHeading>
      <ReportPeriod
        from={args.from}
        until={args.until}
        linkTo={(from, until) => deskLinks.banking(args.venue, from, until)}
        onDownload={download}
      />
      {rows.length === 0 ? (
        <Empty title={messages.noSessionsClosed} />
      ) : (
        // Focusable, so that a table wider than the screen can be scrolled with the keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className={styles['scroll']} role="region" aria-label={messages.banking} tabIndex={0}>
          <table className={styles['table']}>
            <thead>
              <tr>
                <th scope="col">{messages.zNumber}</th>
                <th scope="col">{messages.till}</th>
                <th scope="col">{messages.person}</th>
                <th scope="col">{messages.closed}</th>
                <th scope="col">{messages.tender}</th>
                <th scope="col">{messages.expected}</th>
                <th scope="col">{messages.counted}</th>
                <th scope="col">{messages.difference}</th>
                <th scope="col">{messages.banked}</th>
                <th scope="col">{messages.reason}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={`${row.sessionId} ${row.tenderType}`}>
                  <th scope="row">{row.zNumber}</th>
                  <td>{row.till}</td>
                  <td>{row.person}</td>
                  <td>{at(row.closed)}</td>
                  <td>{tenders[row.tenderType].total}</td>
                  <td>{row.expected.formatted}</td>
                  <td>{row.counted.formatted}</td>
                  <td>{row.difference.formatted}</td>
                  <td>{row.banked.formatted}</td>
                  <td>{row.reason}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Container>
  )
}

export const page = definePage({
  load,
  title: () => messages.bankingPage,
  Component: DeskBankingPage,
})
