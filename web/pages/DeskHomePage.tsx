import { localDay } from '#contract/time.ts'
import { api } from '#web/platform/api.ts'
import { deskLinks } from '#web/platform/links.ts'
import { definePage, redirect, type Load } from '#web/platform/page.ts'
import { readCustomer } from '#web/platform/session.ts'
import { selectedVenue } from '#web/platform/venue.ts'
import { Container, Empty, PageHeading } from '#web/ui/Layout.tsx'
import { requireStaff } from './requireStaff.ts'

/** Straight to today, at the drawer's venue, the one chosen last, or one's own. */
const load = requireStaff(async ({ read, visit }: Load) => {
  const [{ current }, venues, person] = await Promise.all([
    read(api.tills.list),
    read(api.venues.all),
    readCustomer(visit),
  ])
  const wanted = [current?.venueSlug, selectedVenue(visit.cookies)?.venueSlug, person?.homeVenueSlug]
  const venue = wanted
    .map((slug) => venues.find((one) => one.slug === slug))
    .find((found) => found !== undefined)
  const chosen = venue ?? venues[0]
  if (chosen === undefined) return {}
  return redirect(deskLinks.today(chosen.slug, localDay(new Date(visit.clock.now()), chosen.timezone)))
})

const DeskHomePage = () => (
  <Container>
    <PageHeading>Front desk</PageHeading>
    <Empty title="There are no venues yet." />
  </Container>
)

export const page = definePage({ load, title: () => 'Front desk', Component: DeskHomePage })
