import { proofsOf } from '#server/documents/list.ts'
import type { Tx } from '#server/platform/database.ts'
import { addDays } from '#server/platform/wallclock.ts'
import { priceLines } from './lines/rules.ts'
import type { LineToPrice, PricedLine } from './lines/rules.ts'
import { isUnrestricted } from './options/rules.ts'
import type { OptionOnOffer } from './options/rules.ts'
import {
  listCustomersByReference,
  listDiscounted,
  listWallets,
  lockUses,
  markSettled,
  reserveBenefit,
  reserveVisits,
  returnUses,
  setPrice,
  turnIntoUses,
} from './queries.ts'
import { whyNotOption } from './rules.ts'
import type { Wallet } from './rules.ts'

export { returnUses, markSettled } from './queries.ts'

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
    from: addDays(`${first.slice(0, 7)}-01`, -7),
    to: addDays(last, 31),
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

/**
 * Turns the reservations of bought lines into uses.
 * @returns the lines whose benefit or visit has lapsed; the caller refuses, which rolls back the rest
 */
export const confirmUses = async (tx: Tx, itemIds: readonly number[], now: Date): Promise<number[]> => {
  const used = await turnIntoUses(tx, itemIds, now)
  return (await listDiscounted(tx, itemIds)).filter((id) => !used.includes(id))
}

/**
 * The customers that references name, and whether the caller may act for them. Another customer's reference gives
 * their prices, but uses none of their allowances or visits.
 */
export const findByReferences = async (
  tx: Tx,
  operatorId: number,
  references: readonly string[],
  ownIds: readonly number[],
): Promise<Map<string, { id: number; isOwn: boolean }>> => {
  const customers = await listCustomersByReference(tx, operatorId, references)
  return new Map(customers.map(({ id, reference }) => [reference, { id, isOwn: ownIds.includes(id) }]))
}
