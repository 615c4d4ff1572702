import type { Draft, Publication, PublicationEffect } from '#contract/drafts.ts'
import { money } from '#contract/money.ts'
import { instant, moment } from '#contract/time.ts'
import type { Operator } from '#server/platform/actor.ts'
import type { Effect } from './effect.ts'
import type { DraftRow, PublicationRow } from './sql.ts'

type Of = Pick<Operator, 'timezone' | 'currencySymbol'>

export const presentDraft = (
  { changedAt, goesLiveAt, wantedAt, authorId: _authorId, requestedById, ...draft }: DraftRow,
  { timezone }: Of,
  readerId: number,
): Draft => {
  const at = goesLiveAt ?? wantedAt
  return {
    ...draft,
    changedAt: instant(changedAt),
    goesLiveAt: at === null ? null : moment(at, timezone),
    isOwnRequest: requestedById === readerId,
  }
}

export const presentEffect = ({ refund, ...effect }: Effect, { currencySymbol }: Of): PublicationEffect => ({
  ...effect,
  refund: money(refund, currencySymbol),
})

export const presentPublication = (row: PublicationRow, operator: Of): Publication => ({
  id: row.id,
  name: row.name,
  reason: row.reason,
  publishedBy: row.publishedBy,
  approvedBy: row.approvedBy,
  publishedAt: instant(row.publishedAt),
  isUndone: row.undoneAt !== null,
  isUndo: row.undoesId !== null,
  effect: presentEffect(row.effect, operator),
  edits: row.edits,
  undoUntil: row.firstStartsAt === null ? null : moment(row.firstStartsAt, operator.timezone),
})
