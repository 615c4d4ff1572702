import type { Period } from '#contract/search.ts'
import { daysOffered, releaseRuleOf } from '#server/activities/rules.ts'
import { addDays, dayOf } from '#server/platform/wallclock.ts'
import type { TimesWanted } from './queries.ts'
import type { ActivityRow, SearchVenueRow } from '#server/search/offerings/queries.ts'
import type { Match } from '#server/search/offerings/rules.ts'

/** Days that are bookable now, by release rule: venues share a few rules, and wall-clock arithmetic is slow. */
export const createOpenDays = (now: Date, isLoggedIn: boolean) => {
  const lastDays = new Map<string, string>()
  return ({ activity, venue }: { activity: ActivityRow; venue: SearchVenueRow }) => {
    const { timezone } = venue
    const rule = releaseRuleOf(activity, venue)
    const release =
      rule.by === 'days'
        ? {
            releaseDaysVisitor: rule.visitorDays,
            releaseDaysCustomer: rule.customerDays,
            releaseTime: rule.time,
          }
        : venue
    const key = [timezone, release.releaseDaysVisitor, release.releaseDaysCustomer, release.releaseTime].join(
      '/',
    )
    let lastDay = lastDays.get(key)
    if (lastDay === undefined)
      lastDays.set(key, (lastDay = daysOffered(now, release, timezone, isLoggedIn).at(-1) ?? ''))
    const today = dayOf(now, timezone)
    if (rule.by === 'days') return { today, lastDay, opensUntil: null }
    const opensUntil = new Date(now.getTime() + rule.minutes * 60_000)
    return {
      today,
      lastDay: latest(lastDay, dayOf(opensUntil, timezone)),
      opensUntil: opensUntil.toISOString(),
    }
  }
}

/** What to look for in the timetable; null when no day of the period is bookable. */
export const timesWanted = (
  { activity, sessionNames, instructorId = null }: Match<ActivityRow> & { instructorId?: number | null },
  venue: SearchVenueRow,
  period: Period | null,
  openDays: ReturnType<typeof createOpenDays>,
): TimesWanted | null => {
  const { today, lastDay, opensUntil } = openDays({ activity, venue })
  // A session of yesterday may still be running past midnight.
  const firstDay = latest(period?.firstDay ?? addDays(today, -1), addDays(today, -1))
  const last = earliest(period?.lastDay ?? lastDay, lastDay)
  if (firstDay > last) return null
  return {
    activityId: activity.id,
    timezone: venue.timezone,
    sessionNames,
    instructorId,
    firstDay,
    lastDay: last,
    from: period?.from ?? null,
    to: period?.to ?? null,
    opensUntil,
    lastBookableMinutes: activity.lastBookableMinutes,
  }
}

const latest = (a: string, b: string): string => (a > b ? a : b)
const earliest = (a: string, b: string): string => (a < b ? a : b)
