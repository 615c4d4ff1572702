import { api, ApiError } from '#web/platform/api.ts'
import type { FrameData, LoaderArgs } from '#web/platform/page.ts'
import { readCustomer } from '#web/platform/session.ts'
import { selectedVenue } from '#web/platform/venue.ts'

type FrameLoaderArgs = LoaderArgs<never, 'venueSlug'>

/**
 * Reads everything a site's frame shows in parallel: the venue's theme, the client config, the customer, the basket and
 * the footer.
 */
export const loadFrame = (args: FrameLoaderArgs): Promise<FrameData> =>
  frameFor(args, args.params.venueSlug ?? selectedVenue(args.context.cookies)?.venueSlug)

/** The same with the theme of the customer's home venue, for the sites about a person. */
export const loadOwnFrame = async (args: FrameLoaderArgs): Promise<FrameData> => {
  const customer = await readCustomer(args.context).catch(() => null)
  return frameFor(args, customer?.homeVenueSlug ?? selectedVenue(args.context.cookies)?.venueSlug)
}

const frameFor = async (args: FrameLoaderArgs, venueSlug: string | undefined): Promise<FrameData> => {
  const { read, context } = args
  const venuePart = venueSlug === undefined ? {} : { venueSlug }
  try {
    const [theme, config] = await Promise.all([
      readTheme(args, venueSlug),
      read(api.operator.config),
      readCustomer(context),
      readBasket(args),
      readFooter(args, venueSlug),
    ])
    if (theme === 'maintenance') return { ...venuePart, ...bare, blocked: 'maintenance' }
    return {
      // A remembered venue that is closed or gone must not be where "Book an activity" leads.
      ...(theme.isOfVenue || args.params.venueSlug !== undefined ? venuePart : {}),
      theme: theme.theme,
      operatorName: config.name,
    }
  } catch (error) {
    if (!(error instanceof ApiError)) context.report(error)
    return { ...venuePart, ...bare, blocked: 'failed' }
  }
}

const bare = { theme: {}, operatorName: '' }

/**
 * The venue's theme, or the operator's when that fails (B02). 503 means maintenance (B03); a venue that is only
 * remembered does not block the pages on which another can be chosen.
 */
const readTheme = async ({ read, params }: FrameLoaderArgs, venueSlug: string | undefined) => {
  try {
    if (venueSlug === undefined) return { theme: await read(api.operator.theme), isOfVenue: false }
    try {
      return { theme: await read(api.operator.theme, { venue: venueSlug }), isOfVenue: true }
    } catch (error) {
      if (isMaintenance(error) && params.venueSlug !== undefined) throw error
      return { theme: await read(api.operator.theme), isOfVenue: !isMaintenance(error) && !isMissing(error) }
    }
  } catch (error) {
    if (isMaintenance(error)) return 'maintenance'
    throw error
  }
}

/** A database that is away answers 503 too, but is no planned work. */
const isMaintenance = (error: unknown): boolean =>
  error instanceof ApiError && error.status === 503 && error.code !== 'unavailable'

const isMissing = (error: unknown): boolean => error instanceof ApiError && error.status === 404

/** A failed footer does not fail the page: the frame leaves it out. */
const readFooter = async ({ read }: FrameLoaderArgs, venueSlug: string | undefined): Promise<void> => {
  try {
    await read(api.operator.footer, venueSlug === undefined ? {} : { venue: venueSlug })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}

/** A failed basket does not fail the page either. Visitors without a basket cause no request; only the server reads the cookie. */
const readBasket = async ({ read, context }: FrameLoaderArgs): Promise<void> => {
  if (context.cookies.get('basket') === undefined && (await readCustomer(context)) === null) return
  try {
    await read(api.baskets.read)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}
