import type { Broadcast, broadcasts } from '#contract/broadcasts.ts'
import type { Body } from '#contract/endpoint.ts'
import { staffOf } from '#server/platform/actor.ts'
import type { Actor } from '#server/platform/actor.ts'
import { acts, recordAudit } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { countReached, digestOf, findReaders } from './audience.ts'
import { requireBroadcast } from './list.ts'
import { emptyAudience, requireWords } from './preview.ts'
import { insertBroadcast, insertRecipients } from './sql.ts'

/** Nothing leaves the house for so long, as after a call-off. */
const graceMs = 60_000

/**
 * Writes to everybody who has booked at a venue on some days. A job hands the mails over, a minute from now.
 * @throws Refusal `not_found` for a venue, `invalid`, `empty_audience`, `effect_changed`
 */
export const sendBroadcast = async (
  tx: Tx,
  actor: Actor,
  { digest, subject, text, ...wanted }: Body<(typeof broadcasts)['send']>,
  now: Date,
): Promise<Broadcast> => {
  requireWords({ subject, text })
  const { buyers, venueId } = await findReaders(tx, actor, wanted)
  const reach = countReached(buyers)
  if (buyers.length === 0) throw emptyAudience()
  if (digestOf(buyers) !== digest)
    throw new Refusal('effect_changed', (messages) => messages.broadcasts.audienceChanged(reach))
  const { id: sentBy } = staffOf(actor)
  const id = await insertBroadcast(tx, {
    operatorId: actor.operator.id,
    venueId,
    fromDay: wanted.from,
    untilDay: wanted.until,
    activityId: wanted.activityId ?? null,
    subject,
    text,
    sentBy,
    createdAt: now,
    dueAt: new Date(now.getTime() + graceMs),
  })
  await insertRecipients(tx, id, buyers)
  const detail = { subject, ...wanted, ...reach }
  const entry = {
    actorId: sentBy,
    forCustomerId: null,
    act: acts.broadcastSent,
    subject: `broadcast:${id}`,
    detail,
  }
  await recordAudit(tx, entry, now)
  return requireBroadcast(tx, actor, id)
}
