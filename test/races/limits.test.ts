/**
 * A child who may have a thing twice a week, for whom both parents and the desk book at once, on PostgreSQL. With the
 * locks or the second look left out they get past the limit together, or the first part proves nothing.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database, Opened } from '#server/platform/database.ts'
import { testApp } from '#test/support/app.ts'
import type { TestBrowser } from '#test/support/app.ts'
import { aCentre, on } from '#test/support/centre.ts'
import { openCopy } from '#test/support/database.ts'
import { aChildOf } from '#test/support/factories/customers.ts'
import { anOccurrence } from '#test/support/factories/occurrences.ts'
import { inARow } from '#test/support/inARow.ts'
import { outcome } from '#test/support/outcome.ts'
import { wrongWithPlaces } from '#test/support/places.ts'
import { withoutRowLocks } from '#test/support/unlocked.ts'
import { api } from '#web/platform/api.ts'

const most = 2

/** Two parents with a basket each, their child, and a class in each hour of a day. */
const aFamily = async (db: Database) => {
  const centre = await aCentre(db)
  const yoga = await centre.yoga({ price: 0, weeklyLimit: most })
  const sessions: string[] = []
  for (let hour = 8; hour < 16; hour += 1) {
    const startsAt = on(`${String(hour).padStart(2, '0')}:00`)
    const of = { activity: yoga.activity, locationId: yoga.studio.id, startsAt }
    sessions.push((await anOccurrence(db, of, { minutes: 45, capacity: 10 })).publicId)
  }
  const parents = [await centre.customer({ firstName: 'Mo' }), await centre.customer({ firstName: 'Pa' })]
  const [mother, father] = parents
  if (mother === undefined || father === undefined) throw new Error('Nobody is there.')
  const child = await aChildOf(db, centre.operatorId, mother.id)
  await db
    .insertInto('linkedCustomer')
    .values({ customerId: father.id, linkedId: child.id, relation: 'child' })
    .execute()
  for (const { browser } of parents) await browser.send(api.baskets.read, {})
  return { centre, sessions, mother, father, childId: child.id }
}
type Family = Awaited<ReturnType<typeof aFamily>>

const book = (by: TestBrowser, { childId }: Family, id: string | undefined) =>
  by.send(api.baskets.add, { items: [{ id: id ?? '', purchasedForUserId: childId }] })

/** How many the child has that week, held or bought. */
const had = async (db: Database, { centre, childId }: Family): Promise<number> => {
  const rows = await db
    .selectFrom('hold')
    .select('id')
    .where('personId', '=', childId)
    .where((eb) =>
      eb.or([
        eb('state', '=', 'confirmed'),
        eb.and([eb('state', '=', 'held'), eb('heldUntil', '>', centre.app.clock.now())]),
      ]),
    )
    .execute()
  return rows.length
}

const lockOnPlaces = sql`select 1 from occurrence order by id for no key update`

/** Each parent has held something for the child that has lapsed, and the child has one that is bought. */
const withLapsedLines = async (family: Family) => {
  const { centre, sessions, mother, father } = family
  await book(mother.browser, family, sessions[0])
  await mother.browser.send(api.checkout.complete, { termsAccepted: true })
  await mother.browser.send(api.baskets.read, {})
  await book(mother.browser, family, sessions[1])
  centre.app.clock.forward(700_000)
  await book(father.browser, family, sessions[2])
  centre.app.clock.forward(700_000)
  return family
}

