import { api, ApiError } from '#web/platform/api.ts'
import { readBuyer } from '#web/platform/buyer.ts'
import type { FrameData, Load } from '#web/platform/page.ts'
import { readCustomer } from '#web/platform/session.ts'
import { selectionOf } from '#web/platform/selection.ts'
import { loadOwnFrame } from './loadFrame.ts'

/** Loads what the desk's layout needs: theme, member of staff, tills and the customer being served. */
export const loadDeskFrame = async (context: Load<never, 'venueSlug'>): Promise<FrameData> => {
  const { read, visit } = context
  const [frame, staff] = await Promise.all([loadOwnFrame(context), readCustomer(visit).catch(() => null)])
  if (frame.blocked !== undefined || staff?.role !== 'staff') return frame
  try {
    await Promise.all([read(api.tills.list), read(api.venues.all), readServedCustomer(visit)])
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
  return frame
}

/** Stops serving a customer whose account no longer exists. */
const readServedCustomer = async (visit: Parameters<typeof readBuyer>[0]): Promise<void> => {
  try {
    await readBuyer(visit)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error
    selectionOf(visit).choose(null)
  }
}
