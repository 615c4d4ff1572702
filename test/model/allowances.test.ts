/**
 * Long random sequences of one member's baskets: lines come and go, lapse and are held again, benefits and visits are
 * taken off and put back, staff fill a basket for the same member, orders are placed and cancelled. Whatever the
 * order, nothing is used more often than it may be, and every line costs what its sentence says.
 */
import * as fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import type { Basket } from '#contract/baskets.ts'
import type { Database } from '#server/platform/database.ts'
import { transact } from '#server/platform/transact.ts'
import { returnUses } from '#server/pricing/uses.ts'
import { wrongWithUses } from '#test/support/allowances.ts'
import type { TestBrowser } from '#test/support/app.ts'
import { aCentre } from '#test/support/centre.ts'
import { testDatabase } from '#test/support/database.ts'
import { aMembership, aPlan } from '#test/support/factories/memberships.ts'
import { aPackage } from '#test/support/factories/packages.ts'
import { caseCount } from '#test/support/cases.ts'
import { api } from '#web/platform/api.ts'

type Step =
  | { is: 'add'; who: number; what: number; quantity: number }
  | {
      is: 'remove' | 'take off' | 'put back' | 'use a visit' | 'buy' | 'renew' | 'clear' | 'cancel'
      who: number
      nth: number
    }
  | { is: 'quantity'; who: number; nth: number; quantity: number }
  | { is: 'pass'; seconds: number }

const who = fc.nat({ max: 1 })
const nth = fc.nat({ max: 3 })
const quantity = fc.integer({ min: 1, max: 3 })

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ is: fc.constant('add' as const), who, what: fc.nat({ max: 7 }), quantity }),
  },
  {
    weight: 9,
    arbitrary: fc.record({
      is: fc.constantFrom('remove', 'take off', 'put back', 'use a visit', 'buy', 'renew', 'clear', 'cancel'),
      who,
      nth,
    }),
  },
  { weight: 2, arbitrary: fc.record({ is: fc.constant('quantity' as const), who, nth, quantity }) },
  {
    weight: 3,
    arbitrary: fc.record({ is: fc.constant('pass' as const), seconds: fc.constantFrom(5, 301, 601) }),
  },
)

let db: Database
beforeAll(async () => {
  db = (await testDatabase()).db
})

/** Yoga and swims on two days; a member with one class a week free and three visits, and the desk. */
const open = async () => {
  const centre = await aCentre(db)
  const yoga = await centre.yoga({ price: 500 })
  const swim = await centre.swim(['07:00', '20:00'])
  const later = await swim.sessionAt('08:00', '2027-03-05')
  const classes = [
    await centre.aClassOf(yoga, '09:00'),
    await centre.aClassOf(yoga, '11:00'),
    await centre.aClassOf(yoga, '13:00'),
    await centre.aClassOf(yoga, '15:00', { date: '2027-03-05' }),
  ]
  const ann = await centre.customer()
  const desk = await centre.customer({ role: 'staff' })
  const benefits = [
    { allowance: 2, allowancePeriod: 'week' as const, activityIds: [yoga.activity.id] },
    { kind: 'percent' as const, percentOff: 20, allowance: 1, allowancePeriod: 'day' as const },
  ]
  const plan = await aPlan(db, centre.venue, { benefits })
  await aMembership(db, { plan, venue: centre.venue, customerIds: [ann.id] })
  const activityIds = [swim.activity.id]
  await aPackage(db, { operatorId: centre.operatorId, customerId: ann.id, activityIds }, { totalUses: 3 })
  const occurrences = [
    ...classes.map(({ publicId }) => ({ id: publicId })),
    ...[...swim.sessions, later].map(({ publicId }) => ({ id: publicId, ticketId: swim.adult.publicId })),
  ]
  const selectedUserId = ann.id
  return { centre, occurrences, basketIds: [ann, { ...desk, selectedUserId }] }
}

type World = Awaited<ReturnType<typeof open>>
type Hand = { browser: TestBrowser; id?: number; selectedUserId?: number }

