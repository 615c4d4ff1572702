import * as messages from '#messages/desk/partners.ts'
import { DaysForm } from '#web/features/partners/DaysForm.tsx'
import { PartnerDues } from '#web/features/partners/PartnerDues.tsx'
import { PartnerTabs } from '#web/features/partners/PartnerTabs.tsx'
import { api } from '#web/platform/api.ts'
import { deskLinks } from '#web/platform/deskLinks.ts'
import { type LoaderArgs, type PageProps } from '#web/platform/page.ts'
import { useRead } from '#web/platform/queries.ts'
import { Container, PageHeading } from '#web/ui/Layout.tsx'
import { chosenDays } from './chosenDays.ts'
import { defineStaffPage } from './defineStaffPage.tsx'
import { requireStaff } from './requireStaff.ts'

/** What partners' customers pay at the venue, for sessions of a week from today unless other days are chosen. */
const load = requireStaff(async (args: LoaderArgs) => {
  const days = chosenDays(args, { from: 0, to: 6 })
  await args.read(api.openBooking.dueAtVenue, days)
  return { days }
})

const DeskPartnerDuesPage = ({ data: { days } }: PageProps<typeof load>) => {
  const { data: dues } = useRead(api.openBooking.dueAtVenue, days)
  return (
    <Container>
      <PageHeading lead={messages.duesLead}>
        {messages.duesHeading({ amount: dues.total.formatted })}
      </PageHeading>
      <PartnerTabs current="dues" />
      <DaysForm key={`${days.from} ${days.to}`} path={deskLinks.partnerDues()} {...days} />
      <PartnerDues orders={dues.orders} />
    </Container>
  )
}

export const page = defineStaffPage('sell', {
  load,
  title: () => messages.duesPage,
  Component: DeskPartnerDuesPage,
})
