import type { Tx } from '#server/platform/database.ts'
import { addConsent } from './queries.ts'
import type { ConsentSource } from './queries.ts'

export type { AcceptedTerms, ConsentRow } from './queries.ts'
export { consentsOf, termsAcceptedBy } from './queries.ts'

/** Records a change of marketing consent. Writes nothing when it is unchanged. */
export const recordConsent = async (
  tx: Tx,
  customerId: number,
  { before, after, how }: { before: boolean; after: boolean; how: ConsentSource },
  now: Date,
): Promise<void> => {
  if (before !== after) await addConsent(tx, customerId, { given: after, at: now, how })
}
