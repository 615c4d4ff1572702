import type { drafts, UndoPreview } from '#contract/drafts.ts'
import type { Body } from '#contract/endpoint.ts'
import { localDay, time } from '#contract/time.ts'
import { isWithin, readReach } from '#server/office/ownVenues.ts'
import { mustBeApproved } from '#server/office/secondPerson.ts'
import { isSameRow } from '#server/office/rowEdits.ts'
import type { RowEdit } from '#server/office/rowEdits.ts'
import { staffOf } from '#server/platform/actor.ts'
import type { Actor } from '#server/platform/actor.ts'
import { acts, recordAudit } from '#server/platform/audit.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { notFound, Refusal } from '#server/platform/errors.ts'
import { aboveOnePerson } from './approvers.ts'
import { presentEffect } from './present.ts'
import { presentTried, publisherOf, tryEdits } from './preview.ts'
import type { Tried } from './preview.ts'
import {
  effectChanged,
  EffectChanged,
  putInForce,
  refuser,
  requirePossible,
  requireRights,
} from './publish.ts'
import { digestOf } from './effect.ts'
import { lockPublication, markUndone, moveDraft, publicationsOf } from './sql.ts'
import type { PublicationRow } from './sql.ts'

/**
 * What undoing a publication would do, and what does not come back.
 * @throws Refusal `not_found`, `forbidden`, `too_late`, `not_reversible`
 */
export const previewUndo = async (
  db: Database,
  actor: Actor,
  id: number,
  now: Date,
): Promise<UndoPreview> => {
  const publication = await requireUndoable(db, actor, id, now)
  const tried = await tryUndo(db, actor, publication, now)
  const { bookings, customers, refund } = presentEffect(publication.effect, actor.operator)
  return {
    ...(await presentTried(db, actor, tried, publication.inverse)),
    lost: bookings === 0 ? null : { bookings, customers, refund },
  }
}

/**
 * Publishes the opposite of a publication. What people were told and paid back stays so.
 * @throws Refusal `not_found`, `forbidden`, `too_late`, `not_reversible`, `needs_second_person`, `blocked`, `effect_changed`, `import_refused`
 */
export const undoPublication = async (
  db: Database,
  actor: Actor,
  id: number,
  { digest, accept }: Body<typeof drafts.undo>,
  now: Date,
): Promise<Record<never, never>> => {
  const publication = await requireUndoable(db, actor, id, now)
  const { draftId, name, inverse } = publication
  const publisher = publisherOf(actor)
  const done = requirePossible(await tryUndo(db, actor, publication, now), inverse)
  if (digestOf(done) !== digest) throw effectChanged(publisher, done)
  // Another person who undoes it is the second.
  if (publication.publishedById === publisher.by && (await mustBeApproved(db, actor.operator.id, done)))
    throw await aboveOnePerson(db, publisher, done, now)
  await putInForce(
    db,
    publisher,
    {
      edits: inverse,
      accept,
      done,
      begin: async (tx) => {
        if (!(await lockPublication(tx, id))) throw new EffectChanged()
      },
      of: { draftId: null, undoesId: id, name, reason: '', approvedBy: null },
      record: async (tx, effect) => {
        await markUndone(tx, id, now)
        if (draftId !== null) await moveDraft(tx, draftId, { from: ['published'], to: 'undone', now })
        await recordUndo(tx, actor, { id, detail: { name, effect } }, now)
      },
    },
    now,
  ).catch(refuser(db, publisher, inverse, now))
  return {}
}

const requireUndoable = async (tx: Tx, actor: Actor, id: number, now: Date): Promise<PublicationRow> => {
  const { id: operatorId, timezone } = actor.operator
  const [publication] = await publicationsOf(tx, operatorId, { id })
  if (publication === undefined) throw notFound((messages) => messages.drafts.publicationNotFound)
  const reach = await readReach(tx, operatorId, actor, 'timetable.draft')
  if (!publication.edits.every((edit) => isWithin(reach, edit)))
    throw notFound((messages) => messages.drafts.publicationNotFound)
  await requireRights(tx, actor, publication.edits)
  if (publication.undoneAt !== null)
    throw new Refusal('not_reversible', (messages) => messages.drafts.undoneAlready)
  const { firstStartsAt } = publication
  if (firstStartsAt !== null && firstStartsAt <= now)
    throw new Refusal('too_late', (messages) => {
      const at = time(firstStartsAt, timezone).format24Hour
      const day = localDay(firstStartsAt, timezone)
      return messages.drafts.tooLate({
        time: day === localDay(now, timezone) ? at : messages.format.dayAndTime({ day, time: at }),
      })
    })
  return publication
}

/** @throws Refusal `not_reversible` where its rows were changed since */
const tryUndo = async (
  db: Database,
  actor: Actor,
  { id, inverse }: PublicationRow,
  now: Date,
): Promise<Tried> => {
  const tried = await tryEdits(db, publisherOf(actor), inverse, now)
  if (tried.is !== 'outdated') return tried
  const later = await publicationsOf(db, actor.operator.id, { after: id })
  const by = later.findLast((one) => tried.positions.some((position) => isChangedBy(one, inverse[position])))
  throw new Refusal('not_reversible', (messages) =>
    by === undefined
      ? messages.drafts.changedLater
      : messages.drafts.changedLaterBy({ publication: by.name }),
  )
}

/** Whether a later publication has changed a row, or taken it out: undoing that would bring it back. */
const isChangedBy = ({ inverse }: PublicationRow, edit: RowEdit | undefined): boolean =>
  inverse.some(({ list, after }) => edit?.list === list && after !== null && isSameRow(after, edit.before))

const recordUndo = (
  tx: Tx,
  actor: Actor,
  { id, detail }: { id: number; detail: object },
  now: Date,
): Promise<void> =>
  recordAudit(
    tx,
    {
      actorId: staffOf(actor).id,
      forCustomerId: null,
      act: acts.publicationUndone,
      subject: `publication:${id}`,
      detail,
    },
    now,
  )
