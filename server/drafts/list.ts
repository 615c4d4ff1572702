import type { Draft, DraftWithEdits, Publication } from '#contract/drafts.ts'
import { isWithin, readReach } from '#server/office/ownVenues.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { isOwn, requireDraft } from './find.ts'
import { presentDraft, presentPublication, presentWithEdits } from './present.ts'
import { draftsOf, editsOf, publicationsOf } from './sql.ts'

export const listDrafts = async (tx: Tx, actor: Actor): Promise<Draft[]> => {
  const { operator } = actor
  const own: Draft[] = []
  for (const draft of await draftsOf(tx, operator.id, null))
    if (await isOwn(tx, actor, draft)) own.push(presentDraft(draft, operator))
  return own
}

/** @throws Refusal `not_found` */
export const readDraft = async (tx: Tx, actor: Actor, id: number): Promise<DraftWithEdits> =>
  presentWithEdits(await requireDraft(tx, actor, id), await editsOf(tx, id), actor.operator)

export const listPublications = async (tx: Tx, actor: Actor): Promise<Publication[]> => {
  const { operator } = actor
  const reach = await readReach(tx, operator.id, actor, 'timetable.draft')
  return (await publicationsOf(tx, operator.id))
    .filter(({ edits }) => edits.every((edit) => isWithin(reach, edit)))
    .map((publication) => presentPublication(publication, operator))
}
