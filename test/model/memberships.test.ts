import { beforeEach, describe, expect, it } from 'vitest'
import { collectMemberships } from '#server/memberships/collection/service.ts'
import { updateMembershipStatuses } from '#server/memberships/statuses/service.ts'
import type { CollectingServices } from '#server/memberships/collection/batch/service.ts'
import { endMandates } from '#server/memberships/mandates/service.ts'
import type { Database } from '#server/platform/database.ts'
import { refusalOf } from '#test/support/centre.ts'
import { testDatabase } from '#test/support/database.ts'
import { aJoinableCentre, aMemberWho, goodAccount, wrongWithCollections } from '#test/support/joining.ts'
import type { JoinableCentre } from '#test/support/joining.ts'
import { mortal } from '#test/support/failingServices.ts'
import { api } from '#web/platform/api.ts'

/*
 * A year of members' payments by the clock: random people with banks that pay, refuse, think and forget, a job
 * that runs as often as it likes and dies wherever it does, and afterwards the books, to the penny.
 */

const dayMs = 86_400_000

let db: Database
let centre: JoinableCentre

beforeEach(async () => {
  db = (await testDatabase()).db
  centre = await aJoinableCentre(db)
})

const quiet = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} }

const servicesOf = (): CollectingServices => ({
  db,
  debits: centre.app.services.debits,
  cards: centre.app.services.cards.provider,
  log: quiet,
})

const now = () => centre.app.clock.now()
const run = () => collectMemberships(servicesOf(), now())

/** Turns the clock a day at a time, at noon, and runs the job. */
const until = async (day: string, each: () => Promise<void> = run): Promise<void> => {
  const end = new Date(`${day}T12:00:00Z`)
  while (now() < end) {
    centre.app.clock.set(new Date(Math.min(now().getTime() + dayMs, end.getTime())))
    await each()
  }
}

/** The same numbers each time: a run that fails can be run again. */
const diceOf = (seed: number) => () => {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0
  return seed / 2 ** 32
}

const collectionsOf = (membershipId: number) =>
  db
    .selectFrom('membershipCollection')
    .select(['periodFrom', 'amount', 'state', 'tries', 'reason', 'dueOn'])
    .where('membershipId', '=', membershipId)
    .orderBy('periodFrom')
    .execute()

const account = (ending: string) => ({ ...goodAccount, sortCode: `00000${ending}` })

const statusOf = async (membershipId: number) =>
  (
    await db
      .selectFrom('membership')
      .select('status')
      .where('id', '=', membershipId)
      .executeTakeFirstOrThrow()
  ).status

