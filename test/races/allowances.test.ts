/**
 * Many baskets of one person at what is left of an allowance or a package, on PostgreSQL. Each race has its negative
 * control: with the locks left out it must go wrong, or the test proves nothing.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { takeBatch } from '#server/holds/places.ts'
import { readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/database.ts'
import type { Database, Opened, Tx } from '#server/platform/database.ts'
import { transact } from '#server/platform/transact.ts'
import { loadWallets, priceLines, savePrices } from '#server/pricing/price.ts'
import type { LineToPrice } from '#server/pricing/rules.ts'
import { reserveBenefit, reserveVisits } from '#server/pricing/sql.ts'
import { returnUses } from '#server/pricing/uses.ts'
import { wrongWithUses } from '#test/support/allowances.ts'
import { copyDatabase } from '#test/support/database.ts'
import { anActivity } from '#test/support/factories/activities.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { aMembership, aPlan } from '#test/support/factories/memberships.ts'
import { anOccurrence } from '#test/support/factories/occurrences.ts'
import { anOperator } from '#test/support/factories/operators.ts'
import { aPackage } from '#test/support/factories/packages.ts'
import { aLocation, aVenue } from '#test/support/factories/venues.ts'

const now = new Date('2027-03-01T09:00:00Z')
const baskets = 10

type World = { lines: LineToPrice[]; packageId: number }

/** Ten baskets, each with a place in a class of its own on one day, all for one person. */
const build = async (db: Database, paidBy: 'benefit' | 'package'): Promise<World> => {
  const operator = await anOperator(db)
  const venue = await aVenue(db, { operatorId: operator.id })
  const studio = await aLocation(db, venue.id)
  const activity = await anActivity(db, venue.id, { price: 500 })
  const person = await aCustomer(db, operator.id)
  let packageId = 0
  if (paidBy === 'benefit') {
    const plan = await aPlan(db, venue, { benefits: [{ allowance: 1, allowancePeriod: 'week' }] })
    await aMembership(db, { plan, venue, customerIds: [person.id] })
  } else {
    const of = { operatorId: operator.id, customerId: person.id, activityIds: [activity.id] }
    packageId = (await aPackage(db, of, { totalUses: 10, usesLeft: 1 })).id
    for (let used = 0; used < 9; used += 1) {
      const visit = { packageId, usedOn: '2027-02-01', state: 'used' as const, createdAt: now }
      await db.insertInto('packageUse').values(visit).execute()
    }
  }
  const lines: LineToPrice[] = []
  for (let hour = 0; hour < baskets; hour += 1) {
    const startsAt = new Date(Date.parse('2027-03-04T06:00:00Z') + hour * 3_600_000)
    const occurrence = await anOccurrence(db, { activity, locationId: studio.id, startsAt }, { capacity: 5 })
    const basket = await db
      .insertInto('basket')
      .values({ operatorId: operator.id, createdAt: now, updatedAt: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    const wanted = {
      occurrenceId: occurrence.id,
      places: 1,
      idForm: 'v2' as const,
      ticketTypeId: null,
      pricingOptionId: activity.pricingOptionId,
      quantity: 1,
      unitPrice: 500,
      purchasedForId: null,
      customerReference: null,
      personId: person.id,
      mayOverlap: true,
    }
    const heldUntil = new Date(now.getTime() + 600_000)
    await takeBatch(db, [{ basketId: basket.id, heldUntil, items: [wanted] }], now)
    const item = await db
      .selectFrom('basketItem')
      .select('id')
      .where('basketId', '=', basket.id)
      .executeTakeFirstOrThrow()
    const option = { name: 'Standard', band: '', ticketTypeId: null, concession: false }
    lines.push({
      id: item.id,
      occurrenceId: occurrence.id,
      activityId: activity.id,
      venueId: venue.id,
      day: '2027-03-04',
      quantity: 1,
      places: 1,
      options: [
        {
          ...option,
          id: activity.pricingOptionId,
          price: 500,
          vatRate: null,
          proof: null,
          ageMin: null,
          ageMax: null,
        },
      ],
      optionId: activity.pricingOptionId,
      unitPrice: 500,
      discount: 0,
      applied: null,
      personId: person.id,
      onlyUnlimited: false,
      memberId: null,
      wantsBenefit: null,
      wantsPackage: null,
    })
  }
  return { lines, packageId }
}

type Settle = (tx: Tx, line: LineToPrice) => Promise<boolean>

const settle: Settle = async (tx, line) =>
  (await savePrices(tx, [line], true, now)).some(({ applied }) => applied !== null)

/** The same with nothing locked: looked at, and then taken. */
const withoutLocks: Settle = async (tx, line) => {
  const wallets = await loadWallets(tx, [line.personId ?? 0], [line], now)
  const [priced] = priceLines([line], wallets, true)
  const applied = priced?.applied ?? null
  if (applied?.type === 'membership') {
    const { benefitId, memberId } = applied
    await reserveBenefit(tx, { benefitId, memberId, basketItemId: line.id, countedOn: line.day }, now)
  }
  if (applied?.type === 'package') {
    const { packageId, visits, name } = applied
    await reserveVisits(tx, { packageId, visits, name, basketItemId: line.id, usedOn: line.day }, now)
  }
  return applied !== null
}

const rush = async (db: Database, { lines }: World, how: Settle): Promise<number> => {
  const got = await Promise.all(lines.map((line) => transact(db, (tx) => how(tx, line))))
  return got.filter(Boolean).length
}

const clear = async (db: Database, { lines, packageId }: World): Promise<void> => {
  await transact(db, (tx) =>
    returnUses(
      tx,
      lines.map(({ id }) => id),
      now,
    ),
  )
  await db.updateTable('package').set({ usesLeft: 1 }).where('id', '=', packageId).execute()
}

describe.each(['benefit', 'package'] as const)('ten baskets and the last use of a %s', (paidBy) => {
  let opened: Opened
  let world: World
  beforeAll(async () => {
    opened = await openDatabase(readConfig({ DATABASE_URL: await copyDatabase(), DATABASE_POOL: '12' }))
    world = await build(opened.db, paidBy)
  })
  beforeEach(() => clear(opened.db, world))
  afterAll(() => opened.close())

  it('one has it, and the others pay', async () => {
    for (let tries = 0; tries < 5; tries += 1) {
      await clear(opened.db, world)
      expect(await rush(opened.db, world, settle)).toBe(1)
      expect(await wrongWithUses(opened.db, now)).toEqual([])
    }
  })

  it('given back while others ask it goes to one of them at the most', async () => {
    const { db } = opened
    const [first, ...others] = world.lines
    if (first === undefined) throw new Error('No line.')
    expect(await transact(db, (tx) => settle(tx, first))).toBe(true)
    const [, got] = await Promise.all([
      transact(db, (tx) => returnUses(tx, [first.id], now)),
      rush(db, { ...world, lines: others }, settle),
    ])
    expect(got).toBeLessThanOrEqual(1)
    expect(await wrongWithUses(db, now)).toEqual([])
  })

  it('with the locks left out more than one has it', async () => {
    const { db } = opened
    await sql`alter table package drop constraint if exists uses_within_package`.execute(db)
    let wrong: string[] = []
    for (let tries = 0; tries < 30 && wrong.length === 0; tries += 1) {
      await clear(db, world)
      await rush(db, world, withoutLocks)
      wrong = await wrongWithUses(db, now)
    }
    expect(wrong).not.toEqual([])
  })
})
