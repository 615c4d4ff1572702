import type { penalties } from '#contract/penalties.ts'
import { staffOf } from '#server/platform/actor.ts'
import { acts, recordAudit } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/database.ts'
import type { Routes } from '#server/platform/http.ts'
import { waivePenalty } from './waive.ts'

/** `settle` ends what penalties were raised for, such as the freeze of a membership. */
type PenaltySettings = { settle: (tx: Tx, penaltyIds: readonly number[], now: Date) => Promise<void> }

export const penaltiesRoutes = ({ settle }: PenaltySettings): Routes<typeof penalties> => ({
  waive: async ({ tx, actor, params: { penaltyId }, body: { reason }, now }) => {
    const { id: actorId } = staffOf(actor)
    const customerId = await waivePenalty(
      tx,
      { operatorId: actor.operator.id, penaltyId, actorId, because: reason },
      now,
    )
    await settle(tx, [penaltyId], now)
    const subject = `penalty:${penaltyId}`
    await recordAudit(
      tx,
      { actorId, forCustomerId: customerId, act: acts.penaltyWaived, subject, detail: { reason } },
      now,
    )
    return { id: penaltyId, status: 'waived' }
  },
})
