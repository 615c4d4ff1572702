import * as messages from '#messages/desk/partners.ts'
import { DaysForm } from '#web/features/partners/DaysForm.tsx'
import { PartnerSales } from '#web/features/partners/PartnerSales.tsx'
import { PartnerTabs } from '#web/features/partners/PartnerTabs.tsx'
import { api } from '#web/platform/api.ts'
import { deskLinks } from '#web/platform/deskLinks.ts'
import { type LoaderArgs, type PageProps } from '#web/platform/page.ts'
import { useRead } from '#web/platform/queries.ts'
import { Container, PageHeading } from '#web/ui/Layout.tsx'
import { chosenDays } from './chosenDays.ts'
import { defineStaffPage } from './defineStaffPage.tsx'
import { requireStaff } from './requireStaff.ts'

/** What partners have sold between two days, the last 30 unless others are chosen, and what they owe. */
const load = requireStaff(async (args: LoaderArgs) => {
  const days = chosenDays(args, { from: -29, to: 0 })
  await args.read(api.openBooking.allPartnerSales, days)
  return { days }
})

const DeskPartnerSalesPage = ({ data: { days } }: PageProps<typeof load>) => {
  const { data: sales } = useRead(api.openBooking.allPartnerSales, days)
  return (
    <Container>
      <PageHeading lead={messages.fromTo(days)}>
        {messages.salesHeading({ amount: sales.total.owed.formatted })}
      </PageHeading>
      <PartnerTabs current="sales" />
      <DaysForm key={`${days.from} ${days.to}`} path={deskLinks.partnerSales()} {...days} />
      <PartnerSales {...sales} />
    </Container>
  )
}

export const page = defineStaffPage('reports.money', {
  load,
  title: () => messages.salesPage,
  Component: DeskPartnerSalesPage,
})
