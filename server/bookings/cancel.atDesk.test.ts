import { beforeEach, describe, expect, it } from 'vitest'
import { jobHandlers } from '#server/jobs.ts'
import { readBacklog } from '#server/operations/metrics.ts'
import { runDueJobs } from '#server/platform/queue.ts'
import type { TestBrowser } from '#test/support/app.ts'
import { aClassToAttend, afterwards } from '#test/support/attendance.ts'
import type { ClassToAttend } from '#test/support/attendance.ts'
import { authorise, complete } from '#test/support/buying.ts'
import { someCredit, wrongWithCredit } from '#test/support/credits.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { wrongWithMoney } from '#test/support/money.ts'
import { refusal } from '#test/support/refusal.ts'
import { aMemberOfStaff, wrongWithTills } from '#test/support/tills.ts'
import { api } from '#web/platform/api.ts'

const quiet = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} }

let evening: ClassToAttend
let ines: TestBrowser
let bookingId: number

/** The supervisor. */
const logInInes = async () => {
  const { db, app, operator } = evening
  ines = app.browser({ site: 'desk' })
  await ines.logIn((await aMemberOfStaff(db, operator.id, { staffLevel: 'supervisor' })).id)
}

beforeEach(async () => {
  evening = await aClassToAttend()
  bookingId = (await evening.aBooking(evening.ann.id)).id
  await logInInes()
})

const cancel = (how: { refund?: 'full'; to?: 'cash'; reason?: string }) =>
  ines.send(api.bookings.cancelAtDesk, { bookingId, ...how })

/** What the newest message says. */
const lastMail = async (): Promise<string> => {
  const { db, app } = evening
  const services = { ...app.services, mail: null }
  await runDueJobs(db, jobHandlers({ db, clock: app.clock, log: quiet, services }), app.clock.now(), quiet)
  const { textBody } = await db
    .selectFrom('notice')
    .select('textBody')
    .where('kind', '=', 'booking_cancelled')
    .executeTakeFirstOrThrow()
  return textBody ?? ''
}

const isSound = async () => {
  expect(await wrongWithMoney(evening.db)).toEqual([])
  expect(await wrongWithCredit(evening.db)).toEqual([])
  expect(await wrongWithTills(evening.db)).toEqual([])
}

it('the message says that staff have cancelled it, not that the buyer has', async () => {
  await cancel({ refund: 'full', reason: 'Was ill' })
  const words = await lastMail()
  expect(words).toContain('Our team has cancelled this booking for you.')
  expect(words).not.toContain("You've cancelled")
})

describe('the message about a refund in cash', () => {
  it('says that it was paid out, so that no one asks for it again', async () => {
    expect(await cancel({ to: 'cash' })).toMatchObject({ handOut: { raw: 500 }, penaltyRefund: null })
    const words = await lastMail()
    expect(words).toContain('£5.00 refunded in cash.')
    expect(words).not.toContain('Collect your refund')
  })
})

