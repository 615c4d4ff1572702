import type { WaitlistEntry } from '#contract/waitlists.ts'
import { addEntry } from '#server/holds/offers.ts'
import { findAddresses } from '#server/linked-people/list.ts'
import type { Messages } from '#server/messages/languages.ts'
import { sendNotice } from '#server/notices/send.ts'
import type { Actor } from '#server/platform/actor.ts'
import { acts } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/database.ts'
import { loggedOut, notFound } from '#server/platform/errors.ts'
import { auditForOther, joinRefusal, requireMayActFor, requireMayWait } from './eligibility.ts'
import { presentEntry } from './list.ts'
import { sessionFacts, waitlistJoined } from './messages.ts'
import { listEntries, listEvents, listOccurrences } from './sql.ts'
import type { EntryRow } from './sql.ts'

/**
 * Joins the waitlist of an occurrence, by its id of either form: for oneself, for a linked person, or as staff for any
 * customer.
 * @throws Refusal of wire §10
 */
export const joinWaitlist = async (
  tx: Tx,
  actor: Actor,
  { id, personId }: { id: number | string; personId: number },
  now: Date,
): Promise<WaitlistEntry> => {
  const actorId = actor.person?.id
  if (actorId === undefined) throw loggedOut()
  await requireMayActFor(tx, actor, personId)
  const [occurrence] = await listOccurrences(tx, actor.operator.id, { id })
  if (occurrence === undefined) throw notFound((messages) => messages.waitlists.noWaitlist)
  await requireMayWait(tx, { actorId, personId }, occurrence, now)

  const { venueId, fewest } = occurrence
  const form = typeof id === 'number' ? 'v1' : 'v2'
  const entry = { occurrenceId: occurrence.id, personId, actorId, form, places: fewest } as const
  const result = await addEntry(tx, entry, now)
  tx.invalidate(venueId)
  if (result.outcome !== 'ok') throw await joinRefusal(tx, { actorId, personId }, result.outcome)
  await auditForOther(
    tx,
    actor,
    { personId, act: acts.waitlistJoined, subject: `occurrence:${occurrence.id}` },
    now,
  )
  const row = await requireEntry(tx, actor.operator.id, result.entryId)
  await notifyJoined(tx, actor.operator.id, row, now)
  return presentEntry(actor.messages, row, await listEvents(tx, [row.id]), now)
}

/** Says to who has joined a waitlist, or to who books for them, where they stand. */
const notifyJoined = async (tx: Tx, operatorId: number, row: EntryRow, now: Date): Promise<void> => {
  const { id: entryId, personId, firstName, position, venueId } = row
  const [address] = await findAddresses(tx, [personId])
  if (address === undefined) return
  const facts = { entryId, firstName, isOfOther: !address.isOwn, position, venueId, ...sessionFacts(row) }
  await sendNotice(tx, waitlistJoined, { operatorId, to: address.email }, facts, now)
}

export const loadEntry = async (
  tx: Tx,
  messages: Messages,
  operatorId: number,
  id: number,
  now: Date,
): Promise<WaitlistEntry> => {
  const row = await requireEntry(tx, operatorId, id)
  return presentEntry(messages, row, await listEvents(tx, [id]), now)
}

const requireEntry = async (tx: Tx, operatorId: number, id: number): Promise<EntryRow> => {
  const [row] = await listEntries(tx, operatorId, { id })
  if (row === undefined) throw notFound()
  return row
}
