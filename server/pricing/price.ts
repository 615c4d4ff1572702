import { sql } from 'kysely'
import { formatted, money } from '#contract/money.ts'
import type { Price } from '#contract/shapes.ts'
import { daysAfter } from '#contract/time.ts'
import { proofsOf } from '#server/documents/list.ts'
import type { Messages } from '#server/messages/languages.ts'
import type { Tx } from '#server/platform/database.ts'
import {
  availableFor,
  findUsedUpBenefit,
  isSameUse,
  isUndecided,
  isUnrestricted,
  priceOf,
  whyNotOption,
} from './rules.ts'
import type { Applied, LineToPrice, OptionOnOffer, Priced, PricedLine, Wallet } from './rules.ts'
import { listWallets, lockUses, reserveBenefit, reserveVisits, setPrice } from './sql.ts'
import { returnUses } from './uses.ts'

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

/** An activity on a day, with its selectable prices where they matter. */
type Occasion = { activityId: number; day: string; options?: readonly { proof: string | null }[] }

/**
 * Customers' memberships, packages and proofs that could change these prices. One query, and a second one for proofs
 * where a price requires one.
 * @returns by customer; unknown customers are missing
 */
export const loadWallets = async (
  tx: Tx,
  personIds: readonly number[],
  occasions: readonly Occasion[],
  now: Date,
): Promise<Map<number, Wallet>> => {
  const days = occasions.map(({ day }) => day).toSorted()
  const [first, last] = [days[0], days.at(-1)]
  if (personIds.length === 0 || first === undefined || last === undefined) return new Map()
  const scope = {
    personIds: [...new Set(personIds)],
    activityIds: [...new Set(occasions.map(({ activityId }) => activityId))],
    // Allowances count whole weeks and months.
    from: daysAfter(`${first.slice(0, 7)}-01`, -7),
    to: daysAfter(last, 31),
  }
  const wallets = await listWallets(tx, scope, now)
  const needsProof = occasions.some(({ options }) => options?.some(({ proof }) => proof !== null))
  const proofs = needsProof ? await proofsOf(tx, personIds) : null
  return new Map(wallets.map((row) => [row.personId, { ...row, proofs: proofs?.get(row.personId) ?? [] }]))
}

const loadWalletsOfLines = (tx: Tx, lines: readonly LineToPrice[], now: Date): Promise<Map<number, Wallet>> =>
  loadWallets(
    tx,
    lines.flatMap(({ personId }) => personId ?? []),
    lines,
    now,
  )

/** Why a customer may not have a price; null when they may. Reads the database only for restricted prices. */
export const whyPriceRefused = async (
  tx: Tx,
  option: OptionOnOffer,
  {
    personId,
    activityId,
    localDate: day,
  }: { personId: number | null; activityId: number; localDate: string },
  now: Date,
): Promise<'age' | 'document_required' | null> => {
  if (isUnrestricted(option)) return null
  if (personId === null) return whyNotOption(option, null, day)
  const wallets = await loadWallets(tx, [personId], [{ activityId, day, options: [option] }], now)
  return whyNotOption(option, wallets.get(personId) ?? null, day)
}

/** The lowest price that is for the age of a person, whom a line is given to; null where their age decides nothing. */
export const findOptionOfAge = async (
  tx: Tx,
  options: readonly OptionOnOffer[],
  { personId, activityId, localDate: day }: { personId: number; activityId: number; localDate: string },
  now: Date,
): Promise<OptionOnOffer | null> => {
  const byAge = options.filter(
    ({ proof, ageMin, ageMax }) => proof === null && (ageMin !== null || ageMax !== null),
  )
  if (byAge.length === 0) return null
  const wallets = await loadWallets(tx, [personId], [{ activityId, day, options: byAge }], now)
  const wallet = wallets.get(personId)
  if (wallet === undefined || wallet.dateOfBirth === null) return null
  const [lowest = null] = byAge
    .filter((option) => whyNotOption(option, wallet, day) === null)
    .toSorted((one, other) => one.price - other.price)
  return lowest
}

/** The current prices of lines. Nothing is saved. */
export const calculatePrices = async (
  tx: Tx,
  lines: readonly LineToPrice[],
  applyDefaults: boolean,
  now: Date,
): Promise<PricedLine[]> => priceLines(lines, await loadWalletsOfLines(tx, lines, now), applyDefaults)

/**
 * Prices lines, saves the prices, and reserves the benefits and visits they use. The caller holds the lock of the
 * basket and takes no places after this (the order of locks).
 */
