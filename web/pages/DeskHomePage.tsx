import { frontDesk } from '#messages/desk/frame.ts'
import { deskLinks } from '#web/platform/deskLinks.ts'
import { definePage } from '#web/platform/page.ts'
import { DeskNoVenues } from './DeskNoVenues.tsx'
import { redirectToDeskVenue } from './redirectToDeskVenue.ts'

/** Redirects to today's sessions. */
const load = redirectToDeskVenue(deskLinks.today)

export const page = definePage({ load, title: () => frontDesk, Component: DeskNoVenues })
