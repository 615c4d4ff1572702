import { documentExpiring } from '#server/documents/notices/service.ts'
import { nameOf, reminderDays } from '#server/documents/rules.ts'
import { findAddresses } from '#server/linked-people/service.ts'
import { sendNotice } from '#server/notices/send.ts'
import type { Database } from '#server/platform/database.ts'
import { transact } from '#server/platform/transact.ts'
import { claimExpiringDocuments } from './queries.ts'

/** Notifies owners of expiring documents, once for each document; of a child's, a person who books for them. */
export const notifyExpiringDocuments = async (db: Database, now: Date): Promise<void> => {
  await transact(db, async (tx) => {
    const expiring = await claimExpiringDocuments(tx, reminderDays, now)
    const addresses = await findAddresses(
      tx,
      expiring.map(({ customerId }) => customerId),
    )
    for (const { id, operatorId, customerId, documentType, firstName, days } of expiring) {
      const address = addresses.find(({ personId }) => personId === customerId)
      if (address === undefined) continue
      const facts = { documentId: id, firstName, name: nameOf(documentType), days, isOfOther: !address.isOwn }
      await sendNotice(tx, documentExpiring, { operatorId, to: address.email }, facts, now)
    }
  })
}
