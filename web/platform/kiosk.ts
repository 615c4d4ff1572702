import type { Cookies } from './cookies.ts'
import { forgetVenue, rememberVenue, selectedVenue } from './venue.ts'

/** Kiosk mode, with the slug of the kiosk's venue if one was configured. */
export type KioskMode = { centre?: string }

export const kioskCookie = 'kiosk'

/**
 * `?kiosk` switches kiosk mode on until the browser closes, `?kiosk=false` switches it off; `?centre=` sets the kiosk's
 * venue, whose theme and activities it shows (A26).
 */
export const kioskMode = (cookies: Cookies, query: URLSearchParams): KioskMode | undefined => {
  const requested = query.get('kiosk')
  const stored = cookies.get(kioskCookie)
  if (requested !== null && /^(false|0|no|off)$/i.test(requested)) {
    if (stored !== undefined) cookies.set(kioskCookie, '', { maxAge: 0 })
    return undefined
  }
  if (requested === null && stored === undefined) return undefined
  const named = slugIn(query.get('centre'))
  const centre = named ?? slugIn(stored)
  cookies.set(kioskCookie, centre ?? noCentre)
  if (centre === undefined) return {}
  if (named !== undefined || selectedVenue(cookies) === undefined)
    rememberVenue({ cookies }, { venueSlug: centre })
  return { centre }
}

/** For a centre that does not exist: the device stays a kiosk, without a venue of its own. */
export const forgetCentre = (cookies: Cookies): void => {
  cookies.set(kioskCookie, noCentre)
  forgetVenue({ cookies })
}

/** A slug has no dot, so this is not a slug. */
const noCentre = 'on.'

const slugIn = (text: string | null | undefined): string | undefined =>
  text !== null && text !== undefined && /^[\w-]+$/.test(text) ? text : undefined
