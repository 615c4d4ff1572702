import { isOneself } from '#server/checkout/sale/service.ts'
import { membershipsOwing } from '#server/memberships/cards/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'

/**
 * Memberships whose failed payments are among these penalties, and which the payer may have collected from the card
 * that pays. None when staff act for a customer, none at a kiosk.
 */
export const owingMembershipsOf = async (
  tx: Tx,
  actor: Actor,
  penaltyIds: readonly number[],
  isKiosk: boolean,
): Promise<{ id: number; plan: string }[]> =>
  actor.customerId === null || isKiosk || !isOneself(actor) || penaltyIds.length === 0
    ? []
    : membershipsOwing(tx, actor.customerId, penaltyIds)
