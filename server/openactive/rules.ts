import { activityDayOpens } from '#server/activities/rules.ts'
import type { OwnRelease, VenueRelease } from '#server/activities/rules.ts'
import { instantOf } from '#server/platform/wallclock.ts'

/** Whoever uses the data may do anything with it and names the operator. */
export const licence = 'https://creativecommons.org/licenses/by/4.0/'

/** Where the feeds of an operator lie, and with them what their items are called by; `at` is the address of the site. */
export const feedsOf = (operatorSlug: string, at: string): string =>
  `${at}/api/openactive/${encodeURIComponent(operatorSlug)}`

/** What is over leaves the feed a day later, so that who reads it once a day has seen all of it. */
export const keptAfterEndMs = 24 * 3_600_000

/** How long a feed goes on saying that an item is gone. The standard asks for seven days. */
export const tombstoneSeconds = 8 * 86_400

/** What the feed says of an item now; `data` null says it is gone, `modified` null that it has never been there. */
export type Said = { modified: number | null; data: string | null; dueAt: Date | null }

/** What it ought to say; `dueAt` is when that has to be looked at again. */
export type Wish = { data: string | null; dueAt: Date | null }

/**
 * What becomes of an item: `keep` changes nothing a reader sees, `forget` takes it out for good.
 * @param modified what it is marked with if a reader sees a difference
 */
export const settle = (
  said: Said | undefined,
  wish: Wish,
  modified: number,
  now: Date,
): { do: 'keep' } | { do: 'forget' } | ({ do: 'write' } & Said) => {
  if (wish.data !== null) {
    if (said?.data !== wish.data) return { do: 'write', modified, ...wish }
    return sameTime(said.dueAt, wish.dueAt) ? { do: 'keep' } : { do: 'write', ...said, dueAt: wish.dueAt }
  }
  if (said !== undefined && said.data !== null)
    return { do: 'write', modified, data: null, dueAt: earlier(wish.dueAt, endOfTombstone(modified)) }
  // Gone, and said so for long enough.
  const isGone = said !== undefined && said.modified !== null
  const end = isGone ? endOfTombstone(said.modified ?? 0) : null
  if (end !== null && end > now) {
    const dueAt = earlier(wish.dueAt, end)
    return sameTime(said?.dueAt ?? null, dueAt)
      ? { do: 'keep' }
      : { do: 'write', modified: said?.modified ?? null, data: null, dueAt }
  }
  if (wish.dueAt === null) return said === undefined ? { do: 'keep' } : { do: 'forget' }
  if (said !== undefined && !isGone && sameTime(said.dueAt, wish.dueAt)) return { do: 'keep' }
  return { do: 'write', modified: null, data: null, dueAt: wish.dueAt }
}

const endOfTombstone = (modified: number): Date => new Date((modified + tombstoneSeconds) * 1000)

const earlier = (one: Date | null, other: Date): Date => (one !== null && one < other ? one : other)

const sameTime = (one: Date | null, other: Date | null): boolean => one?.getTime() === other?.getTime()

/** The `modified` of what is written now: the time, and always greater than any before. */
export const nextModified = (last: number, now: Date): number =>
  Math.max(Math.floor(now.getTime() / 1000), last + 1)

/** From when a session is public: when its day is offered to somebody who has not logged in. */
export const publicFrom = (
  localDate: string,
  activity: OwnRelease,
  venue: VenueRelease,
  timezone: string,
): Date => {
  const opens = activityDayOpens(localDate, activity, venue, timezone, false)
  const morning = instantOf(localDate, '00:00', timezone)
  return opens < morning ? opens : morning
}

/** How many places are left. A court has none while anything stands on its floor. */
export const placesLeft = (
  occurrence: { capacity: number; taken: number; onTakenFloor: boolean },
  kind: 'classes' | 'courts' | 'tickets',
): number =>
  kind === 'courts' && occurrence.onTakenFloor ? 0 : Math.max(0, occurrence.capacity - occurrence.taken)
