import { sql } from 'kysely'
import { operatorMessages } from '#server/messages/languages.ts'
import type { Tx } from '#server/platform/database.ts'
import type { LotPart } from './rules.ts'
import { lockCreditAccount, postMovement } from './sql.ts'
import type { Account, NewMovement } from './sql.ts'

/* Credit that cannot be used while the payment it came from is disputed. What a basket has reserved stays with it. */

/** Sets aside what is left of the credit that an order was refunded as. */
export const freezeRefunded = (tx: Tx, orderId: number, now: Date): Promise<void> =>
  move(tx, orderId, refundedParts, {
    from: 'available',
    to: 'frozen',
    kind: 'freeze',
    description: operatorMessages().payments.frozen,
    at: now,
  })

/** Gives back what was frozen for an order. */
export const unfreeze = (tx: Tx, orderId: number, now: Date): Promise<void> =>
  move(tx, orderId, frozenParts, {
    from: 'frozen',
    to: 'available',
    kind: 'unfreeze',
    description: operatorMessages().payments.unfrozen,
    at: now,
  })

/** Books what was frozen for an order as gone: the bank has paid it to the cardholder. */
export const writeOffFrozen = (tx: Tx, orderId: number, now: Date): Promise<void> =>
  move(tx, orderId, frozenParts, {
    from: 'frozen',
    to: 'expired',
    kind: 'expire',
    description: operatorMessages().payments.writtenOff,
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

type CustomersPart = LotPart & { customerId: number }

/** What is left of the credit that payments of an order were refunded as. */
const refundedParts = async (tx: Tx, orderId: number): Promise<CustomersPart[]> => {
  const { rows } = await sql<CustomersPart>`
    select distinct l.id as lot_id, l.available as amount, l.expires_on, l.customer_id
    from credit_movement m
    join credit_entry e on e.movement_id = m.id and e.account = 'refunds'
    join credit_lot l on l.id = e.lot_id
    where m.order_id = ${orderId} and m.kind = 'grant' and l.available > 0
    order by l.id`.execute(tx)
  return rows
}

/** What is frozen for an order. */
const frozenParts = async (tx: Tx, orderId: number): Promise<CustomersPart[]> => {
  const { rows } = await sql<CustomersPart>`
    select l.id as lot_id, sum(e.amount)::int as amount, l.expires_on, l.customer_id
    from credit_movement m
    join credit_entry e on e.movement_id = m.id and e.account = 'frozen'
    join credit_lot l on l.id = e.lot_id
    where m.order_id = ${orderId}
    group by l.id having sum(e.amount) > 0
    order by l.id`.execute(tx)
  return rows
}
