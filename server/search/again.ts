import type { Offer, Period } from '#contract/search.ts'
import { daysAfter, localDay } from '#contract/time.ts'
import type { Actor } from '#server/platform/actor.ts'
import { minutesOf, timeOf, weekdayOf } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database.ts'
import { loggedOut } from '#server/platform/errors.ts'
import type { Offerings } from './offerings.ts'
import { habitsOf, nextTimes } from './sql.ts'
import type { HabitRow } from './sql.ts'
import { createOpenDays, presentOffer, readOfferContext, timesWanted } from './times.ts'

/** What was booked longer ago is no habit any more. */
const habitDays = 120

const maxHabits = 6

const maxSuggestions = 3

/** Times read of each: some may be booked already. */
const daysAhead = 8

const isSameTime =
  ({ activityId, name, startsAt }: HabitRow) =>
  (other: HabitRow): boolean =>
    other.activityId === activityId && other.name === name && other.startsAt === startsAt

/** What a customer books often, each with its next date that has a place. */
export const findAgain = async (
  db: Database,
  offerings: Offerings,
  actor: Actor,
  now: Date,
): Promise<Offer[]> => {
  const { operator, customerId } = actor
  if (customerId === null) throw loggedOut()
  const since = new Date(now.getTime() - habitDays * 86_400_000)
  const today = localDay(now, operator.timezone)
  const habits = await habitsOf(db, customerId, since, today, maxHabits)
  const openDays = createOpenDays(now, true)
  const next = habits.flatMap((habit) => {
    const activity = offerings.activityOf(habit.activityId)
    const venue = activity === undefined ? undefined : offerings.rowOf(activity.venueId)
    if (activity === undefined || venue === undefined) return []
    const { lastDay } = openDays({ activity, venue })
    // The next time of a Saturday's habit may be a Sunday, which another habit knows to be booked.
    const bookedDays = habits.filter(isSameTime(habit)).flatMap((other) => other.bookedDays)
    const period = nextOf({ ...habit, bookedDays }, localDay(now, venue.timezone), lastDay)
    const sessionNames = habit.kind === 'classes' ? [habit.name] : null
    const wanted = timesWanted({ activity, sessionNames }, venue, period, openDays)
    return wanted === null ? [] : [{ activity, venue, wanted, bookedDays }]
  })
  const rows = await nextTimes(
    db,
    next.map(({ wanted }) => wanted),
    daysAhead,
    now,
  )
  const context = await readOfferContext(db, actor, rows, now)
  const keys = new Set<number>()
  return next
    .flatMap(({ activity, venue, bookedDays }, index): Offer[] => {
      const row = rows[index]
      if (row === undefined) return []
      const offer = presentOffer(actor.messages, { activity, venue, miles: null, row }, context)
      const time = offer.times.find(
        ({ date, timestamp }) => !bookedDays.includes(date) && !keys.has(timestamp),
      )
      if (time === undefined) return []
      keys.add(time.timestamp)
      return [{ ...offer, times: [time] }]
    })
    .slice(0, maxSuggestions)
}

/**
 * When to book the same again: the next day of the habit's weekday, at its time. Where that day is booked or not open
 * yet, any open day at that time; the caller leaves out the booked ones.
 */
export const nextOf = (
  { weekday, startsAt, bookedDays }: Pick<HabitRow, 'weekday' | 'startsAt' | 'bookedDays'>,
  today: string,
  lastDay: string,
): Period => {
  let day = daysAfter(today, (weekday - weekdayOf(today) + 7) % 7)
  while (bookedDays.includes(day)) day = daysAfter(day, 7)
  const days = day > lastDay ? { firstDay: today, lastDay } : { firstDay: day, lastDay: day }
  return { ...days, from: startsAt, to: timeOf(minutesOf(startsAt) + 1) }
}
