import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'

/** A visitor's order by what they know of it. */
export const orderByReference = async (
  tx: Tx,
  operatorId: number,
  { reference, email }: { reference: string; email: string },
): Promise<{ id: number; email: string } | undefined> => {
  const { rows } = await sql<{ id: number; email: string }>`
    select id, email from customer_order
    where operator_id = ${operatorId} and customer_id is null and reference = ${reference} and email = ${email}`.execute(
    tx,
  )
  return rows[0]
}

/** Gives a visitor's order and its bookings to a customer. Does nothing when it has an owner. */
export const assignOrder = async (tx: Tx, orderId: number, customerId: number): Promise<void> => {
  await sql`select require_open_account(${customerId})`.execute(tx)
  await sql`update customer_order set customer_id = ${customerId}
    where id = ${orderId} and customer_id is null`.execute(tx)
  await sql`update booking set customer_id = ${customerId}
    where order_id = ${orderId} and customer_id is null`.execute(tx)
}

type LockedOrder = {
  customerId: number | null
  email: string | null
  payerFirstName: string
  payerLastName: string
}

/** Locks an order, before its bookings change hands. */
export const lockOrder = async (tx: Tx, orderId: number): Promise<LockedOrder> => {
  const { rows } = await sql<LockedOrder>`
    select customer_id, email, payer_first_name, payer_last_name from customer_order where id = ${orderId} for no key update`.execute(
    tx,
  )
  const [order] = rows
  if (order === undefined) throw new Error('An order that was just read is gone.')
  return order
}

/** The customer's e-mail address, if they have proved that it is theirs. */
export const verifiedEmailOf = async (tx: Tx, customerId: number): Promise<string | null> => {
  const { email, emailVerifiedAt } = await tx
    .selectFrom('customer')
    .select(['email', 'emailVerifiedAt'])
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow()
  return emailVerifiedAt === null ? null : email
}
