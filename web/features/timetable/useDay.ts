import type { QueryClient } from '@tanstack/react-query'
import type { Category } from '#contract/shapes.ts'
import { api, type Call } from '#web/platform/api.ts'
import { readKey, useLateRead, type Read, type ReadState } from '#web/platform/queries.ts'
import type { Bookable } from './availability.ts'
import { callsOf, type Generation, type Kind } from './generation.ts'

/** The two views of a hall's hours; classes and tickets have one. */
export type View = 'time' | 'location' | 'class' | 'ticket'

/** One activity on one day, as it is asked for. */
export type DayAsked = {
  venue: string
  activity: string
  /** The heading it stands under: tickets are asked for by both. */
  category: string
  date: string
  generation: Generation
  kind: Kind
  view: View
}

export const dayAsked = (
  venue: string,
  activity: Pick<Category, 'slug' | 'parentSlug'>,
  date: string,
  { generation, kind, view }: Pick<DayAsked, 'generation' | 'kind' | 'view'>,
): DayAsked => ({
  venue,
  activity: activity.slug,
  category: activity.parentSlug ?? activity.slug,
  date,
  generation,
  kind,
  view,
})

/** While a page is in sight its places are asked for again this often, and whenever somebody comes back to it. */
const refreshMs = 15_000

/** For loaders: the day's list, by the call its kind and view want. */
export const readDay = async (read: Read, day: DayAsked): Promise<readonly Bookable[]> => {
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

/** The day's list, patched in place as places come and go. Undefined until it has come. */
export const useDay = (day: DayAsked): ReadState<readonly Bookable[] | undefined> => {
  const { list, args } = listOf(day)
  const calls = callsOf(day.generation)
  const asked = (when: boolean) => ({ when, everyMs: refreshMs })
  const states = {
    times: useLateRead(calls.times, args, asked(list === 'times')),
    slots: useLateRead(calls.slots, args, asked(list === 'slots')),
    classes: useLateRead(calls.classes, args, asked(list === 'classes')),
    tickets: useLateRead(
      api.timetable.tickets,
      { ...args, category: day.category },
      asked(list === 'tickets'),
    ),
  }
  return states[list]
}

/** The courts of one hour. */
export const hourArgs = ({ venue, activity, date }: DayAsked, startTime: string) => ({
  venue,
  activity,
  date,
  startTime,
})

export const useHour = (day: DayAsked, startTime: string) =>
  useLateRead(callsOf(day.generation).slots, hourArgs(day, startTime), { everyMs: refreshMs })

const listOf = ({ kind, view, venue, activity, date }: DayAsked) => ({
  list: kind === 'courts' ? courtLists[view === 'location' ? 'location' : 'time'] : kind,
  args: { venue, activity, date },
})

const courtLists = { time: 'times', location: 'slots' } as const

/** A day's list as somebody has read it in the last minute; no request. */
export const dayKept = (queries: QueryClient, day: DayAsked): readonly Bookable[] | undefined => {
  const { list, args } = listOf(day)
  const key =
    list === 'tickets'
      ? readKey(api.timetable.tickets, { ...args, category: day.category })
      : readKey(callsOf(day.generation)[list] as Call, args)
  const state = queries.getQueryState<readonly Bookable[]>(key)
  return state !== undefined && Date.now() - state.dataUpdatedAt < keptMs ? state.data : undefined
}

const keptMs = 60_000
