import type { Tx } from '#server/platform/database.ts'

/** The operators that partners may sell for. */
export const operatorsByFeeds = (tx: Tx): Promise<{ id: number; slug: string }[]> =>
  tx.selectFrom('operator').select(['id', 'slug']).where('openBooking', '=', true).orderBy('id').execute()
