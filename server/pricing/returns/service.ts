import * as messages from '#server/messages/en/pricing.ts'
import type { Tx } from '#server/platform/database.ts'
import { returnUses } from '#server/pricing/queries.ts'
import { renewExpiredVisits } from './queries.ts'

/** Visits that are returned after their package has expired can be used for this many days, as credit can. */
const graceDays = 30

/** Returns what bought lines have used. Uses returned before are ignored. */
export const returnBoughtUses = async (tx: Tx, itemIds: readonly number[], now: Date): Promise<void> => {
  if (itemIds.length === 0) return
  await renewExpiredVisits(tx, itemIds, { days: graceDays, name: messages.visitReturned }, now)
  await returnUses(tx, itemIds, now)
}
