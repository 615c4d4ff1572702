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
import { Table } from '#web/ui/Table.tsx'
import { readPeriod, ReportPeriod } from './ReportPeriod.tsx'
import { requireSupervisor, SupervisorsOnly } from './requireSupervisor.tsx'

/** What was expected, counted and banked at the tills of a venue, by session and tender. */
const load = requireSupervisor(async ({ params, query, read, context }: LoaderArgs<'deskVenue'>) => {
  const args = await readPeriod({ params, query, read, context })
  await read(api.tills.banking, args)
  return { args }
})

const csvColumns = [
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
    saveFile(`banking-${args.venue}-${args.from}-${args.until}.csv`, csvOf(csvColumns, cells), csvType)
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
      <Table
        name={messages.banking}
        form="scroll"
        rows={rows}
        rowKey={({ sessionId, tenderType }) => `${sessionId} ${tenderType}`}
        empty={<Empty title={messages.noSessionsClosed} />}
        columns={[
          { heading: messages.zNumber, isRowHeading: true, cell: ({ zNumber }) => zNumber },
          { heading: messages.till, cell: ({ till }) => till },
          { heading: messages.person, cell: ({ person }) => person },
          {
            heading: messages.closed,
            cell: ({ closed }) => dateTime({ at: new Date(closed), zone: timezone }),
          },
          { heading: messages.tender, cell: ({ tenderType }) => tenders[tenderType].total },
          { heading: messages.expected, isFigure: true, cell: ({ expected }) => expected.formatted },
          { heading: messages.counted, isFigure: true, cell: ({ counted }) => counted.formatted },
          { heading: messages.difference, isFigure: true, cell: ({ difference }) => difference.formatted },
          { heading: messages.banked, isFigure: true, cell: ({ banked }) => banked.formatted },
          { heading: messages.reason, isWide: true, cell: ({ reason }) => reason },
        ]}
      />
    </Container>
  )
}

export const page = definePage({
  load,
  title: () => messages.bankingPage,
  Component: DeskBankingPage,
})
