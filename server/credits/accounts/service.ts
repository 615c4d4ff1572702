import type { Tx } from '#server/platform/database.ts'
import * as rows from './queries.ts'

/**
 * How much more can be charged to a customer's account: the operator allows it by a limit in their files. 0 where
 * there is no account. To rely on it hold the lock of the purse (`lockPurse`).
 */
export const availableOnAccount = async (tx: Tx, customerId: number | null): Promise<number> => {
  if (customerId === null) return 0
  const { limit, owed } = await rows.accountOf(tx, customerId)
  return limit === null ? 0 : Math.max(0, limit - owed)
}

/** Charges pence to a customer's account; with a minus, settles or gives back. */
export const chargeAccount = rows.addAccountEntry
