import { api, ApiError } from '#web/platform/api.ts'
import type { FlashName } from '#web/platform/messages.ts'
import { links } from '#web/platform/links.ts'
import { definePage, redirect, type LoaderArgs } from '#web/platform/page.ts'
import { forgetVenue, selectedVenue } from '#web/platform/venue.ts'

/**
 * Redirects to the venue chosen before (A03), or asks for one (A04). Other sites link here. A venue that is gone or
 * closed is forgotten, since every such link would lead to an error.
 */
const load = async ({ context, read }: LoaderArgs) => {
  const venue = selectedVenue(context.cookies)
  if (venue === undefined) return redirect(links.home(), { flash: 'choose-venue' })
  const { venueSlug } = venue
  try {
    await Promise.all([
      read(api.venues.one, { venue: venueSlug }),
      read(api.operator.theme, { venue: venueSlug }),
    ])
  } catch (error) {
    const flash = error instanceof ApiError ? flashOf(error) : undefined
    if (flash !== undefined) {
      forgetVenue(context)
      return redirect(links.home(), { flash })
    }
  }
  return redirect(links.venue(venueSlug))
}

const flashOf = ({ status, code }: ApiError): FlashName | undefined => {
  if (status === 404) return 'venue-gone'
  return code === 'maintenance' ? 'venue-closed' : undefined
}

export const page = definePage({ load, title: () => '', Component: () => null })
