/**
 * What each payment goes through, written for concurrent payments together: a statement and a commit cost more than
 * the rows they write. What happens seldom (a decline, a saved card) is written one by one, in ../service.ts.
 */
import { planNextAttempt } from '#server/checkout/transactions/rules.ts'
import { createBatchers } from '#server/platform/batcher.ts'
import type { Database } from '#server/platform/database.ts'
import { transact } from '#server/platform/transact.ts'
import { markAuthorised, markCaptured, saveReferences } from './queries.ts'
import type { Move, Reference } from './queries.ts'

const batches = (name: string) => ({ name, batchSize: 64, inFlight: 1 })

const authorised = createBatchers(async (db, moves: Move[]) => {
  const moved = await transact(db, (tx) => markAuthorised(tx, moves))
  return moves.map(({ id }) => moved.includes(id))
}, batches('payments_authorised'))

/** Records that the card was authorised. false: the payment was decided before. */
export const recordAuthorised = (db: Database, id: number, now: Date): Promise<boolean> =>
  authorised(db, { id, at: now, nextAttemptAt: planNextAttempt('authorised', now) })

const captured = createBatchers(async (db, moves: Move[]) => {
  await transact(db, (tx) => markCaptured(tx, moves))
  return moves.map(() => undefined)
}, batches('payments_captured'))

/** Records that the money of an order was taken. */
export const recordCaptured = (db: Database, id: number, now: Date): Promise<void> =>
  captured(db, { id, at: now, nextAttemptAt: null })

const references = createBatchers(async (db, named: Reference[]) => {
  const saved = await saveReferences(db, named)
  return named.map(({ id }) => saved.includes(id))
}, batches('payment_references'))

/**
 * Stores the provider's reference. false: the payment has been voided meanwhile, and the provider must not be called.
 */
export const recordReference = (db: Database, id: number, reference: string, now: Date): Promise<boolean> =>
  references(db, { id, reference, at: now })
