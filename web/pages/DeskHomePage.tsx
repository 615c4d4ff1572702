import { localDay } from '#contract/time.ts'
import * as messages from '#messages/desk/frame.ts'
import { api } from '#web/platform/api.ts'
import { deskLinks } from '#web/platform/links.ts'
import { definePage, redirect, type LoaderArgs } from '#web/platform/page.ts'
import { readCustomer } from '#web/platform/session.ts'
import { selectedVenue } from '#web/platform/venue.ts'
import { Container, Empty, PageHeading } from '#web/ui/Layout.tsx'
import { requireStaff } from './requireStaff.ts'

/** Redirects to today at the till's venue, else the venue selected last, else the member of staff's home venue. */
const load = requireStaff(async ({ read, context }: LoaderArgs) => {
  const [{ current }, venues, person] = await Promise.all([
    read(api.tills.list),
    read(api.venues.all),
    readCustomer(context),
  ])
  const preferredSlugs = [
    current?.venueSlug,
    selectedVenue(context.cookies)?.venueSlug,
    person?.homeVenueSlug,
  ]
  const venue = preferredSlugs
    .map((slug) => venues.find((one) => one.slug === slug))
    .find((match) => match !== undefined)
  const chosen = venue ?? venues[0]
  if (chosen === undefined) return {}
  return redirect(deskLinks.today(chosen.slug, localDay(new Date(context.clock.now()), chosen.timezone)))
})

const DeskHomePage = () => (
  <Container>
    <PageHeading>{messages.frontDesk}</PageHeading>
    <Empty title={messages.noVenues} />
  </Container>
)

export const page = definePage({ load, title: () => messages.frontDesk, Component: DeskHomePage })
