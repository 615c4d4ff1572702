import type { Tx } from '#server/platform/database.ts'
import type { LineToPrice, PricedLine } from '#server/pricing/lines/rules.ts'
import { lockUses, reserveBenefit, returnUses, setPrice } from '#server/pricing/queries.ts'
import { confirmUses, loadWallets } from '#server/pricing/service.ts'
import { setDayOfUses } from './queries.ts'
import { isSameUse } from '#server/pricing/rules.ts'
import { priceMoved } from './rules.ts'

export { setDayOfOccurrenceUses } from './queries.ts'

/** What a bought line would cost at other times, in the order of `lines`. Nothing is saved. */
export const calculateMovedPrices = async (
  tx: Tx,
  lines: readonly LineToPrice[],
  now: Date,
): Promise<PricedLine[]> => {
  const people = lines.flatMap(({ personId }) => personId ?? [])
  const wallets = await loadWallets(tx, people, lines, now)
  return lines.map((line) =>
    priceMoved(line, line.personId === null ? null : (wallets.get(line.personId) ?? null)),
  )
}

/**
 * Prices a bought line at its new time, saves the price, and takes its uses along. The caller holds the lock of the
 * order and takes no places after this (the order of locks).
 */
export const saveMovedPrice = async (
  tx: Tx,
  line: LineToPrice,
  now: Date,
): Promise<PricedLine | undefined> => {
  const people = line.personId === null ? [] : [line.personId]
  const wallets = [...(await loadWallets(tx, people, [line], now)).values()]
  // Counted again under the locks: others may have used the same allowance.
  await lockUses(
    tx,
    {
      memberIds: wallets.flatMap(({ members }) => members.map(({ id }) => id)),
      packageIds: wallets.flatMap(({ packages }) => packages.map(({ id }) => id)),
    },
    now,
  )
  const [priced] = await calculateMovedPrices(tx, [line], now)
  if (priced === undefined) return undefined
  const { applied } = priced
  if (isSameUse(line.applied, applied)) {
    if (applied !== null) await setDayOfUses(tx, line.id, line.day)
  } else {
    await returnUses(tx, [line.id], now)
    if (applied?.type === 'membership') {
      const { benefitId, memberId } = applied
      await reserveBenefit(tx, { benefitId, memberId, basketItemId: line.id, countedOn: line.day }, now)
      await confirmUses(tx, [line.id], now)
    }
  }
  const { optionId: pricingOptionId, unitPrice, discount } = priced
  await setPrice(tx, line.id, { pricingOptionId, unitPrice, discount })
  return priced
}
