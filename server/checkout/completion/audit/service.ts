import * as acts from '#server/messages/en/audit.ts'
import type { Actor } from '#server/platform/actor.ts'
import { auditForSelected } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/database.ts'
import { isRecorded } from './queries.ts'

/** A client that has had no answer repeats its call within this time. */
const repeatedWithinMs = 86_400_000

/**
 * Records an order that staff have completed for a customer, as the desk's own way of paying does. An order that is
 * asked for again is recorded once.
 */
export const auditCompletion = async (tx: Tx, actor: Actor, orderId: number, now: Date): Promise<void> => {
  const { person, isStaff } = actor
  if (person === null || !isStaff) return
  const done = { act: acts.paymentTaken, subject: `order:${orderId}` }
  const since = new Date(now.getTime() - repeatedWithinMs)
  if (await isRecorded(tx, { actorId: person.id, ...done }, since)) return
  await auditForSelected(tx, actor, done, now)
}
