import type { Config } from '#server/platform/config.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { processAll } from '#server/platform/processAll.ts'
import { transact } from '#server/platform/transact.ts'
import {
  anonymiseOrders,
  clearGuests,
  clearPartnerAnswers,
  clearVisitorContacts,
  deleteAbandonedBaskets,
  deleteAuditEntries,
  deleteMessages,
  deleteSecurityEvents,
  forgetClosedAccounts,
} from './queries.ts'

/** Rows of one transaction, and transactions of one kind in one run: the rest is left to the next run. */
const batchSize = 200
const batchesOfRun = 25

/**
 * Deletes or makes anonymous what is older than its retention period, in small transactions. What is still needed (a
 * session to come, a refund to be paid out) stays longer.
 */
export const enforceRetention = async (
  db: Database,
  retention: Config['retention'],
  now: Date,
): Promise<void> => {
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000)
  const tooOld = yearsAgo(now, retention.orderYears)
  const kinds: {
    before: Date
    remove: (tx: Tx, before: Date, most: number, now: Date) => Promise<number>
  }[] = [
    { before: daysAgo(retention.basketDays), remove: deleteAbandonedBaskets },
    { before: daysAgo(retention.visitorContactDays), remove: clearVisitorContacts },
    { before: daysAgo(retention.visitorContactDays), remove: clearGuests },
    { before: daysAgo(retention.messageDays), remove: deleteMessages },
    { before: daysAgo(retention.partnerAnswerDays), remove: clearPartnerAnswers },
    { before: daysAgo(retention.auditDays), remove: deleteAuditEntries },
    { before: daysAgo(retention.securityLogDays), remove: deleteSecurityEvents },
    { before: tooOld, remove: anonymiseOrders },
    { before: tooOld, remove: forgetClosedAccounts },
  ]
  await processAll(kinds, async ({ before, remove }) => {
    for (let batch = 0; batch < batchesOfRun; batch += 1)
      if ((await transact(db, (tx) => remove(tx, before, batchSize, now))) < batchSize) break
  })
}

const yearsAgo = (now: Date, years: number): Date => {
  const date = new Date(now)
  date.setUTCFullYear(date.getUTCFullYear() - years)
  return date
}
