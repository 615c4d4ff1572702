import type { Release, rehearsals } from '#contract/rehearsals.ts'
import { mostVisitors, mostVisitorsEmbedded } from '#contract/rehearsals.ts'
import type { Answer } from '#contract/endpoint.ts'
import { daysAfter, localDay, moment } from '#contract/time.ts'
import { dayOpens, releaseRuleOf } from '#server/activities/rules.ts'
import type { ReleaseRule } from '#server/activities/rules.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Config } from '#server/platform/config.ts'
import type { Tx } from '#server/platform/database.ts'
import { requireVenue } from '#server/venues/find.ts'
import { suggestedVisitors } from './rules.ts'
import { countBusiest, freeSessions, releasedActivities, releasingVenues } from './sql.ts'
import type { FreeSession, ReleasedActivity, ReleasingVenue } from './sql.ts'

/** A day that opens to some people at an instant. */
export type ReleaseKey = Pick<Release, 'day' | 'audience'> & { opensAt: Date }

type VenueReleases = ReleaseKey & { activities: readonly ReleasedActivity[] }

/** How many days' releases can be rehearsed: tonight's, and those of the days that follow. */
const releaseDays = 7
const busiestOfDays = 56
/** So long after booking opened people count as having come for the release. */
const rushMinutes = 10

/** The releases by days of a venue, from an instant on. Those by minutes before a session come all the time. */
const releasesOf = (
  venue: ReleasingVenue,
  activities: readonly ReleasedActivity[],
  { from, days }: { from: Date; days: number },
): VenueReleases[] => {
  const byRule = new Map<string, { rule: ReleaseRule & { by: 'days' }; activities: ReleasedActivity[] }>()
  for (const activity of activities) {
    const rule = releaseRuleOf(activity, venue)
    if (rule.by !== 'days') continue
    const same = byRule.get(JSON.stringify(rule)) ?? { rule, activities: [] }
    same.activities.push(activity)
    byRule.set(JSON.stringify(rule), same)
  }
  const today = localDay(from, venue.timezone)
  return [...byRule.values()]
    .flatMap(({ rule, activities: released }) => {
      const audiences: readonly { audience: Release['audience']; ahead: number; loggedIn: boolean }[] =
        rule.visitorDays === rule.customerDays
          ? [{ audience: 'everybody', ahead: rule.visitorDays, loggedIn: false }]
          : [
              { audience: 'customers', ahead: rule.customerDays, loggedIn: true },
              { audience: 'visitors', ahead: rule.visitorDays, loggedIn: false },
            ]
      return audiences.flatMap(({ audience, ahead, loggedIn }) =>
        Array.from({ length: days + 1 }, (_, n) => {
          const day = daysAfter(today, ahead + n)
          const opensAt = dayOpens(day, rule, venue.timezone, loggedIn)
          return { day, audience, opensAt, activities: released }
        }),
      )
    })
    .filter(({ opensAt }) => opensAt >= from)
    .toSorted((a, b) => a.opensAt.getTime() - b.opensAt.getTime())
}

const isSame = (a: ReleaseKey, b: ReleaseKey): boolean =>
  a.day === b.day && a.audience === b.audience && a.opensAt.getTime() === b.opensAt.getTime()

/**
 * The next releases of a venue that have places, the first first, and how many visitors a rehearsal has if nobody says otherwise.
 * @throws Refusal `not_found`
 */
export const listReleases = async (
  tx: Tx,
  config: Pick<Config, 'databaseUrl'>,
  actor: Actor,
  slug: string,
  now: Date,
): Promise<Answer<typeof rehearsals.releases>> => {
  const { id: venueId, timezone } = await requireVenue(tx, actor, slug)
  const [venue] = await releasingVenues(tx, { venueId })
  const most = mostVisitorsOf(config)
  if (venue === undefined) return { releases: [], visitors: suggestedVisitors(0, most), mostVisitors: most }
  const activities = await releasedActivities(tx, [venueId])
  const coming = releasesOf(venue, activities, { from: now, days: releaseDays })
  const free = await freeSessions(
    tx,
    activities.map(({ id }) => id),
    [...new Set(coming.map(({ day }) => day))],
  )
  const releases = coming.map(({ activities: released, opensAt, ...release }) => {
    const sessions = free.filter(
      ({ day, activityId }) => day === release.day && released.some(({ id }) => id === activityId),
    )
    return {
      ...release,
      opensAt: moment(opensAt, timezone),
      places: sessions.reduce((sum, session) => sum + session.free, 0),
      activities: released.flatMap(({ id, name }) =>
        sessions.some(({ activityId }) => activityId === id) ? name : [],
      ),
    }
  })
  const past = releasesOf(venue, activities, {
    from: new Date(now.getTime() - busiestOfDays * 86_400_000),
    days: busiestOfDays,
  }).filter(({ opensAt }) => opensAt < now)
  const days = past.map(({ day, opensAt }) => ({ day, opensAt }))
  const busiest = await countBusiest(tx, venueId, days, rushMinutes)
  return {
    releases: releases.filter(({ places }) => places > 0),
    visitors: suggestedVisitors(busiest, most),
    mostVisitors: most,
  }
}

export const mostVisitorsOf = ({ databaseUrl }: Pick<Config, 'databaseUrl'>): number =>
  databaseUrl === undefined ? mostVisitorsEmbedded : mostVisitors

/** Whether a venue has such a release from an instant on. */
export const hasRelease = async (
  tx: Tx,
  venueId: number,
  release: ReleaseKey,
  from: Date,
): Promise<boolean> => {
  const [venue] = await releasingVenues(tx, { venueId })
  if (venue === undefined) return false
  const coming = releasesOf(venue, await releasedActivities(tx, [venueId]), { from, days: releaseDays })
  return coming.some((one) => isSame(one, release))
}

/** When the first release begins at any venue of this database in an interval; null: none does. */
export const firstReleaseIn = async (
  tx: Tx,
  { from, until }: { from: Date; until: Date },
): Promise<{ opensAt: Date; timezone: string } | null> => {
  const venues = await releasingVenues(tx, {})
  const activities = await releasedActivities(
    tx,
    venues.map(({ id }) => id),
  )
  const near = venues.flatMap((venue) => {
    const own = activities.filter(({ venueId }) => venueId === venue.id)
    return releasesOf(venue, own, { from, days: 1 })
      .filter(({ opensAt }) => opensAt < until)
      .map(({ opensAt }) => ({ opensAt, timezone: venue.timezone }))
  })
  return near.toSorted((a, b) => a.opensAt.getTime() - b.opensAt.getTime())[0] ?? null
}

/** The sessions that a release opens, and that have places. */
export const freeAtRelease = async (
  tx: Tx,
  venueId: number,
  release: ReleaseKey,
): Promise<
  (Pick<FreeSession, 'id' | 'activityId'> & {
    activity: string
    kind: ReleasedActivity['kind']
    allowsVisitors: boolean
  })[]
> => {
  const [venue] = await releasingVenues(tx, { venueId })
  if (venue === undefined) return []
  const activities = await releasedActivities(tx, [venueId])
  const released = releasesOf(venue, activities, { from: release.opensAt, days: 1 })
    .filter((one) => isSame(one, release))
    .flatMap((one) => one.activities)
  const free = await freeSessions(
    tx,
    released.map(({ id }) => id),
    [release.day],
  )
  return free.flatMap(({ id, activityId }) => {
    const activity = released.find((one) => one.id === activityId)
    if (activity === undefined) return []
    const { slug, kind, allowsVisitors } = activity
    return { id, activityId, activity: slug, kind, allowsVisitors }
  })
}
