import { localDay } from '#contract/time.ts'
import { redirect, type LoaderArgs } from '#web/platform/page.ts'
import { readDeskVenue } from './readDeskVenue.ts'
import { requireStaff } from './requireStaff.ts'

/** A loader that redirects to a page of today at the desk's venue. Without any venue it returns no data. */
export const redirectToDeskVenue = (linkTo: (venueSlug: string, day: string) => string) =>
  requireStaff(async (args: LoaderArgs) => {
    const venue = await readDeskVenue(args)
    if (venue === undefined) return {}
    return redirect(linkTo(venue.slug, localDay(new Date(args.context.clock.now()), venue.timezone)))
  })
