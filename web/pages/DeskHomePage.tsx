import { localDay } from '#contract/time.ts'
import * as messages from '#messages/desk/frame.ts'
import { api } from '#web/platform/api.ts'
import { deskLinks } from '#web/platform/links.ts'
import { definePage, redirect, type LoaderArgs } from '#web/platform/page.ts'
import { readCustomer } from '#web/platform/session.ts'
import { selectedVenue } from '#web/platform/venue.ts'
import { Container, Empty, PageHeading } from '#web/ui/Layout.tsx'
import { readFirstVenue } from './readVenue.ts'
import { requireStaff } from './requireStaff.ts'

/** Redirects to today at the till's venue, else the venue selected last, else the member of staff's home venue. */
const load = requireStaff(async ({ read, context }: LoaderArgs) => {
  const [{ current }, person] = await Promise.all([read(api.tills.list), readCustomer(context)])
  const venue = await readFirstVenue(read, [
    current?.venueSlug,
    selectedVenue(context.cookies)?.venueSlug,
    person?.homeVenueSlug,
  ])
  if (venue === undefined) return {}
  return redirect(deskLinks.today(venue.slug, localDay(new Date(context.clock.now()), venue.timezone)))
})

const DeskHomePage = () => (
  <Container>
    <PageHeading>{messages.frontDesk}</PageHeading>
    <Empty title={messages.noVenues} />
  </Container>
)

export const page = definePage({ load, title: () => messages.frontDesk, Component: DeskHomePage })
