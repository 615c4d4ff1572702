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
      c.emergency_contact_phone
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
