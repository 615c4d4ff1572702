import { beforeEach, describe, expect, it } from 'vitest'
import { aCentre, thursday } from '#test/support/centre.ts'
import type { Centre } from '#test/support/centre.ts'
import { testDatabase } from '#test/support/database.ts'
import { aChildOf } from '#test/support/factories/customers.ts'
import { aMembership, aPlan } from '#test/support/factories/memberships.ts'
import { aRestriction } from '#test/support/factories/restrictions.ts'
import { refusal } from '#test/support/refusal.ts'
import { api } from '#web/platform/api.ts'

let centre: Centre

beforeEach(async () => {
  centre = await aCentre((await testDatabase()).db)
})

type Browser = Awaited<ReturnType<Centre['customer']>>['browser']

const addFor = (
  browser: Browser,
  occurrence: { publicId: string },
  purchasedForUserId: number | null = null,
) => browser.send(api.baskets.add, { items: [{ id: occurrence.publicId, purchasedForUserId }] })

const actionOf = async (browser: Browser, id: string) =>
  (await browser.send(api.timetable.occurrence, { id })).actionToShow

describe('eligibility', () => {
  it('D06: checks each linked person’s age, and names them before payment', async () => {
    const { id, browser } = await centre.customer({ dateOfBirth: '1990-05-01' })
    const young = await aChildOf(centre.db, centre.operatorId, id, {
      firstName: 'Kit',
      dateOfBirth: '2020-02-09',
    })
    const older = await aChildOf(centre.db, centre.operatorId, id, {
      firstName: 'Anya',
      dateOfBirth: '2017-06-21',
    })
    const climbing = await centre.aClassOf(await centre.yoga({ ageMin: 8, ageMax: 12 }), '10:00')
    expect(await refusal(addFor(browser, climbing, young.id))).toMatchObject({
      status: 403,
      code: 'age',
      message: "Kit is too young for this. It's for ages 8 to 12.",
      validationMessages: { 'items.0.id': ["Kit is too young for this. It's for ages 8 to 12."] },
    })
    expect((await refusal(addFor(browser, climbing))).message).toBe(
      "You are too old for this. It's for ages 8 to 12.",
    )
    const basket = await addFor(browser, climbing, older.id)
    expect(basket.items[0]?.purchasedForUserId).toBe(older.id)
    const change = { cartItemId: basket.items[0]?.id ?? 0, options: { purchasedForUserId: young.id } }
    expect(await refusal(browser.send(api.baskets.update, change))).toMatchObject({ code: 'age' })
    expect((await actionOf(browser, climbing.publicId)).reasonCode).toBeNull()
  })

  it('names a linked person and their other booking in a clash', async () => {
    const { id, browser } = await centre.customer()
    const tom = await aChildOf(centre.db, centre.operatorId, id)
    const place = await centre.yoga()
    const early = await centre.aClassOf(place, '10:00')
    const late = await centre.aClassOf(place, '10:30', { name: 'Late yoga' })
    await addFor(browser, early, tom.id)
    expect(await refusal(addFor(browser, late, tom.id))).toMatchObject({
      status: 409,
      code: 'clash',
      message: 'Tom has another booking at this time: Yoga at 10:00.',
    })
    // The parent is free then, and the line cannot be turned into one for Tom.
    const basket = await addFor(browser, late)
    const line = basket.items.find(({ purchasedForUserId }) => purchasedForUserId === null)
    const change = { cartItemId: line?.id ?? 0, options: { purchasedForUserId: tom.id } }
    expect(await refusal(browser.send(api.baskets.update, change))).toMatchObject({
      code: 'clash',
      message: 'Tom has another booking at this time: Yoga at 10:00.',
    })
  })

  it('refuses a second booking for the same person by any customer', async () => {
    const { id, browser } = await centre.customer()
    const tom = await aChildOf(centre.db, centre.operatorId, id)
    const session = await centre.aClassOf(await centre.yoga(), '10:00')
    await addFor(browser, session, tom.id)
    await centre.buy(browser)
    await centre.db.updateTable('basket').set({ status: 'paymentComplete' }).execute()
    expect(await refusal(addFor(browser, session, tom.id))).toMatchObject({
      code: 'already_booked',
      message: 'Tom already has this booking.',
    })
    const basket = await addFor(browser, session)
    const change = { cartItemId: basket.items[0]?.id ?? 0, options: { purchasedForUserId: tom.id } }
    expect(await refusal(browser.send(api.baskets.update, change))).toMatchObject({
      code: 'already_booked',
      message: 'Tom already has this booking.',
    })
  })

  it('requires the induction first', async () => {
    const place = await centre.yoga()
    const session = await centre.aClassOf(place, '10:00')
    const induction = await aRestriction(centre.db, centre.operatorId, [place.activity.id], {
      kind: 'induction',
      name: 'Gym induction',
    })
    const { id, browser } = await centre.customer()
    const message = 'Induction required: Gym induction. Book it at reception.'
    expect(await actionOf(browser, session.publicId)).toMatchObject({
      status: null,
      reasonCode: 'induction_required',
      reason: message,
    })
    expect(await refusal(addFor(browser, session))).toMatchObject({
      status: 403,
      code: 'induction_required',
      message,
    })
    await centre.db
      .insertInto('induction')
      .values({ customerId: id, restrictionId: induction.id, givenOn: '2027-02-01' })
      .execute()
    expect((await actionOf(browser, session.publicId)).status).toBe('BOOK')
    expect((await addFor(browser, session)).items).toHaveLength(1)
  })

  it('requires a membership that is in force on the day', async () => {
    const place = await centre.yoga()
    const session = await centre.aClassOf(place, '10:00')
    await aRestriction(centre.db, centre.operatorId, [place.activity.id], {
      kind: 'criteria',
      name: 'Members only',
    })
    const plan = await aPlan(centre.db, centre.venue)
    const message = "This is for members only, and you don't have a membership on that day."
    const refusedTo = async (more: Parameters<typeof aMembership>[2] | null) => {
      const { id, browser } = await centre.customer()
      if (more !== null) await aMembership(centre.db, { plan, venue: centre.venue, customerIds: [id] }, more)
      const { status, reasonCode } = await actionOf(browser, session.publicId)
      if (status === 'BOOK') {
        expect((await addFor(browser, session)).items).toHaveLength(1)
        return null
      }
      expect(await refusal(addFor(browser, session))).toMatchObject({
        status: 403,
        code: reasonCode,
        message,
      })
      return reasonCode
    }
    expect(await refusedTo(null)).toBe('membership_required')
    expect(await refusedTo({ status: 'active', startsOn: '2027-01-01' })).toBeNull()
    expect(await refusedTo({ status: 'pending', startsOn: thursday })).toBeNull()
    expect(await refusedTo({ status: 'pending', startsOn: '2027-03-05' })).toBe('membership_required')
    expect(await refusedTo({ startsOn: '2027-01-01', endsOn: '2027-03-03' })).toBe('membership_required')
    expect(await refusedTo({ startsOn: '2027-01-01', endsOn: thursday })).toBeNull()
    expect(await refusedTo({ status: 'frozen', startsOn: '2027-01-01' })).toBe('membership_required')
    // A payment is owed. A freeze with dates, which is over, does not change that.
    const owing = { status: 'frozen', startsOn: '2027-01-01', frozenFrom: '2027-02-01' } as const
    expect(await refusedTo({ ...owing, frozenUntil: thursday })).toBe('membership_required')
    const frozen = { status: 'active', startsOn: '2027-01-01', frozenFrom: '2027-02-01' } as const
    expect(await refusedTo({ ...frozen, frozenUntil: '2027-03-05' })).toBe('membership_required')
    expect(await refusedTo({ ...frozen, frozenUntil: thursday })).toBeNull()
    expect(await refusedTo({ status: 'awaiting_payment', startsOn: '2027-01-01' })).toBe(
      'membership_required',
    )
  })

  it('keeps to the weekly limit within one call too', async () => {
    const place = await centre.yoga({ weeklyLimit: 2 })
    const [first, second, third] = [
      await centre.aClassOf(place, '08:00'),
      await centre.aClassOf(place, '10:00'),
      await centre.aClassOf(place, '12:00'),
    ]
    const nextWeek = await centre.aClassOf(place, '08:00', { date: '2027-03-08' })
    const { browser } = await centre.customer()
    expect(await refusal(centre.add(browser, first, second, third))).toMatchObject({
      status: 403,
      code: 'limit_reached',
      validationMessages: {
        'items.2.id': ['You can book this twice a week, and you already have.'],
      },
    })
    await centre.add(browser, first, second)
    // What is in the basket already is not requested once more.
    await centre.add(browser, first)
    expect((await refusal(centre.add(browser, third))).code).toBe('limit_reached')
    expect((await actionOf(browser, third.publicId)).reasonCode).toBe('limit_reached')
    expect((await actionOf(browser, first.publicId)).status).toBe('CANCEL_RESERVATION')
    centre.app.clock.set(new Date('2027-03-02T09:00:00Z'))
    await centre.add(browser, nextWeek)
    expect((await browser.send(api.baskets.read, {})).lapsedItems).toHaveLength(2)
  })

  it('keeps to the weekly limit in concurrent calls', async () => {
    const place = await centre.yoga({ weeklyLimit: 1 })
    const sessions = [await centre.aClassOf(place, '08:00'), await centre.aClassOf(place, '10:00')]
    const { browser } = await centre.customer()
    await browser.send(api.baskets.read, {})
    await Promise.allSettled(sessions.map((session) => centre.add(browser, session)))
    expect((await browser.send(api.baskets.read, {})).items.length).toBeLessThanOrEqual(1)
  })
})

