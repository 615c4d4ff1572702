import { beforeEach, describe, expect, it } from 'vitest'
import { updateMembershipStatuses } from '#server/memberships/change.ts'
import { aMemberWho, wrongWithCollections } from '#test/support/joining.ts'
import { api } from '#web/platform/api.ts'
import { account, aPayingCentre } from './membershipsWorld.ts'
import type { PayingCentre } from './membershipsWorld.ts'

/*
 * A year of members' payments by the clock, with banks that pay, refuse, think and forget, and afterwards the books,
 * to the penny.
 */

let world: PayingCentre
beforeEach(async () => {
  world = await aPayingCentre()
})

describe("a year of members' payments", () => {
  it('is collected once a month, by Direct Debit and by card, and told of beforehand', async () => {
    const { centre, db, collectionsOf, until } = world
    const plan = await centre.gold()
    const debited = await aMemberWho(centre, plan)
    const charged = await aMemberWho(centre, plan, { paymentMethod: 'card', billingDay: 15 })
    await until('2028-03-01')
    const firsts = (await collectionsOf(debited.membershipId)).filter(({ state }) => state === 'collected')
    expect(firsts.map(({ periodFrom }) => periodFrom)).toEqual([
      ...['04', '05', '06', '07', '08', '09', '10', '11', '12'].map((month) => `2027-${month}-01`),
      '2028-01-01',
      '2028-02-01',
      '2028-03-01',
    ])
    const byCard = await collectionsOf(charged.membershipId)
    expect(byCard.filter(({ state }) => state === 'collected')).toHaveLength(12)
    expect(byCard[0]?.periodFrom).toBe('2027-03-15')
    expect(await wrongWithCollections(db)).toEqual([])
    // Ten days before each.
    const notified = await db
      .selectFrom('notice')
      .select('createdAt')
      .where('kind', '=', 'payment_announced')
      .orderBy('id')
      .execute()
    expect(notified[0]?.createdAt.toISOString().slice(0, 10)).toBe('2027-03-22')
  })

  it('tries again what failed, says so, and freezes the membership in the end until it is paid', async () => {
    const { centre, db, collectionsOf, now, run, statusOf, until } = world
    const plan = await centre.gold()
    const ann = await aMemberWho(centre, plan, { bankAccount: account('2') })
    await until('2027-04-01')
    expect(await collectionsOf(ann.membershipId)).toMatchObject([
      { state: 'waiting', tries: 1, reason: 'no_funds', dueOn: '2027-04-06' },
    ])
    expect(await statusOf(ann.membershipId)).toBe('active')
    // Anyone who pays reads so wherever they look, and so does the desk.
    const visible = async () => {
      await ann.browser.logIn(ann.id)
      const [[membership], { notices }, { payments }] = await Promise.all([
        ann.browser.send(api.memberships.mine, {}),
        ann.browser.send(api.dashboard.read, {}),
        ann.browser.send(api.payments.mine, {}),
      ])
      return {
        failed: membership?.failedPayment,
        notified: notices.map(({ code, message }) => [code, message]),
        paid: payments.map(({ description, tenderType, status }) => [description, tenderType, status]),
      }
    }
    const joined = [expect.stringMatching(/^Order /), 'card', 'paid']
    expect(await visible()).toEqual({
      failed: {
        amount: { raw: 4200, currency: '42.00', formatted: '£42.00' },
        triedAgainOn: '2027-04-06',
      },
      notified: [
        [
          'payment_failed',
          "We couldn't collect £42.00 for your Gold membership. We'll try again on 6 April 2027.",
        ],
      ],
      paid: [joined],
    })
    await until('2027-04-11')
    expect(await visible()).toEqual({
      failed: { amount: expect.objectContaining({ raw: 4200 }), triedAgainOn: null },
      notified: [
        ['payment_failed', "We couldn't collect £42.00 for your Gold membership. It's frozen until you pay."],
      ],
      paid: [['Gold membership', 'direct_debit', 'failed'], joined],
    })
    expect(await collectionsOf(ann.membershipId)).toMatchObject([{ state: 'failed', tries: 3 }])
    expect(await statusOf(ann.membershipId)).toBe('frozen')
    const failures = await db
      .selectFrom('notice')
      .select('about')
      .where('kind', '=', 'membership_payment_failed')
      .execute()
    expect(failures).toHaveLength(3)
    // Nothing more is requested while it is owed.
    await until('2027-07-20')
    expect(await collectionsOf(ann.membershipId)).toHaveLength(1)
    await db.updateTable('penalty').set({ status: 'waived', settledAt: now() }).execute()
    await run()
    expect(await statusOf(ann.membershipId)).toBe('active')
    await until('2027-08-01')
    expect(await collectionsOf(ann.membershipId)).toMatchObject([
      { periodFrom: '2027-04-01', state: 'settled' },
      { periodFrom: '2027-08-01', tries: 1 },
    ])
    expect(await wrongWithCollections(db)).toEqual([])
  })

  it('is made good by a second try, by a bank that thinks for days, and not by one whose customer has cancelled', async () => {
    const { centre, db, collectionsOf, statusOf, until } = world
    const plan = await centre.gold()
    const second = await aMemberWho(centre, plan, { bankAccount: account('3') })
    const cancels = await aMemberWho(centre, plan, { bankAccount: account('4') })
    const slow = await aMemberWho(centre, plan, { bankAccount: account('5') })
    await until('2027-05-12')
    expect(await collectionsOf(second.membershipId)).toMatchObject([
      { state: 'collected', tries: 2, dueOn: '2027-04-06' },
      { state: 'collected', tries: 2, dueOn: '2027-05-06' },
    ])
    expect(await collectionsOf(slow.membershipId)).toMatchObject([
      { state: 'collected', tries: 1 },
      { state: 'collected', tries: 1 },
    ])
    expect(await collectionsOf(cancels.membershipId)).toMatchObject([
      { state: 'collected' },
      { state: 'failed', tries: 1, reason: 'mandate_cancelled' },
    ])
    expect(await statusOf(cancels.membershipId)).toBe('frozen')
    expect(await wrongWithCollections(db)).toEqual([])
  })

  it('skips what is frozen, stops with the last day, and a card that has run out is no card', async () => {
    const { centre, db, collectionsOf, now, statusOf, until } = world
    const plan = await centre.gold()
    const away = await aMemberWho(centre, plan)
    const leaving = await aMemberWho(centre, plan)
    const lapsed = await aMemberWho(centre, plan, { paymentMethod: 'card' })
    await db
      .updateTable('membership')
      .set({ frozenFrom: '2027-05-10', frozenUntil: '2027-07-10' })
      .where('id', '=', away.membershipId)
      .execute()
    await db
      .updateTable('membership')
      .set({ endsOn: '2027-05-31' })
      .where('id', '=', leaving.membershipId)
      .execute()
    await db.updateTable('demoCard').set({ expiry: '0427' }).where('saved', '=', true).execute()
    await until('2027-08-01')
    await updateMembershipStatuses(db, now())
    const states = async (id: number) => (await collectionsOf(id)).map(({ state }) => state)
    expect(await states(away.membershipId)).toEqual([
      'collected',
      'collected',
      'skipped',
      'skipped',
      'collected',
    ])
    expect(await states(leaving.membershipId)).toEqual(['collected', 'collected'])
    expect(await statusOf(leaving.membershipId)).toBe('ended')
    expect(await collectionsOf(lapsed.membershipId)).toMatchObject([
      { state: 'collected' },
      { state: 'failed', reason: 'card_declined' },
    ])
    expect(await wrongWithCollections(db)).toEqual([])
  })
})
