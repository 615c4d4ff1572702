import { api, ApiError } from '#web/platform/api.ts'
import { readBuyer } from '#web/platform/buyer.ts'
import type { FrameData, LoaderArgs } from '#web/platform/page.ts'
import { readCustomer } from '#web/platform/session.ts'
import { requireSelection } from '#web/platform/selection.ts'
import { selectedVenue } from '#web/platform/venue.ts'
import { loadOwnFrame } from './loadFrame.ts'
import { readVenue } from './readVenue.ts'

/** Loads what the desk's layout needs: theme, member of staff, tills and the customer being served. */
export const loadDeskFrame = async (args: LoaderArgs<never, 'venueSlug'>): Promise<FrameData> => {
  const { read, context } = args
  const [frame, staff] = await Promise.all([loadOwnFrame(args), readCustomer(context).catch(() => null)])
  if (frame.blocked !== undefined || staff?.role !== 'staff') return frame
  try {
    const [tills] = await Promise.all([
      read(api.tills.list),
      read(api.venues.search, {}),
      readServedCustomer(context),
    ])
    const slug = selectedVenue(context.cookies)?.venueSlug ?? tills.current?.venueSlug ?? staff.homeVenueSlug
    if (slug !== null) await readVenue(read, slug)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
  return frame
}

/** Stops serving a customer whose account no longer exists. */
const readServedCustomer = async (context: Parameters<typeof readBuyer>[0]): Promise<void> => {
  try {
    await readBuyer(context)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error
    requireSelection(context).choose(null)
  }
}
