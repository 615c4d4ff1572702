import { beforeEach, describe, expect, it } from 'vitest'
import { reconcilePayments } from '#server/checkout/reconcile.ts'
import type { Database } from '#server/platform/database.ts'
import { billing, typeCard } from '#test/support/buying.ts'
import { refusalOf } from '#test/support/centre.ts'
import { someCredit } from '#test/support/credits.ts'
import { testDatabase } from '#test/support/database.ts'
import { aMembership } from '#test/support/factories/memberships.ts'
import {
  aJoinableCentre,
  authoriseJoining,
  completeJoining,
  joinAs,
  payJoining,
  typeCardToJoin,
} from '#test/support/joining.ts'
import type { JoinableCentre } from '#test/support/joining.ts'
import { wrongWithMoney } from '#test/support/money.ts'
import { cardEnding } from '#test/support/payments.ts'
import { wrongWithTills } from '#test/support/tills.ts'
import { api } from '#web/platform/api.ts'

let db: Database
let centre: JoinableCentre

beforeEach(async () => {
  db = (await testDatabase()).db
  centre = await aJoinableCentre(db)
})

const joiningOf = (browser: Awaited<ReturnType<JoinableCentre['customer']>>['browser'], id: number) =>
  browser.send(api.memberships.joining, { id })

