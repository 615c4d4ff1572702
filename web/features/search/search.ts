import type { Offer, OfferTime, Period } from '#contract/search.ts'
import type { search } from '#contract/search.ts'
import type { Received, Sent } from '#contract/endpoint.ts'
import { parsePoint } from '#contract/distance.ts'
import { links } from '#web/platform/links.ts'

/** The offered search radii, in miles. */
export const radii = [2, 5, 10, 25, 50, 100] as const
export const defaultRadius = 5

/** The radius of a URL; the default for invalid values. */
export const radiusFrom = (value: string | null): number => {
  const miles = Number(value)
  return Number.isFinite(miles) && miles > 0 && miles <= 500 ? miles : defaultRadius
}

/** The smallest offered radius that reaches this distance. */
export const radiusReaching = (miles: number): number | undefined => radii.find((radius) => radius >= miles)

export type SearchArgs = Sent<typeof search.find>
export type SearchResult = Received<typeof search.find>

/** The words of a URL: of `q`, or of `near`, which searches places only. */
export const wordsFrom = (query: URLSearchParams): { q: string; near: string } => {
  const text = (name: string): string => (query.get(name) ?? '').trim().slice(0, 100)
  return { q: text('q'), near: text('near') }
}

/** The search that a URL describes; `venue` is the one chosen before. Undefined when it describes none. */
export const searchFrom = (query: URLSearchParams, venue: string | undefined): SearchArgs | undefined => {
  const { q, near } = wordsFrom(query)
  const at = query.get('at')
  const hasPoint = at !== null && parsePoint(at) !== undefined
  if (q === '' && near === '' && !hasPoint) return undefined
  return {
    ...(q !== '' && { q }),
    ...(near !== '' && { near }),
    ...(hasPoint && { at }),
    radius: radiusFrom(query.get('radius')),
    ...(venue !== undefined && { venue }),
  }
}

/** The panel in which a time is booked. */
export const timeLink = (
  { venueSlug, activitySlug, v2Type }: Pick<Offer, 'venueSlug' | 'activitySlug' | 'v2Type'>,
  { date, id, startsAt }: Pick<OfferTime, 'date' | 'id' | 'startsAt'>,
): string =>
  v2Type === 'resources'
    ? links.timeSlots(venueSlug, activitySlug, date, 'time', startsAt.format24Hour)
    : links.timeSlots(venueSlug, activitySlug, date, v2Type === 'classes' ? 'class' : 'ticket', String(id))

/** The timetable that has the first of the times, or the days of the period. */
export const timetableLink = ({ venueSlug, activitySlug, times }: Offer, period: Period | null): string => {
  const day = times[0]?.date ?? period?.firstDay
  return day === undefined
    ? links.activity(venueSlug, activitySlug)
    : links.timeSlots(venueSlug, activitySlug, day)
}

/** Whether the words name a venue or a place and nothing else: then the venues come before the times. */
export const isVenueSearch = ({ venueMatch, period }: SearchResult): boolean =>
  venueMatch === 'name' || (venueMatch === 'near' && period === null)
