import type { activities } from '#contract/activities.ts'
import { offeredDate } from '#contract/time.ts'
import type { Database } from '#server/platform/database.ts'
import { notFound, Refusal } from '#server/platform/errors.ts'
import { Ready, writeAnswer } from '#server/platform/http.ts'
import type { Routes } from '#server/platform/http.ts'
import { latelyBy } from '#server/platform/lately.ts'
import { latelyBy } from '#server/platform/lately.ts'
import { dayOf } from '#server/platform/wallclock.ts'
import { presentCategory } from './present.ts'
import { activitiesOf, venueBySlug } from './queries.ts'
import { daysOffered } from './rules.ts'

export const activitiesRoutes = (db: Database): Routes<typeof activities> => {
  // Every page of a venue asks for it, and it changes with an import.
  const catalogue = latelyBy(1000, async ({ operatorId, slug }: { operatorId: number; slug: string }) => {
    const venue = await venueBySlug(db, operatorId, slug)
    return venue === undefined ? null : { venue, all: await activitiesOf(db, venue.id) }
  })
  const of = (operatorId: number, slug: string) => catalogue(`${operatorId}/${slug}`, { operatorId, slug })
  const known = async (operatorId: number, slug: string) => {
    const found = await of(operatorId, slug)
    if (found === null) throw notFound()
    if (found.venue.status === 'maintenance')
      throw new Refusal('maintenance', 'This venue is closed for maintenance.')
    return found
  }
  return {
    categories: async ({ actor, params }) => {
      const found = await of(actor.operator.id, params.venue)
      if (found === null || found.venue.status !== 'open') return []
      const { all, venue } = found
      return all.filter((one) => one.parentId === null).map((one) => presentCategory(one, all, venue, false))
    },
    category: async ({ actor, params }) => {
      const { all, venue } = await known(actor.operator.id, params.venue)
      const activity = all.find((one) => one.slug === params.activity)
      if (activity === undefined) throw notFound()
      return presentCategory(activity, all, venue, true)
    },
    dates: async ({ actor, params, now }) => {
      const { all, venue } = await known(actor.operator.id, params.venue)
      if (!all.some((one) => one.slug === params.category)) throw notFound()
      const today = dayOf(now, venue.timezone)
      return daysOffered(now, venue, venue.timezone, actor.customerId !== null).map((day) =>
        offeredDate(day, today),
      )
    },
  }
}
