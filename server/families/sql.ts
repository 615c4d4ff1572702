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

export type InvitationRow = {
  id: number
  operatorId: number
  inviterId: number
  inviterName: string
  personId: number | null
  personName: string | null
  email: string
  expiresAt: Date
}

const invitations = sql`
  select f.id, c.operator_id, f.inviter_id, concat_ws(' ', c.first_name, c.last_name) as inviter_name, f.person_id,
    p.first_name as person_name, f.email, f.expires_at
  from family_invitation f
  join customer c on c.id = f.inviter_id
  left join customer p on p.id = f.person_id`

/** A customer's invitations that can still be accepted, the newest first. */
export const listInvitations = async (tx: Tx, inviterId: number, now: Date): Promise<InvitationRow[]> => {
  const { rows } = await sql<InvitationRow>`${invitations}
    where f.inviter_id = ${inviterId} and f.expires_at > ${now} order by f.id desc`.execute(tx)
  return rows
}

export const invitationByDigest = async (
  tx: Tx,
  secretDigest: Buffer,
  now: Date,
): Promise<InvitationRow | undefined> => {
  const { rows } = await sql<InvitationRow>`${invitations}
    where f.secret_digest = ${secretDigest} and f.expires_at > ${now} and c.closed_at is null
      -- Who has got a log-in of their own meanwhile keeps it.
      and (f.person_id is null or (p.email = '' and p.password_hash is null))`.execute(tx)
  return rows[0]
}

/** Stores an invitation; an earlier one to the same address, or for the same person, ends. */
export const insertInvitation = async (
  tx: Tx,
  invitation: {
    inviterId: number
    personId: number | null
    email: string
    secretDigest: Buffer
    createdAt: Date
    expiresAt: Date
  },
): Promise<number> => {
  const { inviterId, personId, email } = invitation
  await sql`
    delete from family_invitation
    where inviter_id = ${inviterId} and (email = ${email} or person_id = ${personId})`.execute(tx)
  const { id } = await tx
    .insertInto('familyInvitation')
    .values(invitation)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Ends an invitation. Of several concurrent calls one gets true. */
export const deleteInvitation = async (tx: Tx, id: number, inviterId: number): Promise<boolean> => {
  const { numDeletedRows } = await tx
    .deleteFrom('familyInvitation')
    .where('id', '=', id)
    .where('inviterId', '=', inviterId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/**
 * Links two customers both ways, and each with the people without an account whom the other looks after. What is linked
 * already stays as it is; otherwise the inviter has yet to confirm the other.
 */
export const linkHouseholds = async (tx: Tx, inviterId: number, otherId: number): Promise<void> => {
  await sql`
    with shared as (
      select l.customer_id as sharer, l.linked_id, l.relation
      from linked_customer l join customer c on c.id = l.linked_id
      where l.customer_id in (${inviterId}, ${otherId}) and l.shared_by is null and c.password_hash is null
        and c.email = ''
    )
    insert into linked_customer (customer_id, linked_id, relation, shared_by, awaits_confirmation)
    select ${inviterId}::int, ${otherId}::int, 'partner', null::int, true
    union all select ${otherId}, ${inviterId}, 'partner', null, false
    union all
    select case when sharer = ${inviterId} then ${otherId}::int else ${inviterId}::int end, linked_id, relation, sharer,
      false
    from shared
    on conflict (customer_id, linked_id) do nothing`.execute(tx)
}

/** Unlinks two customers, and each from the people whom the other had shared. */
export const unlinkHouseholds = async (tx: Tx, oneId: number, otherId: number): Promise<void> => {
  await sql`
    delete from linked_customer
    where (customer_id = ${oneId} and (linked_id = ${otherId} or shared_by = ${otherId}))
      or (customer_id = ${otherId} and (linked_id = ${oneId} or shared_by = ${oneId}))`.execute(tx)
}

/** Whether a person is booked for something that is not over. */
export const hasBookingsToCome = async (tx: Tx, personId: number, now: Date): Promise<boolean> => {
  const { rows } = await sql`
    select 1 from booking k join occurrence o on o.id = k.occurrence_id
    where k.person_id = ${personId} and k.status = 'booked' and o.ends_at > ${now} limit 1`.execute(tx)
  return rows.length > 0
}

/** Takes a child out of a customer's family, and of the families that know the child through them. */
export const unlinkChild = async (tx: Tx, customerId: number, childId: number): Promise<void> => {
  await sql`
    delete from linked_customer
    where linked_id = ${childId} and (customer_id = ${customerId} or shared_by = ${customerId})`.execute(tx)
  await sql`
    delete from family_invitation where person_id = ${childId} and inviter_id = ${customerId}`.execute(tx)
}

/** Nobody books for a person any more who has taken over their own record. */
export const unlinkPerson = async (tx: Tx, personId: number): Promise<void> => {
  await sql`delete from linked_customer where linked_id = ${personId}`.execute(tx)
  await sql`delete from family_invitation where person_id = ${personId}`.execute(tx)
}

/** Links a child with the partners of the customer who has added it. */
export const shareWithPartners = async (tx: Tx, customerId: number, childId: number): Promise<void> => {
  await sql`
    insert into linked_customer (customer_id, linked_id, relation, shared_by)
    select l.linked_id, ${childId}, 'child', ${customerId}
    from linked_customer l
    where l.customer_id = ${customerId} and l.relation = 'partner'
      and exists (select 1 from linked_customer b where b.customer_id = l.linked_id and b.linked_id = ${customerId})
    on conflict (customer_id, linked_id) do nothing`.execute(tx)
}
