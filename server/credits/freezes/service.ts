import { lockCreditAccount, postMovement } from '#server/credits/queries.ts'
import type { Account, NewMovement } from '#server/credits/queries.ts'
import * as messages from '#server/messages/en/credits.ts'
import type { Tx } from '#server/platform/database.ts'
import { frozenParts, refundedParts } from './queries.ts'

/* Credit that cannot be used while the payment it came from is disputed. What a basket has reserved stays with it. */

/** Sets aside what is left of the credit that an order was refunded as. */
export const freezeRefunded = (tx: Tx, orderId: number, now: Date): Promise<void> =>
  move(tx, orderId, refundedParts, {
    from: 'available',
    to: 'frozen',
    kind: 'freeze',
    description: messages.frozen,
    at: now,
  })

/** Gives back what was frozen for an order. */
export const unfreeze = (tx: Tx, orderId: number, now: Date): Promise<void> =>
  move(tx, orderId, frozenParts, {
    from: 'frozen',
    to: 'available',
    kind: 'unfreeze',
    description: messages.unfrozen,
    at: now,
  })

/** Books what was frozen for an order as gone: the bank has paid it to the cardholder. */
export const writeOffFrozen = (tx: Tx, orderId: number, now: Date): Promise<void> =>
  move(tx, orderId, frozenParts, {
    from: 'frozen',
    to: 'expired',
    kind: 'expire',
    description: messages.writtenOff,
    at: now,
  })

const move = async (
  tx: Tx,
  orderId: number,
  read: typeof frozenParts,
  { from, to, ...movement }: { from: Account; to: Account } & NewMovement,
): Promise<void> => {
  const holders = new Set((await read(tx, orderId)).map(({ customerId }) => customerId))
  for (const id of [...holders].toSorted((one, other) => one - other)) await lockCreditAccount(tx, id)
  const parts = holders.size === 0 ? [] : await read(tx, orderId)
  await postMovement(tx, { ...movement, orderId }, [{ from, to, parts }])
}
