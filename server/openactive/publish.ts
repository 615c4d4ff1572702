import { sql } from 'kysely'
import type { FeedName } from '#contract/openactive.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { transact } from '#server/platform/transact.ts'
import { presentFacilityUse, presentSeries, presentSession, presentSlot } from './present.ts'
import { distinctIds, itemIdOf, nextModified, planWrite, publicFrom, retentionAfterEndMs } from './rules.ts'
import type { DesiredItem } from './rules.ts'
import {
  claimIdentities,
  deleteItems,
  dueItems,
  hasPendingChanges,
  itemsOf,
  lockPublishing,
  queueAllChanges,
  queueBulk,
  queueParts,
  queueVenues,
  recordCourts,
  recordPublished,
  takeBacklog,
  takeChanges,
  writeItems,
} from './sql/feeds.ts'
import type { ItemRow, Subjects } from './sql/feeds.ts'
import { activityFacts, occurrenceFacts, seriesFacts } from './sql/subjects.ts'
import type { ActivityFacts, OccurrenceFacts, SeriesFacts } from './sql/subjects.ts'

/** Notes and items are written anew all day long; this keeps them small where nothing else does. */
export const vacuumFeedTables = async (db: Database): Promise<void> => {
  await sql`vacuum openactive_change, openactive_backlog, openactive_item`.execute(db)
}

/** Raised when items are written otherwise than before, so that all of them are written again. */
const format = 7

/** So many changes are published in one transaction: few, since no one else is answered by an embedded database meanwhile. */
const changesAtOnce = 100

/** What of a backlog goes with them at least, however many changes come. */
const minBacklogAtOnce = 20

/** So many notes of bulk changes are moved to the backlog in one transaction. */
const bulkAtOnce = 1000

/**
 * Writes into the feeds what has changed since it was last called. Whatever has been committed before is in them
 * afterwards; what reads the feeds meanwhile sees each of its transactions whole or not at all. Each transaction takes
 * single changes first, so that they do not wait for what a bulk or wide change has left in the backlog.
 * @param at the address of the bookings site: what operators publish under that have published nothing yet and have
 *   not set an address themselves
 * @param maxMs after how long it begins no other transaction; what is left over then waits for the next call
 */
export const publishFeeds = async (
  db: Database,
  at: string,
  now: Date,
  maxMs = Number.POSITIVE_INFINITY,
): Promise<void> => {
  const startedAt = performance.now()
  while (await hasPendingChanges(db, format, now)) {
    await transact(db, (tx) => publishBatch(tx, at, now))
    if (performance.now() - startedAt >= maxMs) return
  }
}

const publishBatch = async (tx: Tx, at: string, now: Date): Promise<void> => {
  const before = await lockPublishing(tx)
  await claimIdentities(tx, at, now)
  // A node of the release before leaves alone what a newer one has written.
  if (before.format < format) await queueAllChanges(tx)
  const changes = await takeChanges(tx, changesAtOnce, false)
  await queueBulk(tx, await takeChanges(tx, bulkAtOnce, true))
  await queueVenues(tx, changes.venueIds)
  await recordCourts(tx, changes.floor)
  const count = changes.occurrenceIds.length + changes.seriesIds.length + changes.activityIds.length
  const backlog = await takeBacklog(tx, Math.max(changesAtOnce - count, minBacklogAtOnce))
  const activityIds = distinctIds([...changes.activityIds, ...backlog.activityIds])
  await queueParts(tx, activityIds, new Date(now.getTime() - retentionAfterEndMs))
  const due = await dueItems(tx, now, changesAtOnce)
  const dueIn = (...feeds: FeedName[]) =>
    due.filter(({ feed }) => feeds.includes(feed)).map(({ subjectId }) => subjectId)
  const desiredItems = await desiredItemsFor(
    tx,
    {
      activityIds: distinctIds([...activityIds, ...dueIn('facility-uses')]),
      seriesIds: distinctIds([...changes.seriesIds, ...backlog.seriesIds, ...dueIn('session-series')]),
      occurrenceIds: distinctIds([
        ...changes.occurrenceIds,
        ...backlog.occurrenceIds,
        ...dueIn('slots', 'scheduled-sessions'),
      ]),
    },
    now,
  )
  const modified = nextModified(before.lastModified, now)
  const isNew = await writeDesiredItems(tx, desiredItems, modified, now)
  await recordPublished(tx, isNew ? modified : before.lastModified, Math.max(before.format, format))
}

/** @returns whether a reader sees a difference */
const writeDesiredItems = async (
  tx: Tx,
  desiredItems: readonly DesiredFeedItem[],
  modified: number,
  now: Date,
): Promise<boolean> => {
  const published = new Map(
    (
      await itemsOf(
        tx,
        desiredItems.map(({ id }) => id),
      )
    ).map((item) => [item.id, item]),
  )
  const written: ItemRow[] = []
  const deletedIds: string[] = []
  for (const { id, feed, subjectId, operatorId, ...desired } of desiredItems) {
    const before = published.get(id)
    const owner = before?.operatorId ?? operatorId
    const settled = planWrite(before, desired, modified, now)
    if (settled.do === 'forget') deletedIds.push(id)
    else if (settled.do === 'write' && owner !== null) {
      const { modified: marked, data, dueAt } = settled
      written.push({ id, operatorId: owner, feed, subjectId, modified: marked, data, dueAt })
    }
  }
  await writeItems(tx, written)
  await deleteItems(tx, deletedIds)
  return written.some((item) => item.modified === modified)
}

/** What a feed ought to say of something. `operatorId` is null of what there is no more. */
type DesiredFeedItem = DesiredItem & {
  id: string
  feed: FeedName
  subjectId: number
  operatorId: number | null
}

const desiredItemsFor = async (tx: Tx, ids: Subjects, now: Date): Promise<DesiredFeedItem[]> => {
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
    now,
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
  const isOff =
    occurrence.status === 'withdrawn' ||
    (isSlot && occurrence.status === 'cancelled' && !occurrence.isCallOffPending)
  const goneAt = new Date(occurrence.endsAt.getTime() + retentionAfterEndMs)
  if (isOff || goneAt <= now) return { data: null, dueAt: null }
  const venue = { ...activity, releaseTime: activity.venueReleaseTime }
  const from = publicFrom(occurrence.localDate, activity, venue, activity.timezone)
  if (from > now) return { data: null, dueAt: from }
  const data = isSlot ? presentSlot(occurrence, activity) : presentSession(occurrence, activity)
  return { data: JSON.stringify(data), dueAt: goneAt }
}
