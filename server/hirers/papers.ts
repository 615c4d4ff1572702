import type { HirerPaper } from '#contract/hireTypes.ts'
import { daysAfter, localDay } from '#contract/time.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { mayAt } from '#server/platform/rights.ts'
import { papersUntil } from './sql/hires.ts'

/** Staff are told so many days before a paper of a hirer ends. */
const noticeDays = 30

/**
 * Safeguarding papers and insurances of those who hire at a venue that end soon or have ended, for staff who may let places
 * there; none for others.
 */
export const listEndingPapers = async (
  tx: Tx,
  actor: Actor,
  venue: { id: number; timezone: string },
  now: Date,
): Promise<HirerPaper[]> => {
  if (!mayAt(actor, 'hirers', venue.id)) return []
  const today = localDay(now, venue.timezone)
  const rows = await papersUntil(tx, venue.id, daysAfter(today, noticeDays))
  return rows.map((row) => ({ ...row, isOver: row.until < today }))
}