describe('refunding a missed booking in full', () => {
  const ann = async () => {
    const browser = evening.app.browser()
    await browser.logIn(evening.ann.id)
    return browser
  }

  beforeEach(async () => {
    await evening.db.updateTable('activity').set({ noShowPenalty: 300 }).execute()
    await evening.setClock(afterwards)
    await evening.mark(bookingId, 'not_attended')
    await logInInes()
  })

  const penaltyOf = async () => {
    const [penalty] = (await ines.send(api.payments.mine, { selectedUserId: evening.ann.id })).penalties
    return penalty ?? { id: 0, status: 'none' }
  }

  const payInCash = async () => {
    const { id } = await penaltyOf()
    const selectedUserId = evening.ann.id
    await evening.desk.send(api.baskets.add, { items: [{ id, type: 'penalty' }], selectedUserId })
    await evening.desk.send(api.checkout.payAtDesk, {
      selectedUserId,
      payments: [{ tenderType: 'cash', amount: 300 }],
    })
  }

  it('refunds its penalty, too, where it was paid', async () => {
    const browser = await ann()
    await someCredit(
      evening.db,
      { operatorId: evening.operator.id, customerId: evening.ann.id, amount: 1000 },
      evening.app.clock.now(),
    )
    const { id } = await penaltyOf()
    await browser.send(api.baskets.add, { items: [{ id, type: 'penalty' }] })
    await browser.send(api.credits.apply, { creditsToReserve: [{ amount: 300, type: 'general' }] })
    await browser.send(api.checkout.complete, { termsAccepted: true })
    expect(await cancel({ refund: 'full', reason: 'Was ill' })).toMatchObject({
      refund: { raw: 500, to: 'credit' },
      penaltyRefund: { raw: 300 },
      handOut: { raw: 0 },
    })
    expect(await penaltyOf()).toMatchObject({ status: 'waived' })
    expect((await browser.send(api.payments.mine, {})).credit.balance).toBe(1500)
    const words = await lastMail()
    expect(words).toContain('£5.00 refunded as credit.')
    expect(words).toContain('Your penalty for missing it: £3.00 refunded as credit.')
    await isSound()
  })

  it('hands out in cash what was paid in cash, the penalty included', async () => {
    await payInCash()
    expect(await cancel({ refund: 'full', to: 'cash' })).toMatchObject({
      refund: { raw: 500 },
      penaltyRefund: { raw: 300 },
      handOut: { raw: 800 },
    })
    const takings = await ines.send(api.tills.takings, { venue: 'demo-centre', date: '2027-03-02' })
    expect(takings.tenders.find(({ tenderType }) => tenderType === 'cash')).toMatchObject({
      givenBack: { raw: 800 },
    })
    const refunds = await evening.db
      .selectFrom('refund')
      .select(['destination', 'amount', 'status'])
      .execute()
    expect(refunds).toEqual([
      { destination: 'desk', amount: 300, status: 'done' },
      { destination: 'desk', amount: 500, status: 'done' },
    ])
    await isSound()
  })

  it('gives the booking back alone where the penalty has been refunded before', async () => {
    await payInCash()
    await evening.mark(bookingId, 'attended')
    await evening.mark(bookingId, 'booked')
    expect(await cancel({ refund: 'full' })).toMatchObject({ refund: { raw: 500 }, penaltyRefund: null })
  })
})

describe('a refund that the card company has not paid', () => {
  it('is on the list of the desk until a supervisor pays it out, unless the money was never taken', async () => {
    const { db, app, operator } = evening
    await db.updateTable('operator').set({ refundsTo: 'card' }).execute()
    const browser = app.browser()
    await browser.logIn((await aCustomer(db, operator.id)).id)
    await browser.send(api.baskets.add, { items: [{ id: evening.occurrence.publicId }] })
    const { completeOrderId } = await complete(browser, (await authorise(browser)).transactionUuid)
    const order = () => browser.send(api.bookings.order, { completeOrderId })
    // By staff, so that it is in the books of the desk, too.
    await evening.desk.send(api.bookings.cancelAtDesk, { bookingId: (await order()).bookings[0]?.id ?? 0 })
    const given = async () =>
      (await ines.send(api.tills.takings, { venue: 'demo-centre', date: '2027-03-02', who: 'all' })).tenders
        .filter(({ givenBack }) => givenBack.raw > 0)
        .map(({ tenderType, givenBack }) => [tenderType, givenBack.raw])
    expect(await given()).toEqual([['card', 500]])
    const due = async () =>
      (await ines.send(api.tills.takings, { venue: 'demo-centre', date: '2027-03-02' })).due
    expect(await due()).toEqual([])
    await db.updateTable('refund').set({ status: 'failed', nextAttemptAt: null }).execute()
    await db.updateTable('orderPayment').set({ status: 'failed' }).where('tenderType', '=', 'card').execute()
    expect(await due()).toEqual([])
    await db.updateTable('orderPayment').set({ status: 'paid' }).where('tenderType', '=', 'card').execute()
    const [refund] = await due()
    expect(refund).toMatchObject({ amount: { raw: 500 }, isFailedCardRefund: true })
    const refundId = refund?.refundId ?? 0
    expect(await ines.send(api.bookings.handOut, { refundId })).toMatchObject({ amount: { raw: 500 } })
    expect((await refusal(ines.send(api.bookings.handOut, { refundId }))).code).toBe('already_settled')
    expect(await due()).toEqual([])
    expect(await order()).toMatchObject({
      status: 'refunded',
      refunds: [{ to: 'desk', amount: 500, status: 'done' }],
    })
    expect(await given()).toEqual([['cash', 500]])
    // Another time the company has paid it after all.
    await db.updateTable('refund').set({ destination: 'card', status: 'failed' }).execute()
    expect((await readBacklog(db, app.clock.now())).refunds.count).toBe(1)
    await ines.send(api.bookings.handOut, { refundId, by: 'card' })
    expect(await due()).toEqual([])
    expect((await readBacklog(db, app.clock.now())).refunds.count).toBe(0)
    expect(await order()).toMatchObject({ refunds: [{ to: 'card', status: 'done' }] })
    expect(await given()).toEqual([
      ['cash', 500],
      ['card', 500],
    ])
  })
})
