import type { ActionStatus, ActionToShow, ClockTime } from '#contract/shapes.ts'
import type { Kind } from './generation.ts'

/**
 * What a person wants to see of a day. It stands in the address (`?from=17:00&to=21:00&show=actionable&instructor=12`),
 * so it can be sent to a friend and Back works; without script it is a form that is got.
 */
export type Filters = {
  /** `17:00`; `''` when any start will do. */
  startTime: string
  endTime: string
  /** The actions-to-show setting: everything, or only what one can do something about. */
  show: Show
  instructors: readonly number[]
  tags: readonly number[]
}

export type Show = 'all' | 'actionable'

/** The five statuses one can act on (specification, section 4). */
const actionable: ReadonlySet<ActionStatus | null> = new Set<ActionStatus>([
  'LEAVE_WAITLIST',
  'CANCEL_RESERVATION',
  'CANCEL_BOOKING',
  'JOIN_WAITLIST',
  'BOOK',
])

/**
 * C07: classes and fast tickets show all that is on. A hall has hundreds of hours, most of which are taken, so courts
 * begin with what can be booked.
 */
const standardShow: Readonly<Record<Kind, Show>> = { classes: 'all', tickets: 'all', courts: 'actionable' }

export const standardFilters = (kind: Kind): Filters => ({
  startTime: '',
  endTime: '',
  show: standardShow[kind],
  instructors: [],
  tags: [],
})

/** The part of a timetable item that filters look at. */
export type Filtered = {
  startsAt: Pick<ClockTime, 'format24Hour'>
  endsAt: Pick<ClockTime, 'format24Hour'>
  actionToShow: Pick<ActionToShow, 'status'>
  instructors: readonly { id: number }[]
  tags: readonly { id: number }[]
}

/** C06: all must hold. Hours are compared as they stand on the wall. */
export const passes = (item: Filtered, { startTime, endTime, show, instructors, tags }: Filters): boolean =>
  (startTime === '' || item.startsAt.format24Hour >= startTime) &&
  (endTime === '' || (item.startsAt.format24Hour < endTime && endsBy(item, endTime))) &&
  (show === 'all' || actionable.has(item.actionToShow.status)) &&
  isAmong(item.instructors, instructors) &&
  isAmong(item.tags, tags)

/** What ends after midnight ends late, whatever its wall says. */
const endsBy = ({ startsAt, endsAt }: Filtered, endTime: string): boolean =>
  endsAt.format24Hour > startsAt.format24Hour && endsAt.format24Hour <= endTime

const isAmong = (present: readonly { id: number }[], wanted: readonly number[]): boolean =>
  wanted.length === 0 || present.some(({ id }) => wanted.includes(id))

/** Reads the address. What it says wrongly counts as not said. */
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

/** The same as a query string, without what is standard; `''` when everything is. */
export const filtersQuery = (filters: Filters, kind: Kind): string => {
  const query = new URLSearchParams()
  if (filters.startTime !== '') query.set('from', filters.startTime)
  if (filters.endTime !== '') query.set('to', filters.endTime)
  if (filters.show !== standardFilters(kind).show) query.set('show', filters.show)
  for (const id of filters.instructors) query.append('instructor', String(id))
  for (const id of filters.tags) query.append('tag', String(id))
  return query.toString()
}

/** How many of the questions have been answered otherwise than they stand at first. */
export const filtersSet = (filters: Filters, kind: Kind): number =>
  [
    filters.startTime !== '' || filters.endTime !== '',
    filters.show !== standardFilters(kind).show,
    filters.instructors.length > 0,
    filters.tags.length > 0,
  ].filter(Boolean).length

/** The instructors or tags that occur in a day, by name, each once. */
export const choicesAmong = (
  items: readonly Filtered[],
  of: 'instructors' | 'tags',
): { id: number; name: string }[] => {
  const found = new Map<number, string>()
  for (const item of items) {
    for (const one of item[of] as readonly { id: number; name: string }[]) found.set(one.id, one.name)
  }
  return [...found]
    .map(([id, name]) => ({ id, name }))
    .sort((one, other) => one.name.localeCompare(other.name, 'en-GB'))
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