describe("a year of members' payments", () => {
  it('is collected once a month, by Direct Debit and by card, and told of beforehand', async () => {
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

  it('collects each period once, wherever the job dies', async () => {
    const plan = await centre.gold({ minimumTermMonths: 0 })
    const pays = await aMemberWho(centre, plan)
    const refuses = await aMemberWho(centre, plan, { bankAccount: account('3') })
    let diesAt = 0
    let furthest = 0
    await until('2029-03-01', async () => {
      diesAt = (diesAt % 24) + 1
      const { debits, ...rest } = servicesOf()
      const dying = mortal({ ...rest, cards: debits as never }, diesAt)
      const services = { ...servicesOf(), db: dying.services.db, debits: dying.services.cards as never }
      await collectMemberships(services, now()).catch(() => undefined)
      furthest = Math.max(furthest, dying.steps())
      await run()
      // Whatever was left lying is taken up when its time is up.
      await collectMemberships(servicesOf(), new Date(now().getTime() + 6 * 60_000))
    })
    expect(furthest).toBeGreaterThan(8)
    for (const { membershipId } of [pays, refuses]) {
      const collected = await collectionsOf(membershipId)
      expect(collected).toHaveLength(24)
      // The last one's second try lies ahead still.
      expect(collected.slice(0, -1).every(({ state }) => state === 'collected')).toBe(true)
    }
    expect(await wrongWithCollections(db)).toEqual([])
  })

  it('holds for anybody, whatever happens in whatever order', async () => {
    const dice = diceOf(20270301)
    const plans = [
      await centre.gold(),
      await centre.gold({ name: 'Swim', price: 2450, joiningFee: 0, minimumTermMonths: 0 }),
      await centre.gold({ name: 'Year', price: 39900, billingPeriod: 'year' }),
    ]
    const members: { membershipId: number }[] = []
    for (let index = 0; index < 9; index += 1) {
      const plan = plans[Math.floor(dice() * plans.length)] ?? plans[0]
      if (plan === undefined) throw new Error('No plan.')
      const more =
        dice() < 0.25
          ? { paymentMethod: 'card' as const }
          : { bankAccount: account(String([0, 2, 3, 4, 5][Math.floor(dice() * 5)] ?? 0)) }
      const day = 1 + Math.floor(dice() * 28)
      members.push(await aMemberWho(centre, plan, { ...more, billingDay: day }))
    }
    await until('2028-04-15', async () => {
      const times = Math.floor(dice() * 3)
      for (let index = 0; index < times; index += 1) {
        if (dice() < 0.3) {
          const { debits, ...rest } = servicesOf()
          const dying = mortal({ ...rest, cards: debits as never }, 1 + Math.floor(dice() * 20))
          const services = { ...servicesOf(), db: dying.services.db, debits: dying.services.cards as never }
          await collectMemberships(services, now()).catch(() => undefined)
        } else {
          await run()
        }
      }
      if (dice() < 0.02) {
        await db
          .updateTable('penalty')
          .set({ status: 'waived', settledAt: now() })
          .where('status', '=', 'outstanding')
          .execute()
      }
      if (dice() < 0.01) {
        const one = members[Math.floor(dice() * members.length)]
        const from = now().toISOString().slice(0, 10)
        const thaws = new Date(now().getTime() + 40 * dayMs).toISOString().slice(0, 10)
        await db
          .updateTable('membership')
          .set({ frozenFrom: from, frozenUntil: thaws })
          .where('id', '=', one?.membershipId ?? 0)
          .execute()
      }
    })
    await run()
    centre.app.clock.forward(dayMs)
    await run()
    expect(await wrongWithCollections(db)).toEqual([])
    const open = await db
      .selectFrom('membershipCollection')
      .select('id')
      .where('state', '=', 'requested')
      .where('dueOn', '<', new Date(now().getTime() - 4 * dayMs).toISOString().slice(0, 10))
      .execute()
    expect(open).toEqual([])
    // Time went by for everybody: anyone who pays has paid every month.
    const { count } = await db
      .selectFrom('membershipCollection')
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .where('state', '=', 'collected')
      .executeTakeFirstOrThrow()
    expect(Number(count)).toBeGreaterThan(20)
  })
})

describe('mandates', () => {
  it('that no one needs any more are ended at the company, once it can be reached', async () => {
    const ann = await centre.customer()
    const plan = await centre.gold()
    const { joinAs } = await import('#test/support/joining.ts')
    await joinAs(ann.browser, plan.id)
    await joinAs(ann.browser, plan.id)
    const { debits } = centre.app.services
    const down = { ...debits, end: () => Promise.reject(new Error('down')) }
    await endMandates({ db, debits: down, log: quiet }, now())
    const states = async () =>
      (await db.selectFrom('debitMandate').select('state').orderBy('id').execute()).map(({ state }) => state)
    expect(await states()).toEqual(['ending', 'active'])
    await endMandates({ db, debits, log: quiet }, now())
    expect(await states()).toEqual(['ended', 'active'])
    const theirs = await db.selectFrom('demoDebitMandate').select('state').orderBy('createdAt').execute()
    expect(theirs.map(({ state }) => state).toSorted()).toEqual(['active', 'cancelled'])
    expect(await refusalOf(ann.browser.send(api.memberships.joining, { id: 0 }))).toMatchObject({
      status: 404,
    })
  })
})
