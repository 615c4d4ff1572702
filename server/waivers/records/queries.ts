import { sql } from 'kysely'
import type { GuardianRelation } from '#contract/waivers.ts'
import type { Tx } from '#server/platform/database.ts'

/** Deletes the agreements for a line, since another person takes part. */
export const deleteWaivers = async (tx: Tx, basketItemId: number): Promise<void> => {
  await tx.deleteFrom('waiver').where('basketItemId', '=', basketItemId).execute()
}

/** Moves a visitor's attendees to the customer. */
export const assignAttendees = async (tx: Tx, basketId: number, customerId: number): Promise<void> => {
  await tx
    .updateTable('attendee')
    .set({ customerId })
    .where('basketId', '=', basketId)
    .where('customerId', 'is', null)
    .execute()
}

/** The last agreement of a person to a waiver. `signedBy`: who agreed for them. */
export type AgreementRow = {
  personId: number
  name: string
  agreedOn: string
  validUntil: string | null
  signedBy: string | null
  signedByRelation: GuardianRelation | null
}

/** What people have agreed to: of each waiver the agreement that holds longest. */
export const listAgreements = async (
  tx: Tx,
  personIds: readonly number[],
  timezone: string,
): Promise<AgreementRow[]> => {
  const { rows } = await sql<AgreementRow>`
    select distinct on (t.person_id, w.restriction_id) t.person_id, r.name,
      (w.agreed_at at time zone ${timezone})::date::text as agreed_on, w.valid_until::text,
      nullif(w.signed_by_name, '') as signed_by, nullif(w.signed_by_relation, '') as signed_by_relation
    from attendee t join waiver w on w.attendee_id = t.id join restriction r on r.id = w.restriction_id
    where t.person_id = any(${personIds}::int[])
    order by t.person_id, w.restriction_id, w.valid_until desc nulls last, w.agreed_at desc`.execute(tx)
  return rows
}
