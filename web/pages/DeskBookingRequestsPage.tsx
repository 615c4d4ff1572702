import { BookingRequests } from '#web/features/partners/BookingRequests.tsx'
import * as messages from '#messages/desk/bookingRequests.ts'
import { api } from '#web/platform/api.ts'
import { type LoaderArgs } from '#web/platform/page.ts'
import { useDeferredRead, useRead } from '#web/platform/queries.ts'
import { Container, Empty, PageHeading } from '#web/ui/Layout.tsx'
import { defineStaffPage } from './defineStaffPage.tsx'
import { requireStaff } from './requireStaff.ts'

/** Partners ask at any time and other staff answer too, so the list is read again this often. */
const refetchEveryMs = 30_000

/** Orders of booking partners that staff accept or reject before they are booked. */
const load = requireStaff(async ({ read }: LoaderArgs) => {
  await read(api.openBooking.listProposals)
  return {}
})

const DeskBookingRequestsPage = () => {
  const { proposals } = useRead(api.openBooking.listProposals).data
  useDeferredRead(api.openBooking.listProposals, {}, { everyMs: refetchEveryMs })
  return (
    <Container narrow>
      <PageHeading lead={proposals.length === 0 ? undefined : messages.lead}>{messages.heading}</PageHeading>
      {proposals.length === 0 ? (
        <Empty title={messages.noRequests}>
          <p>{messages.whatAppears}</p>
        </Empty>
      ) : (
        <BookingRequests requests={proposals} />
      )}
    </Container>
  )
}

export const page = defineStaffPage('sell', {
  load,
  title: () => messages.page,
  Component: DeskBookingRequestsPage,
})
