import type { Tx } from './database.ts'

/** Writes down what staff did for a customer. In the transaction of what was done. */
export const noteAct = async (
  tx: Tx,
  done: { actorId: number; forCustomerId: number; act: string; subject?: string },
  now: Date,
): Promise<void> => {
  await tx
    .insertInto('auditEntry')
    .values({ ...done, at: now })
    .execute()
}
