import { removeEntry } from '#server/holds/offers.ts'
import { acts } from '#server/platform/audit.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { notFound } from '#server/platform/errors.ts'
import { auditForOther, mayActFor } from './eligibility.ts'
import { listEntries } from './sql.ts'
import type { EntryFilter } from './sql.ts'

/** Takes an entry off its waitlist; a place on offer goes to the next. @throws Refusal `not_found` for others' entries */
export const leaveWaitlist = async (
  tx: Tx,
  actor: Actor,
  filter: EntryFilter,
  now: Date,
): Promise<{ id: number; waitlistId: number; status: 'left' }> => {
  const [entry] = await listEntries(tx, actor.operator.id, filter)
  if (entry === undefined || actor.person === null) throw notFound()
  const { id, personId, occurrenceId, venueId } = entry
  if (!actor.isStaff && !mayActFor(actor, personId)) throw notFound()
  if (!(await removeEntry(tx, { entryId: id, actorId: actor.person.id }, now))) throw notFound()
  await auditForOther(
    tx,
    actor,
    { personId, act: acts.waitlistLeft, subject: `occurrence:${occurrenceId}` },
    now,
  )
  tx.invalidate(venueId)
  return { id, waitlistId: id, status: 'left' }
}
