import type { FeedName } from '#contract/openactive.ts'
import type { Subjects } from '#server/openactive/changes/queries.ts'
import { presentFacilityUse, presentSeries, presentSession, presentSlot } from '#server/openactive/present.ts'
import { distinctIds, itemIdOf, publicFrom, retentionAfterEndMs } from '#server/openactive/rules.ts'
import type { DesiredItem } from '#server/openactive/rules.ts'
import { activityFacts, occurrenceFacts, seriesFacts } from '#server/openactive/subjects/queries.ts'
import type { ActivityFacts, OccurrenceFacts, SeriesFacts } from '#server/openactive/subjects/queries.ts'
import type { Tx } from '#server/platform/database.ts'

/** What a feed ought to say of something. `operatorId` is null of what there is no more. */
export type DesiredFeedItem = DesiredItem & {
  id: string
  feed: FeedName
  subjectId: number
  operatorId: number | null
}

export const desiredItemsFor = async (tx: Tx, ids: Subjects, now: Date): Promise<DesiredFeedItem[]> => {
  const occurrences = new Map((await occurrenceFacts(tx, ids.occurrenceIds)).map((one) => [one.id, one]))
  // A line that is withdrawn stays as long as a session of it does.
  const ofWithdrawn = [...occurrences.values()].flatMap((one) =>
    one.seriesWithdrawn && one.seriesId !== null ? [one.seriesId] : [],
  )
  const seriesIds = distinctIds([...ids.seriesIds, ...ofWithdrawn])
  const series = new Map((await seriesFacts(tx, seriesIds)).map((one) => [one.id, one]))
  // The lines of courts are the hours in which they are let.
  const activityIds = distinctIds([
    ...ids.activityIds,
    ...ids.seriesIds.flatMap((id) => series.get(id)?.activityId ?? []),
  ])
  const facts = await activityFacts(
    tx,
    distinctIds([
      ...activityIds,
      ...[...series.values(), ...occurrences.values()].map(({ activityId }) => activityId),
    ]),
  )
  const activities = new Map(facts.map((one) => [one.id, one]))
  const offered = (id: number | undefined) => {
    const activity = id === undefined ? undefined : activities.get(id)
    return activity?.offered === true ? activity : undefined
  }

  const ofActivities = activityIds.map((id): DesiredFeedItem => {
    const activity = offered(id)
    const data = activity?.kind === 'courts' ? JSON.stringify(presentFacilityUse(activity)) : null
    return {
      id: itemIdOf('facility-uses', id),
      feed: 'facility-uses',
      subjectId: id,
      operatorId: activities.get(id)?.operatorId ?? null,
      data,
      dueAt: null,
    }
  })
  const ofSeries = seriesIds.map((id): DesiredFeedItem => {
    const one = series.get(id)
    const activity = offered(one?.activityId)
    const lastsUntil = one === undefined ? null : endOfSeries(one)
    const isListed =
      one !== undefined &&
      (lastsUntil === null || lastsUntil > now) &&
      activity !== undefined &&
      activity.kind !== 'courts'
    return {
      id: itemIdOf('session-series', id),
      feed: 'session-series',
      subjectId: id,
      operatorId: activity?.operatorId ?? null,
      data: isListed ? JSON.stringify(presentSeries(one, activity)) : null,
      dueAt: isListed ? lastsUntil : null,
    }
  })
  const ofOccurrences = ids.occurrenceIds.flatMap((id): DesiredFeedItem[] => {
    const one = occurrences.get(id)
    const activity = offered(one?.activityId)
    const operatorId = activity?.operatorId ?? null
    const gone: DesiredItem = { data: null, dueAt: null }
    const desired =
      one === undefined || activity === undefined ? gone : desiredItemForOccurrence(one, activity, now)
    const isSlot = activity?.kind === 'courts'
    // What an activity is may change: then the item in the other feed is gone.
    return [
      { id: itemIdOf('slots', id), feed: 'slots', subjectId: id, operatorId, ...(isSlot ? desired : gone) },
      {
        id: itemIdOf('scheduled-sessions', id),
        feed: 'scheduled-sessions',
        subjectId: id,
        operatorId,
        ...(isSlot ? gone : desired),
      },
    ]
  })
  return [...ofActivities, ...ofSeries, ...ofOccurrences]
}

/** When a series leaves the feed: never by itself, at once when it is withdrawn without a session, else after its last. */
const endOfSeries = ({ withdrawn, lastEndsAt }: SeriesFacts): Date | null =>
  withdrawn ? new Date((lastEndsAt?.getTime() ?? 0) + retentionAfterEndMs) : null

const desiredItemForOccurrence = (
  occurrence: OccurrenceFacts,
  activity: ActivityFacts,
  now: Date,
): DesiredItem => {
  const isSlot = activity.kind === 'courts'
  // A class that is called off says so; of a court that is not to be had there is nothing to say.
  const isOff = occurrence.status === 'withdrawn' || (isSlot && occurrence.status === 'cancelled')
  const goneAt = new Date(occurrence.endsAt.getTime() + retentionAfterEndMs)
  if (isOff || goneAt <= now) return { data: null, dueAt: null }
  const venue = { ...activity, releaseTime: activity.venueReleaseTime }
  const from = publicFrom(occurrence.localDate, activity, venue, activity.timezone)
  if (from > now) return { data: null, dueAt: from }
  const data = isSlot ? presentSlot(occurrence, activity) : presentSession(occurrence, activity)
  return { data: JSON.stringify(data), dueAt: goneAt }
}
