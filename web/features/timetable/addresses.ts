import { links } from '#web/platform/links.ts'
import type { Bookable } from './availability.ts'
import { filtersQuery, type Filters } from './filters.ts'
import type { Kind } from './generation.ts'
import type { View } from './useDay.ts'

/** Where one is in an activity's timetable: all of it stands in the address. */
export type Place = {
  venueSlug: string
  activitySlug: string
  day: string
  kind: Kind
  view: View
  /** Whether the address names the view, or leaves it to the activity. */
  isViewNamed: boolean
  filters: Filters
  /** The court a view by location is narrowed to. */
  location: string | undefined
}

/** The view the address asks for; undefined when this kind of activity has no such view. */
export const viewIn = (
  type: string | undefined,
  kind: Kind,
  browseByName: 'location' | 'time',
): View | undefined => {
  if (type === undefined) return standardView(kind, browseByName)
  return viewsOf(kind).find((view) => view === type)
}

const viewsOf = (kind: Kind): readonly View[] => {
  if (kind === 'courts') return ['time', 'location']
  return kind === 'classes' ? ['class'] : ['ticket']
}

const standardView = (kind: Kind, browseByName: 'location' | 'time'): View => {
  if (kind === 'courts') return browseByName
  return kind === 'classes' ? 'class' : 'ticket'
}

/** The list, with other days, views or filters where they are named. */
export const listAddress = (place: Place, changes: Partial<Place> = {}): string => {
  const { venueSlug, activitySlug, day, view, isViewNamed, ...rest } = { ...place, ...changes }
  const isNamed = (isViewNamed || changes.view !== undefined) && place.kind === 'courts'
  return withPlaceQuery(links.timeSlots(venueSlug, activitySlug, day, isNamed ? view : undefined), {
    ...rest,
    view,
  })
}

/** The panel of one item: an hour by its start, anything else by its id. */
export const panelAddress = (place: Place, item: Pick<Bookable, 'id' | 'startsAt'>): string => {
  const { venueSlug, activitySlug, day, view } = place
  const rest = item.id === undefined || view === 'time' ? item.startsAt.format24Hour : String(item.id)
  return withPlaceQuery(links.timeSlots(venueSlug, activitySlug, day, view, rest), place)
}

const withPlaceQuery = (
  path: string,
  { filters, kind, view, location }: Pick<Place, 'filters' | 'kind' | 'view' | 'location'>,
): string => {
  const query = new URLSearchParams(filtersQuery(filters, kind))
  if (location !== undefined && view === 'location') query.set('location', location)
  const text = query.toString()
  return text === '' ? path : `${path}?${text}`
}
