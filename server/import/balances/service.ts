import { grantCredit } from '#server/credits/grant.ts'
import type { OperatorFiles } from '#server/import/files/types.ts'
import { selectCustomerIds } from '#server/import/people/service.ts'
import type { Change } from '#server/import/reconcile/service.ts'
import { raisePenalty } from '#server/penalties/owed.ts'
import type { Tx } from '#server/platform/database.ts'
import { setAccountLimit } from './queries.ts'

/**
 * Credit and penalties that people begin with, each once under its key: what has become of it since is kept. How much
 * may be charged to their account follows the files.
 */
export const loadBalances = async (
  tx: Tx,
  operatorId: number,
  { people }: OperatorFiles,
  now: Date,
  changes: Change[],
): Promise<void> => {
  const ids = await selectCustomerIds(tx, operatorId)
  for (const { reference, credits, penalties, accountLimit } of people) {
    const customerId = ids.get(reference)
    if (customerId === undefined) continue
    const named = (key: string) => ({ operatorId, customerId, importKey: `${reference}/${key}` })
    for (const { key, ...credit } of credits) {
      const granted = await grantCredit(tx, { ...credit, ...named(key), from: 'grant' }, now)
      if (granted !== null) changes.push({ what: 'credit', which: `${reference}/${key}`, how: 'added' })
    }
    for (const { key, ...penalty } of penalties) {
      const raised = await raisePenalty(tx, { ...penalty, ...named(key) }, now)
      if (raised !== null) changes.push({ what: 'penalty', which: `${reference}/${key}`, how: 'added' })
    }
    if (await setAccountLimit(tx, customerId, accountLimit))
      changes.push({ what: 'person', which: reference, how: 'changed', fields: ['account_limit'] })
  }
}
