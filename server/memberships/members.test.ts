import { beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import type { TestBrowser } from '#test/support/app.ts'
import { refusalOf } from '#test/support/centre.ts'
import { testDatabase } from '#test/support/database.ts'
import { aChildOf, aCustomer } from '#test/support/factories/customers.ts'
import { aJoinableCentre, joinAs, payJoining } from '#test/support/joining.ts'
import type { JoinableCentre } from '#test/support/joining.ts'
import { api } from '#web/platform/api.ts'

let db: Database
let centre: JoinableCentre

beforeEach(async () => {
  db = (await testDatabase()).db
  centre = await aJoinableCentre(db)
})

const family = { name: 'Family', maxMembers: 3, maxAdults: 2 }
const startsToday = { startDate: '2027-03-01' }

/** A parent of two children, and the plan for three of them. */
const aFamily = async () => {
  const plan = await centre.gold(family)
  const ann = await centre.customer({ firstName: 'Ann', dateOfBirth: '1984-11-02' })
  const tom = await aChildOf(db, centre.operatorId, ann.id)
  const mia = await aChildOf(db, centre.operatorId, ann.id, { firstName: 'Mia' })
  return { plan, ann, tom, mia }
}

const memberNames = async (browser: TestBrowser): Promise<string[]> => {
  const [membership] = await browser.send(api.memberships.mine, {})
  return membership?.members.map(({ firstName }) => firstName) ?? []
}

/** What a class costs a person of the household, in the dialog and in the basket. */
const pricesFor = async (browser: TestBrowser, personId: number, session: string) => {
  const people = await browser.send(api.timetable.household, { id: session })
  const inDialog = people.find(({ id }) => id === personId)?.tickets[0]?.options[0]?.price.raw
  const { items } = await browser.send(api.baskets.add, {
    items: [{ id: session, purchasedForUserId: personId }],
  })
  const inBasket = items.at(-1)?.price.raw
  await browser.send(api.baskets.clear, {})
  return [inDialog, inBasket]
}

describe('who belongs to a membership for several people', () => {
  it('is chosen on joining, and each of them has its benefits', async () => {
    const { plan, ann, tom, mia } = await aFamily()
    const [offered] = await ann.browser.send(api.memberships.plans, { venue: 'demo-centre' })
    expect(offered).toMatchObject({ maxMembers: 3, maxAdults: 2 })
    const joining = await joinAs(ann.browser, plan.id, { ...startsToday, memberIds: [tom.id] })
    expect(joining.members.map(({ firstName }) => firstName)).toEqual(['Ann', 'Tom'])
    await payJoining(ann.browser, joining.id)
    expect(await memberNames(ann.browser)).toEqual(['Ann', 'Tom'])
    const session = await centre.aClassOf(await centre.yoga({ price: 500 }), '18:00')
    expect(await pricesFor(ann.browser, tom.id, session.publicId)).toEqual([0, 0])
    expect(await pricesFor(ann.browser, mia.id, session.publicId)).toEqual([500, 500])
    const mail = await db
      .selectFrom('notice')
      .select('data')
      .where('kind', '=', 'membership_joined')
      .execute()
    expect(mail).toMatchObject([{ data: { members: ['Ann', 'Tom'] } }])
  })

  it('is changed by its payer later, told by mail, and a person who returns has their uses', async () => {
    const { plan, ann, tom, mia } = await aFamily()
    const { id } = await joinAs(ann.browser, plan.id, { ...startsToday, memberIds: [tom.id] })
    await payJoining(ann.browser, id)
    const [membership] = await ann.browser.send(api.memberships.mine, {})
    expect(membership?.changes?.members).toEqual({ most: 3, mostAdults: 2 })
    const membershipId = membership?.id ?? 0
    const set = (...memberIds: number[]) =>
      ann.browser.send(api.memberships.members, { membershipId, memberIds })
    const changed = await set(ann.id, mia.id)
    expect(changed.members.map(({ firstName }) => firstName)).toEqual(['Ann', 'Mia'])
    const session = await centre.aClassOf(await centre.yoga({ price: 500 }), '18:00')
    expect(await pricesFor(ann.browser, mia.id, session.publicId)).toEqual([0, 0])
    expect(await pricesFor(ann.browser, tom.id, session.publicId)).toEqual([500, 500])
    const rows = () => db.selectFrom('membershipMember').select(['id', 'customerId']).orderBy('id').execute()
    const before = await rows()
    centre.app.clock.forward(1000)
    await set(ann.id, tom.id, mia.id)
    expect(await rows()).toEqual(before)
    expect(await memberNames(ann.browser)).toEqual(['Ann', 'Tom', 'Mia'])
    const mails = await db.selectFrom('notice').select('data').where('kind', '=', 'members_changed').execute()
    expect(mails.map(({ data }) => (data as { members: string[] }).members.length)).toEqual([2, 3])
    centre.app.clock.forward(1000)
    await set(ann.id, tom.id, mia.id)
    expect(
      await db.selectFrom('notice').select('id').where('kind', '=', 'members_changed').execute(),
    ).toHaveLength(2)
  })

  it('are people of the family, no more and no older than the plan allows, each once', async () => {
    const { plan, ann, tom, mia } = await aFamily()
    const stranger = await aCustomer(db, centre.operatorId)
    const bob = await aChildOf(db, centre.operatorId, ann.id, { dateOfBirth: '1980-01-01' })
    const cleo = await aChildOf(db, centre.operatorId, ann.id, { dateOfBirth: '1980-01-01' })
    const why = async (...memberIds: number[]) =>
      (await refusalOf(joinAs(ann.browser, plan.id, { memberIds }))).validationMessages['member_ids']
    expect(await why(stranger.id)).toEqual(['Choose people from your family.'])
    expect(await why(bob.id, cleo.id)).toEqual(['Up to 2 adults can belong to this membership.'])
    expect(await why(tom.id, mia.id, bob.id)).toEqual(['This membership is for up to 3 people.'])
    expect(await why(ann.id)).toEqual(['Choose each person once. You belong to it already.'])
    const gold = await centre.gold()
    const refused = await refusalOf(joinAs(ann.browser, gold.id, { memberIds: [tom.id] }))
    expect(refused.validationMessages['member_ids']).toEqual(['This membership is for one person.'])
  })

  it('belong to one of a plan at a time', async () => {
    const { plan, ann, tom } = await aFamily()
    const { id } = await joinAs(ann.browser, plan.id, { ...startsToday, memberIds: [tom.id] })
    await payJoining(ann.browser, id)
    const bob = await centre.customer()
    await db
      .insertInto('linkedCustomer')
      .values({ customerId: bob.id, linkedId: tom.id, relation: 'child' })
      .execute()
    const refused = await refusalOf(joinAs(bob.browser, plan.id, { memberIds: [tom.id] }))
    expect(refused).toMatchObject({
      status: 409,
      code: 'already_member',
      message: 'Tom already has this membership.',
    })
  })

  it('is changed by nobody else, and not where a membership is for one person', async () => {
    const { plan, ann, tom } = await aFamily()
    const { id } = await joinAs(ann.browser, plan.id, { ...startsToday, memberIds: [tom.id] })
    await payJoining(ann.browser, id)
    const membershipId = (await ann.browser.send(api.memberships.mine, {}))[0]?.id ?? 0
    const other = await centre.customer()
    const sent = { membershipId, memberIds: [other.id] }
    expect(await refusalOf(other.browser.send(api.memberships.members, sent))).toMatchObject({ status: 404 })
    const none = await refusalOf(ann.browser.send(api.memberships.members, { membershipId, memberIds: [] }))
    expect(none.validationMessages['member_ids']).toEqual(['Choose at least one person.'])
    await db.updateTable('membershipPlan').set({ maxMembers: 1, maxAdults: null }).execute()
    const single = await refusalOf(
      ann.browser.send(api.memberships.members, { membershipId, memberIds: [ann.id] }),
    )
    expect(single).toMatchObject({ status: 409, code: 'not_changeable' })
  })
})
