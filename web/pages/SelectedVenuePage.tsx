import { links } from '#web/platform/links.ts'
import { definePage, redirect, type LoaderArgs } from '#web/platform/page.ts'
import { selectedVenue } from '#web/platform/venue.ts'

/** Redirects to the venue chosen before (A03), or asks for one (A04). Other sites link here. */
const load = async ({ context }: LoaderArgs) => {
  const venue = selectedVenue(context.cookies)
  return venue === undefined
    ? redirect(links.home(), { flash: 'choose-venue' })
    : redirect(links.venue(venue.venueSlug))
}

export const page = definePage({ load, title: () => '', Component: () => null })
