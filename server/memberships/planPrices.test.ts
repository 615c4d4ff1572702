import { beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import { testDatabase } from '#test/support/database.ts'
import { aMembership } from '#test/support/factories/memberships.ts'
import { aJoinableCentre, aMemberWho, joinAs } from '#test/support/joining.ts'
import type { JoinableCentre } from '#test/support/joining.ts'
import { aMemberOfStaff } from '#test/support/tills.ts'
import type { TestBrowser } from '#test/support/app.ts'
import { refusal } from '#test/support/refusal.ts'
import { api } from '#web/platform/api.ts'
import { updateMembershipStatuses } from './change.ts'
import { collectMemberships } from './collect.ts'
import { followPlanPrices } from './followPrices.ts'

let db: Database
let centre: JoinableCentre
let plan: { id: number }
let finance: TestBrowser

beforeEach(async () => {
  ;({ db } = await testDatabase())
  centre = await aJoinableCentre(db)
  plan = await centre.gold({ minimumTermMonths: 0 })
  finance = await staffWho([{ role: 'finance' }])
})

type Roles = NonNullable<NonNullable<Parameters<typeof aMemberOfStaff>[2]>['roles']>

const staffWho = async (roles: Roles) => {
  const browser = centre.app.browser({ site: 'desk' })
  const { id } = await aMemberOfStaff(db, centre.operatorId, { firstName: 'Ruth', lastName: 'Rill', roles })
  await browser.logIn(id)
  return browser
}

type Wanted = { price: number; fromDay?: string; typed?: number }

const preview = ({ price, fromDay = '2027-05-01' }: Wanted) =>
  finance.send(api.planPrices.preview, { planId: plan.id, price, fromDay })

const set = async (wanted: Wanted) => {
  const { digest } = await preview(wanted)
  return finance.send(api.planPrices.set, { planId: plan.id, fromDay: '2027-05-01', ...wanted, digest })
}

/** Members are written to after the minute in which staff may change their minds. */
const tellMembers = async (afterSeconds = 60) => {
  centre.app.clock.forward(afterSeconds * 1000)
  await followPlanPrices(db, centre.app.clock.now())
}

const mineOf = async ({ browser }: { browser: TestBrowser }) => {
  const [membership] = await browser.send(api.memberships.mine, {})
  if (membership === undefined) throw new Error('There is no membership.')
  return membership
}

const noticesOf = async (kind: string) =>
  (await db.selectFrom('notice').select('data').where('kind', '=', kind).orderBy('id').execute()).map(
    ({ data }) => data as Record<string, unknown>,
  )

const collectOn = async (day: string) => {
  const { debits, cards } = centre.app.services
  const at = new Date(`${day}T12:00:00Z`)
  await updateMembershipStatuses(db, at)
  await collectMemberships({ db, debits, cards: cards.provider }, at)
}

const collected = async () =>
  (
    await db
      .selectFrom('membershipCollection')
      .select(['periodFrom', 'amount'])
      .orderBy('periodFrom')
      .execute()
  ).map(({ periodFrom, amount }) => [periodFrom, amount])

describe('a price of a plan from a day on', () => {
  it('says what it does, and members pay it from a payment after it, told before', async () => {
    const ann = await aMemberWho(centre, plan, { paymentMethod: 'card' })
    const own = await aMemberWho(centre, plan, { paymentMethod: 'card' })
    // Another system collects this one.
    const { id: member } = await centre.customer()
    await aMembership(db, { plan, venue: centre.venue, customerIds: [member] })
    await db.updateTable('membership').set({ price: 3000 }).where('id', '=', own.membershipId).execute()
    expect(await preview({ price: 4400 })).toMatchObject({
      name: 'Gold',
      from: 4200,
      to: 4400,
      percent: 5,
      isJump: false,
      members: 1,
      firstOn: '2027-05-01',
      later: 0,
      ownPrice: 1,
      elsewhere: 1,
      withoutEmail: 0,
      aYear: 2400,
    })
    await set({ price: 4400 })
    const { plans, canSet } = await finance.send(api.planPrices.list, {})
    expect(canSet).toBe(true)
    expect(plans).toMatchObject([
      {
        name: 'Gold',
        price: 4200,
        following: 1,
        ownPrice: 1,
        elsewhere: 1,
        steps: [{ price: 4400, setBy: 'Ruth Rill' }],
      },
    ])

    // Within the minute nobody is told.
    await tellMembers(30)
    expect((await mineOf(ann)).nextPrice).toBeNull()
    await tellMembers()
    await tellMembers()
    expect(await mineOf(ann)).toMatchObject({
      price: { raw: 4200 },
      nextPlan: null,
      nextPrice: { price: { raw: 4400 }, from: '2027-05-01' },
    })
    expect((await mineOf(own)).nextPrice).toBeNull()
    expect(await noticesOf('plan_price_changes')).toMatchObject([
      { membershipId: ann.membershipId, price: 4200, newPrice: 4400, from: '2027-05-01' },
    ])

    await db
      .updateTable('membership')
      .set({ endsOn: '2027-03-31' })
      .where('id', '=', own.membershipId)
      .execute()
    await collectOn('2027-04-01')
    await collectOn('2027-05-01')
    expect(await collected()).toEqual([
      ['2027-04-01', 4200],
      ['2027-05-01', 4400],
    ])
    expect(await mineOf(ann)).toMatchObject({ price: { raw: 4400 }, nextPrice: null })
  })

  it('is no price of the plan before its day: a membership at that sum has a price of its own', async () => {
    const ann = await aMemberWho(centre, plan)
    await db.updateTable('membership').set({ price: 4400 }).where('id', '=', ann.membershipId).execute()
    expect(await preview({ price: 4400 })).toMatchObject({ members: 0, ownPrice: 1 })
    await set({ price: 4400 })
    const { plans } = await finance.send(api.planPrices.list, {})
    expect(plans).toMatchObject([{ following: 0, ownPrice: 1 }])
    expect(await preview({ price: 4600, fromDay: '2027-06-01' })).toMatchObject({ members: 0, ownPrice: 1 })
  })

  it('is what whoever joins from that day pays, and is said before', async () => {
    await set({ price: 4400, fromDay: '2027-03-05' })
    const listPlans = async (browser: TestBrowser) => {
      const [gold] = await browser.send(api.memberships.plans, { venue: 'demo-centre' })
      return gold
    }
    const { browser } = await centre.customer()
    expect(await listPlans(browser)).toMatchObject({
      price: { raw: 4200 },
      comingPrice: { price: { raw: 4400 }, from: '2027-03-05' },
    })
    centre.app.clock.forward(5 * 86_400_000)
    const later = await centre.customer()
    expect(await listPlans(later.browser)).toMatchObject({ price: { raw: 4400 }, comingPrice: null })
    const { plan: joined } = await joinAs(later.browser, plan.id)
    expect(joined.price.raw).toBe(4400)
  })

  it('is taken back with a word to those who were told, and without one within the minute', async () => {
    const ann = await aMemberWho(centre, plan)
    await set({ price: 4400 })
    const takeBack = async () => {
      const { plans } = await finance.send(api.planPrices.list, {})
      await finance.send(api.planPrices.end, { planStepId: plans[0]?.steps[0]?.id ?? 0 })
    }
    await takeBack()
    await tellMembers()
    expect(await noticesOf('plan_price_changes')).toEqual([])
    expect(await noticesOf('plan_price_stays')).toEqual([])

    await set({ price: 4500 })
    await tellMembers()
    await takeBack()
    await tellMembers()
    expect((await mineOf(ann)).nextPrice).toBeNull()
    expect(await noticesOf('plan_price_stays')).toMatchObject([
      { membershipId: ann.membershipId, price: 4200 },
    ])
    // Another price instead is told as one.
    await set({ price: 4500 })
    await tellMembers()
    await set({ price: 4600 })
    await tellMembers()
    expect((await noticesOf('plan_price_changes')).map(({ newPrice }) => newPrice)).toEqual([
      4500, 4500, 4600,
    ])
    expect(await noticesOf('plan_price_stays')).toHaveLength(1)
  })

  it('does not stand in the way of another plan, and its payer cannot take it back', async () => {
    const swim = await centre.gold({ name: 'Swim', price: 2500, minimumTermMonths: 0, joiningFee: 0 })
    const ann = await aMemberWho(centre, plan, { paymentMethod: 'card' })
    await set({ price: 4400 })
    await tellMembers()
    const { membershipId } = ann
    expect(await refusal(ann.browser.send(api.memberships.keepPlan, { membershipId }))).toMatchObject({
      code: 'not_changeable',
    })
    await ann.browser.send(api.memberships.changePlan, { membershipId, planId: swim.id, termsAccepted: true })
    expect(await mineOf(ann)).toMatchObject({ nextPlan: { name: 'Swim' }, nextPrice: null })
  })

  it('is refused for a day that has passed, unseen, unchanged, and as a jump unless it is typed', async () => {
    const inPast = refusal(preview({ price: 4400, fromDay: '2027-02-28' }))
    expect(await inPast).toMatchObject({
      code: 'in_past',
      message: 'This day has passed. Choose today or a later day.',
    })
    expect(await refusal(preview({ price: 4200 }))).toMatchObject({ code: 'invalid' })
    const { digest } = await preview({ price: 4400 })
    const unseen = finance.send(api.planPrices.set, {
      planId: plan.id,
      price: 4500,
      fromDay: '2027-05-01',
      digest,
    })
    expect(await refusal(unseen)).toMatchObject({ code: 'effect_changed' })
    expect(await refusal(set({ price: 6000 }))).toMatchObject({
      code: 'price_jump',
      message: 'Gold: £42.00 → £60.00 (+43 %). Type £60.00 to confirm.',
    })
    await set({ price: 6000, typed: 6000 })
  })

  it('is read, and not set, by staff who set prices at one venue alone', async () => {
    finance = await staffWho([{ role: 'finance', venueId: centre.venue.id }])
    expect(await finance.send(api.planPrices.list, {})).toMatchObject({
      canSet: false,
      plans: [{ name: 'Gold' }],
    })
    expect(await refusal(preview({ price: 4400 }))).toMatchObject({ code: 'forbidden' })
  })
})
