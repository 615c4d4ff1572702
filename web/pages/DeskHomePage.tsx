import { localDay } from '#contract/time.ts'
import { frontDesk } from '#messages/desk/frame.ts'
import { deskLinks } from '#web/platform/deskLinks.ts'
import { definePage, redirect, type LoaderArgs } from '#web/platform/page.ts'
import { may } from '#web/platform/permissions.ts'
import { readCustomer } from '#web/platform/session.ts'
import { DeskNoVenues } from './DeskNoVenues.tsx'
import { readDeskVenue } from './readDeskVenue.ts'
import { requireStaff } from './requireStaff.ts'

/** Redirects to the first page that one may open: today's sessions, the takings, reports or settings. */
const load = requireStaff(async (args: LoaderArgs) => {
  const person = await readCustomer(args.context)
  const linkTo = may(person, 'check_in')
    ? deskLinks.today
    : may(person, 'till.own')
      ? deskLinks.takings
      : null
  if (linkTo === null)
    return redirect(may(person, 'reports.activity') ? deskLinks.report('fullness') : deskLinks.security())
  const venue = await readDeskVenue(args)
  if (venue === undefined) return {}
  return redirect(linkTo(venue.slug, localDay(new Date(args.context.clock.now()), venue.timezone)))
})

export const page = definePage({ load, title: () => frontDesk, Component: DeskNoVenues })
