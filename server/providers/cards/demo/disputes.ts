import type { Database } from '#server/platform/database.ts'
import { listDisputes, saveReported } from '#server/providers/cards/demo/payments/queries.ts'
import type { OnCardEvent } from '#server/providers/cards/port.ts'

/*
 * The cardholder of one test card disputes each payment with it: a minute later this is reported, and the bank decides
 * for the cardholder an hour after that.
 */

export const disputedAfterMs = 60_000
const decidedAfterMs = 60 * 60_000

/** Reports what has become of disputed payments since. A report that fails is made again. */
export const reportDisputes = async (db: Database, onEvent: OnCardEvent, now: Date): Promise<void> => {
  const decidedBefore = new Date(now.getTime() - decidedAfterMs)
  for (const { reference, captured, reported } of await listDisputes(db, decidedBefore, now)) {
    const status = reported === null ? 'open' : 'lost'
    await onEvent(
      {
        type: 'payment_disputed',
        disputeReference: `dispute_${reference}`,
        paymentReference: reference,
        amount: captured,
        status,
        at: now,
      },
      now,
    )
    await saveReported(db, reference, status)
  }
}
