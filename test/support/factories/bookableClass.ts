import type { Tx } from '#server/platform/database.ts'
import { anActivity } from './activities.ts'
import { anOccurrence } from './occurrences.ts'
import { anOperator } from './operators.ts'
import { aLocation, aVenue } from './venues.ts'

/** An operator with one venue and one class of the given capacity, which is what most tests need. */
export const aBookableClass = async (
  db: Tx,
  more: { startsAt: Date; capacity?: number; price?: number; allowsAnonymousBookings?: boolean },
) => {
  const operator = await anOperator(db)
  const venue = await aVenue(db, { operatorId: operator.id }, { slug: 'demo-centre', name: 'Demo Centre' })
  const studio = await aLocation(db, venue.id, { slug: 'studio-1', name: 'Studio 1' })
  const activity = await anActivity(db, venue.id, {
    slug: 'yoga',
    name: 'Yoga',
    price: more.price ?? 500,
    allowsAnonymousBookings: more.allowsAnonymousBookings ?? true,
  })
  const occurrence = await anOccurrence(
    db,
    { activity, locationId: studio.id, startsAt: more.startsAt },
    { capacity: more.capacity ?? 10 },
  )
  return { operator, venue, studio, activity, occurrence }
}
