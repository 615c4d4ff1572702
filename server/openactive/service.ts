import { kindOf } from '#contract/openactive.ts'
import type { FacilityUse, FeedName, IndividualFacilityUse } from '#contract/openactive.ts'
import * as messages from '#server/messages/en/openactive.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { notFound } from '#server/platform/errors.ts'
import { CachedResponse } from '#server/platform/responses.ts'
import { transact } from '#server/platform/transact.ts'
import {
  claimIdentities,
  dataOf,
  deleteItems,
  hasPendingChanges,
  itemsOf,
  lockPublishing,
  recordPublished,
  sharedPageOf,
  pageOf,
  vacuumFeeds,
  writeItems,
} from './queries.ts'
import {
  dueItems,
  queueAllChanges,
  queueBulk,
  queueParts,
  queueVenues,
  recordCourts,
  takeBacklog,
  takeChanges,
} from '#server/openactive/changes/queries.ts'
import type { ItemRow } from './queries.ts'
import { presentIndividualUse } from './present.ts'
import { datasetAt, distinctIds, retentionAfterEndMs, licence, nextModified, planWrite } from './rules.ts'
import { desiredItemsFor } from '#server/openactive/items/service.ts'
import type { DesiredFeedItem } from '#server/openactive/items/service.ts'

/** As many items as a page has at the most (wire §13). */
export const maxPageItems = 500

/** What the standard recommends: a page with items stays what it is, the end of the feed is asked again soon. */
const cachedSeconds = { page: 3600, end: 8 }

export type Page = {
  /** Its slug; null for all operators. */
  operator: string | null
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
  const found =
    operator === null
      ? await sharedPageOf(db, feed, after, maxPageItems)
      : await pageOf(db, operator, feed, after, maxPageItems)
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

/**
 * What the `@id` of an item of a feed leads to.
 * @throws Refusal `not_found` when the feed does not have it
 */
export const readItem = async (
  db: Tx,
  { operator, feed, id }: { operator: string; feed: FeedName; id: number },
): Promise<CachedResponse> => {
  const data = await dataOf(db, operator, feed, id)
  if (data === undefined) throw notFound(messages.itemNotFound)
  return new CachedResponse(data, undefined, cachedSeconds.end)
}

/** The same of a court, which stands in its facility use; `id` is `activity-location`. */
export const readIndividualUse = async (
  db: Tx,
  { operator, id }: { operator: string; id: string },
): Promise<IndividualFacilityUse> => {
  const activityId = Number(/^(\d{1,9})-\d{1,9}$/.exec(id)?.[1] ?? 0)
  const data = await dataOf(db, operator, 'facility-uses', activityId)
  const use = data === undefined ? undefined : presentIndividualUse(JSON.parse(data) as FacilityUse, id)
  if (use === undefined) throw notFound(messages.itemNotFound)
  return use
}

const addressOf = (at: string, page: Page): string => {
  const query = [
    ...(page.afterTimestamp === undefined ? [] : [`afterTimestamp=${page.afterTimestamp}`]),
    ...(page.afterId === undefined ? [] : [`afterId=${encodeURIComponent(page.afterId)}`]),
  ]
  const path = `${datasetAt(page.operator, at)}/${page.feed}`
  return query.length === 0 ? path : `${path}?${query.join('&')}`
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

/** Notes and items are written anew all day long; this keeps them small where nothing else does. */
export const vacuumFeedTables = (db: Database): Promise<void> => vacuumFeeds(db)

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
