import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'
import type { DeskPassRow, PassRow } from './rules.ts'

/** A customer's passes, longest valid first. */
export const passesOf = async (tx: Tx, customerId: number, id: number | null = null): Promise<PassRow[]> => {
  const { rows } = await sql<PassRow>`
    select p.id, p.operator_id, p.name, p.code, p.valid_from, p.valid_until, p.guest_first_name, p.guest_last_name,
      p.guest_email, v.slug as venue_slug, v.name as venue_name, p.visit_on, p.sent_at, p.used_at, p.withdrawn_at
    from guest_pass p left join venue v on v.id = p.venue_id
    where p.customer_id = ${customerId} and (${id}::int is null or p.id = ${id})
    order by p.valid_until desc, p.id`.execute(tx)
  return rows
}

export const guestPassesEnabled = async (tx: Tx, operatorId: number): Promise<boolean> =>
  (
    await tx
      .selectFrom('operator')
      .select('onlineGuestPassesEnabled')
      .where('id', '=', operatorId)
      .executeTakeFirstOrThrow()
  ).onlineGuestPassesEnabled

/** Locks a pass, so that two concurrent requests send it once. */
export const lockPass = async (tx: Tx, customerId: number, id: number): Promise<void> => {
  await sql`select 1 from guest_pass where id = ${id} and customer_id = ${customerId} for update`.execute(tx)
}

export const openVenue = (
  tx: Tx,
  operatorId: number,
  slug: string,
): Promise<{ id: number; name: string } | undefined> =>
  tx
    .selectFrom('venue')
    .select(['id', 'name'])
    .where('operatorId', '=', operatorId)
    .where('slug', '=', slug)
    .where('status', '<>', sql.lit('closed'))
    .executeTakeFirst()

export const nameOf = async (tx: Tx, customerId: number): Promise<string> => {
  const { firstName, lastName } = await tx
    .selectFrom('customer')
    .select(['firstName', 'lastName'])
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow()
  return `${firstName} ${lastName}`.trim()
}

export const markSent = async (
  tx: Tx,
  id: number,
  sent: {
    guestFirstName: string
    guestLastName: string
    guestEmail: string
    venueId: number
    visitOn: string
    sentAt: Date
  },
): Promise<void> => {
  await tx.updateTable('guestPass').set(sent).where('id', '=', id).execute()
}

/** A pass like one that was withdrawn, for another guest. Its code is new: the guest has the other. */
export const insertReplacement = async (tx: Tx, id: number, code: string): Promise<void> => {
  await sql`
    insert into guest_pass (operator_id, customer_id, name, code, valid_from, valid_until)
    select operator_id, customer_id, name, ${code}, valid_from, valid_until from guest_pass where id = ${id}`.execute(
    tx,
  )
}

export const markWithdrawn = async (tx: Tx, id: number, now: Date): Promise<void> => {
  await tx.updateTable('guestPass').set({ withdrawnAt: now }).where('id', '=', id).execute()
}

type WhichPasses = { customerId: number } | { id: number } | { code: string }

export const isUsed = async (tx: Tx, id: number): Promise<boolean> =>
  (await tx.selectFrom('guestPass').select('usedAt').where('id', '=', id).executeTakeFirst())?.usedAt != null

/** Passes of an operator: a customer's, longest valid first; one; or those with a code. */
export const passesWhere = async (tx: Tx, operatorId: number, which: WhichPasses): Promise<DeskPassRow[]> => {
  const condition =
    'customerId' in which
      ? sql`p.customer_id = ${which.customerId}`
      : 'id' in which
        ? sql`p.id = ${which.id}`
        : hasTypedCode(which.code)
  const { rows } = await sql<DeskPassRow>`
    select p.id, p.operator_id, p.name, p.code, p.valid_from, p.valid_until, p.guest_first_name, p.guest_last_name,
      p.guest_email, p.venue_id, v.slug as venue_slug, v.name as venue_name, p.visit_on, p.sent_at, p.used_at, p.withdrawn_at,
      p.customer_id as member_id, trim(m.first_name || ' ' || m.last_name) as member_name,
      m.first_name as member_first_name,
      trim(s.first_name || ' ' || s.last_name) as used_by
    from guest_pass p
    join customer m on m.id = p.customer_id
    left join venue v on v.id = p.venue_id
    left join customer s on s.id = p.used_by
    where p.operator_id = ${operatorId} and ${condition}
    order by p.valid_until desc, p.id`.execute(tx)
  return rows
}

/** As the index guest_pass_of_typed_code has it; a code without any letters and digits is none. */
export const hasTypedCode = (code: string) => sql`
  upper(regexp_replace(p.code, '[^A-Za-z0-9]', '', 'g')) = nullif(upper(regexp_replace(${code}::text, '[^A-Za-z0-9]', '', 'g')), '')`

/**
 * Locks a pass of the operator, so that of two desks that admit its guest at once the later one sees the earlier; and its
 * member before it, whose account closes in that order.
 */
export const lockPassOfOperator = async (tx: Tx, operatorId: number, id: number): Promise<void> => {
  await sql`
    select 1 from customer m
    where m.id = (select p.customer_id from guest_pass p where p.id = ${id} and p.operator_id = ${operatorId})
    for key share`.execute(tx)
  await sql`select 1 from guest_pass where id = ${id} and operator_id = ${operatorId} for update`.execute(tx)
}

/** @param used null: the pass is not used */
export const setUsed = async (tx: Tx, id: number, used: { at: Date; by: number } | null): Promise<void> => {
  await tx
    .updateTable('guestPass')
    .set({ usedAt: used?.at ?? null, usedBy: used?.by ?? null })
    .where('id', '=', id)
    .execute()
}
