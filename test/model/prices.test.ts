/**
 * Random households, ages, memberships, benefits, packages and tickets: what the dialog shows before adding is what the
 * basket says after it, line by line, and what the card is charged.
 */
import * as fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import type { Basket } from '#contract/baskets.ts'
import type { BookableTicket } from '#contract/bookables.ts'
import type { Database } from '#server/platform/database.ts'
import { wrongWithUses } from '#test/support/allowances.ts'
import { authorise, complete } from '#test/support/buying.ts'
import { aCentre, on } from '#test/support/centre.ts'
import { testDatabase } from '#test/support/database.ts'
import { anActivity, aPricingOption, aTicketType } from '#test/support/factories/activities.ts'
import { aChildOf } from '#test/support/factories/customers.ts'
import { aMembership, aPlan } from '#test/support/factories/memberships.ts'
import { anOccurrence } from '#test/support/factories/occurrences.ts'
import { aPackage } from '#test/support/factories/packages.ts'
import { aLocation } from '#test/support/factories/venues.ts'
import { wrongWithMoney } from '#test/support/money.ts'
import { goingOf, itemsFor, totalOf, type Choice, type Going } from '#web/features/timetable/going.ts'
import {
  priceOfQuantity,
  quantitiesOf,
  type ChosenQuantity,
} from '#web/features/timetable/ticketQuantities.ts'
import { caseCount } from '#test/support/cases.ts'
import { api } from '#web/platform/api.ts'

const price = fc.constantFrom(0, 1, 99, 290, 333, 540, 1250)
const person = fc.nat({ max: 3 })

const benefit = fc.oneof(
  fc.record({ kind: fc.constant('free' as const) }),
  fc.record({ kind: fc.constant('percent' as const), percentOff: fc.constantFrom(10, 33, 50) }),
  fc.record({ kind: fc.constant('fixed' as const), fixedPrice: fc.constantFrom(0, 100, 400) }),
)
const allowance = fc.option(
  fc.record({
    allowance: fc.integer({ min: 1, max: 2 }),
    allowancePeriod: fc.constantFrom('day' as const, 'week' as const, 'month' as const),
  }),
)

/** What is chosen in the dialog; `option` counts through the prices of a person. */
const often = fc.constantFrom(true, true, false)
const choice = fc.record({ isGoing: often, option: fc.nat({ max: 3 }), usesPackage: fc.boolean() })
const round = fc.record({
  session: fc.nat({ max: 2 }),
  choices: fc.array(choice, { minLength: 4, maxLength: 4 }),
  guests: fc.array(fc.nat({ max: 2 }), { minLength: 2, maxLength: 2 }),
})

const household = fc.record({
  ages: fc.array(fc.integer({ min: 1, max: 17 }), { maxLength: 3 }),
  adult: price,
  junior: price,
  yoga: price,
  concession: fc.option(fc.record({ price, ageMin: fc.constantFrom(5, 12, 40) })),
  memberships: fc.array(
    fc.record({
      members: fc.uniqueArray(person, { minLength: 1, maxLength: 3 }),
      benefits: fc.array(fc.tuple(benefit, allowance, fc.constantFrom('all', 'swim', 'yoga')), {
        minLength: 1,
        maxLength: 2,
      }),
    }),
    { maxLength: 2 },
  ),
  packages: fc.array(
    fc.record({ person, left: fc.integer({ min: 1, max: 3 }), of: fc.constantFrom('swim', 'yoga', 'both') }),
    { minLength: 1, maxLength: 4 },
  ),
  rounds: fc.array(round, { minLength: 1, maxLength: 3 }),
})
type Household = typeof household extends fc.Arbitrary<infer H> ? H : never
type Round = Household['rounds'][number]

let db: Database
beforeAll(async () => {
  db = (await testDatabase()).db
})

/** Two family swims and a class of yoga on one day, and the household of a customer of 42 years. */
const open = async ({ ages, adult, junior, yoga, concession, memberships, packages }: Household) => {
  const centre = await aCentre(db)
  const parent = await centre.customer({ firstName: 'Ravi', dateOfBirth: '1984-11-02' })
  const ids = [parent.id]
  for (const [index, age] of ages.entries()) {
    const more = { firstName: `Child ${index}`, dateOfBirth: `${2027 - age}-01-01` }
    ids.push((await aChildOf(db, centre.operatorId, parent.id, more)).id)
  }
  await parent.browser.logIn(parent.id)
  const idOf = (index: number) => ids[index % ids.length] ?? parent.id

  const swim = await anActivity(db, centre.venue.id, { slug: 'family-swim', kind: 'tickets' })
  const pool = await aLocation(db, centre.venue.id, { slug: 'pool' })
  const { id: ticketTypeId } = await aTicketType(db, swim.id, { name: 'Adult', price: adult, ageMin: 16 })
  await aTicketType(db, swim.id, { name: 'Junior', price: junior, ageMin: 3, ageMax: 15 })
  const { studio, activity } = await centre.yoga({ price: yoga })
  if (concession !== null) {
    await aPricingOption(db, swim.id, { slug: 'concession', ticketTypeId, ...concession })
    await aPricingOption(db, activity.id, { slug: 'concession', ...concession })
  }
  const sessionAt = (time: string) =>
    anOccurrence(db, { activity: swim, locationId: pool.id, startsAt: on(time) }, { capacity: 20 })
  const sessions = [
    await sessionAt('10:00'),
    await sessionAt('14:00'),
    await centre.aClassOf({ studio, activity }, '18:00'),
  ]

  const covered = {
    all: [swim.id, activity.id],
    both: [swim.id, activity.id],
    swim: [swim.id],
    yoga: [activity.id],
  }
  for (const [index, { members, benefits }] of memberships.entries()) {
    const plan = await aPlan(db, centre.venue, {
      name: `Plan ${index}`,
      benefits: benefits.map(([kind, limit, of]) => ({
        ...kind,
        ...limit,
        ...(of === 'all' ? {} : { activityIds: covered[of] }),
      })),
    })
    const [first, ...others] = [...new Set(members.map(idOf))]
    if (first !== undefined)
      await aMembership(db, { plan, venue: centre.venue, customerIds: [first, ...others] })
  }
  for (const { person: owner, left, of } of packages) {
    const activityIds = covered[of]
    await aPackage(
      db,
      { operatorId: centre.operatorId, customerId: idOf(owner), activityIds },
      { totalUses: left },
    )
  }
  return { centre, browser: parent.browser, sessions, email: 'ravi@example.test' }
}

