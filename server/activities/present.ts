import { money } from '#contract/money.ts'
import type { Category, Location } from '#contract/shapes.ts'
import type { ActivityRow, VenueRow } from './queries.ts'

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
