import type { WaitlistEntry } from '#contract/waitlists.ts'
import { offerPlace, promoteWaitlist } from '#server/holds/offers.ts'
import { acts } from '#server/platform/audit.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { forbidden, notFound, Refusal } from '#server/platform/errors.ts'
import { processAll } from '#server/platform/processAll.ts'
import { transact } from '#server/platform/transact.ts'
import { auditForOther } from './eligibility.ts'
import { loadEntry } from './join.ts'
import { listEntries, listOpenWaitlists, listWaitlistsDue } from './sql.ts'

/**
 * Offers a free place out of turn, for staff. The entries passed over say so in their history. Automatic offers take
 * the same locks, so no place is offered twice.
 * @throws Refusal `full`, `held`, `cancelled`, `closed` when no place is free or the waitlist is closed
 */
export const offerOutOfTurn = async (
  tx: Tx,
  actor: Actor,
  entryId: number,
  now: Date,
): Promise<WaitlistEntry> => {
  if (actor.person === null || !actor.isStaff) throw forbidden()
  const [entry] = await listEntries(tx, actor.operator.id, { id: entryId })
  if (entry === undefined) throw notFound()
  const outcome = await offerPlace(tx, { entryId, actorId: actor.person.id }, now)
  if (outcome !== 'ok') throw new Refusal(outcome, (messages) => messages.waitlists.noPlaceToOffer)
  const { personId, occurrenceId, venueId } = entry
  await auditForOther(
    tx,
    actor,
    { personId, act: acts.waitlistOffered, subject: `occurrence:${occurrenceId}` },
    now,
  )
  tx.invalidate(venueId)
  return loadEntry(tx, actor.messages, actor.operator.id, entryId, now)
}

export const batchSize = 200

/** Where the last run on this node ended. */
const lastChecked = new WeakMap<Database, number>()

/**
 * Brings waitlists up to date as time passes: lapsed offers go to the next, free places are offered, waitlists of
 * occurrences that begin are closed. (Freeing a place offers it at once: db/functions.) Safe on several nodes, and to repeat.
 * @param atOnce lists that a run checks besides those of lapsed offers; the next run goes on with others, so that the
 *   cost of a run does not grow with their number
 * @returns the venues whose availability may have changed
 */
export const promoteWaitlists = async (
  db: Database,
  now: Date,
  atOnce: number = batchSize,
): Promise<number[]> => {
  const checked = await listOpenWaitlists(db, lastChecked.get(db) ?? 0, atOnce)
  lastChecked.set(db, checked.length < atOnce ? 0 : (checked.at(-1) ?? 0))
  const due = await listWaitlistsDue(db, checked, now, batchSize)
  await processAll(due, ({ occurrenceId, venueId }) =>
    transact(db, async (tx) => {
      await promoteWaitlist(tx, occurrenceId, now)
      tx.invalidate(venueId)
    }),
  )
  return [...new Set(due.map(({ venueId }) => venueId))]
}
