import { beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import { testApp } from '#test/support/app.ts'
import type { TestApp, TestBrowser } from '#test/support/app.ts'
import { authorise } from '#test/support/buying.ts'
import { aCentre } from '#test/support/centre.ts'
import type { Centre } from '#test/support/centre.ts'
import { testDatabase } from '#test/support/database.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { anOperator } from '#test/support/factories/operators.ts'
import { cardEnding } from '#test/support/payments.ts'
import { wrongWithPlaces } from '#test/support/places.ts'
import { refusal } from '#test/support/refusal.ts'
import { api } from '#web/platform/api.ts'

const now = new Date('2027-03-01T09:00:00Z')
const venue = 'demo-centre'

let db: Database
let centre: Centre
let app: TestApp
let desk: TestBrowser
let staffId: number
let courts: string[]

beforeEach(async () => {
  db = (await testDatabase()).db
  centre = await aCentre(db, now)
  const { slots } = await centre.badminton(['10:00', '11:00', '12:00', '13:00', '14:00', '15:00'])
  courts = slots.map(({ publicId }) => publicId)
  app = testApp(db, { now })
  desk = app.browser({ site: 'desk' })
  staffId = (await aCustomer(db, centre.operatorId, { role: 'staff', staffLevel: 'desk' })).id
  await desk.logIn(staffId)
})

const from = (address: string) => app.browser({ headers: { 'x-rendering-for': address } })
const add = (browser: TestBrowser, ...ids: string[]) =>
  browser.send(api.baskets.add, { items: ids.map((id) => ({ id })) })
const holders = () => desk.send(api.baskets.placeHolders, { venue })
const free = (basketId: number, by = desk) =>
  by.send(api.baskets.freeHeldPlaces, { venue, basketId, reason: 'Bought for resale' })

describe('held places at the desk', () => {
  it('lists who holds many: a visitor alone, or all visitors of a network; no household', async () => {
    await add(from('203.0.113.1'), ...courts.slice(0, 4))
    app.clock.forward(60_000)
    for (const court of courts.slice(4, 9)) await add(from('203.0.113.2'), court)
    await add(from('203.0.113.3'), ...courts.slice(9, 11))
    const found = await holders()
    expect(found).toMatchObject([
      { isNetwork: true, baskets: 5, places: 5, beingPaid: 0, since: { format24Hour: '09:01' } },
      {
        isNetwork: false,
        baskets: 1,
        places: 4,
        since: { format24Hour: '09:00' },
        until: { format24Hour: '09:10' },
      },
    ])
    expect(found[1]?.sessions).toMatchObject([
      { locationName: 'Court A', day: '2027-03-04', startsAt: { format24Hour: '10:00' }, places: 1 },
      { locationName: 'Court B' },
      { locationName: 'Court C' },
      { locationName: 'Court A', startsAt: { format24Hour: '11:00' } },
    ])
  })

  it('are freed with a reason: others can book at once, the basket says so, and the audit log has it', async () => {
    const hoarder = from('203.0.113.1')
    await add(hoarder, ...courts.slice(0, 4))
    const [holder] = await holders()
    expect(await free(holder?.basketId ?? 0)).toEqual({ places: 4 })
    expect(await holders()).toEqual([])
    await add(from('203.0.113.2'), courts[0] ?? '')
    const basket = await hoarder.send(api.baskets.read, {})
    expect(basket.items).toEqual([])
    expect(basket.lapsedItems).toHaveLength(4)
    expect(basket.notices.map(({ code }) => code)).toEqual(Array(4).fill('hold_lapsed'))
    expect(await wrongWithPlaces(db, app.clock.now())).toEqual([])
    expect(await db.selectFrom('auditEntry').selectAll().execute()).toMatchObject([
      {
        actorId: staffId,
        act: 'held places freed',
        subject: 'venue:demo-centre',
        detail: { reason: 'Bought for resale', places: 4 },
      },
    ])
    expect(await free(holder?.basketId ?? 0)).toEqual({ places: 0 })
    expect(await db.selectFrom('auditEntry').selectAll().execute()).toHaveLength(1)
  })

  it('are listed and freed of a customer with a proved address by their name, and no one else of the network', async () => {
    const { id, reference } = await aCustomer(db, centre.operatorId, {
      firstName: 'Nell',
      lastName: 'Winter',
    })
    const customer = from('203.0.113.1')
    await customer.logIn(id)
    for (const index of [0, 3, 6, 9]) await add(customer, courts[index] ?? '')
    for (const index of [1, 2, 4, 5]) await add(from('203.0.113.1'), courts[index] ?? '')
    const found = await holders()
    expect(found).toMatchObject([
      { isNetwork: false, baskets: 1, places: 4, customer: { name: 'Nell Winter', reference } },
      { isNetwork: true, baskets: 4, places: 4, customer: null },
    ])
    expect(await free(found[0]?.basketId ?? 0)).toEqual({ places: 4 })
    expect(await holders()).toMatchObject([{ isNetwork: true, places: 4 }])
  })

  it('of a basket that is being paid for stay held', async () => {
    const payer = from('203.0.113.1')
    await add(payer, ...courts.slice(0, 4))
    await authorise(payer, cardEnding.challengedAndPassed)
    const [holder] = await holders()
    expect(holder).toMatchObject({ places: 4, beingPaid: 4 })
    expect(await free(holder?.basketId ?? 0)).toEqual({ places: 0 })
    expect(await holders()).toHaveLength(1)
  })

  it('are freed by staff of the operator alone', async () => {
    await add(from('203.0.113.1'), ...courts.slice(0, 4))
    const [holder] = await holders()
    const basketId = holder?.basketId ?? 0
    const customer = app.browser()
    await customer.logIn((await aCustomer(db, centre.operatorId)).id)
    expect((await refusal(free(basketId, customer))).status).toBe(403)
    const other = await anOperator(db, { slug: 'other' })
    const foreign = app.browser({ site: 'desk', headers: { 'client-domain-identifier': 'other' } })
    await foreign.logIn((await aCustomer(db, other.id, { role: 'staff', staffLevel: 'supervisor' })).id)
    expect((await refusal(free(basketId, foreign))).status).toBeGreaterThanOrEqual(401)
    expect(await holders()).toHaveLength(1)
    expect(
      (await refusal(desk.send(api.baskets.freeHeldPlaces, { venue, basketId, reason: ' ' }))).status,
    ).toBe(422)
  })
})
