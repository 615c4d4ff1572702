import { beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import { hashOf } from '#server/sessions/passwords/service.ts'
import { aCentre, refusalOf } from '#test/support/centre.ts'
import type { Centre } from '#test/support/centre.ts'
import { testDatabase } from '#test/support/database.ts'
import { aCustomer, aMembership, aPlan } from '#test/support/factories.ts'
import { api } from '#web/platform/api.ts'

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

describe('D09: the prices of a basket', () => {
  it('are those of the customer staff have selected, and change when staff select another', async () => {
    const { classes, ann } = await aMember()
    const bob = await aCustomer(db, centre.operatorId)
    const desk = await centre.customer({ role: 'staff' })
    const items = [{ id: classes[0].publicId }]
    const forAnn = await desk.browser.send(api.baskets.add, { items, selectedUserId: ann.id })
    expect(forAnn).toMatchObject({ total: 0, selectedUserId: ann.id })
    const forBob = await basketOf(desk.browser, { selectedUserId: bob.id })
    expect(forBob).toMatchObject({ total: 500, selectedUserId: bob.id, items: [{ appliedBenefit: null }] })
    expect(forBob.notices.map(({ code }) => code)).toEqual(['benefit_removed'])
    expect(await uses()).toMatchObject([{ state: 'returned' }])
    const backToAnn = await basketOf(desk.browser, { selectedUserId: ann.id })
    expect(backToAnn).toMatchObject({ total: 0, items: [{ appliedBenefit: { name: 'Gold classes' } }] })
    const hold = await db.selectFrom('hold').select('personId').executeTakeFirstOrThrow()
    expect(hold.personId).toBe(ann.id)
  })

  it('are those of the person a line is for', async () => {
    const { classes, ann } = await aMember()
    const tom = await aCustomer(db, centre.operatorId, { firstName: 'Tom', email: '' })
    await db
      .insertInto('linkedCustomer')
      .values({ customerId: ann.id, linkedId: tom.id, relation: 'child' })
      .execute()
    await ann.browser.logIn(ann.id)
    const { items } = await centre.add(ann.browser, classes[0])
    const cartItemId = items[0]?.id ?? 0
    const forTom = await ann.browser.send(api.baskets.update, {
      cartItemId,
      options: { purchasedForUserId: tom.id },
    })
    expect(forTom).toMatchObject({ total: 500, notices: [], items: [{ appliedBenefit: null }] })
    const forAnn = await ann.browser.send(api.baskets.update, {
      cartItemId,
      options: { purchasedForUserId: ann.id },
    })
    expect(forAnn).toMatchObject({ total: 0, notices: [] })
    const anonymous = ann.browser.send(api.baskets.update, {
      cartItemId,
      options: { purchasedForUserId: 999_999 },
    })
    expect(await refusalOf(anonymous)).toMatchObject({ status: 403 })
  })

  it('are the member’s after a visitor logs in, and a notice says so', async () => {
    const { classes, ann } = await aMember()
    const visitor = centre.app.browser()
    expect((await centre.add(visitor, classes[0])).total).toBe(500)
    const password = 'rain on court four'
    await db
      .updateTable('customer')
      .set({ passwordHash: await hashOf(password) })
      .where('id', '=', ann.id)
      .execute()
    const { email } = await db
      .selectFrom('customer')
      .select('email')
      .where('id', '=', ann.id)
      .executeTakeFirstOrThrow()
    await visitor.send(api.sessions.login, { username: email, password })
    const basket = await basketOf(visitor)
    expect(basket.total).toBe(0)
    expect(basket.notices).toMatchObject([{ code: 'price_changed', message: 'Yoga now costs £0.00.' }])
  })
})

describe('a restricted price', () => {
  const offered = async () => {
    const yoga = await centre.yoga({ price: 500 })
    const session = await centre.aClassOf(yoga, '09:00')
    const add = (slug: string, more: object) =>
      db
        .insertInto('pricingOption')
        .values({
          activityId: yoga.activity.id,
          slug,
          name: slug,
          price: 200,
          concession: true,
          position: 5,
          ...more,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    const [junior, student] = [
      await add('junior', { ageMax: 15 }),
      await add('student', { proof: 'student-card' }),
    ]
    return { session, junior, student }
  }

  it('is refused to people of another age, and without proof', async () => {
    const { session, junior, student } = await offered()
    const ann = await centre.customer({ dateOfBirth: '1990-05-01' })
    const add = (browser: Browser, pricingOptionId: number) =>
      browser.send(api.baskets.add, { items: [{ id: session.publicId, pricingOptionId }] })
    expect(await refusalOf(add(ann.browser, junior.id))).toMatchObject({
      status: 403,
      code: 'age',
      message: 'This price is for a different age group.',
    })
    expect(await refusalOf(add(ann.browser, student.id))).toMatchObject({
      status: 403,
      code: 'document_required',
    })
    expect(await refusalOf(add(centre.app.browser(), student.id))).toMatchObject({
      code: 'document_required',
    })
    const { items } = await centre.add(ann.browser, session)
    for (const [pricingOptionId, code] of [
      [junior.id, 'age'],
      [student.id, 'document_required'],
    ] as const) {
      const change = { cartItemId: items[0]?.id ?? 0, options: { pricingOptionId } }
      expect(await refusalOf(ann.browser.send(api.baskets.update, change))).toMatchObject({
        status: 403,
        code,
      })
    }
    const kid = await centre.customer({ dateOfBirth: '2014-01-01' })
    expect(await add(kid.browser, junior.id)).toMatchObject({ total: 200 })
  })

  it('needs a proof that is valid on the day of the class', async () => {
    const { session, student } = await offered()
    const ann = await centre.customer()
    const { id } = await db
      .insertInto('document')
      .values({
        operatorId: centre.operatorId,
        customerId: ann.id,
        documentType: 'student-card',
        fileKey: 'test/card',
        fileName: 'card.png',
        mediaType: 'image/png',
        size: 1,
        status: 'accepted',
        uploadedAt: centre.app.clock.now(),
        // The class is on the 4th.
        expiresOn: '2027-03-03',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const items = [{ id: session.publicId, pricingOptionId: student.id }]
    const early = ann.browser.send(api.baskets.add, { items })
    expect(await refusalOf(early)).toMatchObject({ status: 403, code: 'document_required' })
    await db.updateTable('document').set({ expiresOn: '2027-03-04' }).where('id', '=', id).execute()
    expect(await ann.browser.send(api.baskets.add, { items })).toMatchObject({ total: 200 })
    await db.updateTable('document').set({ status: 'refused' }).where('id', '=', id).execute()
    expect(await basketOf(ann.browser)).toMatchObject({ total: 500, notices: [{ code: 'price_changed' }] })
  })

  it('becomes the ordinary price when login shows that the person may not have it', async () => {
    const { session, junior } = await offered()
    const ann = await centre.customer()
    const tom = await aCustomer(db, centre.operatorId, { email: '', dateOfBirth: '2014-01-01' })
    await db
      .insertInto('linkedCustomer')
      .values({ customerId: ann.id, linkedId: tom.id, relation: 'child' })
      .execute()
    await ann.browser.logIn(ann.id)
    const { items } = await ann.browser.send(api.baskets.add, {
      items: [{ id: session.publicId, pricingOptionId: junior.id, purchasedForUserId: tom.id }],
    })
    expect(items[0]?.price.raw).toBe(200)
    const options = { purchasedForUserId: ann.id }
    const basket = await ann.browser.send(api.baskets.update, { cartItemId: items[0]?.id ?? 0, options })
    expect(basket.total).toBe(500)
  })
})
