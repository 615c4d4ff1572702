import { documentExpiring } from '#server/documents/notices/service.ts'
import { nameOf, reminderDays } from '#server/documents/rules.ts'
import { sendNotice } from '#server/notices/service.ts'
import type { Database } from '#server/platform/database.ts'
import { transact } from '#server/platform/transact.ts'
import { claimExpiringDocuments } from './queries.ts'

/** Notifies owners of expiring documents, once for each document. */
export const notifyExpiringDocuments = async (db: Database, now: Date): Promise<void> => {
  await transact(db, async (tx) => {
    for (const { id, operatorId, documentType, email: to, firstName, days } of await claimExpiringDocuments(
      tx,
      reminderDays,
      now,
    )) {
      if (to === '') continue
      const facts = { documentId: id, firstName, name: nameOf(documentType), days }
      await sendNotice(tx, documentExpiring, { operatorId, to }, facts, now)
    }
  })
}
