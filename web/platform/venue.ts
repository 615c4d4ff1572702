import type { Cookies } from './cookies.ts'
import type { PageContext } from './pageContext.tsx'

/** The selected venue and the activity last viewed there, stored in a cookie (C15). */
export type Selected = { venueSlug: string; activitySlug?: string }

const cookie = 'selected-venue'
const aYear = 31_536_000

export const selectedVenue = (cookies: Cookies): Selected | undefined => {
  const [venueSlug = '', activitySlug = ''] = (cookies.get(cookie) ?? '').split('/')
  if (!/^[\w-]+$/.test(venueSlug)) return undefined
  return /^[\w-]+$/.test(activitySlug) ? { venueSlug, activitySlug } : { venueSlug }
}

export const rememberVenue = (
  { cookies }: Pick<PageContext, 'cookies'>,
  { venueSlug, activitySlug }: Selected,
): void => {
  const previous = selectedVenue(cookies)
  // Returning to the venue keeps the activity.
  if (previous?.venueSlug === venueSlug && activitySlug === undefined) return
  cookies.set(cookie, [venueSlug, ...(activitySlug === undefined ? [] : [activitySlug])].join('/'), {
    maxAge: aYear,
  })
}

/** For a venue that is gone, so that no page leads to it any more. */
export const forgetVenue = ({ cookies }: Pick<PageContext, 'cookies'>): void => {
  cookies.set(cookie, '', { maxAge: 0 })
}
