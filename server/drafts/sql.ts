import { sql } from 'kysely'
import type { DraftState } from '#contract/drafts.ts'
import type { CatalogueEdit, CatalogueRow } from '#contract/office.ts'
import type { ObjectionCode } from '#server/import/objections.ts'
import type { RowEdit } from '#server/office/rowEdits.ts'
import type { Operator } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import type { Effect, Expected } from './effect.ts'

/** An edit as it is stored. */
export type StoredEdit = CatalogueEdit & { id: number }

export type DraftRow = {
  id: number
  name: string
  reason: string
  state: DraftState
  author: string | null
  authorId: number | null
  changedAt: Date
  goesLiveAt: Date | null
  /** Who asks for approval, and when it is to go live after it. */
  requestedBy: string | null
  requestedById: number | null
  wantedAt: Date | null
  editCount: number
}

/** Drafts of an operator: one of them, or those that are not closed. */
export const draftsOf = async (tx: Tx, operatorId: number, id: number | null): Promise<DraftRow[]> => {
  const { rows } = await sql<DraftRow>`
    select d.id, d.name, d.reason, d.state, d.changed_at, d.author_id, d.goes_live_at, nullif(concat_ws(' ', c.first_name, c.last_name), '') as author,
      d.requested_by as requested_by_id, d.wanted_at, nullif(concat_ws(' ', r.first_name, r.last_name), '') as requested_by,
      (select count(*)::int from draft_edit e where e.draft_id = d.id) as edit_count
    from draft d left join customer c on c.id = d.author_id left join customer r on r.id = d.requested_by
    where d.operator_id = ${operatorId}
      and case when ${id}::int is null then d.state in ('open', 'awaiting_approval', 'scheduled') else d.id = ${id}::int end
    order by d.changed_at desc, d.id desc`.execute(tx)
  return rows
}

export const editsOf = async (tx: Tx, draftId: number): Promise<StoredEdit[]> => {
  const rows = await tx
    .selectFrom('draftEdit')
    .select(['id', 'list', 'before', 'after'])
    .where('draftId', '=', draftId)
    .orderBy('id')
    .execute()
  return rows as StoredEdit[]
}