export const savePrices = async (
  tx: Tx,
  lines: readonly LineToPrice[],
  applyDefaults: boolean,
  now: Date,
): Promise<PricedLine[]> => {
  const before = await loadWalletsOfLines(tx, lines, now)
  const planned = priceLines(lines, before, applyDefaults)
  if (!planned.some((line) => line.isUseChanged)) return savePricedLines(tx, lines, planned, now)
  // Counted again under the locks: concurrent baskets may have used the same allowance.
  const wallets = [...before.values()]
  await lockUses(
    tx,
    {
      memberIds: wallets.flatMap(({ members }) => members.map(({ id }) => id)),
      packageIds: wallets.flatMap(({ packages }) => packages.map(({ id }) => id)),
    },
    now,
  )
  return savePricedLines(
    tx,
    lines,
    priceLines(lines, await loadWalletsOfLines(tx, lines, now), applyDefaults),
    now,
  )
}

const savePricedLines = async (
  tx: Tx,
  lines: readonly LineToPrice[],
  priced: readonly PricedLine[],
  now: Date,
): Promise<PricedLine[]> => {
  const changed = priced.filter((line) => line.isUseChanged)
  await returnUses(
    tx,
    changed.map(({ id }) => id),
    now,
  )
  for (const { id, applied } of changed) {
    const day = lines.find((line) => line.id === id)?.day
    if (applied === null || day === undefined) continue
    if (applied.type === 'membership') {
      const { benefitId, memberId } = applied
      await reserveBenefit(tx, { benefitId, memberId, basketItemId: id, countedOn: day }, now)
    } else {
      const { packageId, visits, name } = applied
      await reserveVisits(tx, { packageId, basketItemId: id, name, usedOn: day, visits }, now)
    }
  }
  for (const { id, optionId, unitPrice, discount } of priced.filter(isRepriced(lines))) {
    await setPrice(tx, id, { pricingOptionId: optionId, unitPrice, discount })
  }
  const settled = priced.filter((line) => line.isSettled).map(({ id }) => id)
  if (settled.length > 0) await markSettled(tx, settled)
  return [...priced]
}

const isRepriced =
  (lines: readonly LineToPrice[]) =>
  (priced: PricedLine): boolean =>
    priced.isPriceChanged || lines.find(({ id }) => id === priced.id)?.optionId !== priced.optionId

/* Prices as the wire has them, with their explanation. */

/** PRICE of the wire. `isEstimated` while the payer is not known. */
export const formatPrice = (
  messages: Messages,
  pence: number,
  symbol: string,
  isEstimated: boolean,
  off: Pick<Priced, 'applied' | 'unitPrice' | 'quantity' | 'discount'> | null = null,
): Price => {
  const amount = money(pence, symbol)
  const price = {
    formattedAmount: amount.formatted,
    isEstimated,
    benefitApplied: off?.applied?.type === 'membership',
    packageApplied: off?.applied?.type === 'package',
    explanation: off === null ? null : explainPrice(messages, off, symbol),
    ...amount,
  }
  return off === null || off.discount === 0 ? price : { full: off.unitPrice * off.quantity, ...price }
}

type ListedPrice = { ticketName: string | null; optionName: string; band: string }

/** What tells a price from the others of its activity; empty for the only one. */
export const nameInList = (messages: Messages, row: ListedPrice, rows: readonly ListedPrice[]): string => {
  if (rows.length === 1) return ''
  const { ticketName: ticket, optionName: option, band } = row
  const hasSeveral = rows.some((other) => other !== row && other.ticketName === ticket && other.band === band)
  return ticket !== null && hasSeveral
    ? messages.pricing.ticketPriceName({ ticket, option, band })
    : messages.pricing.priceName({ ticket, option, band })
}

/** An explanation of a price in one sentence; null when there is nothing to explain. */
export const explainPrice = (
  messages: Messages,
  { unitPrice, quantity, discount, applied }: Pick<Priced, 'unitPrice' | 'quantity' | 'discount' | 'applied'>,
  symbol: string,
): string | null => {
  if (applied === null || discount === 0) return null
  const price = formatted(unitPrice, symbol)
  const reduced = {
    full: quantity === 1 ? price : messages.pricing.severalAt({ quantity, price }),
    discount: formatted(discount, symbol),
  }
  return applied.type === 'membership'
    ? messages.pricing.lessBenefit({ ...reduced, plan: applied.planName })
    : messages.pricing.lessVisits({ ...reduced, visits: applied.visits, pack: applied.name })
}

/** Marks lines as priced: those without a chosen price have the default. */
export const markSettled = async (tx: Tx, itemIds: readonly number[]): Promise<void> => {
  await sql`
    update basket_item set wants_benefit = coalesce(wants_benefit, true), wants_package = coalesce(wants_package, true)
    where id = any(${itemIds}::int[])`.execute(tx)
}
