import type { drafts, DraftState, DraftWithEdits } from '#contract/drafts.ts'
import type { Body } from '#contract/endpoint.ts'
import type { CatalogueEdit } from '#contract/office.ts'
import { daysAfter, localDay } from '#contract/time.ts'
import { formatted } from '#contract/money.ts'
import type { DoneImport } from '#server/import/load.ts'
import type { ObjectionCode } from '#server/import/objections.ts'
import { isWithin, readReach } from '#server/office/ownVenues.ts'
import { mustBeApproved } from '#server/office/secondPerson.ts'
import { refusedImport } from '#server/office/catalogue.ts'
import { canonical, importEdits, InvalidRows, RowsChanged } from '#server/office/rowEdits.ts'
import type { RowEdit } from '#server/office/rowEdits.ts'
import type { Actor, Person } from '#server/platform/actor.ts'
import { acts } from '#server/platform/audit.ts'
import { instantOf } from '#server/platform/clock.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { forbidden, invalid, Refusal } from '#server/platform/errors.ts'
import { transact } from '#server/platform/transact.ts'
import { recordDraftAct } from './edit.ts'
import { draftClosed, requireDraft, requireLocked } from './find.ts'
import { readDraft } from './list.ts'
import { publisherOf, tryEdits } from './preview.ts'
import type { Publisher, Tried } from './preview.ts'
import { coreOf, digestOf, effectOf, expectedOf, inverseOf, permissionToPublish } from './effect.ts'
import type { Effect } from './effect.ts'
import { awaitApproval, editsOf, insertPublication, moveDraft, scheduleDraft } from './sql.ts'
import type { PublicationRow } from './sql.ts'

/** The furthest that a draft is scheduled ahead. */
const mostDaysAhead = 400

/**
 * Publishes a draft with the effect that was seen, or schedules that.
 * @throws Refusal `not_found`, `forbidden`, `draft_closed`, `blocked`, `effect_changed`, `import_refused`, `invalid`
 */
export const publishDraft = async (
  db: Database,
  actor: Actor,
  id: number,
  { digest, accept, goesLiveAt }: Body<typeof drafts.publish>,
  now: Date,
): Promise<DraftWithEdits> => {
  const { state, name, reason } = await requireDraft(db, actor, id)
  if (state !== 'open') throw draftClosed(state)
  const edits = await editsOf(db, id)
  await requireRights(db, actor, edits)
  const at = goesLiveAt === undefined ? null : timeToCome(actor, goesLiveAt, now)
  const publisher = publisherOf(actor)
  const done = requirePossible(await tryEdits(db, publisher, edits, now), edits)
  if (digestOf(done) !== digest) throw effectChanged(publisher, done)
  const requireSame = async (tx: Tx) => {
    await requireLocked(tx, actor, id)
    if (!isSame(await editsOf(tx, id), edits)) throw new EffectChanged()
  }
  const refusing = refuser(db, publisher, edits, now)
  if (await mustBeApproved(db, actor.operator.id, done)) {
    await requireAccepted(done, accept)
    await transact(db, async (tx) => {
      await requireSame(tx)
      await awaitApproval(tx, id, { requestedBy: publisher.by, wantedAt: at, changedAt: now })
      const detail = { name, effect: effectOf(done), goesLiveAt: at }
      await recordDraftAct(tx, publisher, { id, act: acts.approvalRequested, detail }, now)
    }).catch(refusing)
  } else {
    await putDraftInForceAt(
      db,
      publisher,
      { id, name, reason, from: 'open', approvedBy: null },
      { edits, accept, done, begin: requireSame },
      at,
      now,
    ).catch(refusing)
  }
  return readDraft(db, actor, id, now)
}

/** @throws Refusal `not_found`, `draft_closed`, `forbidden` */
export const unscheduleDraft = async (
  tx: Tx,
  actor: Actor,
  id: number,
  now: Date,
): Promise<DraftWithEdits> => {
  const { name, state } = await requireLocked(tx, actor, id, ['scheduled', 'awaiting_approval'])
  await requireRights(tx, actor, await editsOf(tx, id))
  await moveDraft(tx, id, { from: [state], to: 'open', now })
  const act = state === 'scheduled' ? acts.draftUnscheduled : acts.approvalWithdrawn
  await recordDraftAct(tx, publisherOf(actor), { id, act, detail: { name } }, now)
  return readDraft(tx, actor, id, now)
}

/** @throws Refusal `forbidden` for what the caller may not publish */
export const requireRights = async (tx: Tx, actor: Actor, edits: readonly CatalogueEdit[]): Promise<void> => {
  if (!(await mayPublish(tx, actor.operator.id, actor, edits))) throw forbidden()
}

/** Whether somebody may put such edits in force. */
export const mayPublish = async (
  tx: Tx,
  operatorId: number,
  holder: { person: Pick<Person, 'rights'> | null },
  edits: readonly CatalogueEdit[],
): Promise<boolean> => {
  for (const permission of new Set(edits.map(({ list }) => permissionToPublish(list)))) {
    const reach = await readReach(tx, operatorId, holder, permission)
    const own = edits.filter(({ list }) => permissionToPublish(list) === permission)
    if (!own.every((edit) => isWithin(reach, edit))) return false
  }
  return true
}

/** @throws Refusal `invalid` */
const timeToCome = (
  { operator: { timezone } }: Actor,
  { day, time }: { day: string; time: string },
  now: Date,
): Date => {
  const at = instantOf(day, time, timezone)
  if (at <= now) throw invalid({ 'goes_live_at.day': [(messages) => messages.drafts.isPast] })
  if (day > daysAfter(localDay(now, timezone), mostDaysAhead))
    throw invalid({ 'goes_live_at.day': [(messages) => messages.drafts.tooFarAhead] })
  return at
}

