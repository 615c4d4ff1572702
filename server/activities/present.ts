import type { Category, Location } from '#contract/shapes.ts'
import type { ActivityRow, CatalogueVenue, LocationRow } from './queries.ts'

const types = {
  classes: { v1Type: 'class_templates', v2Type: 'classes' },
  courts: { v1Type: 'ad_hoc_templates', v2Type: 'resources' },
  tickets: { v1Type: 'fast_ticket_templates', v2Type: 'ticketed' },
} as const

/** CATEGORY. The list of a venue's categories leaves the children out; `hasChildren` tells of them. */
export const presentCategory = (
  activity: ActivityRow,
  all: readonly ActivityRow[],
  venue: CatalogueVenue,
  withChildren: boolean,
): Category => {
  const children = all.filter((one) => one.parentId === activity.id)
  const parent = all.find((one) => one.id === activity.parentId)
  return {
    v2: true,
    id: activity.publicId,
    v2Id: activity.publicId,
    name: activity.name,
    slug: activity.slug,
    v2Slug: activity.slug,
    v1Slug: activity.slug,
    path: parent === undefined ? activity.slug : `${parent.slug}/${activity.slug}`,
    ...types[activity.kind],
    allocationStrategy: activity.allocationStrategy,
    image: activity.icon,
    description: activity.description,
    browseByName: activity.browseBy,
    hasChildren: children.length > 0,
    parentSlug: parent?.slug ?? null,
    parentName: parent?.name ?? null,
    isRoot: parent === undefined,
    children: withChildren ? children.map((child) => presentCategory(child, all, venue, true)) : [],
    locations: activity.locations.map((location) => presentLocation(location, venue)),
  }
}

const presentLocation = (location: LocationRow, venue: CatalogueVenue): Location => ({
  id: String(location.id),
  name: location.name,
  type: 'resource',
  slug: location.slug,
  venueId: venue.id,
  venueSlug: venue.slug,
})
