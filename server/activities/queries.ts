import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'
import type { VenueRelease } from './rules.ts'

export type LocationRow = { id: number; slug: string; name: string }

export type ActivityRow = {
  id: number
  publicId: string
  parentId: number | null
  slug: string
  name: string
  description: string | null
  icon: string
  kind: 'classes' | 'courts' | 'tickets'
  browseBy: 'location' | 'time'
  allocationStrategy: 'customer' | 'automatic'
  locations: LocationRow[]
}

export type CatalogueVenue = VenueRelease & {
  id: number
  slug: string
  status: 'open' | 'maintenance' | 'closed'
  timezone: string
}

export const venueBySlug = async (
  tx: Tx,
  operatorId: number,
  slug: string,
): Promise<CatalogueVenue | undefined> =>
  (await tx
    .selectFrom('venue')
    .select(['id', 'slug', 'status', 'timezone', 'releaseDaysVisitor', 'releaseDaysCustomer', 'releaseTime'])
    .where('operatorId', '=', operatorId)
    .where('slug', '=', slug)
    .executeTakeFirst()) as CatalogueVenue | undefined

/** All that a venue offers, in its order, each with its locations. One query. */
export const activitiesOf = async (tx: Tx, venueId: number): Promise<ActivityRow[]> => {
  const { rows } = await sql<ActivityRow>`
    select a.id, a.public_id, a.parent_id, a.slug, a.name, a.description, a.icon, a.kind, a.browse_by,
      a.allocation_strategy,
      (select coalesce(json_agg(json_build_object('id', l.id, 'slug', l.slug, 'name', l.name)
          order by l.position, l.id), '[]'::json)
        from activity_location al join location l on l.id = al.location_id where al.activity_id = a.id) as locations
    from activity a
    where a.venue_id = ${venueId} and not a.withdrawn
    order by a.position, a.id`.execute(tx)
  return rows
}
