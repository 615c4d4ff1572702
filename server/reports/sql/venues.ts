import type { Tx } from '#server/platform/database.ts'

/** Venues of the operator by slug; without slugs all of them. */
export const findVenues = (
  tx: Tx,
  operatorId: number,
  slugs: readonly string[],
): Promise<{ id: number; slug: string; name: string }[]> => {
  const venues = tx
    .selectFrom('venue')
    .select(['id', 'slug', 'name'])
    .where('operatorId', '=', operatorId)
    .orderBy('position')
    .orderBy('id')
  return (slugs.length === 0 ? venues : venues.where('slug', 'in', [...slugs])).execute()
}
