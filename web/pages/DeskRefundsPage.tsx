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
import { Table } from '#web/ui/Table.tsx'
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

const csvColumns = ['at', 'person', 'order', 'amount', 'to', 'reason', 'beyond_terms']

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
    saveFile(`refunds-${args.venue}-${args.from}-${args.until}.csv`, csvOf(csvColumns, cells), csvType)
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
      <Table
        name={messages.refundsAndWaived}
        form="scroll"
        rows={rows}
        rowKey={({ at }, index) => `${index} ${at}`}
        empty={<Empty title={messages.nothingRefunded} />}
        columns={[
          { heading: messages.time, cell: ({ at }) => dateTime({ at: new Date(at), zone: timezone }) },
          { heading: messages.person, cell: ({ person }) => person },
          {
            heading: messages.order,
            cell: ({ orderId, orderReference }) => (
              <Link to={links.bookingConfirmed(orderId)}>{orderReference}</Link>
            ),
          },
          { heading: messages.amount, isFigure: true, cell: ({ amount }) => amount.formatted },
          { heading: messages.refundTo, cell: ({ to }) => messages.refundPlaces[to] },
          { heading: messages.reason, isWide: true, cell: ({ reason }) => reason },
          {
            heading: messages.terms,
            cell: ({ beyondTerms }) => (beyondTerms ? messages.beyondTerms : messages.withinTerms),
          },
        ]}
      />
    </Container>
  )
}

export const page = definePage({
  load,
  title: () => messages.refundsPage,
  Component: DeskRefundsPage,
})