/** The state of a draft, which nobody else changes until the transaction ends. */
export const lockDraft = async (
  tx: Tx,
  operatorId: number,
  id: number,
): Promise<Pick<DraftRow, 'id' | 'name' | 'state' | 'authorId'> | undefined> => {
  const row = await tx
    .selectFrom('draft')
    .select(['id', 'name', 'state', 'authorId'])
    .where('operatorId', '=', operatorId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row
}

export const insertDraft = async (
  tx: Tx,
  draft: { operatorId: number; name: string; reason: string; authorId: number; changedAt: Date },
): Promise<number> => {
  const { id } = await tx.insertInto('draft').values(draft).returning('id').executeTakeFirstOrThrow()
  return id
}

export const updateDraft = async (
  tx: Tx,
  id: number,
  columns: { name?: string; reason?: string; changedAt: Date },
): Promise<void> => {
  await tx.updateTable('draft').set(columns).where('id', '=', id).execute()
}

/** Moves a draft to another state; it is not scheduled any more. @returns whether it was in one of `from` */
export const moveDraft = async (
  tx: Tx,
  id: number,
  { from, to, now }: { from: readonly DraftState[]; to: DraftState; now: Date },
): Promise<boolean> => {
  const moved = await tx
    .updateTable('draft')
    .set({
      state: to,
      changedAt: now,
      goesLiveAt: null,
      expected: null,
      scheduledBy: null,
      accepted: [],
      requestedBy: null,
      wantedAt: null,
      approvedBy: null,
    })
    .where('id', '=', id)
    .where('state', 'in', [...from])
    .returning('id')
    .execute()
  return moved.length > 0
}

export const awaitApproval = async (
  tx: Tx,
  id: number,
  columns: { requestedBy: number; wantedAt: Date | null; changedAt: Date },
): Promise<void> => {
  await tx
    .updateTable('draft')
    .set({ ...columns, state: 'awaiting_approval' })
    .where('id', '=', id)
    .execute()
}

export const scheduleDraft = async (
  tx: Tx,
  id: number,
  {
    expected,
    accepted,
    ...columns
  }: {
    goesLiveAt: Date
    scheduledBy: number
    approvedBy: number | null
    accepted: readonly ObjectionCode[]
    expected: Expected
    changedAt: Date
  },
): Promise<void> => {
  await tx
    .updateTable('draft')
    .set({
      ...columns,
      state: 'scheduled',
      accepted: [...accepted],
      expected: JSON.stringify(expected),
    })
    .where('id', '=', id)
    .execute()
}

const jsonOrNull = (row: CatalogueRow | null): string | null => (row === null ? null : JSON.stringify(row))

export const insertEdits = async (
  tx: Tx,
  draftId: number,
  edits: readonly CatalogueEdit[],
): Promise<void> => {
  if (edits.length === 0) return
  await tx
    .insertInto('draftEdit')
    .values(
      edits.map(({ list, before, after }) => ({
        draftId,
        list,
        before: jsonOrNull(before),
        after: jsonOrNull(after),
      })),
    )
    .execute()
}

export const updateEdit = async (tx: Tx, id: number, after: CatalogueRow | null): Promise<void> => {
  await tx
    .updateTable('draftEdit')
    .set({ after: jsonOrNull(after) })
    .where('id', '=', id)
    .execute()
}

/** @returns how many there were */
export const deleteEdits = async (tx: Tx, draftId: number, ids: readonly number[]): Promise<number> => {
  if (ids.length === 0) return 0
  const gone = await tx
    .deleteFrom('draftEdit')
    .where('draftId', '=', draftId)
    .where('id', 'in', [...ids])
    .returning('id')
    .execute()
  return gone.length
}

export type DueDraft = {
  id: number
  name: string
  reason: string
  goesLiveAt: Date
  scheduledBy: number | null
  approvedBy: number | null
  accepted: ObjectionCode[]
  expected: Expected
  operator: Pick<Operator, 'id' | 'slug' | 'timezone' | 'currencySymbol'>
}

/** Drafts whose time has come; or that one, where it has. */
export const dueDrafts = async (tx: Tx, now: Date): Promise<DueDraft[]> => {
  const { rows } = await sql<DueDraft>`
    select d.id, d.name, d.reason, d.goes_live_at, d.scheduled_by, d.approved_by, d.accepted, d.expected,
      json_build_object('id', o.id, 'slug', o.slug, 'timezone', o.timezone, 'currencySymbol', o.currency_symbol) as operator
    from draft d join operator o on o.id = d.operator_id
    where d.goes_live_at <= ${now} order by d.goes_live_at, d.id`.execute(tx)
  return rows
}

/** Who is told that a draft was not published; nobody where there is no address. */
export const authorOf = async (
  tx: Tx,
  draftId: number,
): Promise<{ email: string; firstName: string } | undefined> =>
  tx
    .selectFrom('draft as d')
    .innerJoin('customer as c', 'c.id', 'd.authorId')
    .select(['c.email', 'c.firstName'])
    .where('d.id', '=', draftId)
    .where('c.email', '<>', '')
    .executeTakeFirst()

export type PublicationRow = {
  id: number
  draftId: number | null
  undoesId: number | null
  name: string
  reason: string
  publishedBy: string | null
  publishedById: number | null
  approvedBy: string | null
  publishedAt: Date
  edits: CatalogueEdit[]
  inverse: RowEdit[]
  effect: Effect
  firstStartsAt: Date | null
  undoneAt: Date | null
}

const mostPublications = 50

/** Publications of an operator, the latest first: one of them, those after it, or the last. */
export const publicationsOf = async (
  tx: Tx,
  operatorId: number,
  { id = null, after = null }: { id?: number | null; after?: number | null } = {},
): Promise<PublicationRow[]> => {
  const { rows } = await sql<PublicationRow>`
    select p.id, p.draft_id, p.undoes_id, p.name, p.reason, nullif(concat_ws(' ', c.first_name, c.last_name), '') as published_by,
      p.published_by as published_by_id, nullif(concat_ws(' ', a.first_name, a.last_name), '') as approved_by, p.published_at, p.edits, p.inverse, p.effect, p.first_starts_at, p.undone_at
    from publication p left join customer c on c.id = p.published_by left join customer a on a.id = p.approved_by
    where p.operator_id = ${operatorId} and (${id}::int is null or p.id = ${id}::int)
      and (${after}::int is null or p.id > ${after}::int)
    order by p.id desc limit ${mostPublications}`.execute(tx)
  return rows
}

/** Whether a publication still stands, while nobody else undoes it. */
export const lockPublication = async (tx: Tx, id: number): Promise<boolean> => {
  const row = await tx
    .selectFrom('publication')
    .select('undoneAt')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined && row.undoneAt === null
}

export const insertPublication = async (
  tx: Tx,
  {
    edits,
    inverse,
    effect,
    ...columns
  }: Pick<
    PublicationRow,
    'draftId' | 'undoesId' | 'name' | 'reason' | 'inverse' | 'effect' | 'firstStartsAt'
  > & {
    operatorId: number
    publishedBy: number | null
    approvedBy: number | null
    publishedAt: Date
    edits: readonly CatalogueEdit[]
  },
): Promise<number> => {
  const { id } = await tx
    .insertInto('publication')
    .values({
      ...columns,
      edits: JSON.stringify(edits),
      inverse: JSON.stringify(inverse),
      effect: JSON.stringify(effect),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const markUndone = async (tx: Tx, id: number, now: Date): Promise<void> => {
  await tx.updateTable('publication').set({ undoneAt: now }).where('id', '=', id).execute()
}
