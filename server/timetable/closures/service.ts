import type { Tx } from '#server/platform/database.ts'
import { closureReason } from './queries.ts'

/** Why the venue has called a session off, in its own words; null where it gives no reason. */
export const callOffReason = async (tx: Tx, occurrenceId: number): Promise<string | null> =>
  (await closureReason(tx, occurrenceId)) ?? null
