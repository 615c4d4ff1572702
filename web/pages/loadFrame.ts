import { api, ApiError } from '#web/platform/api.ts'
import type { FrameData, Load } from '#web/platform/page.ts'
import { readCustomer } from '#web/platform/session.ts'
import { selectedVenue } from '#web/platform/venue.ts'

type FrameLoad = Load<never, 'venueSlug'>

/**
 * What stands around every page of a site, read at once: the venue's theme, the client config, who is logged in, how
 * many things are in the basket, the footer.
 */
export const loadFrame = (context: FrameLoad): Promise<FrameData> =>
  frameFor(context, context.params.venueSlug ?? selectedVenue(context.visit.cookies)?.venueSlug)

/** The same for a site that is about a person: their home venue's colours, and no basket to count. */
export const loadOwnFrame = async (context: FrameLoad): Promise<FrameData> => {
  const customer = await readCustomer(context.visit).catch(() => null)
  return frameFor(context, customer?.homeVenueSlug ?? selectedVenue(context.visit.cookies)?.venueSlug)
}

const frameFor = async (context: FrameLoad, venueSlug: string | undefined): Promise<FrameData> => {
  const { read, visit } = context
  const around = venueSlug === undefined ? {} : { venueSlug }
  try {
    const [theme, config] = await Promise.all([
      readTheme(context, venueSlug),
      read(api.operator.config),
      readCustomer(visit),
      readBasket(context),
      readFooter(context, venueSlug),
    ])
    if (theme === 'maintenance') return { ...around, ...bare, blocked: 'maintenance' }
    return {
      ...around,
      theme,
      operatorName: config.name,
    }
  } catch (error) {
    if (!(error instanceof ApiError)) visit.report(error)
    return { ...around, ...bare, blocked: 'failed' }
  }
}

const bare = { theme: {}, operatorName: '' }

/**
 * The theme of the venue, asked for once more without it when that fails (B02). 503 means closed for work (B03); a
 * venue that is merely remembered does not close the pages on which another can be chosen.
 */
const readTheme = async ({ read, params }: FrameLoad, venueSlug: string | undefined) => {
  try {
    if (venueSlug === undefined) return await read(api.operator.theme)
    try {
      return await read(api.operator.theme, { venue: venueSlug })
    } catch (error) {
      if (isClosedForWork(error) && params.venueSlug !== undefined) throw error
      return await read(api.operator.theme)
    }
  } catch (error) {
    if (isClosedForWork(error)) return 'maintenance'
    throw error
  }
}

const isClosedForWork = (error: unknown): boolean => error instanceof ApiError && error.status === 503

/** A footer that does not come is no reason to show no page: the frame then does without. */
const readFooter = async ({ read }: FrameLoad, venueSlug: string | undefined): Promise<void> => {
  try {
    await read(api.operator.footer, venueSlug === undefined ? {} : { venue: venueSlug })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}

/** Nor is a basket. A visitor who has none costs no request: the cookie of one is seen by the server alone. */
const readBasket = async ({ read, visit }: FrameLoad): Promise<void> => {
  if (visit.cookies.get('basket') === undefined && (await readCustomer(visit)) === null) return
  try {
    await read(api.baskets.read)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}
