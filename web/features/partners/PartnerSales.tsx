import type { Received } from '#contract/endpoint.ts'
import type { openBooking } from '#contract/open-booking.ts'
import * as messages from '#messages/desk/partners.ts'
import { Empty } from '#web/ui/Layout.tsx'
import { Table, type Column } from '#web/ui/Table.tsx'

type AllSales = Received<(typeof openBooking)['allPartnerSales']>
type Sales = AllSales['total'] & { partner: string }

const columns: readonly Column<Sales>[] = [
  { heading: messages.partner, isRowHeading: true, cell: ({ partner }) => partner },
  { heading: messages.bookings, isFigure: true, cell: ({ bookings }) => bookings },
  { heading: messages.sold, isFigure: true, cell: ({ sold }) => sold.formatted },
  { heading: messages.refunded, isFigure: true, cell: ({ refunded }) => refunded.formatted },
  { heading: messages.commission, isFigure: true, cell: ({ commission }) => commission.formatted },
  { heading: messages.owed, isFigure: true, cell: ({ owed }) => <strong>{owed.formatted}</strong> },
  { heading: messages.atVenue, isFigure: true, cell: ({ atVenue }) => atVenue.formatted },
]

/** What each partner has sold, and what it owes. */
export const PartnerSales = ({ partners, total }: Pick<AllSales, 'partners' | 'total'>) => (
  <Table
    name={messages.byPartner}
    form="scroll"
    columns={columns}
    rows={partners}
    rowKey={({ partner }) => partner}
    total={partners.length < 2 ? undefined : { ...total, partner: messages.total }}
    empty={<Empty title={messages.noPartners} />}
  />
)
