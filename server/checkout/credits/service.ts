import type { credits } from '#contract/credits.ts'
import type { Body } from '#contract/endpoint.ts'
import { loadBasket, lockBasketOf, openForChange } from '#server/baskets/service.ts'
import { lockCreditAccounts, notApplicable, reserveCredit, reservedFor } from '#server/credits/reserve.ts'
import { applicableCredit, byType } from '#server/credits/rules.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'

/**
 * Pays a part of the caller's basket with credit. The amount of a credit type replaces its earlier amount; 0 or less
 * removes it (E07).
 * @returns pence reserved by this call
 * @throws Refusal `credit_not_applicable` when the amount exceeds the balance or what is left to pay
 */
export const applyCredits = async (
  tx: Tx,
  actor: Actor,
  { creditsToReserve }: Body<typeof credits.apply>,
  now: Date,
): Promise<{ reserved: boolean; amount: number }> => {
  const { customerId } = actor
  const basket = await lockBasketOf(tx, actor)
  const isTakingAway = creditsToReserve.every(({ amount }) => amount <= 0)
  if (basket === null || customerId === null) {
    if (isTakingAway) return { reserved: true, amount: 0 }
    throw notApplicable()
  }
  await lockCreditAccounts(tx, basket.id, customerId)
  await openForChange(tx, basket, now)
  const { total, penalties } = await loadBasket(tx, basket, now)
  // Places keep the credit reserved for as long as they are held; penalties are for as long as a place would be.
  const reservedForSeconds = penalties.length > 0 ? actor.operator.basketHoldSeconds : 0
  const reservedUntil = new Date(now.getTime() + reservedForSeconds * 1000)

  const before = applicableCredit(byType(await reservedFor(tx, basket.id, customerId, now)), total)
  const wanted = { ...before }
  for (const { type, amount } of creditsToReserve) wanted[type] = Math.max(0, amount)
  const named = (['membership', 'general'] as const).filter((type) =>
    creditsToReserve.some((credit) => credit.type === type),
  )
  if (named.some((type) => wanted[type] > 0) && wanted.general + wanted.membership > total)
    throw notApplicable()
  let amount = 0
  for (const type of named) {
    amount += await reserveCredit(
      tx,
      { basketId: basket.id, customerId, type, amount: wanted[type], reservedUntil },
      now,
    )
  }
  return { reserved: true, amount }
}
