import { findCallOffEffect } from '#server/bookings/cancel.ts'
import { sumOfParts } from '#server/bookings/rules.ts'
import type { Database } from '#server/platform/database.ts'
import { transact } from '#server/platform/transact.ts'
import type { Reach } from '#contract/bookings.ts'

/** What calling off sessions does to people and money. Amounts in pence. */
export type SessionEffect = { bookings: number; customers: number; refund: number }

export type ImportEffect = SessionEffect & {
  reach: Reach
  bySession: ReadonlyMap<number, SessionEffect>
}

/**
 * What becomes of those who have booked sessions that an import calls off, found by doing it and undoing that. It has
 * a transaction of its own: orders are locked before sessions, and an import locks these first.
 * @param bookingIds what stood when the import was done; undefined of one that is only checked
 */
export const findImportEffect = (
  db: Database,
  sessionIds: readonly number[],
  now: Date,
  bookingIds?: readonly number[],
): Promise<ImportEffect> =>
  transact(db, async (tx) => {
    const { reversals, reach } = await findCallOffEffect(tx, sessionIds, now, bookingIds)
    const bySession = new Map(
      sessionIds.map((id) => [id, sumUp(reversals.filter(({ occurrenceId }) => occurrenceId === id))]),
    )
    return { ...sumUp(reversals), reach, bySession }
  })

type Reversals = Awaited<ReturnType<typeof findCallOffEffect>>['reversals']

const sumUp = (reversals: Reversals): SessionEffect => ({
  bookings: reversals.length,
  customers: new Set(reversals.map(({ customerId, orderId }) => customerId ?? `order ${orderId}`)).size,
  refund: sumOfParts(reversals.flatMap(({ parts }) => parts)),
})
