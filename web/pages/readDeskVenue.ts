import { api } from '#web/platform/api.ts'
import type { LoaderArgs } from '#web/platform/page.ts'
import { readCustomer } from '#web/platform/session.ts'
import { selectedVenue } from '#web/platform/venue.ts'
import { readFirstVenue } from './readVenue.ts'

/**
 * The venue that the desk is at: the till's, else the one selected last, else the member of staff's home venue, of those
 * where they work; undefined where the operator has none.
 */
export const readDeskVenue = async ({
  read,
  context,
}: Pick<LoaderArgs, 'read' | 'context'>): ReturnType<typeof readFirstVenue> => {
  const [{ current }, person] = await Promise.all([read(api.tills.list), readCustomer(context)])
  const own = person?.rights?.venues ?? null
  const chosen = [current?.venueSlug, selectedVenue(context.cookies)?.venueSlug, person?.homeVenueSlug]
  return readFirstVenue(
    read,
    own === null ? chosen : [...chosen.filter((slug) => slug != null && own.includes(slug)), ...own],
  )
}
