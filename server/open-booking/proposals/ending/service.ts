import { endLease } from '#server/open-booking/leases/service.ts'
import { endProposal, readProposal } from '#server/open-booking/proposals/queries.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { processAll } from '#server/platform/processAll.ts'
import { transact } from '#server/platform/transact.ts'
import { isProposalOver, lockOrderOf, overdueProposals } from './queries.ts'

/**
 * Releases the places of proposals that were rejected, neither decided on nor booked in time, or accepted for a session
 * that does not take place.
 */
export const endProposals = async (db: Database, now: Date): Promise<void> => {
  await processAll(await overdueProposals(db, now), (id) => transact(db, (tx) => endOverdue(tx, id, now)))
}

/** Unless it has been booked meanwhile. */
const endOverdue = async (tx: Tx, partnerOrderId: number, now: Date): Promise<void> => {
  const order = await lockOrderOf(tx, partnerOrderId)
  const proposal = await readProposal(tx, partnerOrderId)
  if (order === undefined || proposal === undefined) return
  if (!(await isProposalOver(tx, partnerOrderId, now))) return
  if (order.basketId !== null) await endLease(tx, order.basketId, now)
  await endProposal(
    tx,
    partnerOrderId,
    proposal.status === 'customer_rejected' ? proposal.status : 'rejected',
  )
}
