/**
 * Random steps of prices on days around both changes of the clock and the new year: what the timetable, the dialog, the
 * basket and the receipt say is the last step not after the day of the session, or of the sale where the operator goes by
 * it, and that is what is paid.
 */
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { daysAfter, localDay } from '#contract/time.ts'
import type { Database } from '#server/platform/database.ts'
import { authorise, complete } from '#test/support/buying.ts'
import { aCentre } from '#test/support/centre.ts'
import { testDatabase } from '#test/support/database.ts'
import { aPriceStep } from '#test/support/factories/activities.ts'
import { anOccurrence } from '#test/support/factories/occurrences.ts'
import { caseCount } from '#test/support/cases.ts'
import { api } from '#web/platform/api.ts'

let db: Database
beforeAll(async () => {
  db = (await testDatabase()).db
})

/** Clocks go forward, back, and the year begins; summer time is an hour ahead of UTC at midnight. */
const turns = ['2027-03-28', '2027-10-31', '2028-01-01']
/** Instants of the session in UTC: around midnight on the wall, in the hour that is missing and the one that is twice. */
const times = ['22:30', '23:00', '23:30', '00:00', '00:30', '01:00', '01:30', '12:00']

const arbitrary = fc.record({
  turn: fc.constantFrom(...turns),
  pricesBy: fc.constantFrom('session' as const, 'sale' as const),
  /** Days from the turn. */
  steps: fc.uniqueArray(
    fc.record({ day: fc.integer({ min: -3, max: 3 }), price: fc.integer({ min: 1, max: 3000 }) }),
    {
      maxLength: 4,
      selector: ({ day }) => day,
    },
  ),
  sessions: fc.uniqueArray(
    fc.record({ day: fc.integer({ min: -2, max: 2 }), time: fc.constantFrom(...times) }),
    { minLength: 1, maxLength: 3, selector: ({ day, time }) => `${day} ${time}` },
  ),
  /** Of the sale, before the first session. */
  soldAt: fc.constantFrom(...times),
})

type Case = typeof arbitrary extends fc.Arbitrary<infer C> ? C : never

/** One of each kind, so that few cases meet all of them: a basket across the new year, and a night of summer time by sale. */
const examples: [Case][] = [
  [
    {
      turn: '2028-01-01',
      pricesBy: 'session',
      steps: [{ day: 0, price: 520 }],
      sessions: [
        { day: -1, time: '23:30' },
        { day: 0, time: '00:00' },
      ],
      soldAt: '12:00',
    },
  ],
  [
    {
      turn: '2027-10-31',
      pricesBy: 'sale',
      steps: [{ day: -2, price: 520 }],
      sessions: [{ day: -1, time: '23:30' }],
      soldAt: '23:30',
    },
  ],
]

it('what is shown of a price that begins on a day is what is charged', async () => {
  const reached = { stepped: 0, crossed: 0, bySale: 0, localDayDiffers: 0 }
  await fc.assert(
    fc.asyncProperty(arbitrary, async ({ turn, pricesBy, steps, sessions, soldAt }) => {
      const now = new Date(`${daysAfter(turn, -3)}T${soldAt}:00Z`)
      const centre = await aCentre(db, now)
      const yoga = await centre.yoga({ price: 500 })
      await db.updateTable('operator').set({ pricesBy }).execute()
      const dated = steps
        .map(({ day, price }) => ({ fromDay: daysAfter(turn, day), price }))
        .toSorted((a, b) => (a.fromDay < b.fromDay ? -1 : 1))
      for (const { fromDay, price } of dated)
        await aPriceStep(db, yoga.activity.pricingOptionId, fromDay, price)
      const { browser } = await centre.customer()
      let total = 0
      const priced = new Set<number>()
      for (const { day, time } of sessions) {
        const startsAt = new Date(`${daysAfter(turn, day)}T${time}:00Z`)
        const place = { activity: yoga.activity, locationId: yoga.studio.id, startsAt }
        const { id, publicId } = await anOccurrence(db, place, { capacity: 5, minutes: 20 })
        const localDate = localDay(startsAt, 'Europe/London')
        if (localDate !== daysAfter(turn, day)) reached.localDayDiffers += 1
        const counts = pricesBy === 'sale' ? localDay(now, 'Europe/London') : localDate
        // By hand: the latest of the steps that have begun.
        const begun = dated.filter(({ fromDay }) => fromDay <= counts)
        const expected = begun.length === 0 ? 500 : begun[begun.length - 1]?.price
        if (begun.length > 0) reached.stepped += 1
        const classes = await browser.send(api.timetable.classes, {
          venue: 'demo-centre',
          activity: 'yoga',
          date: localDate,
        })
        const displayed = classes.find((one) => one.id === id || one.id === publicId)
        expect(displayed?.pricingOptions.map(({ price }) => price.raw)).toEqual([expected])
        const dialog = await browser.send(api.timetable.occurrence, { id: publicId })
        expect(dialog.tickets[0]?.pricingOptions[0]?.price.raw).toBe(expected)
        const inSql = await sql<{ price: number }>`
          select price_on(${yoga.activity.pricingOptionId}, ${counts}::date) as price`.execute(db)
        expect(inSql.rows[0]?.price).toBe(expected)
        const basket = await browser.send(api.baskets.add, { items: [{ id: publicId }] })
        total += expected ?? 0
        priced.add(expected ?? 0)
        expect(basket).toMatchObject({ total, notices: [] })
      }
      if (priced.size > 1) reached.crossed += 1
      if (pricesBy === 'sale') reached.bySale += 1
      const { transactionUuid } = await authorise(browser)
      const { completeOrderId } = await complete(browser, transactionUuid)
      const paid = await db
        .selectFrom('orderPayment')
        .select((eb) => eb.fn.sum<string>('amount').as('pence'))
        .where('orderId', '=', completeOrderId)
        .executeTakeFirst()
      expect(Number(paid?.pence)).toBe(total)
      const booked = await db
        .selectFrom('booking')
        .select((eb) => eb.fn.sum<string>('price').as('pence'))
        .executeTakeFirst()
      expect(Number(booked?.pence)).toBe(total)
    }),
    { numRuns: Number(process.env['RUNS'] ?? caseCount(20)), examples },
  )
  for (const [what, count] of Object.entries(reached)) expect({ [what]: count > 0 }).toEqual({ [what]: true })
})
