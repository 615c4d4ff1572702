import type { Tx } from '#server/platform/database.ts'
import { addConsent } from './queries.ts'
import type { ConsentHow } from './queries.ts'

export type { AcceptedTerms, ConsentHow, ConsentRow } from './queries.ts'
export { consentsOf, termsAcceptedBy } from './queries.ts'

/** Writes down that somebody asked for news by e-mail, or will have no more. Nothing to write where nothing changes. */
export const noteConsent = async (
  tx: Tx,
  customerId: number,
  { before, after, how }: { before: boolean; after: boolean; how: ConsentHow },
  now: Date,
): Promise<void> => {
  if (before !== after) await addConsent(tx, customerId, { given: after, at: now, how })
}
