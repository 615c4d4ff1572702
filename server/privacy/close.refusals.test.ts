import { TOTP } from 'otpauth'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { raisePenalty } from '#server/penalties/owed.ts'
import { anAccountHolder, day, now, password } from '#test/support/closing.ts'
import type { AccountHolder } from '#test/support/closing.ts'
import { someCredit, wrongWithCredit } from '#test/support/credits.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { aMembership, aPlan } from '#test/support/factories/memberships.ts'
import { refusal } from '#test/support/refusal.ts'
import { api } from '#web/platform/api.ts'

let holder: AccountHolder

beforeEach(async () => {
  holder = await anAccountHolder()
})
afterEach(() => holder.removeFolder())

describe('closing an account is refused', () => {
  const stillThere = async () => {
    expect((await holder.browser.send(api.customers.details, {})).firstName).toBe('Quilliam')
  }

  it('without the password, whose guesses are limited', async () => {
    expect(await refusal(holder.close({ currentPassword: '' }))).toMatchObject({
      status: 422,
      validationMessages: { current_password: ['Enter your current password.'] },
    })
    for (let tries = 0; tries < 10; tries += 1) {
      expect(await refusal(holder.close({ currentPassword: 'not this one' }))).toMatchObject({
        status: 422,
        validationMessages: { current_password: ['Your current password is wrong.'] },
      })
    }
    expect(await refusal(holder.close())).toMatchObject({ status: 429, code: 'too_many' })
    await stillThere()
  })

  it('while bookings are upcoming', async () => {
    const session = await holder.centre.aClassOf(await holder.centre.yoga(), '10:00')
    await holder.centre.add(holder.browser, session)
    await holder.centre.book(holder.browser, holder.customerId)
    expect(await refusal(holder.close())).toMatchObject({
      status: 409,
      code: 'upcoming_bookings',
      message: 'You have 1 upcoming booking. Cancel it first, or wait until it is over.',
    })
    await stillThere()
    holder.app.clock.forward(4 * day)
    await holder.close()
  })

  it('while a membership is ongoing', async () => {
    const plan = await aPlan(holder.db, holder.centre.venue)
    const { id: membershipId } = await holder.db
      .insertInto('membership')
      .values({
        operatorId: holder.centre.operatorId,
        reference: 'GM-1',
        planId: plan.id,
        venueId: holder.centre.venue.id,
        payerId: holder.customerId,
        startsOn: '2026-01-01',
        price: 4200,
        billingPeriod: 'month',
        paymentMethod: 'direct_debit',
        createdAt: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await holder.db
      .insertInto('membershipMember')
      .values({ membershipId, customerId: holder.customerId })
      .execute()
    const refused = await refusal(holder.close())
    expect(refused).toMatchObject({ status: 409, code: 'membership_ongoing' })
    expect(refused.message).toContain('Gold')
    await stillThere()
  })

  it('without the second step of the log-in, where there is one', async () => {
    const { browser, app } = holder
    const { secret } = await browser.send(api.secondFactor.begin, { currentPassword: password })
    const codeNow = () => new TOTP({ secret }).generate({ timestamp: app.clock.now().getTime() })
    await browser.send(api.secondFactor.confirm, { code: codeNow() })
    app.clock.forward(30_000)
    expect((await browser.send(api.privacy.overview, {})).closing.asksCode).toBe(true)
    expect(await refusal(holder.close())).toMatchObject({
      status: 422,
      validationMessages: { code: ['Enter the code from your app, or a recovery code.'] },
    })
    expect(await refusal(holder.close({ code: '000000' }))).toMatchObject({ code: 'invalid_code' })
    await stillThere()
    expect(await holder.close({ code: codeNow() })).toEqual({ closed: true })
  })

  it('while money is owed', async () => {
    const penalty = {
      operatorId: holder.centre.operatorId,
      customerId: holder.customerId,
      amount: 300,
      description: 'Missed: Yoga',
    }
    await raisePenalty(holder.db, penalty, now)
    const account = { customerId: holder.customerId, at: now, amount: 450, description: 'Order ONS-1' }
    await holder.db.insertInto('accountEntry').values(account).execute()
    expect(await refusal(holder.close())).toMatchObject({
      status: 409,
      code: 'money_owed',
      message: 'You owe £7.50. Pay it first.',
    })
    await stillThere()
  })

  it('while a payment is in progress', async () => {
    const session = await holder.centre.aClassOf(await holder.centre.yoga(), '10:00')
    await holder.browser.send(api.baskets.add, { items: [{ id: session.publicId }] })
    const { cartId } = await holder.browser.send(api.baskets.read, {})
    await holder.db
      .insertInto('paymentTransaction')
      .values({
        uuid: '6f9619ff-8b86-4011-b42d-00c04fc964ff',
        operatorId: holder.centre.operatorId,
        basketId: cartId ?? 0,
        customerId: holder.customerId,
        provider: 'demo',
        amount: 500,
        status: 'pending',
        agreement: '{}',
        createdAt: now,
        updatedAt: now,
        nextAttemptAt: now,
      })
      .execute()
    expect(await refusal(holder.close())).toMatchObject({ status: 409, code: 'payment_under_way' })
    await stillThere()
  })

  it('while a payment that failed is to be tried again, also after the membership has ended', async () => {
    const { db, centre, customerId } = holder
    const plan = await aPlan(db, centre.venue)
    const { id: membershipId } = await aMembership(
      db,
      { plan, venue: centre.venue, customerIds: [customerId] },
      { endsOn: '2027-02-27' },
    )
    await db
      .insertInto('membershipCollection')
      .values({
        key: '6f9619ff-8b86-4011-b42d-00c04fc964ff',
        membershipId,
        periodFrom: '2027-02-01',
        periodUntil: '2027-02-28',
        amount: 4200,
        method: 'card',
        state: 'waiting',
        tries: 2,
        reason: 'card_declined',
        dueOn: '2027-03-03',
        createdAt: now,
        nextAttemptAt: new Date('2027-03-03T06:00:00Z'),
      })
      .execute()
    expect(await refusal(holder.close())).toMatchObject({ status: 409, code: 'payment_under_way' })
    await stillThere()
  })

  it('while credit is left and its loss is not confirmed', async () => {
    await someCredit(
      holder.db,
      { operatorId: holder.centre.operatorId, customerId: holder.customerId, amount: 1234 },
      now,
    )
    expect(await refusal(holder.close())).toMatchObject({
      status: 409,
      code: 'credit_left',
      message: 'You would lose £12.34 of credit. Confirm that you want to give this up.',
    })
    await stillThere()
    await holder.close({ giveUpWhatIsLeft: true })
    expect(await wrongWithCredit(holder.db)).toEqual([])
    const { rows } = await sql`select sum(available)::int as left from credit_lot`.execute(holder.db)
    expect(rows).toEqual([{ left: 0 }])
  })

  it('while a refund is left on the account and its loss is not confirmed', async () => {
    const refunded = { customerId: holder.customerId, at: now, amount: -845, description: 'Cancelled: Yoga' }
    await holder.db.insertInto('accountEntry').values(refunded).execute()
    expect(await refusal(holder.close())).toMatchObject({
      code: 'credit_left',
      message: 'You would lose £8.45 on your account. Confirm that you want to give this up.',
    })
    await stillThere()
  })

  it('by staff, for themselves or others, and without a login', async () => {
    const desk = holder.app.browser()
    await desk.logIn((await aCustomer(holder.db, holder.centre.operatorId, { role: 'staff' })).id)
    expect(await refusal(holder.close({}, desk))).toMatchObject({ status: 403 })
    expect(await refusal(holder.close({}, holder.app.browser()))).toMatchObject({ status: 401 })
    await stillThere()
  })
})
