import type { Draft, DraftWithEdits, Publication } from '#contract/drafts.ts'
import { isWithin, readReach } from '#server/office/ownVenues.ts'
import { staffOf } from '#server/platform/actor.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { approversFor } from './approvers.ts'
import { isOwn, requireDraft } from './find.ts'
import { presentDraft, presentPublication } from './present.ts'
import { draftsOf, editsOf, publicationsOf } from './sql.ts'

export const listDrafts = async (tx: Tx, actor: Actor): Promise<Draft[]> => {
  const { operator } = actor
  const own: Draft[] = []
  for (const draft of await draftsOf(tx, operator.id, null))
    if (await isOwn(tx, actor, draft)) own.push(presentDraft(draft, operator, staffOf(actor).id))
  return own
}

/** @throws Refusal `not_found` */
export const readDraft = async (tx: Tx, actor: Actor, id: number, now: Date): Promise<DraftWithEdits> => {
  const { operator } = actor
  const draft = await requireDraft(tx, actor, id)
  return {
    ...presentDraft(draft, operator, staffOf(actor).id),
    edits: await editsOf(tx, id),
    approvers:
      draft.state === 'awaiting_approval'
        ? await approversFor(tx, operator.id, draft.requestedById, now)
        : [],
  }
}

export const listPublications = async (tx: Tx, actor: Actor): Promise<Publication[]> => {
  const { operator } = actor
  const reach = await readReach(tx, operator.id, actor, 'timetable.draft')
  return (await publicationsOf(tx, operator.id))
    .filter(({ edits }) => edits.every((edit) => isWithin(reach, edit)))
    .map((publication) => presentPublication(publication, operator))
}
