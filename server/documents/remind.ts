import { sql } from 'kysely'
import { findAddresses } from '#server/linked-people/list.ts'
import { sendNotice } from '#server/notices/send.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { transact } from '#server/platform/transact.ts'
import { documentExpiring } from './messages.ts'
import { nameOf, reminderDays } from './rules.ts'

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

type ExpiringRow = {
  id: number
  operatorId: number
  documentType: string
  customerId: number
  firstName: string
  days: number
}

/**
 * Claims accepted documents in their last days whose owners have not been notified; claiming marks them as
 * notified.
 */
const claimExpiringDocuments = async (tx: Tx, reminderDays: number, now: Date): Promise<ExpiringRow[]> => {
  const { rows } = await sql<ExpiringRow>`
    with due as (
      select d.id, d.expires_on - (${now}::timestamptz at time zone op.timezone)::date as days
      from document d join operator op on op.id = d.operator_id
      where d.status = 'accepted' and not d.expiry_notified
        and d.expires_on between (${now}::timestamptz at time zone op.timezone)::date
          and (${now}::timestamptz at time zone op.timezone)::date + ${reminderDays}::int
        -- Two days more cover every time zone; unlike the exact days this goes by the index.
        and d.expires_on between ${now}::date - 2 and ${now}::date + 2 + ${reminderDays}::int
        -- A newer one that holds is in its place already.
        and not exists (
          select 1 from document newer where newer.customer_id = d.customer_id
            and newer.document_type = d.document_type and newer.id > d.id and newer.status <> 'refused'
        )
      order by d.id limit 500 for update of d skip locked
    )
    update document d set expiry_notified = true from due, customer c
      where d.id = due.id and c.id = d.customer_id
      returning d.id, d.operator_id, d.document_type, d.customer_id, c.first_name, due.days::int as days`.execute(
    tx,
  )
  return rows
}
