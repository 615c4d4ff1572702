import type { Tx } from '#server/platform/database.ts'
import { firstRow, nextNumber } from './rows.ts'

export type VenueRow = { id: number; slug: string; operatorId: number; timezone: string }

export const aVenue = async (
  db: Tx,
  of: { operatorId: number },
  more: {
    slug?: string
    name?: string
    status?: 'open' | 'maintenance' | 'closed'
    timezone?: string
    lat?: number | null
    lng?: number | null
    activitiesV2Enabled?: boolean
    migrationDate?: string | null
    displayVenueSelectionButton?: boolean
    footerHtml?: string
    releaseDaysVisitor?: number
    releaseDaysCustomer?: number
    releaseTime?: string
  } = {},
): Promise<VenueRow> => {
  const slug = more.slug ?? `venue-${nextNumber()}`
  return firstRow(
    db
      .insertInto('venue')
      .values({ operatorId: of.operatorId, name: `Venue ${slug}`, timezone: 'Europe/London', ...more, slug })
      .returning(['id', 'slug', 'operatorId', 'timezone'])
      .executeTakeFirst(),
  )
}

export type LocationRow = { id: number; slug: string; name: string }

/** A place within a venue. `spaces` names its pieces of floor; a hall that is four courts names all four. */
export const aLocation = async (
  db: Tx,
  venueId: number,
  more: { slug?: string; name?: string; spaces?: string[] } = {},
): Promise<LocationRow> => {
  const slug = more.slug ?? `location-${nextNumber()}`
  const row = await firstRow(
    db
      .insertInto('location')
      .values({ venueId, slug, name: more.name ?? slug, position: nextNumber() })
      .returning(['id', 'slug', 'name'])
      .executeTakeFirst(),
  )
  for (const name of more.spaces ?? []) {
    const existing = await db
      .selectFrom('space')
      .select('id')
      .where('venueId', '=', venueId)
      .where('slug', '=', name)
      .executeTakeFirst()
    const space =
      existing ??
      (await firstRow(
        db.insertInto('space').values({ venueId, slug: name }).returning('id').executeTakeFirst(),
      ))
    await db.insertInto('locationSpace').values({ locationId: row.id, spaceId: space.id }).execute()
  }
  return row
}
