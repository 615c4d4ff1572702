import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'

export type FamilyRow = {
  id: number
  firstName: string
  lastName: string
  email: string
  relation: string | null
  dateOfBirth: string | null
  hasLogin: boolean
  /** The address of a partner whom the customer has yet to confirm. */
  acceptedWith: string | null
  /** Whether no invitation between the two households waits to be confirmed. */
  healthShared: boolean
  medicalNotes: string
  emergencyContactName: string
  emergencyContactPhone: string
}

/** The customer, then the people they book for, the eldest account first. */
export const listFamily = async (tx: Tx, customerId: number): Promise<FamilyRow[]> => {
  const { rows } = await sql<FamilyRow>`
    select c.id, c.first_name, c.last_name, c.email, l.relation, c.date_of_birth,
      -- An address is enough: links and passkeys log people in without a password.
      c.password_hash is not null or c.email <> '' as has_login, c.medical_notes, c.emergency_contact_name,
      c.emergency_contact_phone, case when l.awaits_confirmation then c.email end as accepted_with,
      not exists (
        select 1 from linked_customer waits
        where waits.awaits_confirmation and (
          (waits.customer_id = ${customerId} and waits.linked_id in (c.id, l.shared_by))
          or (waits.linked_id = ${customerId} and waits.customer_id in (c.id, l.shared_by)))
      ) as health_shared
    from customer c left join linked_customer l on l.linked_id = c.id and l.customer_id = ${customerId}
    where c.id = any(array_append(
      array(select l.linked_id from linked_customer l where l.customer_id = ${customerId}), ${customerId}))
    order by c.id <> ${customerId}, c.id`.execute(tx)
  return rows
}

export const linkPerson = async (
  tx: Tx,
  customerId: number,
  linkedId: number,
  relation: string,
): Promise<void> => {
  await tx.insertInto('linkedCustomer').values({ customerId, linkedId, relation }).execute()
}

/** Confirms who accepted an invitation of the customer. @returns false where nobody waits for it */
export const confirmPartner = async (tx: Tx, customerId: number, linkedId: number): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('linkedCustomer')
    .set({ awaitsConfirmation: false })
    .where('customerId', '=', customerId)
    .where('linkedId', '=', linkedId)
    .where('awaitsConfirmation', '=', true)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
