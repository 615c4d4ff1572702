import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { collectMemberships } from '#server/memberships/collect.ts'
import { raisePenalty } from '#server/penalties/owed.ts'
import type { Database } from '#server/platform/database.ts'
import type { TestBrowser } from '#test/support/app.ts'
import { someCredit } from '#test/support/credits.ts'
import { testDatabase } from '#test/support/database.ts'
import { aJoinableCentre, aMemberWho } from '#test/support/joining.ts'
import type { JoinableCentre } from '#test/support/joining.ts'
import { refusal } from '#test/support/refusal.ts'
import { api } from '#web/platform/api.ts'

let db: Database
let centre: JoinableCentre

beforeAll(async () => {
  db = (await testDatabase()).db
})

beforeEach(async () => {
  centre = await aJoinableCentre(db)
})

const dashboard = (browser: TestBrowser) => browser.send(api.dashboard.read, {})

describe('G01: the dashboard', () => {
  it('of a person who has nothing is empty, and of a visitor there is none', async () => {
    const { browser } = await centre.customer()
    expect(await dashboard(browser)).toEqual({
      nextBookings: [],
      waitlists: [],
      membership: null,
      credit: { balance: 0, formattedBalance: '£0.00' },
      outstandingPenalties: { raw: 0, currency: '0.00', formatted: '£0.00' },
      notices: [],
    })
    expect(await refusal(dashboard(centre.app.browser()))).toMatchObject({ status: 401 })
  })

  it('shows the next three bookings, what is waited for, credit, and what is owed', async () => {
    const { id, browser } = await centre.customer()
    const yoga = await centre.yoga({ allowsOverlap: true })
    const other = await centre.customer()
    for (const time of ['15:00', '10:00', '12:00', '18:00']) {
      await centre.add(browser, await centre.aClassOf(yoga, time))
      await centre.book(browser, id)
    }
    const full = await centre.aClassOf(yoga, '20:00', { capacity: 1 })
    await centre.add(other.browser, full)
    await centre.buy(other.browser)
    await browser.send(api.waitlists.join, { id: full.publicId, data: { userId: id } })
    await someCredit(
      db,
      { operatorId: centre.operatorId, customerId: id, amount: 1250 },
      centre.app.clock.now(),
    )
    await raisePenalty(
      db,
      { operatorId: centre.operatorId, customerId: id, amount: 300, description: 'Missed: Yoga' },
      centre.app.clock.now(),
    )
    const mine = await dashboard(browser)
    expect(mine.nextBookings.map(({ time }) => time.slice(0, 5))).toEqual(['10:00', '12:00', '15:00'])
    expect(mine).toMatchObject({
      waitlists: [{ status: 'waiting', position: 1 }],
      credit: { balance: 1250 },
      outstandingPenalties: { raw: 300 },
      notices: [
        {
          code: 'penalty_outstanding',
          message: 'You owe £3.00. You can pay it with your next booking.',
          days: null,
        },
      ],
    })
    expect((await dashboard(other.browser)).waitlists).toEqual([])

    // The place comes free: an offer is told of.
    await centre.freeAll()
    expect((await dashboard(browser)).notices.map(({ code }) => code)).toContain('waitlist_offer')
  })

  it('G08: asks for the proof of a membership, tells of one that runs out, and of one that is not good enough', async () => {
    const plan = await centre.gold({ documentType: 'student-card' })
    const { id } = await centre.customer()
    const browser = centre.app.browser()
    await browser.logIn(id)
    const { id: membershipId } = await db
      .insertInto('membership')
      .values({
        operatorId: centre.operatorId,
        reference: 'GM-1',
        planId: plan.id,
        venueId: centre.venue.id,
        payerId: id,
        startsOn: '2027-01-01',
        price: 4200,
        billingPeriod: 'month',
        paymentMethod: 'cash',
        createdAt: centre.app.clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.insertInto('membershipMember').values({ membershipId, customerId: id }).execute()
    const noticesWith = async (status: 'accepted' | 'refused', expiresOn: string | null) => {
      await db.deleteFrom('document').execute()
      await db
        .insertInto('document')
        .values({
          operatorId: centre.operatorId,
          customerId: id,
          documentType: 'student-card',
          fileKey: `1/${status}-${expiresOn}`.toLowerCase(),
          fileName: 'card.png',
          mediaType: 'image/png',
          size: 1,
          status,
          uploadedAt: centre.app.clock.now(),
          expiresOn,
        })
        .execute()
      return (await dashboard(browser)).notices
    }
    expect((await dashboard(browser)).notices).toEqual([
      { code: 'document_required', message: 'We need your student card. Please upload it.', days: null },
    ])
    expect(await noticesWith('accepted', '2027-03-17')).toEqual([
      { code: 'document_expiring', message: 'Your student card runs out in 16 days.', days: 16 },
    ])
    expect(await noticesWith('accepted', '2028-03-17')).toEqual([])
    expect(await noticesWith('refused', null)).toEqual([
      {
        code: 'document_required',
        message: "We couldn't accept your student card. Please upload a new one.",
        days: null,
      },
    ])
  })
})

describe('a payment of a membership that failed', () => {
  /** A member whose bank refuses, so many days after joining. */
  const aDebtor = async () => {
    const plan = await centre.gold({ joiningFee: 0, firstDays: 'free' })
    return aMemberWho(centre, plan, {
      bankAccount: { accountName: 'A Example', sortCode: '00-00-02', accountNumber: '00000000' },
    })
  }
  const collect = async (day: string) => {
    centre.app.clock.forward(new Date(`${day}T12:00:00Z`).getTime() - centre.app.clock.now().getTime())
    const { debits, cards } = centre.app.services
    await collectMemberships({ db, debits, cards: cards.provider }, centre.app.clock.now())
  }
  /** Log-ins do not last as long as it takes. */
  const now = async (id: number): Promise<TestBrowser> => {
    const browser = centre.app.browser()
    await browser.logIn(id)
    return browser
  }

  it('is told of on the dashboard, first with the day of the next try, then as something to pay', async () => {
    const { id } = await aDebtor()
    await collect('2027-03-22')
    expect((await dashboard(await now(id))).notices).toEqual([])
    await collect('2027-04-01')
    const first = await now(id)
    expect((await dashboard(first)).notices).toEqual([
      {
        code: 'payment_failed',
        message: "We couldn't collect £42.00 for your Gold membership. We'll try again on 6 April 2027.",
        days: null,
      },
    ])
    await collect('2027-04-06')
    await collect('2027-04-11')
    const browser = await now(id)
    const mine = await dashboard(browser)
    expect(mine.notices).toEqual([
      {
        code: 'payment_failed',
        message: "We couldn't collect £42.00 for your Gold membership. It's frozen until you pay.",
        days: null,
      },
    ])
    expect(mine.outstandingPenalties).toMatchObject({ raw: 4200 })
    const { penalties, payments } = await browser.send(api.payments.mine, {})
    expect(payments).toMatchObject([
      {
        description: 'Gold membership',
        tenderType: 'direct_debit',
        amount: 4200,
        status: 'failed',
        orderId: null,
      },
    ])
    expect(penalties).toMatchObject([{ cause: 'membership', amount: 4200, status: 'outstanding' }])

    // Paid in the basket, where it is not called a penalty, it is told of no more: at once, and once it is settled.
    const basket = await browser.send(api.baskets.add, {
      items: [{ id: penalties[0]?.id ?? 0, type: 'penalty' }],
    })
    expect(basket.items[0]?.name).toBe('Gold membership, payment of 01 April 2027')
    const owner = { operatorId: centre.operatorId, customerId: id, amount: 4200 }
    await someCredit(db, owner, centre.app.clock.now())
    await browser.send(api.credits.apply, { creditsToReserve: [{ amount: 4200, type: 'general' }] })
    await browser.send(api.checkout.complete, { termsAccepted: true })
    expect((await dashboard(browser)).notices).toEqual([])
    await collect('2027-04-12')
    expect((await dashboard(browser)).notices).toEqual([])
  })

  it('what was collected stands among the payments, newest first', async () => {
    const { id } = await aMemberWho(centre, await centre.gold({ joiningFee: 0, firstDays: 'free' }), {})
    await collect('2027-03-22')
    await collect('2027-04-01')
    await collect('2027-04-21')
    await collect('2027-05-01')
    const browser = await now(id)
    const { payments } = await browser.send(api.payments.mine, {})
    expect(payments).toMatchObject([
      { description: 'Gold membership', status: 'paid', amount: 4200, tenderType: 'direct_debit' },
      { description: 'Gold membership', status: 'paid', amount: 4200, tenderType: 'direct_debit' },
    ])
    expect((payments[0]?.paidAt ?? '') > (payments[1]?.paidAt ?? '')).toBe(true)
    expect((await dashboard(browser)).notices).toEqual([])
  })
})