describe('a child’s weekly limit and two parents', () => {
  let opened: Opened
  let family: Family
  beforeAll(async () => {
    opened = await openCopy()
  })
  beforeEach(async () => {
    family = await aFamily(opened.db)
  })
  afterAll(() => opened.close())

  const expectWithin = async (): Promise<void> => {
    expect(await had(opened.db, family)).toBeLessThanOrEqual(most)
    expect(await wrongWithPlaces(opened.db, family.centre.app.clock.now())).toEqual([])
  }

  it('of eight classes added from two baskets at once they keep two at the most, and may take two afterwards', async () => {
    const { mother, father, sessions } = family
    for (let round = 0; round < 5; round += 1) {
      await Promise.all(
        sessions.map((id, index) =>
          outcome(book(index % 2 === 0 ? mother.browser : father.browser, family, id)),
        ),
      )
      await expectWithin()
      for (const { browser } of [mother, father]) await browser.send(api.baskets.clear, {})
    }
    expect(await outcome(book(mother.browser, family, sessions[0]))).toBe('ok')
    expect(await outcome(book(father.browser, family, sessions[1]))).toBe('ok')
    expect(await outcome(book(father.browser, family, sessions[2]))).toBe('limit_reached')
  })

  it('across bookings: beside one that is bought, two baskets get one more between them', async () => {
    const { mother, father, sessions } = family
    await book(mother.browser, family, sessions[0])
    await mother.browser.send(api.checkout.complete, { termsAccepted: true })
    await mother.browser.send(api.baskets.read, {})
    const answers = await inARow(opened.db, lockOnPlaces, [
      () => outcome(book(mother.browser, family, sessions[1])),
      () => outcome(book(father.browser, family, sessions[2])),
    ])
    expect(answers).toContain('limit_reached')
    await expectWithin()
  })

  it('what has lapsed in two baskets is held again in one of them', async () => {
    await withLapsedLines(family)
    const { mother, father } = family
    expect(
      await inARow(opened.db, lockOnPlaces, [
        () => outcome(mother.browser.send(api.baskets.renew, {})),
        () => outcome(father.browser.send(api.baskets.renew, {})),
      ]),
    ).toEqual(['ok', 'limit_reached'])
    await expectWithin()
  })
})

describe('a child’s weekly limit with what keeps it taken out', () => {
  let opened: Opened
  let family: Family
  beforeAll(async () => {
    opened = await openCopy()
  })
  beforeEach(async () => {
    family = await aFamily(opened.db)
  })
  afterAll(() => opened.close())

  it('without the second look, two who add at once have more', async () => {
    const { centre, sessions, mother, father, childId } = family
    const { db } = opened
    await book(mother.browser, family, sessions[0])
    const { holds } = centre.app.services
    const heldUntil = new Date(centre.app.clock.now().getTime() + 600_000)
    const wanted = await db
      .selectFrom('occurrence')
      .innerJoin('pricingOption', 'pricingOption.activityId', 'occurrence.activityId')
      .select(['occurrence.id as occurrenceId', 'pricingOption.id as pricingOptionId'])
      .where('publicId', 'in', sessions.slice(1, 3))
      .execute()
    // Both have been told that there is room for one more, as the first look of each call is.
    await Promise.all(
      [mother, father].map(async ({ browser }, index) => {
        const basketId = (await browser.send(api.baskets.read, {})).cartId ?? 0
        const { occurrenceId = 0, pricingOptionId = 0 } = wanted[index] ?? {}
        return holds.takePlaces({
          basketId,
          heldUntil,
          items: [
            {
              occurrenceId,
              pricingOptionId,
              places: 1,
              idForm: 'v2',
              ticketTypeId: null,
              quantity: 1,
              unitPrice: 0,
              purchasedForId: childId,
              customerReference: null,
              personId: childId,
              mayOverlap: false,
            },
          ],
        })
      }),
    )
    expect(await had(db, family)).toBeGreaterThan(most)
  })

  it('without the locks, what has lapsed in two baskets is held again in both', async () => {
    await withLapsedLines(family)
    const { centre, mother, father } = family
    const unlocked = testApp(withoutRowLocks(opened.db), { now: centre.app.clock.now() })
    const browsers = [unlocked.browser(), unlocked.browser()]
    await browsers[0]?.logIn(mother.id)
    await browsers[1]?.logIn(father.id)
    await inARow(
      opened.db,
      lockOnPlaces,
      browsers.map((browser) => () => outcome(browser.send(api.baskets.renew, {}))),
    )
    expect(await had(opened.db, family)).toBeGreaterThan(most)
  })
})
