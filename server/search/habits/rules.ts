import type { Period } from '#contract/search.ts'
import { addDays, minutesOf, timeOf, weekdayOf } from '#server/platform/wallclock.ts'
import type { HabitRow } from './queries.ts'

/**
 * When to book the same again: the next day of the habit's weekday, at its time. Where that day is booked or not open
 * yet, any open day at that time; the caller leaves out the booked ones.
 */
export const nextOf = (
  { weekday, startsAt, bookedDays }: Pick<HabitRow, 'weekday' | 'startsAt' | 'bookedDays'>,
  today: string,
  lastDay: string,
): Period => {
  let day = addDays(today, (weekday - weekdayOf(today) + 7) % 7)
  while (bookedDays.includes(day)) day = addDays(day, 7)
  const days = day > lastDay ? { firstDay: today, lastDay } : { firstDay: day, lastDay: day }
  return { ...days, from: startsAt, to: timeOf(minutesOf(startsAt) + 1) }
}
