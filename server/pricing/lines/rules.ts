import { availableFor, findUsedUpBenefit, isSameUse, priceOf, whyNotOption } from '#server/pricing/rules.ts'
import type { Applied, Available, Priced, ToPrice, Wallet } from '#server/pricing/rules.ts'
import type { OptionOnOffer } from '#server/pricing/options/rules.ts'

/** A line of a basket, as pricing reads it. Amounts are pence. */
export type LineToPrice = Omit<ToPrice, 'option' | 'itemId'> & {
  id: number
  occurrenceId: number | null
  /** The prices it may be had at, the default first. */
  options: readonly OptionOnOffer[]
  optionId: number
  unitPrice: number
  discount: number
  applied: Applied | null
  /** The person whose price it has. */
  personId: number | null
  onlyUnlimited: boolean
  memberId: number | null
  /** null: not decided yet. */
  wantsBenefit: boolean | null
  wantsPackage: boolean | null
}

export type PricedLine = Priced & {
  id: number
  optionId: number
  /** The prices that the person may have, of which `optionId` is one. */
  optionIds: number[]
  isPriceChanged: boolean
  isUseChanged: boolean
  /** Its defaults have been decided by this pricing. */
  isSettled: boolean
  availableBenefit: Available | null
  availablePackage: Available | null
  /** The benefit that would pay for it if its allowance were not used up. */
  usedUp: string | null
}

/** Whether a line has never been priced for a known customer: nobody has decided what it may use. */
export const isUndecided = ({
  wantsBenefit,
  wantsPackage,
}: Pick<LineToPrice, 'wantsBenefit' | 'wantsPackage'>): boolean =>
  wantsBenefit === null || wantsPackage === null

/**
 * Prices lines in order: what one line uses of an allowance the next cannot.
 * @param applyDefaults whether lines not decided yet use the benefit or package they may have
 */
export const priceLines = (
  lines: readonly LineToPrice[],
  wallets: ReadonlyMap<number, Wallet>,
  applyDefaults: boolean,
): PricedLine[] => {
  const open = new Map<number | null, Wallet>(wallets)
  return lines.map((line) => {
    const wallet = open.get(line.personId) ?? null
    const may = line.options.filter((option) => whyNotOption(option, wallet, line.day) === null)
    const chosen = may.find(({ id }) => id === line.optionId) ?? may[0] ?? line.options[0]
    const option = chosen ?? { id: line.optionId, price: line.unitPrice }
    const occasion = { option, itemId: line.id, ...line }
    const { onlyUnlimited, memberId } = line
    const wants = {
      benefit: line.wantsBenefit ?? applyDefaults,
      package: line.wantsPackage ?? applyDefaults,
      onlyUnlimited,
      memberId,
    }
    const priced = priceOf(occasion, wallet, wants, line.applied)
    if (wallet !== null) open.set(wallet.personId, applyUse(wallet, line, priced.applied))
    return {
      id: line.id,
      optionId: option.id,
      optionIds: [...new Set([...may.map(({ id }) => id), option.id])],
      isPriceChanged: priced.unitPrice !== line.unitPrice || priced.discount !== line.discount,
      isUseChanged: !isSameUse(line.applied, priced.applied),
      isSettled: applyDefaults && isUndecided(line),
      availableBenefit: availableFor(occasion, wallet, { package: false, onlyUnlimited, memberId }),
      availablePackage: availableFor(occasion, wallet, { benefit: false, onlyUnlimited }),
      usedUp: findUsedUpBenefit(occasion, wallet, wants),
      ...priced,
    }
  })
}

/** The wallet after a line has used its benefit or visits, and nothing it used before. */
const applyUse = (
  wallet: Wallet,
  { id, day, occurrenceId, onlyUnlimited }: LineToPrice,
  applied: Applied | null,
): Wallet => ({
  ...wallet,
  members: wallet.members.map((member) => {
    const uses = member.uses.filter((use) => use.itemId !== id)
    return applied?.type === 'membership' && applied.memberId === member.id
      ? {
          ...member,
          uses: [
            ...uses,
            {
              benefitId: applied.benefitId,
              itemId: id,
              day,
              occurrenceId: onlyUnlimited ? null : occurrenceId,
            },
          ],
        }
      : { ...member, uses }
  }),
  packages: wallet.packages.map((held) => {
    const before = held.reserved.find((one) => one.itemId === id)?.visits ?? 0
    const after = applied?.type === 'package' && applied.packageId === held.id ? applied.visits : 0
    return { ...held, left: held.left + before - after }
  }),
})
