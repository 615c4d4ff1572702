import type { Tx } from '#server/platform/database.ts'
import { loadWallets, priceLines } from './price.ts'
import { isSameUse } from './rules.ts'
import type { Applied, LineToPrice, PricedLine, Wallet } from './rules.ts'
import { lockUses, reserveBenefit, setDayOfUses, setPrice } from './sql.ts'
import { confirmUses, returnUses } from './uses.ts'

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

/**
 * The price of a bought line at another time. What it used moves with it; where that does not apply at the new time, a
 * benefit without an allowance may take its place. Nothing else that is limited is used without being chosen.
 * @param line at the new time, with what it uses now
 * @param wallet null while the customer is unknown
 */
export const priceMoved = (line: LineToPrice, wallet: Wallet | null): PricedLine => {
  const { applied } = line
  const same = applied === null || wallet === null ? null : priceWith(line, onlyUse(wallet, applied))
  if (same?.applied) return same
  const unlimited = { ...line, onlyUnlimited: true, wantsBenefit: line.wantsBenefit !== false }
  return priceWith(unlimited, wallet)
}

const priceWith = (line: LineToPrice, wallet: Wallet | null): PricedLine => {
  const wallets = new Map(wallet === null ? [] : [[wallet.personId, wallet]])
  const wants = line.applied === null ? {} : { wantsBenefit: true, wantsPackage: true }
  const [priced] = priceLines([{ ...line, ...wants }], wallets, false)
  if (priced === undefined) throw new Error('A line has no price.')
  return priced
}

/** The wallet with nothing but what the line uses, which counts as not used. */
const onlyUse = (wallet: Wallet, applied: Applied): Wallet =>
  applied.type === 'package'
    ? {
        ...wallet,
        members: [],
        packages: wallet.packages
          .filter(({ id }) => id === applied.packageId)
          .map((held) => ({ ...held, left: applied.visits, reserved: [] })),
      }
    : {
        ...wallet,
        packages: [],
        members: wallet.members
          .filter(({ id }) => id === applied.memberId)
          .map((member) => ({
            ...member,
            benefits: member.benefits.filter(({ id }) => id === applied.benefitId),
          })),
      }
