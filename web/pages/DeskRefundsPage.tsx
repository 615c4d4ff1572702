import * as messages from '#messages/desk/tills.ts'
import { dateTime } from '#messages/format.ts'
import { api } from '#web/platform/api.ts'
import { csvOf, csvType } from '#web/features/tills/csv.ts'
import { deskLinks } from '#web/platform/deskLinks.ts'
import { links } from '#web/platform/links.ts'
import { definePage, type LoaderArgs, type PageProps } from '#web/platform/page.ts'
import { useRead } from '#web/platform/queries.ts'
import { saveFile } from '#web/platform/saveFile.ts'
import { Link } from '#web/platform/router.tsx'
import { Container, Empty, PageHeading } from '#web/ui/Layout.tsx'
import styles from './DeskReportPage.module.css'
import { readPeriod, ReportPeriod } from './ReportPeriod.tsx'
import type { Period } from './ReportPeriod.tsx'
import { requireSupervisor, SupervisorsOnly } from './requireSupervisor.tsx'

/** What was refunded and waived at a venue, by whom and why. */
const load = requireSupervisor(async (loading: LoaderArgs<'deskVenue'>) => {
  const args = await readPeriod(loading)
  await loading.read(api.bookings.refundReport, args)
  return { args }
})

const DeskRefundsPage = ({ data }: PageProps<typeof load>) =>
  data === null ? <SupervisorsOnly /> : <Refunds args={data.args} />

const columns = ['at', 'person', 'order', 'amount', 'to', 'reason', 'beyond_terms']

const Refunds = ({ args }: { args: Period }) => {
  const { data } = useRead(api.bookings.refundReport, args)
  const { rows, timezone, venueName } = data
  const download = (): void => {
    const cells = rows.map((row) => [
      row.at,
      row.person,
      row.orderReference,
      { pence: row.amount.raw },
      row.to,
      row.reason,
      String(row.beyondTerms),
    ])
    saveFile(`refunds-${args.venue}-${args.from}-${args.until}.csv`, csvOf(columns, cells), csvType)
  }
  return (
    <Container>
      <PageHeading lead={venueName}>{messages.refundsAndWaived}</PageHeading>
      <ReportPeriod
        from={args.from}
        until={args.until}
        linkTo={(from, until) => deskLinks.refunds(args.venue, from, until)}
        onDownload={download}
      />
      {rows.length === 0 ? (
        <Empty title={messages.nothingRefunded} />
      ) : (
        // Focusable, so that a table wider than the screen can be scrolled with the keyboard.
        <div
          className={styles['scroll']}
          role="region"
          aria-label={messages.refundsAndWaived}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as above
          tabIndex={0}
        >
          <table className={styles['table']}>
            <thead>
              <tr>
                <th scope="col">{messages.time}</th>
                <th scope="col">{messages.person}</th>
                <th scope="col">{messages.order}</th>
                <th scope="col">{messages.amount}</th>
                <th scope="col">{messages.refundTo}</th>
                <th scope="col">{messages.reason}</th>
                <th scope="col">{messages.terms}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row, index) => (
                <tr key={`${index} ${row.at}`}>
                  <td>{dateTime({ at: new Date(row.at), zone: timezone })}</td>
                  <td>{row.person}</td>
                  <td>
                    <Link to={links.bookingConfirmed(row.orderId)}>{row.orderReference}</Link>
                  </td>
                  <td>{row.amount.formatted}</td>
                  <td>{messages.refundPlaces[row.to]}</td>
                  <td>{row.reason}</td>
                  <td>{row.beyondTerms ? messages.beyondTerms : messages.withinTerms}</td>
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
  title: () => messages.refundsPage,
  Component: DeskRefundsPage,
})
