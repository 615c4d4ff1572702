import type { FavouriteTimes } from '#contract/favourites.ts'
import type { Offer, OfferTime } from '#contract/search.ts'
import { links } from '#web/platform/links.ts'

const timesListed = 3

/** A time with the activity it is of. */
export type NextTime = OfferTime & Pick<Offer, 'venueSlug' | 'activitySlug' | 'v2Type' | 'venueName'>

/** The next times of all its activities, earliest first. */
export const nextOf = ({ offers }: FavouriteTimes): NextTime[] =>
  offers
    .flatMap(({ times, venueSlug, activitySlug, v2Type, venueName }) =>
      times.map((time) => ({ ...time, venueSlug, activitySlug, v2Type, venueName })),
    )
    .toSorted((a, b) => a.timestamp - b.timestamp)
    .slice(0, timesListed)

/** The page of what is offered; an instructor has none. */
export const addressOf = ({ isOffered, venueSlug, activitySlug }: FavouriteTimes): string | undefined => {
  if (!isOffered || venueSlug === null) return undefined
  return activitySlug === null ? links.venue(venueSlug) : links.activity(venueSlug, activitySlug)
}