describe('paying for a joining', () => {
  it('H01: makes a member at once, by the same calls as a basket', async () => {
    const ann = await centre.customer()
    const plan = await centre.gold()
    const { id, dueToday } = await joinAs(ann.browser, plan.id, { startDate: '2027-03-01' })
    const prepared = await ann.browser.send(api.checkout.prepare, {
      source: 'online-joining',
      joiningId: id,
    })
    expect(prepared).toMatchObject({ balance: dueToday.raw, formattedBalance: '£62.00', tenders: ['card'] })
    const done = await payJoining(ann.browser, id)

    const member = await joiningOf(ann.browser, id)
    expect(member).toMatchObject({ status: 'active', completeOrderId: done.completeOrderId })
    const [mine] = await ann.browser.send(api.memberships.mine, {})
    expect(mine).toMatchObject({
      name: 'Gold',
      status: 'active',
      startsOn: '2027-03-01',
      price: { raw: 4200 },
      nextBillingOn: '2027-04-01',
      paymentMethod: 'direct_debit',
      members: [{ userId: ann.id }],
    })
    const { data } = await ann.browser.send(api.sessions.user, {})
    expect(data.membershipUser).toMatchObject({ id: member.membershipUserId, status: 'active' })
    expect(data).toMatchObject({ hasInstruction: true, hasBillingDate: true })
    const order = await ann.browser.send(api.bookings.order, { completeOrderId: done.completeOrderId })
    expect(order).toMatchObject({
      total: 6200,
      bookings: [],
      payments: [{ tenderType: 'card', amount: 6200 }],
    })
    expect(order.items.map(({ name, price }) => [name, price.raw])).toEqual([
      ['Gold membership', 4200],
      ['Joining fee', 2000],
    ])
    expect(await wrongWithMoney(db)).toEqual([])
    const receipt = await ann.browser.fetch(`/api/activities/orders/${done.completeOrderId}/receipt`)
    expect(receipt.headers.get('content-type')).toBe('application/pdf')
  })

  it('by staff for a customer is audited, from its start to the payment, and stands in their takings', async () => {
    const { browser: desk, id: staffId } = await centre.customer({ role: 'staff' })
    const ann = await centre.customer()
    const plan = await centre.gold()
    const forAnn = { selectedUserId: ann.id }
    const { id: joiningId } = await joinAs(desk, plan.id, { ...forAnn, paymentMethod: 'card' })
    const paying = { source: 'online-joining', joiningId, ...forAnn } as const
    const card = await typeCard(desk, undefined, paying)
    const { transactionUuid } = await desk.send(api.checkout.authorise, { ...card, ...billing, ...paying })
    const { completeOrderId } = await desk.send(api.checkout.complete, { ...paying, transactionUuid })
    const done = await db
      .selectFrom('auditEntry')
      .select(['actorId', 'forCustomerId', 'act', 'subject'])
      .execute()
    const who = { actorId: staffId, forCustomerId: ann.id }
    expect(done).toEqual([
      { ...who, act: 'membership joining started', subject: `joining:${joiningId}` },
      { ...who, act: 'payment taken', subject: `order:${completeOrderId}` },
    ])
    const taken = await db
      .selectFrom('tillEntry')
      .select(['actorId', 'orderId', 'tenderType', 'amount'])
      .execute()
    expect(taken).toEqual([{ actorId: staffId, orderId: completeOrderId, tenderType: 'card', amount: 4980 }])
    expect(await wrongWithTills(db)).toEqual([])
  })

  it('is pending until the day it starts, by the clock alone', async () => {
    const ann = await centre.customer()
    const { id } = await joinAs(ann.browser, (await centre.gold()).id)
    await payJoining(ann.browser, id)
    expect((await joiningOf(ann.browser, id)).status).toBe('pending')
    centre.app.clock.set(new Date('2027-03-09T23:59:59Z'))
    await ann.browser.logIn(ann.id)
    expect((await joiningOf(ann.browser, id)).status).toBe('pending')
    centre.app.clock.set(new Date('2027-03-10T00:00:00Z'))
    expect((await joiningOf(ann.browser, id)).status).toBe('active')
  })

  it('is complete alone where nothing is due today', async () => {
    const ann = await centre.customer()
    const plan = await centre.gold({ joiningFee: 0, firstDays: 'free', paymentMethods: ['direct_debit'] })
    const { id, dueToday, nextPayment } = await joinAs(ann.browser, plan.id)
    expect([dueToday.raw, nextPayment?.amount.raw]).toEqual([0, 4200])
    const done = await completeJoining(ann.browser, id)
    expect(await completeJoining(ann.browser, id)).toEqual(done)
    expect((await joiningOf(ann.browser, id)).status).toBe('pending')
    expect(await wrongWithMoney(db)).toEqual([])
  })

  it('keeps the card that pays for what is collected later, new or kept before', async () => {
    const ann = await centre.customer()
    const plan = await centre.gold()
    const { id } = await joinAs(ann.browser, plan.id, { paymentMethod: 'card' })
    await payJoining(ann.browser, id)
    const savedCards = await db.selectFrom('savedCard').select('id').execute()
    expect(savedCards).toHaveLength(1)
    const cardOf = async () =>
      (await db.selectFrom('membership').select('savedCardId').orderBy('id', 'desc').execute())[0]
        ?.savedCardId
    expect(await cardOf()).toBe(savedCards[0]?.id)

    const swim = await centre.gold({ name: 'Swim' })
    const second = await joinAs(ann.browser, swim.id, { paymentMethod: 'card' })
    const what = { source: 'online-joining' as const, joiningId: second.id }
    const { sessionKey, savedCard } = await ann.browser.send(api.checkout.prepare, what)
    const { transactionUuid } = await ann.browser.send(api.checkout.authorise, {
      ...what,
      sessionKey,
      savedCardId: savedCard?.id ?? 0,
    })
    await completeJoining(ann.browser, second.id, transactionUuid)
    expect(await cardOf()).toBe(savedCards[0]?.id)
    expect(await db.selectFrom('savedCard').select('id').execute()).toHaveLength(1)
  })

  it('answers a repeated complete with the same order, and makes one membership', async () => {
    const ann = await centre.customer()
    const { id } = await joinAs(ann.browser, (await centre.gold()).id)
    const { transactionUuid } = await authoriseJoining(ann.browser, id)
    const first = await completeJoining(ann.browser, id, transactionUuid)
    expect(await completeJoining(ann.browser, id, transactionUuid)).toEqual(first)
    // Even without its name: the joining has become this order.
    expect(await completeJoining(ann.browser, id)).toEqual(first)
    expect(await db.selectFrom('membership').select('id').execute()).toHaveLength(1)
  })

  it('is finished by the driver where the browser has gone', async () => {
    const ann = await centre.customer()
    const { id } = await joinAs(ann.browser, (await centre.gold()).id)
    await authoriseJoining(ann.browser, id)
    expect((await joiningOf(ann.browser, id)).status).toBe('awaiting_payment')
    centre.app.clock.forward(61_000)
    const { services, clock } = centre.app
    const log = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} }
    await reconcilePayments({ db, cards: services.cards.provider, log }, clock.now())
    expect((await joiningOf(ann.browser, id)).status).toBe('pending')
    expect(await wrongWithMoney(db)).toEqual([])
  })

  it('is refused where the person has become a member otherwise', async () => {
    const ann = await centre.customer()
    const plan = await centre.gold()
    const { id } = await joinAs(ann.browser, plan.id)
    await aMembership(db, { plan, venue: centre.venue, customerIds: [ann.id] })
    expect(await refusalOf(authoriseJoining(ann.browser, id))).toMatchObject({
      code: 'basket_changed',
      message: 'You already have this membership.',
    })
  })

  it('leaves a card that is declined without a membership, and another one may try', async () => {
    const ann = await centre.customer()
    const { id } = await joinAs(ann.browser, (await centre.gold()).id)
    expect(await refusalOf(authoriseJoining(ann.browser, id, cardEnding.declined))).toMatchObject({
      status: 402,
      code: 'card_declined',
    })
    expect(await ann.browser.send(api.memberships.mine, {})).toEqual([])
    await payJoining(ann.browser, id)
    expect(await ann.browser.send(api.memberships.mine, {})).toHaveLength(1)
  })

  it('leaves the basket of the same person alone', async () => {
    const ann = await centre.customer()
    const yoga = await centre.yoga()
    const lesson = await centre.aClassOf(yoga, '18:00')
    await centre.add(ann.browser, lesson)
    const { id } = await joinAs(ann.browser, (await centre.gold()).id)
    await payJoining(ann.browser, id)
    const basket = await ann.browser.send(api.baskets.read, {})
    expect([basket.itemCount, basket.status]).toEqual([1, 'open'])
  })

  it('refuses what is not theirs, not there, left too long, given up, or paid otherwise', async () => {
    const ann = await centre.customer()
    const bob = await centre.customer()
    const plan = await centre.gold()
    const { id } = await joinAs(ann.browser, plan.id)
    const what = { source: 'online-joining' as const, joiningId: id }
    const prepare = (browser: typeof ann.browser, more = what) => browser.send(api.checkout.prepare, more)
    expect(await refusalOf(prepare(bob.browser))).toMatchObject({ status: 404, code: 'not_found' })
    expect(await refusalOf(prepare(centre.app.browser()))).toMatchObject({
      status: 403,
      code: 'login_required',
    })
    expect(await refusalOf(bob.browser.send(api.checkout.complete, what))).toMatchObject({ status: 404 })
    expect(
      await refusalOf(ann.browser.send(api.checkout.prepare, { source: 'online-joining' })),
    ).toMatchObject({ status: 422, code: 'invalid' })
    expect(await refusalOf(completeJoining(ann.browser, id))).toMatchObject({
      status: 422,
      code: 'unpaid_balance',
    })
    const card = await typeCardToJoin(ann.browser, id)
    const withCredit = { ...card, ...billing, ...what }
    const { operatorId, app } = centre
    await someCredit(db, { operatorId, customerId: ann.id, type: 'general', amount: 100 }, app.clock.now())
    for (const others of [[], [{ tenderType: 'customer_account_online' as const, amount: -100 }]]) {
      expect(
        await refusalOf(
          ann.browser.send(api.checkout.authorise, {
            ...withCredit,
            payments: [{ tenderType: 'credit', amount: 100 }, ...others],
          }),
        ),
      ).toMatchObject({ status: 422, code: 'payment_mismatch' })
    }

    centre.app.clock.forward(25 * 3_600_000)
    await ann.browser.logIn(ann.id)
    expect(await refusalOf(prepare(ann.browser))).toMatchObject({ status: 409, code: 'basket_changed' })
    await joinAs(ann.browser, plan.id)
    expect(await refusalOf(prepare(ann.browser))).toMatchObject({ status: 404 })
  })

  it('tells of it by e-mail once: from when, what was paid, what comes next', async () => {
    const ann = await centre.customer({ firstName: 'Ann' })
    const { id } = await joinAs(ann.browser, (await centre.gold()).id)
    const { transactionUuid } = await authoriseJoining(ann.browser, id)
    await completeJoining(ann.browser, id, transactionUuid)
    await completeJoining(ann.browser, id, transactionUuid)
    const notices = await db.selectFrom('notice').select(['kind', 'data']).execute()
    expect(notices).toMatchObject([
      {
        kind: 'membership_joined',
        data: { plan: 'Gold', startsOn: '2027-03-10', paid: 4980, next: { on: '2027-04-01', amount: 4200 } },
      },
    ])
  })
})
