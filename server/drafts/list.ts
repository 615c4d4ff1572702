import type { Draft, DraftWithEdits, Publication } from '#contract/drafts.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { requireDraft } from './find.ts'
import { presentDraft, presentPublication, presentWithEdits } from './present.ts'
import { draftsOf, editsOf, publicationsOf } from './sql.ts'

export const listDrafts = async (tx: Tx, { operator }: Actor): Promise<Draft[]> =>
  (await draftsOf(tx, operator.id, null)).map((draft) => presentDraft(draft, operator))

/** @throws Refusal `not_found` */
export const readDraft = async (tx: Tx, actor: Actor, id: number): Promise<DraftWithEdits> =>
  presentWithEdits(await requireDraft(tx, actor, id), await editsOf(tx, id), actor.operator)

export const listPublications = async (tx: Tx, { operator }: Actor): Promise<Publication[]> =>
  (await publicationsOf(tx, operator.id)).map((publication) => presentPublication(publication, operator))
