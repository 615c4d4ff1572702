import type { MessageKind } from '#contract/audiences.ts'
import { newsOfOnePerson } from '#contract/audiences.ts'
import type { Broadcast, broadcasts } from '#contract/broadcasts.ts'
import type { Body } from '#contract/endpoint.ts'
import { staffOf } from '#server/platform/actor.ts'
import type { Actor } from '#server/platform/actor.ts'
import { acts, recordAudit } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { countReached, digestOf, findReaders, narrowingOf } from './audience.ts'
import { requireBroadcast } from './list.ts'
import { emptyAudience, requireWords } from './preview.ts'
import { insertBroadcast, insertRecipients } from './sql/broadcasts.ts'

/** Nothing leaves the house for so long, as after a call-off. */
export const graceMs = 60_000

const needsSecondPerson = ({ kind }: { kind: MessageKind }, people: number): boolean =>
  kind === 'news' && people > newsOfOnePerson

/**
 * Writes to everybody of an audience. A job hands the mails over, a minute from now; news to many waits for a second person.
 * @throws Refusal `not_found` for a venue, `invalid`, `empty_audience`, `no_consent`, `effect_changed`
 */
export const sendBroadcast = async (
  tx: Tx,
  actor: Actor,
  { digest, subject, text, ...wanted }: Body<(typeof broadcasts)['send']>,
  now: Date,
): Promise<Broadcast> => {
  requireWords({ subject, text }, wanted)
  const { readers, notAgreed, venue } = await findReaders(tx, actor, wanted)
  const reach = countReached(readers)
  if (readers.length === 0) throw emptyAudience(wanted, notAgreed)
  if (digestOf(readers) !== digest)
    throw new Refusal('effect_changed', (messages) => messages.broadcasts.audienceChanged(reach))
  const { id: sentBy } = staffOf(actor)
  const { activityId, placeId: locationId, sessionId: occurrenceId, planId, hirerId } = narrowingOf(wanted)
  const id = await insertBroadcast(tx, {
    operatorId: actor.operator.id,
    venueId: venue.id,
    kind: wanted.kind,
    people: wanted.people,
    state: needsSecondPerson(wanted, readers.length) ? 'awaiting_approval' : 'queued',
    fromDay: wanted.from,
    untilDay: wanted.until,
    activityId,
    locationId,
    occurrenceId,
    planId,
    hirerId,
    subject,
    text,
    sentBy,
    createdAt: now,
    dueAt: new Date(now.getTime() + graceMs),
  })
  await insertRecipients(tx, id, readers)
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
