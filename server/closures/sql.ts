import type { Tx } from '#server/platform/database.ts'

export type VenueRow = { id: number; slug: string; name: string; timezone: string }

export const venueBySlug = (tx: Tx, operatorId: number, slug: string): Promise<VenueRow | undefined> =>
  tx
    .selectFrom('venue')
    .select(['id', 'slug', 'name', 'timezone'])
    .where('operatorId', '=', operatorId)
    .where('slug', '=', slug)
    .executeTakeFirst()

/** How many people wait for any of these sessions. */
export const countWaiting = async (tx: Tx, sessionIds: readonly number[]): Promise<number> => {
  if (sessionIds.length === 0) return 0
  const { count } = await tx
    .selectFrom('waitlistEntry')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('occurrenceId', 'in', [...sessionIds])
    .where('state', 'in', ['waiting', 'offered'])
    .executeTakeFirstOrThrow()
  return count
}
