import type { Tx } from '#server/platform/database.ts'
import { accountOf, addAccountEntry } from './queries.ts'

export { accountOf } from './queries.ts'

/**
 * How much more can be charged to a customer's account: the limit comes from the operator's import files. 0 without
 * an account, unless refunds have left money on it. The result is reliable only under the lock of the customer's credit account.
 */
export const availableOnAccount = async (tx: Tx, customerId: number | null): Promise<number> => {
  if (customerId === null) return 0
  const { limit, owed } = await accountOf(tx, customerId)
  return Math.max(0, (limit ?? 0) - owed)
}

/** Charges pence to a customer's account; a negative amount is a refund or a settlement. */
export const chargeAccount = addAccountEntry
