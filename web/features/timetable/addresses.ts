import { links } from '#web/platform/links.ts'
import type { Bookable } from './availability.ts'
import { filtersQuery, type Filters } from './filters.ts'
import type { Kind } from './generation.ts'
import type { View } from './useDay.ts'

/** The state of a timetable page that its URL holds. */
export type TimetableState = {
  venueSlug: string
  activitySlug: string
  day: string
  kind: Kind
  view: View
  /** Whether the URL names the view, or leaves it to the activity. */
  isViewNamed: boolean
  filters: Filters
  /** The court that the view by location is narrowed to. */
  location: string | undefined
}

/** The view that the URL names; undefined when this kind of activity has no such view. */
export const viewIn = (
  type: string | undefined,
  kind: Kind,
  browseByName: 'location' | 'time',
): View | undefined => {
  if (type === undefined) return standardView(kind, browseByName)
  const linked = linkedViews.get(type)
  if (linked !== undefined) return standardView(kind, linked)
  return viewsOf(kind).find((view) => view === type)
}

/** How programs in use name the views in their links. */
const linkedViews: ReadonlyMap<string, 'time' | 'location'> = new Map([
  ['by-time', 'time'],
  ['by-location', 'location'],
])

/** A court at an hour, as programs in use link to it: `slot/18:00-19:00/{composite key}/{location slug}`. */
export type SlotLink = {
  startTime: string
  compositeKey: string | undefined
  locationSlug: string | undefined
}

/** Reads the last part of such a link; undefined when it is something else. */
export const slotLinkIn = (rest: string): SlotLink | undefined => {
  const [word, hours = '', compositeKey, locationSlug] = rest.split('/')
  const startTime = /^((?:[01]\d|2[0-3]):[0-5]\d)-\d\d:\d\d$/.exec(hours)?.[1]
  return word === 'slot' && startTime !== undefined ? { startTime, compositeKey, locationSlug } : undefined
}

/** The id in a link of programs in use to one class or ticket, `class/4400123`, and in ours, which is the id alone. */
export const itemIdIn = (rest: string): string => /^(?:class|ticket)\/([^/]+)$/.exec(rest)?.[1] ?? rest

const viewsOf = (kind: Kind): readonly View[] => {
  if (kind === 'courts') return ['time', 'location']
  return kind === 'classes' ? ['class'] : ['ticket']
}

const standardView = (kind: Kind, browseByName: 'location' | 'time'): View => {
  if (kind === 'courts') return browseByName
  return kind === 'classes' ? 'class' : 'ticket'
}

/** The URL of the list, with the changes applied. */
export const listAddress = (state: TimetableState, changes: Partial<TimetableState> = {}): string => {
  const { venueSlug, activitySlug, day, view, isViewNamed, ...rest } = { ...state, ...changes }
  const isNamed = (isViewNamed || changes.view !== undefined) && state.kind === 'courts'
  return withStateQuery(links.timeSlots(venueSlug, activitySlug, day, isNamed ? view : undefined), {
    ...rest,
    view,
  })
}

/** What a panel's URL is made of; without an id it is the panel of an hour over all courts. */
export type PanelItem = Pick<Bookable, 'id' | 'startsAt' | 'endsAt'>

/** The URL of an item's panel: an hour by its time, anything else by its id. */
export const panelAddress = (state: TimetableState, item: PanelItem): string => {
  const { venueSlug, activitySlug, day, view } = state
  const rest = view === 'time' ? item.startsAt.format24Hour : String(item.id ?? `slot/${hoursOf(item)}`)
  return withStateQuery(links.timeSlots(venueSlug, activitySlug, day, view, rest), state)
}

const hoursOf = ({ startsAt, endsAt }: PanelItem): string => `${startsAt.format24Hour}-${endsAt.format24Hour}`

const withStateQuery = (
  path: string,
  { filters, kind, view, location }: Pick<TimetableState, 'filters' | 'kind' | 'view' | 'location'>,
): string => {
  const query = new URLSearchParams(filtersQuery(filters, kind))
  if (location !== undefined && view === 'location') query.set('location', location)
  const text = query.toString()
  return text === '' ? path : `${path}?${text}`
}
