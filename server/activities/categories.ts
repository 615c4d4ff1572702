import { money } from '#contract/money.ts'
import type { Category, Location } from '#contract/shapes.ts'
import type { Tx } from '#server/platform/database.ts'
import { notFound, Refusal } from '#server/platform/errors.ts'
import { activityDayOpens, daysOffered } from './rules.ts'
import { activitiesOf, sessionDaysAfter, venueBySlug } from './sql.ts'
import type { ActivityRow, VenueRow } from './sql.ts'

/** A venue and all that it offers. */
type Offers = { venue: VenueRow; all: ActivityRow[] }

/** undefined when there is no such venue. A closed one offers nothing. */
export const offersOf = async (
  db: Tx,
  operatorId: number,
  venueSlug: string,
): Promise<Offers | undefined> => {
  const venue = await venueBySlug(db, operatorId, venueSlug)
  if (venue === undefined) return undefined
  return { venue, all: venue.status === 'closed' ? [] : await activitiesOf(db, venue.id) }
}

/**
 * One activity or heading among what is offered.
 * @throws Refusal `not_found`, `maintenance`
 */
export const activityOf = (offers: Offers | undefined, slug: string): Offers & { activity: ActivityRow } => {
  if (offers === undefined) throw notFound((messages) => messages.venues.venueNotFound)
  if (offers.venue.status === 'maintenance') {
    throw new Refusal('maintenance', (messages) => messages.venues.maintenance)
  }
  const activity = offers.all.find((one) => one.slug === slug)
  if (activity === undefined) throw notFound((messages) => messages.venues.activityNotFound)
  return { ...offers, activity }
}

/** None of a closed, a shut or an unknown venue. */
export const rootCategories = (offers: Offers | undefined, currencySymbol: string): Category[] =>
  offers?.venue.status === 'open'
    ? offers.all
        .filter(({ parentId }) => parentId === null)
        .map((root) => presentCategory(root, offers.all, offers.venue, false, currencySymbol))
    : []

/**
 * The days on which a person may look for an activity or for what stands under a heading: those the venue offers,
 * and later ones on which sessions lie that their own rule has opened.
 */
export const categoryDates = async (
  db: Tx,
  { venue, all, activity }: Offers & { activity: ActivityRow },
  { now, loggedIn }: { now: Date; loggedIn: boolean },
): Promise<string[]> => {
  const zone = venue.timezone
  const days = daysOffered(now, venue, zone, loggedIn)
  const last = days.at(-1) ?? ''
  const below = all.filter(({ id, parentId }) => id === activity.id || parentId === activity.id)
  const early = new Map(
    below
      .filter(({ releaseDays, releaseMinutes }) => releaseDays !== null || releaseMinutes !== null)
      .map((one) => [one.id, one]),
  )
  if (early.size === 0) return days
  const opened = (await sessionDaysAfter(db, [...early.keys()], last)).filter(({ activityId, localDate }) => {
    const one = early.get(activityId)
    return one !== undefined && activityDayOpens(localDate, one, venue, zone, loggedIn) <= now
  })
  return [...days, ...[...new Set(opened.map(({ localDate }) => localDate))].toSorted()]
}

/** What the two worlds call the kinds of activity (wire §5). */
const types = {
  classes: { v1Type: 'class_templates', v2Type: 'classes' },
  courts: { v1Type: 'ad_hoc_templates', v2Type: 'resources' },
  tickets: { v1Type: 'fast_ticket_templates', v2Type: 'ticketed' },
} as const

/**
 * CATEGORY of the wire (§5). Among a venue's roots the children are left out, and `hasChildren` tells of them.
 * @param all what the venue offers
 */
export const presentCategory = (
  row: ActivityRow,
  all: readonly ActivityRow[],
  venue: VenueRow,
  withChildren: boolean,
  currencySymbol: string,
): Category => {
  const children = all.filter(({ parentId }) => parentId === row.id)
  const parent = all.find(({ id }) => id === row.parentId)
  return {
    v2: venue.activitiesV2Enabled,
    id: row.publicId,
    v2Id: row.publicId,
    name: row.name,
    slug: row.slug,
    v2Slug: row.slug,
    v1Slug: row.slug,
    path: parent === undefined ? row.slug : `${parent.slug}/${row.slug}`,
    ...types[row.kind],
    allocationStrategy: row.allocationStrategy,
    image: row.icon,
    description: row.description,
    browseByName: row.browseBy,
    hasChildren: children.length > 0,
    parentSlug: parent?.slug ?? null,
    parentName: parent?.name ?? null,
    isRoot: parent === undefined,
    children: withChildren
      ? children.map((child) => presentCategory(child, all, venue, true, currencySymbol))
      : [],
    locations: locationsOf([row, ...children], venue),
    level: row.level,
    whatToBring: row.whatToBring,
    ageMin: row.ageMin,
    ageMax: row.ageMax,
    accessibility: row.accessibility,
    freeCancelMinutes: row.freeCancelMinutes,
    lateCancelFee: row.lateCancelFee === null ? null : money(row.lateCancelFee, currencySymbol),
  }
}

/** A heading happens wherever something under it does. */
const locationsOf = (rows: readonly ActivityRow[], venue: VenueRow): Location[] => {
  const byId = new Map(rows.flatMap(({ locations }) => locations.map((location) => [location.id, location])))
  return [...byId.values()]
    .toSorted((a, b) => a.position - b.position || a.id - b.id)
    .map(({ id, slug, name, kind }) => ({
      id: String(id),
      name,
      type: kind,
      slug,
      venueId: venue.id,
      venueSlug: venue.slug,
    }))
}
