import type { Category } from '#contract/shapes.ts'
import type { Tx } from '#server/platform/database.ts'
import { notFound } from '#server/platform/errors.ts'
import { latelyBy } from '#server/platform/lately.ts'
import { presentCategory } from './present.ts'
import { activitiesOf, sessionDaysAfter, venueBySlug } from './queries.ts'
import type { ActivityRow, VenueRow } from './queries.ts'
import { activityDayOpens, daysOffered } from './rules.ts'

/** What a venue offers, as read a moment ago. */
export type Offers = {
  venue: VenueRow
  roots: ActivityRow[]
  bySlug: (slug: string) => ActivityRow | undefined
  childrenOf: (row: ActivityRow) => ActivityRow[]
}

/** Reads what venues offer, each at most once a `keepMs`. null when there is no such venue. */
export const createOffers = (keepMs: number) => {
  const read = latelyBy(keepMs, async ({ tx, operatorId, venue: slug }: Asked): Promise<Offers | null> => {
    const venue = await venueBySlug(tx, operatorId, slug)
    if (venue === undefined) return null
    const rows = venue.status === 'closed' ? [] : await activitiesOf(tx, venue.id)
    const bySlug = new Map(rows.map((row) => [row.slug, row]))
    return {
      venue,
      roots: rows.filter(({ parentId }) => parentId === null),
      bySlug: (activity) => bySlug.get(activity),
      childrenOf: ({ id }) => rows.filter(({ parentId }) => parentId === id),
    }
  })
  return (asked: Asked) => read(`${asked.operatorId}/${asked.venue}`, asked)
}

export type Asked = { tx: Tx; operatorId: number; venue: string }

/** The roots of a venue; none of a closed or an unknown one. */
export const rootCategories = (offers: Offers | null): Category[] =>
  offers === null
    ? []
    : offers.roots.map((row) =>
        presentCategory(row, {
          venue: offers.venue,
          parent: undefined,
          children: offers.childrenOf(row),
          withChildren: false,
        }),
      )

/** @throws Refusal `not_found` */
export const oneCategory = (offers: Offers | null, slug: string): Category => {
  const row = offers?.bySlug(slug)
  if (offers == null || row === undefined) throw notFound('There is no such activity.')
  const parent = offers.roots.find(({ id }) => id === row.parentId)
  return presentCategory(row, {
    venue: offers.venue,
    parent,
    children: offers.childrenOf(row),
    withChildren: true,
  })
}

/**
 * The days on which somebody may look for the activities of a category: those the venue offers, and later ones on
 * which sessions lie whose own rule has opened them.
 * @throws Refusal `not_found`
 */
export const offeredDays = async (
  tx: Tx,
  offers: Offers | null,
  slug: string,
  { now, loggedIn }: { now: Date; loggedIn: boolean },
): Promise<{ days: string[]; timezone: string }> => {
  if (offers === null) throw notFound('There is no such venue.')
  const { venue } = offers
  if (venue.status === 'closed') return { days: [], timezone: venue.timezone }
  const row = offers.bySlug(slug)
  if (row === undefined) throw notFound('There is no such activity.')
  const zone = venue.timezone
  const days = daysOffered(now, venue, zone, loggedIn)
  const early = [row, ...offers.childrenOf(row)].filter(
    ({ releaseDays }) =>
      releaseDays !== null && releaseDays > Math.min(venue.releaseDaysVisitor, venue.releaseDaysCustomer),
  )
  if (early.length > 0) {
    const byId = new Map(early.map((activity) => [activity.id, activity]))
    const later = await sessionDaysAfter(tx, [...byId.keys()], days.at(-1) ?? '')
    const opened = later.filter(({ activityId, localDate }) => {
      const activity = byId.get(activityId)
      return activity !== undefined && activityDayOpens(localDate, activity, venue, zone, loggedIn) <= now
    })
    days.push(...new Set(opened.map(({ localDate }) => localDate).sort()))
  }
  return { days, timezone: zone }
}
