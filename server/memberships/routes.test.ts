import { beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import { aCentre, monday, refusalOf } from '#test/support/centre.ts'
import type { Centre } from '#test/support/centre.ts'
import { testDatabase } from '#test/support/database.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { aMembership, aPlan } from '#test/support/factories/memberships.ts'
import { api } from '#web/platform/api.ts'

let db: Database
let centre: Centre

beforeEach(async () => {
  db = (await testDatabase()).db
  centre = await aCentre(db)
})

const mine = (browser: Awaited<ReturnType<Centre['customer']>>['browser']) =>
  browser.send(api.memberships.mine, {})

describe('G03: my memberships', () => {
  it('are empty for a customer without any, and hidden from other customers', async () => {
    const { browser } = await centre.customer()
    expect(await mine(browser)).toEqual([])
    expect(await refusalOf(mine(centre.app.browser()))).toMatchObject({ status: 401, code: 'logged_out' })
  })

  it('list price, members and benefits', async () => {
    const ann = await centre.customer()
    const tom = await aCustomer(db, centre.operatorId, { firstName: 'Tom' })
    const plan = await aPlan(db, centre.venue, { documentType: 'student-card' })
    const { id } = await aMembership(
      db,
      { plan, venue: centre.venue, customerIds: [ann.id, tom.id] },
      { reference: 'GM-2201', nextBillingOn: '2027-04-01' },
    )
    expect(await mine(ann.browser)).toEqual([
      {
        id,
        name: 'Gold',
        status: 'active',
        reference: 'GM-2201',
        venueSlug: 'demo-centre',
        venueName: 'Demo Centre',
        startsOn: '2026-09-01',
        endsOn: null,
        price: { raw: 4200, currency: '42.00', formatted: '£42.00' },
        billingPeriod: 'month',
        nextBillingOn: '2027-04-01',
        paymentMethod: 'direct_debit',
        frozenFrom: null,
        frozenUntil: null,
        benefits: [
          {
            id: plan.benefits[0]?.id,
            name: 'Gold classes',
            description: 'All classes free',
            allowance: null,
          },
        ],
        documentUploadRequired: true,
        failedPayment: null,
        nextPlan: null,
        nextPrice: null,
        members: [
          { userId: ann.id, firstName: 'Ann', lastName: 'Example' },
          { userId: tom.id, firstName: 'Tom', lastName: 'Example' },
        ],
        // Another system collects it, and staff change it there.
        changes: {
          cancelEndsOn: null,
          cancelPayments: null,
          canChangePlan: false,
          minimumUntil: null,
          withdraw: null,
          canKeep: false,
          freeze: null,
          unfreezeOn: null,
          paymentMethod: null,
          takeOverFrom: null,
          members: null,
          card: null,
        },
      },
    ])
  })

  it('G08: ask for a document that is missing, refused or out of date, and for none in review', async () => {
    const ann = await centre.customer()
    const plan = await aPlan(db, centre.venue, { documentType: 'student-card' })
    await aMembership(db, { plan, venue: centre.venue, customerIds: [ann.id] })
    const asks = async () => (await mine(ann.browser))[0]?.documentUploadRequired
    expect(await asks()).toBe(true)
    const today = centre.app.clock.now()
    const file = { fileKey: 'a', fileName: 'card.png', mediaType: 'image/png', size: 1 } as const
    const of = { operatorId: centre.operatorId, customerId: ann.id, documentType: 'student-card' }
    const { id } = await db
      .insertInto('document')
      .values({ ...of, ...file, status: 'in_review', uploadedAt: today })
      .returning('id')
      .executeTakeFirstOrThrow()
    const set = (changed: { status: 'refused' | 'accepted'; expiresOn?: string }) =>
      db.updateTable('document').set(changed).where('id', '=', id).execute()
    expect(await asks()).toBe(false)
    await set({ status: 'refused' })
    expect(await asks()).toBe(true)
    await set({ status: 'accepted', expiresOn: '2027-06-30' })
    expect(await asks()).toBe(false)
    await set({ status: 'accepted', expiresOn: '2027-02-28' })
    expect(await asks()).toBe(true)
  })

  it('follow the clock, current ones first', async () => {
    const ann = await centre.customer()
    const plan = await aPlan(db, centre.venue)
    const of = { plan, venue: centre.venue, customerIds: [ann.id] as [number] }
    await aMembership(db, of, { reference: 'OLD', startsOn: '2024-01-01', endsOn: '2027-02-28' })
    await aMembership(db, of, { reference: 'NEXT', startsOn: '2027-03-03' })
    await aMembership(db, of, { reference: 'NOW', endsOn: '2027-03-02' })
    await aMembership(db, of, {
      reference: 'COLD',
      frozenFrom: '2027-02-01',
      frozenUntil: '2027-03-03',
    })
    await aMembership(db, of, { reference: 'UNPAID', status: 'awaiting_payment' })
    const seen = async () => (await mine(ann.browser)).map(({ reference, status }) => [reference, status])
    expect(await seen()).toEqual([
      ['NOW', 'active'],
      ['COLD', 'frozen'],
      ['NEXT', 'pending'],
      ['UNPAID', 'awaiting_payment'],
      ['OLD', 'ended'],
    ])
    // Midnight in the venue's zone, which is UTC in March.
    centre.app.clock.set(new Date('2027-03-03T00:00:00Z'))
    await ann.browser.logIn(ann.id)
    expect((await seen()).filter(([, status]) => status === 'active')).toEqual([
      ['NEXT', 'active'],
      ['COLD', 'active'],
    ])
  })

  it('are in the login answer, for oneself and for linked people', async () => {
    const ann = await centre.customer()
    const tom = await aCustomer(db, centre.operatorId, { firstName: 'Tom', email: '' })
    await db
      .insertInto('linkedCustomer')
      .values({ customerId: ann.id, linkedId: tom.id, relation: 'child' })
      .execute()
    const before = (await ann.browser.send(api.sessions.user, {})).data
    expect(before.membershipUser).toEqual({ id: ann.id, name: null, status: null })
    expect(before.linkedUsers[0]?.membershipUserId).toBeNull()
    const plan = await aPlan(db, centre.venue)
    const { memberIds } = await aMembership(
      db,
      { plan, venue: centre.venue, customerIds: [ann.id, tom.id] },
      { billingDay: 5 },
    )
    const { data } = await ann.browser.send(api.sessions.user, {})
    expect(data.membershipUser).toEqual({ id: memberIds[0], name: 'Gold', status: 'active' })
    expect(data).toMatchObject({ hasInstruction: true, hasBillingDate: true })
    expect(data.linkedUsers[0]?.membershipUserId).toBe(memberIds[1])
    expect(monday).toEqual(centre.app.clock.now())
  })
})
