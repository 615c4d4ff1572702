import type { Category } from '#contract/shapes.ts'
import { api } from '#web/platform/api.ts'
import { useDeferredRead, type Read, type ReadState } from '#web/platform/queries.ts'
import type { Bookable } from './availability.ts'
import { callsOf, type Generation, type Kind } from './generation.ts'

/** The two views of a hall's hours; classes and tickets have one. */
export type View = 'time' | 'location' | 'class' | 'ticket'

/** The parameters that read one activity on one day. */
export type DayQuery = {
  venue: string
  activity: string
  /** Its parent category: the tickets endpoint takes both. */
  category: string
  date: string
  generation: Generation
  kind: Kind
  view: View
}

export const buildDayQuery = (
  venue: string,
  activity: Pick<Category, 'slug' | 'parentSlug'>,
  date: string,
  { generation, kind, view }: Pick<DayQuery, 'generation' | 'kind' | 'view'>,
): DayQuery => ({
  venue,
  activity: activity.slug,
  category: activity.parentSlug ?? activity.slug,
  date,
  generation,
  kind,
  view,
})

/** A visible page refreshes its places this often, and whenever it becomes visible again. */
const refreshMs = 15_000

/** For loaders: the day's list, from the endpoint of its kind and view. */
export const readDay = async (read: Read, day: DayQuery): Promise<readonly Bookable[]> => {
  const { list, args } = listOf(day)
  const { times, slots, classes } = callsOf(day.generation)
  switch (list) {
    case 'times':
      return read(times, args)
    case 'slots':
      return read(slots, args)
    case 'classes':
      return read(classes, args)
    case 'tickets':
      return read(api.timetable.tickets, { ...args, category: day.category })
  }
}

/** The day's list, refreshed as places change. Undefined until it has loaded. */
export const useDay = (day: DayQuery): ReadState<readonly Bookable[] | undefined> => {
  const { list, args } = listOf(day)
  const calls = callsOf(day.generation)
  const options = (when: boolean) => ({ when, everyMs: refreshMs })
  const states = {
    times: useDeferredRead(calls.times, args, options(list === 'times')),
    slots: useDeferredRead(calls.slots, args, options(list === 'slots')),
    classes: useDeferredRead(calls.classes, args, options(list === 'classes')),
    tickets: useDeferredRead(
      api.timetable.tickets,
      { ...args, category: day.category },
      options(list === 'tickets'),
    ),
  }
  return states[list]
}

/** The courts of one hour. */
export const hourArgs = ({ venue, activity, date }: DayQuery, startTime: string) => ({
  venue,
  activity,
  date,
  startTime,
})

export const useHour = (day: DayQuery, startTime: string) =>
  useDeferredRead(callsOf(day.generation).slots, hourArgs(day, startTime), { everyMs: refreshMs })

const listOf = ({ kind, view, venue, activity, date }: DayQuery) => ({
  list: kind === 'courts' ? courtLists[view === 'location' ? 'location' : 'time'] : kind,
  args: { venue, activity, date },
})

const courtLists = { time: 'times', location: 'slots' } as const
