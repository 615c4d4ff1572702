import { kindOf } from '#contract/openactive.ts'
import type { FeedName } from '#contract/openactive.ts'
import * as messages from '#server/messages/en/openactive.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { notFound } from '#server/platform/errors.ts'
import { CachedResponse } from '#server/platform/responses.ts'
import { transact } from '#server/platform/transact.ts'
import { presentFacilityUse, presentSeries, presentSession, presentSlot } from './present.ts'
import {
  claimIdentities,
  deleteItems,
  hasPendingChanges,
  itemsOf,
  lockPublishing,
  recordPublished,
  pageOf,
  vacuumFeeds,
  writeItems,
} from './queries.ts'
import { activityFacts, occurrenceFacts, seriesFacts } from '#server/openactive/subjects/queries.ts'
import { dueItems, queueAllChanges, takeChanges, expandChanges } from '#server/openactive/changes/queries.ts'
import type { ItemRow } from './queries.ts'
import type { ActivityFacts, OccurrenceFacts, SeriesFacts } from '#server/openactive/subjects/queries.ts'
import { feedsOf, retentionAfterEndMs, licence, nextModified, publicFrom, planWrite } from './rules.ts'
import type { DesiredItem } from './rules.ts'

/** As many items as a page has at the most (wire §13). */
export const maxPageItems = 500

/** What the standard recommends: a page with items stays what it is, the end of the feed is asked again soon. */
const cachedSeconds = { page: 3600, end: 8 }

export type Page = {
  operator: string
  feed: FeedName
  afterTimestamp: number | undefined
  afterId: string | undefined
}

/**
 * A page of a feed, as bytes that are ready.
 * @param at the address of this site, which `next` begins with until the operator has published anything
 * @throws Refusal `not_found` when there is no such operator
 */
export const readPage = async (
  db: Tx,
  { operator, feed, afterTimestamp, afterId }: Page,
  at: string,
): Promise<CachedResponse> => {
  const after = { modified: afterTimestamp ?? 0, id: afterTimestamp === undefined ? '' : (afterId ?? '') }
  const found = await pageOf(db, operator, feed, after, maxPageItems)
  if (found === undefined) throw notFound(messages.feedNotFound)
  const { rows, site } = found
  const last = rows.at(-1)
  const items = rows.map(({ id, modified, data }) =>
    data === null
      ? JSON.stringify({ state: 'deleted', kind: kindOf[feed], id, modified })
      : `{"state":"updated","kind":"${kindOf[feed]}","id":${JSON.stringify(id)},"modified":${modified},"data":${data}}`,
  )
  const next =
    last === undefined
      ? addressOf(site ?? at, { operator, feed, afterTimestamp, afterId })
      : addressOf(site ?? at, { operator, feed, afterTimestamp: last.modified, afterId: last.id })
  return new CachedResponse(
    `{"items":[${items.join(',')}],"next":${JSON.stringify(next)},"license":${JSON.stringify(licence)}}`,
    undefined,
    last === undefined ? cachedSeconds.end : cachedSeconds.page,
  )
}

const addressOf = (at: string, page: Page): string => {
  const query = [
    ...(page.afterTimestamp === undefined ? [] : [`afterTimestamp=${page.afterTimestamp}`]),
    ...(page.afterId === undefined ? [] : [`afterId=${encodeURIComponent(page.afterId)}`]),
  ]
  const path = `${feedsOf(page.operator, at)}/${page.feed}`
  return query.length === 0 ? path : `${path}?${query.join('&')}`
}

/** Raised when items are written otherwise than before, so that all of them are written again. */
const format = 3

/** So many changes are published in one transaction: few, since no one else is answered by an embedded database meanwhile. */
const changesAtOnce = 100

/**
 * Writes into the feeds what has changed since it was last called. Whatever has been committed before is in them
 * afterwards; what reads the feeds meanwhile sees each of its transactions whole or not at all.
 * @param at the address of the bookings site: what operators publish under that have published nothing yet and have
 *   not set an address themselves
 * @param mostMs how long it may go on; what is left over then waits for the next call
 */
export const publishFeeds = async (
  db: Database,
  at: string,
  now: Date,
  maxMs = Number.POSITIVE_INFINITY,
): Promise<void> => {
  const startedAt = performance.now()
  while (performance.now() - startedAt < maxMs && (await hasPendingChanges(db, format, now))) {
    await transact(db, (tx) => publishBatch(tx, at, now))
  }
}

/** Notes and items are written anew all day long; this keeps them small where nothing else does. */
export const vacuumFeedTables = (db: Database): Promise<void> => vacuumFeeds(db)

const publishBatch = async (tx: Tx, at: string, now: Date): Promise<void> => {
  const before = await lockPublishing(tx)
  await claimIdentities(tx, at, now)
  // A node of the release before leaves alone what a newer one has written.
  if (before.format < format) await queueAllChanges(tx)
  const changes = await takeChanges(tx, changesAtOnce)
  const due = await dueItems(tx, now, changesAtOnce)
  const dueIn = (...feeds: FeedName[]) =>
    due.filter(({ feed }) => feeds.includes(feed)).map(({ subjectId }) => subjectId)
  const since = new Date(now.getTime() - retentionAfterEndMs)
  await expandChanges(tx, changes, since)
  const desiredItems = await desiredItemsFor(
    tx,
    {
      activityIds: distinct([...changes.activityIds, ...dueIn('facility-uses')]),
      seriesIds: distinct([...changes.seriesIds, ...dueIn('session-series')]),
      occurrenceIds: distinct([...changes.occurrenceIds, ...dueIn('slots', 'scheduled-sessions')]),
    },
    now,
  )
  const modified = nextModified(before.lastModified, now)
  const isNew = await writeDesiredItems(tx, desiredItems, modified, now)
  await recordPublished(tx, isNew ? modified : before.lastModified, Math.max(before.format, format))
}

const distinct = (ids: readonly number[]) => [...new Set(ids)]

/** What a feed ought to say of something. `operatorId` is null of what there is no more. */
type DesiredFeedItem = DesiredItem & {
  id: string
  feed: FeedName
  subjectId: number
  operatorId: number | null
}

const desiredItemsFor = async (
  tx: Tx,
  ids: { activityIds: number[]; seriesIds: number[]; occurrenceIds: number[] },
  now: Date,
): Promise<DesiredFeedItem[]> => {
  const occurrences = new Map((await occurrenceFacts(tx, ids.occurrenceIds)).map((one) => [one.id, one]))
  // A line that is withdrawn stays as long as a session of it does.
  const ofWithdrawn = [...occurrences.values()].flatMap((one) =>
    one.seriesWithdrawn && one.seriesId !== null ? [one.seriesId] : [],
  )
  const seriesIds = distinct([...ids.seriesIds, ...ofWithdrawn])
  const series = new Map((await seriesFacts(tx, seriesIds)).map((one) => [one.id, one]))
  // The lines of courts are the hours in which they are let.
  const activityIds = distinct([
    ...ids.activityIds,
    ...ids.seriesIds.flatMap((id) => series.get(id)?.activityId ?? []),
  ])
  const facts = await activityFacts(
    tx,
    distinct([
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
      id: `facility-use:${id}`,
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
      id: `session-series:${id}`,
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
      { id: `slot:${id}`, feed: 'slots', subjectId: id, operatorId, ...(isSlot ? desired : gone) },
      {
        id: `scheduled-session:${id}`,
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
