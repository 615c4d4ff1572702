import { kindOf } from '#contract/openactive.ts'
import type { FacilityUse, FeedName, IndividualFacilityUse } from '#contract/openactive.ts'
import type { Tx } from '#server/platform/database.ts'
import { notFound } from '#server/platform/errors.ts'
import { CachedResponse } from '#server/platform/responses.ts'
import { presentIndividualUse } from './present.ts'
import { datasetAt, licence } from './rules.ts'
import { dataOf, pageOf, sharedPageOf } from './sql/feeds.ts'

/** As many items as a page has at the most (wire §13). */
const maxPageItems = 500

/** What the standard recommends: a page with items stays what it is, the end of the feed is asked again soon. */
const cachedSeconds = { page: 3600, end: 8 }

type Page = {
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
export const readFeedPage = async (
  db: Tx,
  { operator, feed, afterTimestamp, afterId }: Page,
  at: string,
): Promise<CachedResponse> => {
  const after = { modified: afterTimestamp ?? 0, id: afterTimestamp === undefined ? '' : (afterId ?? '') }
  const found =
    operator === null
      ? await sharedPageOf(db, feed, after, maxPageItems)
      : await pageOf(db, operator, feed, after, maxPageItems)
  if (found === undefined) throw notFound((messages) => messages.openactive.feedNotFound)
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
  if (data === undefined) throw notFound((messages) => messages.openactive.itemNotFound)
  return new CachedResponse(data, undefined, cachedSeconds.end)
}

/** The same of a court, which stands in its facility use; `id` is `activity-location`. */
export const readIndividualFacilityUse = async (
  db: Tx,
  { operator, id }: { operator: string; id: string },
): Promise<IndividualFacilityUse> => {
  const activityId = Number(/^(\d{1,9})-\d{1,9}$/.exec(id)?.[1] ?? 0)
  const data = await dataOf(db, operator, 'facility-uses', activityId)
  const use = data === undefined ? undefined : presentIndividualUse(JSON.parse(data) as FacilityUse, id)
  if (use === undefined) throw notFound((messages) => messages.openactive.itemNotFound)
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
