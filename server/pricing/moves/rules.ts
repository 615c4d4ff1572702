import { priceLines } from '#server/pricing/lines/rules.ts'
import type { LineToPrice, PricedLine } from '#server/pricing/lines/rules.ts'
import type { Applied, Wallet } from '#server/pricing/rules.ts'

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
