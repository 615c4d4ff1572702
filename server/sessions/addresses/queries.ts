import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'

/** Consumes a code of an e-mail. Of several concurrent attempts one gets it. */
export const consumeAddressCode = async (
  tx: Tx,
  codeDigest: Buffer,
  now: Date,
): Promise<{ customerId: number; email: string; purpose: string } | undefined> =>
  tx
    .deleteFrom('oneTimeCode')
    .where('codeDigest', '=', codeDigest)
    .where('purpose', 'in', ['verify_email', 'new_email', 'old_email'])
    .where('expiresAt', '>', now)
    .returning(['customerId', 'email', 'purpose'])
    .executeTakeFirst()

/** Marks the address as proved, if the customer still has it. @returns whether they have */
export const markVerified = async (
  tx: Tx,
  customerId: number,
  email: string,
  now: Date,
): Promise<boolean> => {
  const { rows } = await sql`
    update customer set email_verified_at = coalesce(email_verified_at, ${now})
    where id = ${customerId} and email <> '' and email = ${email} and closed_at is null
    returning id`.execute(tx)
  return rows.length > 0
}

export type EmailChange = {
  customerId: number
  email: string
  requestedAt: Date
  tokenDigest: Buffer
  newConfirmedAt: Date | null
  oldConfirmedAt: Date | null
}

/** Stores a change of address; an earlier one of the customer is replaced, and its links end. */
export const replaceChange = async (tx: Tx, change: EmailChange): Promise<void> => {
  await deleteChange(tx, change.customerId)
  await tx.insertInto('emailChange').values(change).execute()
}

export const deleteChange = async (tx: Tx, customerId: number): Promise<boolean> => {
  await tx
    .deleteFrom('oneTimeCode')
    .where('customerId', '=', customerId)
    .where('purpose', 'in', ['new_email', 'old_email'])
    .execute()
  const { numDeletedRows } = await tx
    .deleteFrom('emailChange')
    .where('customerId', '=', customerId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export const changeOf = async (tx: Tx, customerId: number): Promise<EmailChange | undefined> =>
  tx.selectFrom('emailChange').selectAll().where('customerId', '=', customerId).executeTakeFirst()

/** Records that one end of a change has confirmed it, and returns the change, locked. */
export const confirmEnd = async (
  tx: Tx,
  customerId: number,
  end: 'newConfirmedAt' | 'oldConfirmedAt',
  now: Date,
): Promise<EmailChange | undefined> =>
  tx
    .updateTable('emailChange')
    .set({ [end]: now })
    .where('customerId', '=', customerId)
    .returningAll()
    .executeTakeFirst()

/** Gives the customer the proved address. @returns false when it is another's; the transaction is aborted then */
export const setAddress = async (tx: Tx, customerId: number, email: string, now: Date): Promise<boolean> => {
  try {
    const { rows } = await sql`
      update customer set email = ${email}, email_verified_at = ${now}
      where id = ${customerId} and closed_at is null returning id`.execute(tx)
    return rows.length > 0
  } catch (error) {
    if (error instanceof Error && 'constraint' in error && error.constraint === 'customer_email') return false
    throw error
  }
}

export const isAddressTaken = async (
  tx: Tx,
  operatorId: number,
  email: string,
  but: number,
): Promise<boolean> => {
  const row = await tx
    .selectFrom('customer')
    .select('id')
    .where('operatorId', '=', operatorId)
    .where('id', '<>', but)
    .where('email', '=', email)
    .where('email', '<>', '')
    .executeTakeFirst()
  return row !== undefined
}

/** Changes that the new end confirmed and the old end let pass until `before`. */
export const unopposedChanges = async (tx: Tx, before: Date): Promise<EmailChange[]> =>
  tx
    .selectFrom('emailChange')
    .selectAll()
    .where('newConfirmedAt', 'is not', null)
    .where('requestedAt', '<=', before)
    .orderBy('customerId')
    .limit(100)
    .execute()

export const deleteStaleChanges = async (tx: Tx, before: Date): Promise<void> => {
  await tx
    .deleteFrom('emailChange')
    .where('newConfirmedAt', 'is', null)
    .where('requestedAt', '<=', before)
    .execute()
}
