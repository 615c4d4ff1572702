import { sumOf } from '#server/credits/rules.ts'
import type { Tx } from '#server/platform/database.ts'
import { dueAt, tillsOpenSince } from './sql/entries.ts'

/** What a venue's tills leave to be done: refunds to hand out, in pence, and tills opened before an instant. */
export const findTillAlerts = async (
  tx: Tx,
  venueId: number,
  before: Date,
): Promise<{
  due: { count: number; amount: number }
  leftOpen: { id: number; name: string; openedAt: Date }[]
}> => {
  const due = await dueAt(tx, venueId)
  return {
    due: { count: due.length, amount: sumOf(due) },
    leftOpen: await tillsOpenSince(tx, venueId, before),
  }
}
