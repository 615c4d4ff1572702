import { language } from '#messages/format.ts'
import type { ClockTime } from '#contract/shapes.ts'
import type { ActionToShow } from '#contract/bookables.ts'
import type { ActionStatus } from '#contract/refusals.ts'
import type { Kind } from './generation.ts'

/**
 * The filters of a day. They are in the URL (`?from=17:00&to=21:00&show=actionable&instructor=12`), so that a page can be
 * shared and Back works.
 */
export type Filters = {
  /** `17:00`; `''` when any start will do. */
  startTime: string
  endTime: string
  /** The actions-to-show setting: everything, or only items that have an action. */
  show: Show
  instructors: readonly number[]
  tags: readonly number[]
}

export type Show = 'all' | 'actionable'

/** The five statuses that have an action (specification, section 4). */
const actionable: ReadonlySet<ActionStatus | null> = new Set<ActionStatus>([
  'LEAVE_WAITLIST',
  'CANCEL_RESERVATION',
  'CANCEL_BOOKING',
  'JOIN_WAITLIST',
  'BOOK',
])

/**
 * C07: classes and fast tickets show everything. A hall has hundreds of hours, most of them taken, so courts show what
 * can be booked.
 */
const standardShow: Readonly<Record<Kind, Show>> = { classes: 'all', tickets: 'all', courts: 'actionable' }

export const standardFilters = (kind: Kind): Filters => ({
  startTime: '',
  endTime: '',
  show: standardShow[kind],
  instructors: [],
  tags: [],
})

/** The part of a timetable item that filters read. */
export type Filtered = {
  startsAt: Pick<ClockTime, 'format24Hour'>
  endsAt: Pick<ClockTime, 'format24Hour'>
  actionToShow: Pick<ActionToShow, 'status'> & Partial<Pick<ActionToShow, 'otherActions'>>
  instructors: readonly { id: number }[]
  tags: readonly { id: number }[]
}

/** C06: all must match. Times are compared as local times of the venue. */
export const passes = (item: Filtered, { startTime, endTime, show, instructors, tags }: Filters): boolean =>
  (startTime === '' || item.startsAt.format24Hour >= startTime) &&
  (endTime === '' || (item.startsAt.format24Hour < endTime && endsBy(item, endTime))) &&
  (show === 'all' || isActionable(item)) &&
  includesAny(item.instructors, instructors) &&
  includesAny(item.tags, tags)

/** Something can be done with it: by the customer, or by a person they book for. */
const isActionable = ({ actionToShow: { status, otherActions = [] } }: Filtered): boolean =>
  actionable.has(status) || otherActions.includes('BOOK') || otherActions.includes('JOIN_WAITLIST')

/** An item that ends after midnight ends late, although its local end time is early. */
const endsBy = ({ startsAt, endsAt }: Filtered, endTime: string): boolean =>
  endsAt.format24Hour > startsAt.format24Hour && endsAt.format24Hour <= endTime

const includesAny = (present: readonly { id: number }[], ids: readonly number[]): boolean =>
  ids.length === 0 || present.some(({ id }) => ids.includes(id))

/** Reads the filters of a URL; invalid values are ignored. */
export const filtersIn = (query: URLSearchParams, kind: Kind): Filters => {
  const standard = standardFilters(kind)
  const show = query.get('show')
  return {
    startTime: hourIn(query.get('from')),
    endTime: hourIn(query.get('to')),
    show: show === 'all' || show === 'actionable' ? show : standard.show,
    instructors: kind === 'courts' ? [] : idsIn(query.getAll('instructor')),
    tags: kind === 'courts' ? [] : idsIn(query.getAll('tag')),
  }
}

/** The filters as a query string without the standard ones; `''` when all are standard. */
export const filtersQuery = (filters: Filters, kind: Kind): string => {
  const query = new URLSearchParams()
  if (filters.startTime !== '') query.set('from', filters.startTime)
  if (filters.endTime !== '') query.set('to', filters.endTime)
  if (filters.show !== standardFilters(kind).show) query.set('show', filters.show)
  for (const id of filters.instructors) query.append('instructor', String(id))
  for (const id of filters.tags) query.append('tag', String(id))
  return query.toString()
}

/** How many filters differ from the standard. */
export const filtersSet = (filters: Filters, kind: Kind): number =>
  [
    filters.startTime !== '' || filters.endTime !== '',
    filters.show !== standardFilters(kind).show,
    filters.instructors.length > 0,
    filters.tags.length > 0,
  ].filter(Boolean).length

/** The distinct instructors or tags of a day, by name. */
export const choicesAmong = (
  items: readonly Filtered[],
  of: 'instructors' | 'tags',
): { id: number; name: string }[] => {
  const names = new Map<number, string>()
  for (const item of items) {
    for (const one of item[of] as readonly { id: number; name: string }[]) names.set(one.id, one.name)
  }
  return [...names]
    .map(([id, name]) => ({ id, name }))
    .sort((one, other) => one.name.localeCompare(other.name, language))
}

const hourIn = (value: string | null): string =>
  value !== null && /^([01]\d|2[0-3]):[0-5]\d$/.test(value) ? value : ''

const idsIn = (values: readonly string[]): number[] => [
  ...new Set(
    values
      .flatMap((value) => value.split(','))
      .filter((value) => /^\d{1,10}$/.test(value))
      .map(Number),
  ),
]
