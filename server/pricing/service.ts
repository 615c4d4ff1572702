import { proofsOf } from '#server/documents/service.ts'
import type { Tx } from '#server/platform/database.ts'
import { addDays } from '#server/platform/wallclock.ts'
import * as rows from './queries.ts'
import { priceLines } from './rules.ts'
import type { LineToPrice, PricedLine, Wallet } from './rules.ts'

export { linkedIdsOf, markSettled } from './queries.ts'

/** What wallets are wanted for: days of activities, with the prices that may be taken where that matters. */
type On = { activityId: number; day: string; options?: readonly { proof: string | null }[] }

/**
 * What these people have that could change the price of these things. One query, and one for their proofs where a
 * price asks for one.
 * @returns by person; somebody unknown is missing
 */
export const walletsOf = async (
  tx: Tx,
  personIds: readonly number[],
  things: readonly On[],
  now: Date,
): Promise<Map<number, Wallet>> => {
  const days = things.map(({ day }) => day).toSorted()
  const [first, last] = [days[0], days.at(-1)]
  if (personIds.length === 0 || first === undefined || last === undefined) return new Map()
  const found = await rows.walletRows(
    tx,
    {
      personIds: [...new Set(personIds)],
      activityIds: [...new Set(things.map(({ activityId }) => activityId))],
      // Allowances count whole weeks and months.
      from: addDays(`${first.slice(0, 7)}-01`, -7),
      to: addDays(last, 31),
    },
    now,
  )
  const asksForProof = things.some(({ options }) => options?.some(({ proof }) => proof !== null))
  const proofs = asksForProof ? await proofsOf(tx, personIds) : null
  return new Map(found.map((row) => [row.personId, { ...row, proofs: proofs?.get(row.personId) ?? [] }]))
}

const walletsFor = (tx: Tx, lines: readonly LineToPrice[], now: Date): Promise<Map<number, Wallet>> =>
  walletsOf(
    tx,
    lines.flatMap(({ personId }) => personId ?? []),
    lines,
    now,
  )

/** Prices lines as they would stand now; nothing is changed. */
export const priceNow = async (
  tx: Tx,
  lines: readonly LineToPrice[],
  settle: boolean,
  now: Date,
): Promise<PricedLine[]> => priceLines(lines, await walletsFor(tx, lines, now), settle)

/**
 * Prices lines and keeps what they take of allowances and packages for them. The caller holds the lock of the
 * basket and takes no places after this.
 */
export const settlePrices = async (
  tx: Tx,
  lines: readonly LineToPrice[],
  settle: boolean,
  now: Date,
): Promise<PricedLine[]> => {
  const before = await walletsFor(tx, lines, now)
  const planned = priceLines(lines, before, settle)
  if (!planned.some((line) => line.isUseChanged)) return write(tx, lines, planned, now)
  // What is scarce is counted again once nobody else can take of it.
  const wallets = [...before.values()]
  await rows.lockUses(
    tx,
    {
      memberIds: wallets.flatMap(({ members }) => members.map(({ id }) => id)),
      packageIds: wallets.flatMap(({ packages }) => packages.map(({ id }) => id)),
    },
    now,
  )
  return write(tx, lines, priceLines(lines, await walletsFor(tx, lines, now), settle), now)
}

const write = async (
  tx: Tx,
  lines: readonly LineToPrice[],
  priced: readonly PricedLine[],
  now: Date,
): Promise<PricedLine[]> => {
  const changed = priced.filter((line) => line.isUseChanged)
  await rows.giveBack(
    tx,
    changed.map(({ id }) => id),
    now,
  )
  for (const { id, applied } of changed) {
    const day = lines.find((line) => line.id === id)?.day
    if (applied === null || day === undefined) continue
    if (applied.type === 'membership') {
      const { benefitId, memberId } = applied
      await rows.keepBenefit(tx, { benefitId, memberId, basketItemId: id, countedOn: day }, now)
    } else {
      const { packageId, visits, name } = applied
      await rows.keepVisits(tx, { packageId, basketItemId: id, name, usedOn: day, visits }, now)
    }
  }
  for (const { id, optionId, unitPrice, discount } of priced.filter(isRepriced(lines))) {
    await rows.setPrice(tx, id, { pricingOptionId: optionId, unitPrice, discount })
  }
  const settled = priced.filter((line) => line.isSettled).map(({ id }) => id)
  if (settled.length > 0) await rows.markSettled(tx, settled)
  return [...priced]
}

const isRepriced =
  (lines: readonly LineToPrice[]) =>
  (priced: PricedLine): boolean =>
    priced.isPriceChanged || lines.find(({ id }) => id === priced.id)?.optionId !== priced.optionId

/**
 * Gives back what lines keep or have used of benefits and packages: when they leave a basket, and when their
 * booking is cancelled. Safe to do twice. The caller takes no places after this.
 */
export const giveBackUses = (tx: Tx, itemIds: readonly number[], now: Date): Promise<void> =>
  rows.giveBack(tx, itemIds, now)

/**
 * What lines keep is used: they have been bought.
 * @returns those whose benefit or visit has gone to somebody else since; the caller refuses, which undoes the rest
 */
export const confirmUses = async (tx: Tx, itemIds: readonly number[], now: Date): Promise<number[]> => {
  const used = await rows.confirmUses(tx, itemIds, now)
  return (await rows.discounted(tx, itemIds)).filter((id) => !used.includes(id))
}

/**
 * Whom references name, and whether they are the caller's own people: somebody else's reference gives their
 * prices, but uses up nothing that is theirs.
 */
export const namedBy = async (
  tx: Tx,
  operatorId: number,
  references: readonly string[],
  ownIds: readonly number[],
): Promise<Map<string, { id: number; isOwn: boolean }>> => {
  const known = await rows.customersByReference(
    tx,
    operatorId,
    references.map((reference) => reference.trim().toUpperCase()),
  )
  return new Map(known.map(({ id, reference }) => [reference, { id, isOwn: ownIds.includes(id) }]))
}
