import { activities } from '#contract/activities.ts'
import { localDay, offeredDate } from '#contract/time.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Database } from '#server/platform/database.ts'
import type { Routes } from '#server/platform/http.ts'
import { CachedResponse, serialiseAnswer } from '#server/platform/responses.ts'
import { createTtlCache } from '#server/platform/ttlCache.ts'
import { activityOf, categoryDates, offersOf, presentCategory, rootCategories } from './categories.ts'

type OffersQuery = { operatorId: number; venue: string }

/** What venues offer is the same for everybody: read and written once a `ttlMs`. The days are the caller's. */
export const activitiesRoutes = (db: Database, ttlMs = 1000): Routes<typeof activities> => {
  const read = createTtlCache(ttlMs, async ({ operatorId, venue }: OffersQuery) => ({
    offers: await offersOf(db, operatorId, venue),
    written: new Map<string, CachedResponse>(),
  }))
  const of = ({ operator }: Actor, { venue }: { venue: string }) =>
    read(`${operator.id}/${venue}`, { operatorId: operator.id, venue })

  return {
    categories: async ({ actor, params }) => {
      const { offers, written } = await of(actor, params)
      return getOrWrite(written, '', () =>
        serialiseAnswer(activities.categories, rootCategories(offers, actor.operator.currencySymbol)),
      )
    },
    category: async ({ actor, params }) => {
      const { offers, written } = await of(actor, params)
      const { activity, all, venue } = activityOf(offers, params.activity)
      return getOrWrite(written, activity.slug, () =>
        serialiseAnswer(
          activities.category,
          presentCategory(activity, all, venue, true, actor.operator.currencySymbol),
        ),
      )
    },
    dates: async ({ actor, params, now }) => {
      const { offers } = await of(actor, params)
      if (offers?.venue.status === 'closed') return []
      const selection = activityOf(offers, params.category)
      const days = await categoryDates(db, selection, { now, loggedIn: actor.customerId !== null })
      const today = localDay(now, selection.venue.timezone)
      return days.map((day) => offeredDate(day, today))
    },
  }
}

const getOrWrite = (
  written: Map<string, CachedResponse>,
  key: string,
  write: () => string,
): CachedResponse => {
  let ready = written.get(key)
  if (ready === undefined) written.set(key, (ready = new CachedResponse(write())))
  return ready
}
