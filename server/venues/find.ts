import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { notFound } from '#server/platform/errors.ts'

/** A venue as the desk works at it. */
export type DeskVenue = { id: number; slug: string; name: string; timezone: string }

/**
 * The venue of the operator that a call names.
 * @throws Refusal `not_found`
 */
export const requireVenue = async (tx: Tx, { operator }: Actor, slug: string): Promise<DeskVenue> => {
  const venue = await tx
    .selectFrom('venue')
    .select(['id', 'slug', 'name', 'timezone'])
    .where('operatorId', '=', operator.id)
    .where('slug', '=', slug)
    .executeTakeFirst()
  if (venue === undefined) throw notFound((messages) => messages.venues.venueNotFound)
  return venue
}