describe('H05: acting for other people', () => {
  it('is refused to customers, and allowed to staff for any customer of the operator', async () => {
    const { browser } = await centre.customer()
    const stranger = await centre.customer({ firstName: 'Bea' })
    const session = await centre.aClassOf(await centre.yoga(), '10:00')
    expect(await refusal(addFor(browser, session, stranger.id))).toMatchObject({
      status: 403,
      code: 'forbidden',
    })
    const selected = { items: [{ id: session.publicId }], selectedUserId: stranger.id }
    expect(await refusal(browser.send(api.baskets.add, selected))).toMatchObject({ status: 403 })
    const basket = await addFor(browser, session)
    const change = { cartItemId: basket.items[0]?.id ?? 0, options: { purchasedForUserId: stranger.id } }
    expect(await refusal(browser.send(api.baskets.update, change))).toMatchObject({ status: 403 })

    const staff = await centre.customer({ role: 'staff' })
    const held = await staff.browser.send(api.baskets.add, selected)
    expect(held).toMatchObject({ selectedUserId: stranger.id, items: [{ purchasedForUserId: null }] })
    const hold = await centre.db
      .selectFrom('hold')
      .select('personId')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(hold.personId).toBe(stranger.id)
  })

  it('allows staff to book for people linked to the selected customer only', async () => {
    const parent = await centre.customer()
    const tom = await aChildOf(centre.db, centre.operatorId, parent.id)
    const other = await centre.customer()
    const session = await centre.aClassOf(await centre.yoga(), '10:00')
    const staff = await centre.customer({ role: 'staff' })
    const items = [{ id: session.publicId, purchasedForUserId: tom.id }]
    expect(
      (await refusal(staff.browser.send(api.baskets.add, { items, selectedUserId: other.id }))).status,
    ).toBe(403)
    const basket = await staff.browser.send(api.baskets.add, { items, selectedUserId: parent.id })
    expect(basket.items[0]?.purchasedForUserId).toBe(tom.id)
  })

  it('is refused to visitors', async () => {
    const { id } = await centre.customer()
    const session = await centre.aClassOf(await centre.yoga(), '10:00')
    expect((await refusal(addFor(centre.app.browser(), session, id))).status).toBe(403)
  })
})
