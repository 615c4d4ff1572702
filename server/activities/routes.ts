import { activities } from '#contract/activities.ts'
import { offeredDate } from '#contract/time.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Database } from '#server/platform/database.ts'
import { Ready, writeAnswer } from '#server/platform/http.ts'
import type { Routes } from '#server/platform/http.ts'
import { latelyBy } from '#server/platform/lately.ts'
import { dayOf } from '#server/platform/wallclock.ts'
import { presentCategory } from './present.ts'
import { activityOf, daysOf, offersOf } from './service.ts'

type Asked = { operatorId: number; venue: string }

/** What venues offer is the same for everybody: read and written once a `keepMs`. The days are the caller's. */
export const activitiesRoutes = (db: Database, keepMs = 1000): Routes<typeof activities> => {
  const offers = latelyBy(keepMs, ({ operatorId, venue }: Asked) => offersOf(db, operatorId, venue))
  const of = (asked: Asked) => offers(`${asked.operatorId}/${asked.venue}`, asked)

  const roots = latelyBy(keepMs, async (asked: Asked) => {
    const found = await of(asked)
    const shown = found?.venue.status === 'open' ? found : undefined
    const categories = shown?.all
      .filter(({ parentId }) => parentId === null)
      .map((root) => presentCategory(root, shown.all, shown.venue, false))
    return new Ready(writeAnswer(activities.categories, categories ?? []))
  })
  const one = latelyBy(keepMs, async (asked: Asked & { activity: string }) => {
    const { activity, all, venue } = activityOf(await of(asked), asked.activity)
    return new Ready(writeAnswer(activities.category, presentCategory(activity, all, venue, true)))
  })

  const about = ({ operator }: Actor, { venue }: { venue: string }): Asked => ({
    operatorId: operator.id,
    venue,
  })
  return {
    categories: ({ actor, params }) => roots(`${actor.operator.id}/${params.venue}`, about(actor, params)),
    category: ({ actor, params: { venue, activity } }) =>
      one(`${actor.operator.id}/${venue}/${activity}`, { ...about(actor, { venue }), activity }),
    dates: async ({ actor, params, now }) => {
      const found = await of(about(actor, params))
      if (found?.venue.status === 'closed') return []
      const asked = activityOf(found, params.category)
      const days = await daysOf(db, asked, { now, loggedIn: actor.customerId !== null })
      const today = dayOf(now, asked.venue.timezone)
      return days.map((day) => offeredDate(day, today))
    },
  }
}
