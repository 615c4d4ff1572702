import { sql } from 'kysely'
import type { Actor } from './actor.ts'
import type { Tx } from './database.ts'

/** Records an act of staff in the audit log, in the transaction of the act. `forCustomerId` is null for a walk-in. */
export const recordAudit = async (
  tx: Tx,
  done: { actorId: number; forCustomerId: number | null; act: string; subject?: string; detail?: object },
  now: Date,
): Promise<void> => {
  const { actorId, forCustomerId, act, subject = '', detail = {} } = done
  await sql`
    insert into audit_entry (at, actor_id, for_customer_id, act, subject, detail)
    values (${now}, ${actorId}, ${forCustomerId}, ${act}, ${subject}, ${JSON.stringify(detail)}::jsonb)`.execute(
    tx,
  )
}

/** Records what staff do in the account of the customer they have selected; nothing for customers themselves. */
export const auditForSelected = async (
  tx: Tx,
  { person, isStaff, customerId }: Pick<Actor, 'person' | 'isStaff' | 'customerId'>,
  done: { act: string; subject?: string; detail?: object },
  now: Date,
): Promise<void> => {
  if (person === null || !isStaff || customerId === person.id) return
  await recordAudit(tx, { actorId: person.id, forCustomerId: customerId, ...done }, now)
}