const take = async ({ centre, occurrences, basketIds }: World, one: Step): Promise<Basket | undefined> => {
  if (one.is === 'pass') {
    centre.app.clock.forward(one.seconds * 1000)
    // No one's log-in ends meanwhile, as that of staff does soon.
    for (const { browser, id } of basketIds) await browser.logIn(id)
    return undefined
  }
  const { browser, id: _, ...whose }: Hand = basketIds[one.who] ?? { browser: centre.app.browser() }
  if (one.is === 'add') {
    const occurrence = occurrences[one.what % occurrences.length] ?? { id: '' }
    const items = [{ ...occurrence, quantity: 'ticketId' in occurrence ? one.quantity : 1 }]
    return browser.send(api.baskets.add, { items, ...whose })
  }
  const { items } = await browser.send(api.baskets.read, whose)
  const item = items[one.nth % Math.max(1, items.length)]
  if (one.is === 'clear') return browser.send(api.baskets.clear, whose)
  if (one.is === 'renew') return browser.send(api.baskets.renew, whose)
  if (one.is === 'buy') {
    await browser.send(api.checkout.complete, whose)
    return undefined
  }
  if (one.is === 'cancel') {
    const booked = await db.selectFrom('booking').select(['id', 'basketItemId']).orderBy('id').execute()
    const booking = booked[one.nth % Math.max(1, booked.length)]
    if (booking === undefined) return undefined
    await db.updateTable('booking').set({ status: 'cancelled' }).where('id', '=', booking.id).execute()
    await transact(db, (tx) => returnUses(tx, [booking.basketItemId], centre.app.clock.now()))
    return undefined
  }
  if (item === undefined) return undefined
  if (one.is === 'remove') return browser.send(api.baskets.remove, { cartItemIds: [item.id], ...whose })
  if (one.is === 'take off') {
    if (item.appliedBenefit !== null)
      return browser.send(api.pricing.removeBenefit, { id: item.appliedBenefit.id, ...whose })
    return item.appliedPackage === null
      ? undefined
      : browser.send(api.pricing.removePackage, { id: item.appliedPackage.id, ...whose })
  }
  const options =
    one.is === 'quantity'
      ? { quantity: one.quantity }
      : one.is === 'put back'
        ? { applyBenefit: true }
        : { applyPackage: true }
  return browser.send(api.baskets.update, { cartItemId: item.id, options, ...whose })
}

/** Every sum of a basket is the sum of its lines, and no line is paid for by nothing. */
const wrongWithBasket = ({ items, total }: Basket): string[] => [
  ...(items.reduce((sum, { price }) => sum + price.raw, 0) === total
    ? []
    : ['the total is not that of the lines']),
  ...items.flatMap(({ id, price, appliedBenefit, appliedPackage }) =>
    (price.explanation !== null) === (appliedBenefit !== null || appliedPackage !== null) &&
    price.benefitApplied === (appliedBenefit !== null) &&
    price.packageApplied === (appliedPackage !== null)
      ? []
      : [`line ${id} does not say what pays for it`],
  ),
]

/** More of what is free than there is of it, a visit, a purchase of what costs nothing then, and a cancelling. */
const allUses: Step[] = [
  ...[0, 1, 2].map((what) => ({ is: 'add' as const, who: 0, what, quantity: 1 })),
  { is: 'add', who: 0, what: 4, quantity: 1 },
  { is: 'put back', who: 0, nth: 3 },
  { is: 'use a visit', who: 0, nth: 3 },
  { is: 'remove', who: 0, nth: 2 },
  { is: 'buy', who: 0, nth: 0 },
  { is: 'cancel', who: 0, nth: 0 },
]

const refused =
  /limit_reached|not_found|full|held|clash|already_booked|unpaid_balance|basket_|invalid|renewals_used|forbidden/

it('nothing is used more often than it may be, whatever the order', async () => {
  const reached = { used: 0, refusedOften: 0, givenBack: 0, visits: 0 }
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 26 }), async (steps) => {
      const world = await open()
      for (const one of steps) {
        try {
          const basket = await take(world, one)
          if (basket !== undefined) expect(wrongWithBasket(basket)).toEqual([])
        } catch (error) {
          const { code } = error as { code?: string }
          if (code === undefined || !refused.test(code)) throw error
          if (code === 'limit_reached') reached.refusedOften += 1
        }
        expect(await wrongWithUses(db, world.centre.app.clock.now())).toEqual([])
      }
      const uses = await db.selectFrom('benefitUse').select('state').execute()
      const visits = await db.selectFrom('packageUse').select('state').execute()
      reached.used += uses.filter(({ state }) => state === 'used').length
      reached.givenBack += uses.filter(({ state }) => state === 'returned').length
      reached.visits += visits.filter(({ state }) => state === 'used').length
    }),
    { numRuns: caseCount(60), examples: [[allUses]] },
  )
  // It has been where it is interesting.
  for (const [what, times] of Object.entries(reached)) expect({ [what]: times > 0 }).toEqual({ [what]: true })
})
