import { beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import { transact } from '#server/platform/transact.ts'
import { returnUses } from '#server/pricing/uses.ts'
import { aCentre, refusalOf } from '#test/support/centre.ts'
import type { Centre } from '#test/support/centre.ts'
import { testDatabase } from '#test/support/database.ts'
import { aMembership, aPlan } from '#test/support/factories/memberships.ts'
import { aPackage } from '#test/support/factories/packages.ts'
import { api } from '#web/platform/api.ts'

const minute = 60_000

let db: Database
let centre: Centre

beforeEach(async () => {
  db = (await testDatabase()).db
  centre = await aCentre(db)
})

type Browser = Awaited<ReturnType<Centre['customer']>>['browser']

const basketOf = (browser: Browser, more: { selectedUserId?: number } = {}) =>
  browser.send(api.baskets.read, more)

/** Yoga at £5.00 three times this week, and a member who has it free as often as the benefit says. */
const aMember = async (benefit: object = { allowance: 1, allowancePeriod: 'week' as const }) => {
  const yoga = await centre.yoga({ price: 500 })
  const at = (time: string) => centre.aClassOf(yoga, time)
  const classes = [await at('09:00'), await at('12:00'), await at('15:00')] as const
  const plan = await aPlan(db, centre.venue, { benefits: [benefit] })
  const ann = await centre.customer()
  const { memberIds } = await aMembership(db, { plan, venue: centre.venue, customerIds: [ann.id] })
  return { yoga, classes, plan, ann, memberId: memberIds[0] }
}

const uses = () => db.selectFrom('benefitUse').select(['state', 'basketItemId']).orderBy('id').execute()

describe('D02: a benefit in the basket', () => {
  it('pays for a line as soon as it is added, and explains the price', async () => {
    const { classes, ann, memberId, plan } = await aMember()
    const basket = await centre.add(ann.browser, classes[0])
    expect(basket).toMatchObject({ total: 0, balance: 0, taxTotal: 0, notices: [] })
    expect(basket.items[0]).toMatchObject({
      price: {
        raw: 0,
        formatted: '£0.00',
        benefitApplied: true,
        packageApplied: false,
        explanation: '£5.00 less £5.00 Gold benefit',
      },
      membershipUserId: memberId,
      appliedBenefit: { name: 'Gold classes' },
      appliedPackage: null,
      benefitAvailable: { id: plan.benefits[0]?.id, name: 'Gold classes', type: 'membership' },
    })
    expect(await uses()).toEqual([{ state: 'reserved', basketItemId: basket.items[0]?.id }])
    expect(await basketOf(ann.browser)).toMatchObject({ total: 0, notices: [] })
  })

  it('can be removed, which restores the full price, and applied again', async () => {
    const { classes, ann } = await aMember()
    const before = await centre.add(ann.browser, classes[0])
    const id = before.items[0]?.appliedBenefit?.id ?? 0
    const without = await ann.browser.send(api.pricing.removeBenefit, { id, source: 'activity-booking' })
    expect(without).toMatchObject({ total: 500, notices: [] })
    expect(without.items[0]).toMatchObject({
      price: { raw: 500, benefitApplied: false, explanation: null },
      appliedBenefit: null,
      benefitAvailable: { name: 'Gold classes' },
    })
    expect(await uses()).toMatchObject([{ state: 'returned' }])
    expect(await basketOf(ann.browser)).toMatchObject({ total: 500, notices: [] })
    expect(await refusalOf(ann.browser.send(api.pricing.removeBenefit, { id }))).toMatchObject({
      status: 404,
    })

    const cartItemId = without.items[0]?.id ?? 0
    const again = await ann.browser.send(api.baskets.update, { cartItemId, options: { applyBenefit: true } })
    expect(again).toMatchObject({
      total: 0,
      notices: [],
      items: [{ appliedBenefit: { name: 'Gold classes' } }],
    })
    expect(again.items[0]?.appliedBenefit?.id).not.toBe(id)
  })

  it('cannot be removed by another customer', async () => {
    const { classes, ann } = await aMember()
    const id = (await centre.add(ann.browser, classes[0])).items[0]?.appliedBenefit?.id ?? 0
    const other = await centre.customer()
    expect(await refusalOf(other.browser.send(api.pricing.removeBenefit, { id }))).toMatchObject({
      status: 404,
    })
    const visitor = centre.app.browser()
    expect(await refusalOf(visitor.send(api.pricing.removeBenefit, { id }))).toMatchObject({ status: 404 })
    expect(await refusalOf(ann.browser.send(api.pricing.removePackage, { id }))).toMatchObject({
      status: 404,
    })
    expect(await basketOf(ann.browser)).toMatchObject({ total: 0 })
  })

  it('can be declined, and is that of the named membership', async () => {
    const { classes, ann, memberId } = await aMember()
    const items = [{ id: classes[0].publicId, applyBenefit: false }]
    expect(await ann.browser.send(api.baskets.add, { items })).toMatchObject({ total: 500 })
    expect(await basketOf(ann.browser)).toMatchObject({ total: 500 })
    const more = [{ id: classes[1].publicId }]
    const named = await ann.browser.send(api.baskets.add, { items: more, membershipUserId: memberId })
    expect(named).toMatchObject({ total: 500, itemCount: 2 })
    const stranger = await centre.customer()
    const refused = stranger.browser.send(api.baskets.add, { items: more, membershipUserId: memberId })
    expect(await refusalOf(refused)).toMatchObject({ status: 404 })
  })

  it('is no news, however it was added: it costs what the timetable showed', async () => {
    const { yoga, ann, memberId } = await aMember({ allowance: null, allowancePeriod: null })
    const { browser } = ann
    for (const [index, more] of [
      { membershipUserId: memberId },
      { membershipUserId: memberId, apply: { applyBenefit: true } },
      { apply: { applyPackage: false } },
      { apply: { applyBenefit: true, applyPackage: false } },
    ].entries()) {
      const { apply, ...call } = more
      const { publicId } = await centre.aClassOf(yoga, `1${String(index)}:00`)
      const basket = await browser.send(api.baskets.add, { items: [{ id: publicId, ...apply }], ...call })
      expect(basket).toMatchObject({ total: 0, itemCount: index + 1, notices: [] })
    }
  })

  it('a visit of a package is no news either, nor is one more ticket', async () => {
    const { activity, adult, sessions } = await centre.swim(['09:00', '11:00'])
    const { id: customerId, browser } = await centre.customer()
    const { operatorId } = centre
    await aPackage(db, { operatorId, customerId, activityIds: [activity.id] })
    const [first, second] = sessions.map(({ publicId: id }) => ({ id, ticketId: adult.publicId }))
    if (first === undefined || second === undefined) throw new Error('No sessions.')
    const plain = { items: [{ ...first, applyBenefit: false }] }
    expect(await browser.send(api.baskets.add, plain)).toMatchObject({ total: 0, notices: [] })
    for (const items of [[second], [second], [{ ...second, quantity: 2 }]])
      expect(await browser.send(api.baskets.add, { items })).toMatchObject({ total: 0, notices: [] })
  })

  it('says what has changed of a line that was shown while another is added', async () => {
    const { activity, studio } = await centre.yoga({ price: 500 })
    const visitor = centre.app.browser()
    const first = await centre.add(visitor, await centre.aClassOf({ activity, studio }, '09:00'))
    await db.updateTable('pricingOption').set({ price: 650 }).execute()
    const { notices } = await centre.add(visitor, await centre.aClassOf({ activity, studio }, '12:00'))
    expect(notices).toEqual([
      { code: 'price_changed', message: 'Yoga now costs £6.50.', cartItemId: first.items[0]?.id },
    ])
  })

  it('takes the id that a person without a membership has for one', async () => {
    const { classes } = await aMember()
    const { browser } = await centre.customer()
    const { id: membershipUserId } = (await browser.send(api.sessions.user, {})).data.membershipUser
    const items = [{ id: classes[0].publicId }]
    expect(await browser.send(api.baskets.add, { items, membershipUserId })).toMatchObject({ itemCount: 1 })
  })

  it('is used up to its allowance, and a freed use goes to the next line', async () => {
    const { classes, ann } = await aMember()
    const basket = await centre.add(ann.browser, ...classes)
    expect(basket.items.map((item) => item.price.raw)).toEqual([0, 500, 500])
    expect(basket.items.map((item) => item.benefitAvailable !== null)).toEqual([true, false, false])
    const [first, second] = basket.items
    const refused = await refusalOf(
      ann.browser.send(api.baskets.update, { cartItemId: second?.id ?? 0, options: { applyBenefit: true } }),
    )
    expect(refused).toMatchObject({ status: 403, code: 'limit_reached' })
    expect(refused.message).toBe("You've used Gold classes as often as it allows for now.")

    const left = await ann.browser.send(api.baskets.remove, { cartItemIds: [first?.id ?? 0] })
    expect(left.items.map((item) => item.price.raw)).toEqual([0, 500])
    expect(left.notices).toEqual([
      { code: 'price_changed', message: 'Yoga now costs £0.00.', cartItemId: second?.id },
    ])
  })

  it('is freed when the hold ends, when the basket is cleared, and on logout', async () => {
    const { classes, ann } = await aMember()
    await centre.add(ann.browser, classes[0])
    centre.app.clock.forward(11 * minute)
    const later = await centre.add(ann.browser, classes[1])
    expect(later.items.map((item) => item.price.raw)).toEqual([0])
    expect(later.lapsedItems).toHaveLength(1)
    expect(await uses()).toMatchObject([{ state: 'returned' }, { state: 'reserved' }])

    // The one that lapsed is held again, and the benefit is elsewhere now.
    const renewed = await ann.browser.send(api.baskets.renew, {})
    expect(renewed.items.map((item) => item.price.raw).toSorted((a, b) => a - b)).toEqual([0, 500])
    expect(renewed.notices.map(({ code }) => code)).toContain('benefit_removed')

    expect(await ann.browser.send(api.baskets.clear, {})).toMatchObject({ total: 0, itemCount: 0 })
    expect((await centre.add(ann.browser, classes[2])).total).toBe(0)
    await ann.browser.send(api.sessions.logout, {})
    expect((await uses()).filter(({ state }) => state !== 'returned')).toEqual([])
  })

  it('counts as used once the order is placed, and is given back when the booking is cancelled', async () => {
    const { classes, ann } = await aMember()
    const { items } = await centre.add(ann.browser, classes[0])
    const done = await ann.browser.send(api.checkout.complete, {})
    const order = await ann.browser.send(api.bookings.order, { completeOrderId: done.completeOrderId })
    expect(order).toMatchObject({ total: 0, items: [{ appliedBenefit: { name: 'Gold classes' } }] })
    expect(await uses()).toMatchObject([{ state: 'used' }])
    expect((await centre.add(ann.browser, classes[1])).total).toBe(500)
    await transact(db, (tx) => returnUses(tx, [items[0]?.id ?? 0], centre.app.clock.now()))
    await transact(db, (tx) => returnUses(tx, [items[0]?.id ?? 0], centre.app.clock.now()))
    expect((await basketOf(ann.browser)).total).toBe(0)
  })

  it('no longer applies after the membership ends, and a notice says so', async () => {
    const { classes, ann } = await aMember()
    const { items } = await centre.add(ann.browser, classes[0])
    await db.updateTable('membership').set({ endsOn: '2027-03-02' }).execute()
    const basket = await basketOf(ann.browser)
    expect(basket.total).toBe(500)
    expect(basket.notices).toEqual([
      {
        code: 'benefit_removed',
        message: 'Yoga now costs £5.00. Your Gold benefit no longer applies.',
        cartItemId: items[0]?.id,
      },
    ])
    expect((await basketOf(ann.browser)).notices).toEqual([])
    expect(await refusalOf(ann.browser.send(api.checkout.complete, {}))).toMatchObject({
      code: 'unpaid_balance',
    })
  })

  it('is not sold after the membership has ended', async () => {
    const { classes, ann } = await aMember()
    await centre.add(ann.browser, classes[0])
    await db.updateTable('membership').set({ endsOn: '2027-03-02' }).execute()
    expect(await refusalOf(ann.browser.send(api.checkout.complete, {}))).toMatchObject({
      status: 409,
      code: 'basket_changed',
    })
    expect(await uses()).toMatchObject([{ state: 'reserved' }])
  })
})

describe('D02: visits of a package in the basket', () => {
  const aSwimmer = async (visits: object = { totalUses: 10, usesLeft: 2 }) => {
    const swim = await centre.swim(['09:00', '15:00'])
    const { id, browser } = await centre.customer()
    const of = { operatorId: centre.operatorId, customerId: id, activityIds: [swim.activity.id] }
    await aPackage(db, of, visits)
    const add = (session: 0 | 1, quantity: number) =>
      browser.send(api.baskets.add, {
        items: [{ id: swim.sessions[session]?.publicId ?? '', ticketId: swim.adult.publicId, quantity }],
      })
    return { swim, id, browser, add }
  }
  const left = async () =>
    (await db.selectFrom('package').select('usesLeft').executeTakeFirstOrThrow()).usesLeft

  it('pay for as many tickets as there are visits, and follow changes of quantity', async () => {
    const { browser, add } = await aSwimmer()
    const basket = await add(0, 3)
    expect(basket).toMatchObject({
      total: 600,
      items: [
        {
          price: {
            raw: 600,
            packageApplied: true,
            explanation: '3 × £6.00 less £12.00, 2 visits of Ten swims',
          },
          appliedPackage: { name: 'Ten swims' },
          packageAvailable: { name: 'Ten swims', type: 'package' },
        },
      ],
    })
    expect(await left()).toBe(0)
    const cartItemId = basket.items[0]?.id ?? 0
    expect(await browser.send(api.baskets.update, { cartItemId, options: { quantity: 1 } })).toMatchObject({
      total: 0,
      notices: [],
    })
    expect(await left()).toBe(1)
    // Kept visits are still there for anyone who looks at the package.
    expect(await browser.send(api.packages.mine, {})).toMatchObject([{ usesLeft: 2, usages: [] }])
  })

  it('can be removed, and applied again', async () => {
    const { browser, add } = await aSwimmer()
    const { items } = await add(0, 1)
    const id = items[0]?.appliedPackage?.id ?? 0
    expect(await refusalOf(browser.send(api.pricing.removeBenefit, { id }))).toMatchObject({ status: 404 })
    expect(await browser.send(api.pricing.removePackage, { id })).toMatchObject({
      total: 600,
      items: [{ appliedPackage: null, packageAvailable: { name: 'Ten swims' } }],
    })
    expect(await left()).toBe(2)
    const cartItemId = items[0]?.id ?? 0
    expect(
      await browser.send(api.baskets.update, { cartItemId, options: { applyPackage: true } }),
    ).toMatchObject({ total: 0 })
    expect(await left()).toBe(1)
  })

  it('are freed when the hold ends, and used once bought', async () => {
    const { browser, add } = await aSwimmer({ totalUses: 10, usesLeft: 1 })
    await add(0, 1)
    centre.app.clock.forward(11 * minute)
    expect((await add(1, 1)).total).toBe(0)
    expect(await left()).toBe(0)
    await browser.send(api.checkout.complete, {})
    expect(await browser.send(api.packages.mine, {})).toMatchObject([
      { status: 'used', usesLeft: 0, usages: [{ name: 'swim-for-all', usedOn: '2027-03-04' }] },
    ])
  })

  it('D02: are given back when the basket is cleared', async () => {
    const { browser, add } = await aSwimmer()
    await add(0, 2)
    await browser.send(api.baskets.clear, {})
    expect(await left()).toBe(2)
  })
})
