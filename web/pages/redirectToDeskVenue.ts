import { localDay } from '#contract/time.ts'
import { api } from '#web/platform/api.ts'
import { redirect, type LoaderArgs } from '#web/platform/page.ts'
import { readCustomer } from '#web/platform/session.ts'
import { selectedVenue } from '#web/platform/venue.ts'
import { readFirstVenue } from './readVenue.ts'
import { requireStaff } from './requireStaff.ts'

/**
 * A loader that redirects to a page of today at the till's venue, else the venue selected last, else the member of
 * staff's home venue. Without any venue it returns no data.
 */
export const redirectToDeskVenue = (linkTo: (venueSlug: string, day: string) => string) =>
  requireStaff(async ({ read, context }: LoaderArgs) => {
    const [{ current }, person] = await Promise.all([read(api.tills.list), readCustomer(context)])
    const venue = await readFirstVenue(read, [
      current?.venueSlug,
      selectedVenue(context.cookies)?.venueSlug,
      person?.homeVenueSlug,
    ])
    if (venue === undefined) return {}
    return redirect(linkTo(venue.slug, localDay(new Date(context.clock.now()), venue.timezone)))
  })