/** @throws Refusal `blocked` */
export const requirePossible = (tried: Tried, edits: readonly unknown[]): DoneImport => {
  if (tried.is === 'possible') return tried.done
  const count = tried.is === 'invalid' ? tried.problems.length : tried.positions.length
  throw new Refusal('blocked', (messages) =>
    edits.length === 0 ? messages.drafts.empty : messages.drafts.blocked({ count }),
  )
}

const requireAccepted = async (
  { objections }: DoneImport,
  accept: readonly ObjectionCode[],
): Promise<void> => {
  const left = objections.filter(({ code }) => !accept.includes(code))
  if (left.length === 0) return
  const { ImportRefused } = await import('#server/import/objections.ts')
  throw await refusedImport(new ImportRefused(left))
}

export const isSame = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  canonical(one) === canonical(other)

/** Something else would be published than was seen. */
export class EffectChanged extends Error {}

/** A refusal that says what it would do now. */
export const effectChanged = ({ operator }: Publisher, done: DoneImport): Refusal => {
  const { refund, ...effect } = effectOf(done)
  return new Refusal('effect_changed', (messages) =>
    messages.drafts.effectChanged({
      ...effect,
      refund: refund === 0 ? null : formatted(refund, operator.currencySymbol),
    }),
  )
}

/** What publishing was refused with, where that became clear only while it was done. */
export const refuser =
  (db: Database, publisher: Publisher, edits: readonly RowEdit[], now: Date) =>
  async (error: unknown): Promise<never> => {
    if (error instanceof EffectChanged || error instanceof RowsChanged || error instanceof InvalidRows)
      throw effectChanged(publisher, requirePossible(await tryEdits(db, publisher, edits, now), edits))
    throw await refusedImport(error)
  }

type TriedOut = {
  edits: readonly RowEdit[]
  accept: readonly ObjectionCode[]
  /** What was seen. */
  done: DoneImport
  /** Runs when no other import does. */
  begin: (tx: Tx) => Promise<void>
}

/** `from`: the state that it is in. */
type DraftToPublish = {
  id: number
  name: string
  reason: string
  from: DraftState
  approvedBy: number | null
}

/**
 * Puts the edits of a draft in force, or schedules that where its time is to come; null: at once.
 * @throws Refusal `import_refused`; what `putInForce` throws
 */
export const putDraftInForceAt = async (
  db: Database,
  publisher: Publisher & { by: number },
  draft: DraftToPublish,
  tried: TriedOut,
  at: Date | null,
  now: Date,
): Promise<void> => {
  if (at === null || at <= now) return putDraftInForce(db, publisher, draft, tried, now)
  const { id, name, approvedBy } = draft
  const { accept, done, begin } = tried
  await requireAccepted(done, accept)
  return transact(db, async (tx) => {
    await begin(tx)
    await scheduleDraft(tx, id, {
      goesLiveAt: at,
      scheduledBy: publisher.by,
      approvedBy,
      accepted: accept,
      expected: expectedOf(done),
      changedAt: now,
    })
    const detail = { name, goesLiveAt: at }
    await recordDraftAct(tx, publisher, { id, act: acts.draftScheduled, detail }, now)
  })
}

/** Puts the edits of a draft in force: `putInForce`. */
export const putDraftInForce = (
  db: Database,
  publisher: Publisher,
  { id, name, reason, from, approvedBy }: DraftToPublish,
  tried: TriedOut,
  now: Date,
): Promise<void> =>
  putInForce(
    db,
    publisher,
    {
      ...tried,
      of: { draftId: id, undoesId: null, name, reason, approvedBy },
      record: async (tx, effect) => {
        await moveDraft(tx, id, { from: [from], to: 'published', now })
        const detail = { name, reason, edits: tried.edits.length, effect }
        await recordDraftAct(tx, publisher, { id, act: acts.draftPublished, detail }, now)
      },
    },
    now,
  )

/**
 * Imports edits that were tried out, and stores what undoes them.
 * @throws EffectChanged where they do something else by now; what `importEdits` throws
 */
export const putInForce = async (
  db: Database,
  { operator, by }: Publisher,
  {
    edits,
    accept,
    done: seen,
    begin,
    of,
    record,
  }: TriedOut & {
    of: Pick<PublicationRow, 'draftId' | 'undoesId' | 'name' | 'reason'> & { approvedBy: number | null }
    record: (tx: Tx, effect: Effect) => Promise<void>
  },
  now: Date,
): Promise<void> => {
  const { rowsInForce } = await import('#server/import/rows.ts')
  await importEdits(
    db,
    { operator, by, check: false, accept },
    edits,
    {
      begin,
      beforeCommit: async (tx, done, inForce) => {
        if (coreOf(done) !== coreOf(seen)) throw new EffectChanged()
        const { rows } = await rowsInForce(tx, operator.slug, now)
        await insertPublication(tx, {
          ...of,
          operatorId: operator.id,
          publishedBy: by,
          publishedAt: now,
          edits: edits.map(({ list, before, after }) => ({ list, before, after })),
          inverse: inverseOf(inForce, rows),
          effect: effectOf(seen),
          firstStartsAt: done.occurrences.firstStartsAt,
        })
        await record(tx, effectOf(seen))
      },
    },
    now,
  )
}
