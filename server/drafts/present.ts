import type { Draft, DraftWithEdits, Publication, PublicationEffect } from '#contract/drafts.ts'
import { money } from '#contract/money.ts'
import { instant, moment } from '#contract/time.ts'
import type { Operator } from '#server/platform/actor.ts'
import type { Effect } from './effect.ts'
import type { DraftRow, PublicationRow, StoredEdit } from './sql.ts'

type Of = Pick<Operator, 'timezone' | 'currencySymbol'>

export const presentDraft = (
  { changedAt, goesLiveAt, authorId: _authorId, ...draft }: DraftRow,
  { timezone }: Of,
): Draft => ({
  ...draft,
  changedAt: instant(changedAt),
  goesLiveAt: goesLiveAt === null ? null : moment(goesLiveAt, timezone),
})

export const presentWithEdits = (
  draft: DraftRow,
  edits: readonly StoredEdit[],
  operator: Of,
): DraftWithEdits => ({ ...presentDraft(draft, operator), edits: [...edits] })

export const presentEffect = ({ refund, ...effect }: Effect, { currencySymbol }: Of): PublicationEffect => ({
  ...effect,
  refund: money(refund, currencySymbol),
})

export const presentPublication = (row: PublicationRow, operator: Of): Publication => ({
  id: row.id,
  name: row.name,
  reason: row.reason,
  publishedBy: row.publishedBy,
  publishedAt: instant(row.publishedAt),
  isUndone: row.undoneAt !== null,
  isUndo: row.undoesId !== null,
  effect: presentEffect(row.effect, operator),
  edits: row.edits,
  undoUntil: row.firstStartsAt === null ? null : moment(row.firstStartsAt, operator.timezone),
})