type World = Awaited<ReturnType<typeof open>>

/** What the dialog shows with these choices made. */
const dialog = async (
  { browser, sessions }: World,
  { session, choices, guests }: Round,
): Promise<{ item: BookableTicket; going: Going[]; tickets: ChosenQuantity[] }> => {
  const id = sessions[session]?.publicId ?? ''
  const people = await browser.send(api.timetable.household, { id })
  const item = await browser.send(api.timetable.occurrence, { id })
  const proposed = goingOf(people, {}, false)
  const chosen = Object.fromEntries(
    proposed.map(({ person: { id: personId }, prices }, index): [number, Choice] => {
      const { isGoing = false, option = 0, usesPackage = false } = choices[index] ?? {}
      const priceKey = prices[option % Math.max(1, prices.length)]?.key
      return [personId, { isGoing, usesPackage, ...(priceKey === undefined ? {} : { priceKey }) }]
    }),
  )
  const isTicketed = session < 2
  const quantities = Object.fromEntries(
    item.tickets.map(({ id: ticketId }, index) => [
      String(ticketId),
      { quantity: isTicketed ? (guests[index] ?? 0) : 0 },
    ]),
  )
  return {
    item,
    going: goingOf(people, chosen, false).filter(({ isGoing }) => isGoing),
    tickets: quantitiesOf(item.tickets, quantities, item.spaces).filter(({ quantity }) => quantity > 0),
  }
}

const sumOf = (pence: readonly number[]): number => pence.reduce((sum, one) => sum + one, 0)

const pay = async ({ browser, centre, email }: World, { total }: Basket): Promise<number> => {
  const payment = total === 0 ? undefined : (await authorise(browser, undefined, { email })).transactionUuid
  const { completeOrderId } = await complete(browser, payment, { email })
  expect(await wrongWithMoney(centre.db)).toEqual([])
  const paid = await db
    .selectFrom('orderPayment')
    .select('amount')
    .where('orderId', '=', completeOrderId)
    .execute()
  return sumOf(paid.map(({ amount }) => amount))
}

it('the price in the dialog is the price in the basket and the price that is charged', async () => {
  const reached = { charged: 0, covered: 0, byPackage: 0, guests: 0 }
  await fc.assert(
    fc.asyncProperty(household, async (home) => {
      const world = await open(home)
      const { browser } = world
      let basket: Basket | undefined
      for (const one of home.rounds) {
        const { item, going, tickets } = await dialog(world, one)
        if (going.length + tickets.length === 0) continue
        const displayed = totalOf(going) + sumOf(tickets.map(priceOfQuantity))
        const before = basket
        basket = await browser.send(api.baskets.add, {
          items: [
            ...itemsFor(item, going),
            ...tickets.map(({ ticket, option, quantity }) => ({
              id: item.id,
              ticketId: ticket.id,
              pricingOptionId: option.id,
              quantity,
              forGuest: true,
              applyBenefit: false,
              applyPackage: false,
            })),
          ],
        })
        // Nothing that was in the basket changes its price, and what is added costs what the dialog said.
        expect(basket.total).toBe((before?.total ?? 0) + displayed)
        for (const line of before?.items ?? []) {
          const after = basket.items.find(({ id }) => id === line.id)
          if (after?.quantity === line.quantity) expect(after.price.raw).toBe(line.price.raw)
        }
        for (const {
          person: { id: personId },
          price: dialogPrice,
        } of going) {
          const line = basket.items.find(
            ({ attendee, cartableResource }) =>
              attendee?.userId === personId && cartableResource?.id === item.id,
          )
          expect(line?.price.raw).toBe(dialogPrice?.raw)
        }
        reached.covered += going.filter(({ option, usesPackage }) => option?.benefit && !usesPackage).length
        reached.byPackage += going.filter(({ usesPackage }) => usesPackage).length
        reached.guests += tickets.length
      }
      expect(await wrongWithUses(db, world.centre.app.clock.now())).toEqual([])
      if (basket === undefined) return
      expect((await browser.send(api.baskets.read, {})).total).toBe(basket.total)
      expect(await pay(world, basket)).toBe(basket.total)
      if (basket.total > 0) reached.charged += 1
    }),
    { numRuns: Number(process.env['RUNS'] ?? caseCount(40)) },
  )
  // It has been where it is interesting.
  for (const [what, times] of Object.entries(reached)) expect({ [what]: times > 0 }).toEqual({ [what]: true })
})
