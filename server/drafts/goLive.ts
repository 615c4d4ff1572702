import type { CatalogueEdit } from '#contract/office.ts'
import { sendNotice } from '#server/notices/send.ts'
import { mustBeApproved } from '#server/office/secondPerson.ts'
import { InvalidRows, RowsChanged } from '#server/office/rowEdits.ts'
import { acts } from '#server/platform/audit.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { processAll } from '#server/platform/processAll.ts'
import { transact } from '#server/platform/transact.ts'
import { readCurrentRights } from '#server/sessions/currentRights.ts'
import { recordDraftAct } from './edit.ts'
import { publicationHeld } from './messages.ts'
import { tryEdits } from './preview.ts'
import type { Publisher, Tried } from './preview.ts'
import { EffectChanged, mayPublish, putDraftInForce } from './publish.ts'
import { whyHeld } from './effect.ts'
import type { HeldBecause } from './effect.ts'
import { authorOf, dueDrafts, editsOf, lockDraft, moveDraft } from './sql.ts'
import type { DueDraft } from './sql.ts'

/**
 * Publishes the drafts whose time has come. One that would do something else by now than was seen is open again instead, and
 * its author gets a mail. Safe on several nodes at once.
 * @throws AggregateError of those that failed, after the last
 */
export const publishDueDrafts = async (db: Database, now: Date): Promise<void> => {
  await processAll(await dueDrafts(db, now), (draft) => goLive(db, draft, now))
}

/** Another node has published it, or somebody has opened it. */
class NotDue extends Error {}

const goLive = async (db: Database, draft: DueDraft, now: Date): Promise<void> => {
  const { id, name, reason, operator, scheduledBy, accepted } = draft
  const publisher = { operator, by: scheduledBy }
  const edits = await editsOf(db, id)
  if (!(await mayStillPublish(db, publisher, edits, now))) {
    await transact(db, (tx) => holdBack(tx, draft, { ...nothing, mayNot: true }, now))
    return
  }
  const tried = await tryEdits(db, publisher, edits, now)
  const because = whyNot(draft, tried) ?? (await whyAbove(db, draft, tried))
  if (because !== null || tried.is !== 'possible') {
    await transact(db, (tx) => holdBack(tx, draft, because ?? nothing, now))
    return
  }
  try {
    const begin = async (tx: Tx) => {
      if (!(await isScheduled(tx, draft))) throw new NotDue()
      // Looked at in the next run.
      if (!(await mayStillPublish(tx, publisher, edits, now))) throw new NotDue()
    }
    await putDraftInForce(
      db,
      publisher,
      { id, name, reason, from: 'scheduled', approvedBy: draft.approvedBy },
      { edits, accept: accepted, done: tried.done, begin },
      now,
    )
  } catch (error) {
    // What has changed since it was tried out a moment ago is looked at in the next run.
    const isChanged = [EffectChanged, RowsChanged, InvalidRows].some((kind) => error instanceof kind)
    if (!(error instanceof NotDue) && !isChanged) throw error
  }
}

/** The person who scheduled it may have left since, or have other rights. `by` null: the account is closed. */
const mayStillPublish = async (
  tx: Tx,
  { operator, by }: Publisher,
  edits: readonly CatalogueEdit[],
  now: Date,
): Promise<boolean> =>
  by !== null &&
  mayPublish(tx, operator.id, { person: { rights: await readCurrentRights(tx, by, now) } }, edits)

const nothing: HeldBecause = {
  calledOff: 0,
  clashes: 0,
  refund: null,
  problems: 0,
  mayNot: false,
  isAbove: false,
}

/** What was approved stays so, whatever it does by now: what `whyNot` says is more than that. */
const whyAbove = async (
  tx: Tx,
  { operator, approvedBy }: DueDraft,
  tried: Tried,
): Promise<HeldBecause | null> =>
  tried.is === 'possible' && approvedBy === null && (await mustBeApproved(tx, operator.id, tried.done))
    ? { ...nothing, isAbove: true }
    : null

const whyNot = ({ expected, accepted }: DueDraft, tried: Tried): HeldBecause | null => {
  if (tried.is === 'possible') return whyHeld(expected, accepted, tried.done)
  return { ...nothing, problems: tried.is === 'invalid' ? tried.problems.length : tried.positions.length }
}

const isScheduled = async (tx: Tx, { id, operator }: DueDraft): Promise<boolean> =>
  (await lockDraft(tx, operator.id, id))?.state === 'scheduled'

const holdBack = async (tx: Tx, draft: DueDraft, because: HeldBecause, now: Date): Promise<void> => {
  const { id, name, goesLiveAt, operator, scheduledBy } = draft
  // Another node was faster.
  if (!(await isScheduled(tx, draft))) return
  await moveDraft(tx, id, { from: ['scheduled'], to: 'open', now })
  const detail = { name, ...because }
  await recordDraftAct(tx, { operator, by: scheduledBy }, { id, act: acts.draftHeldBack, detail }, now)
  const author = await authorOf(tx, id)
  if (author === undefined) return
  const { email: to, firstName } = author
  const facts = { draftId: id, firstName, name, ...because, at: goesLiveAt.toISOString() }
  await sendNotice(tx, publicationHeld, { operatorId: operator.id, to }, facts, now)
}
