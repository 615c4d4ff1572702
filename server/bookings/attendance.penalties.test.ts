import { beforeEach, describe, expect, it } from 'vitest'
import type { TestBrowser } from '#test/support/app.ts'
import { afterwards, aClassToAttend } from '#test/support/attendance.ts'
import type { ClassToAttend } from '#test/support/attendance.ts'
import { someCredit, wrongWithCredit } from '#test/support/credits.ts'
import { wrongWithMoney } from '#test/support/money.ts'
import { sentMessages } from '#test/support/messages.ts'
import { api } from '#web/platform/api.ts'

let evening: ClassToAttend
let ann: TestBrowser
let bookingId: number

beforeEach(async () => {
  evening = await aClassToAttend()
  await evening.db.updateTable('activity').set({ noShowPenalty: 300 }).execute()
  bookingId = (await evening.aBooking(evening.ann.id)).id
  await evening.setClock(afterwards)
  await evening.mark(bookingId, 'not_attended')
  ann = evening.app.browser()
  await ann.logIn(evening.ann.id)
})

const penalties = async () => (await ann.send(api.payments.mine, {})).penalties
const refunds = () =>
  evening.db.selectFrom('refund').select(['destination', 'amount', 'status', 'penaltyId']).execute()
const isSound = async () => {
  expect(await wrongWithMoney(evening.db)).toEqual([])
  expect(await wrongWithCredit(evening.db)).toEqual([])
}

/** The customer pays the penalty with credit. */
const payWithCredit = async () => {
  const { operator, db, app } = evening
  await someCredit(db, { operatorId: operator.id, customerId: evening.ann.id, amount: 1000 }, app.clock.now())
  const [penalty] = (await penalties()).filter(({ status }) => status === 'outstanding')
  await ann.send(api.baskets.add, { items: [{ id: penalty?.id ?? 0, type: 'penalty' }] })
  await ann.send(api.credits.apply, { creditsToReserve: [{ amount: 300, type: 'general' }] })
  await ann.send(api.checkout.complete, { termsAccepted: true })
  return penalty?.id ?? 0
}
const creditLeft = async () => (await ann.send(api.payments.mine, {})).credit.balance

it('a penalty for a missed booking is written to who has booked it, once', async () => {
  const [penalty] = await penalties()
  await evening.mark(bookingId, 'not_attended')
  const notices = await evening.db
    .selectFrom('notice')
    .select('about')
    .where('kind', '=', 'penalty_charged')
    .execute()
  expect(notices).toEqual([{ about: `penalty:${penalty?.id}` }])
})

describe('a paid penalty of a booking that was attended after all', () => {
  it('is refunded to where it was paid from, once, and audited', async () => {
    const penaltyId = await payWithCredit()
    const before = await creditLeft()
    expect(await evening.mark(bookingId, 'attended')).toMatchObject({
      expected: { status: 'attended' },
      penaltyRefund: { formatted: '£3.00' },
    })
    expect(await creditLeft()).toBe(before + 300)
    // The mark is undone, and made again.
    expect(await evening.mark(bookingId, 'booked')).toMatchObject({ penaltyRefund: null })
    expect(await evening.mark(bookingId, 'attended')).toMatchObject({ penaltyRefund: null })
    expect(await refunds()).toEqual([{ destination: 'credit', amount: 300, status: 'done', penaltyId }])
    expect(await penalties()).toMatchObject([{ id: penaltyId, status: 'waived' }])
    const mails = await sentMessages(evening.db, evening.app, 'penalty_refunded')
    expect(mails).toHaveLength(1)
    expect(mails[0]?.text).toContain('£3.00 refunded as credit.')
    const acts = await evening.db
      .selectFrom('auditEntry')
      .select(['act', 'actorId', 'forCustomerId'])
      .where('subject', '=', `penalty:${penaltyId}`)
      .execute()
    expect(acts).toEqual([
      { act: 'penalty refunded', actorId: evening.staff.id, forCustomerId: evening.ann.id },
    ])
    // It is no refund of the booking.
    expect((await ann.send(api.bookings.mine, { filter: 'all' }))[0]?.refunds).toEqual([])
    await isSound()
  })

  it('costs another when the person has missed it after all', async () => {
    await payWithCredit()
    await evening.mark(bookingId, 'attended')
    await evening.mark(bookingId, 'not_attended')
    expect(await penalties()).toMatchObject([{ status: 'outstanding' }, { status: 'waived' }])
    await payWithCredit()
    expect(await evening.mark(bookingId, 'attended')).toMatchObject({ penaltyRefund: { raw: 300 } })
    expect((await refunds()).map(({ amount }) => amount)).toEqual([300, 300])
    await isSound()
  })

  it('that was paid in cash at the desk becomes credit, and is entered in the till', async () => {
    const [penalty] = await penalties()
    await evening.desk.send(api.baskets.add, {
      items: [{ id: penalty?.id ?? 0, type: 'penalty' }],
      selectedUserId: evening.ann.id,
    })
    await evening.desk.send(api.checkout.payAtDesk, {
      selectedUserId: evening.ann.id,
      payments: [{ tenderType: 'cash', amount: 300 }],
    })
    await evening.mark(bookingId, 'attended')
    expect(await refunds()).toMatchObject([{ destination: 'credit', amount: 300 }])
    const [entry] = await evening.db
      .selectFrom('tillEntry')
      .select(['amount', 'tenderType', 'reference', 'bookingId'])
      .orderBy('id', 'desc')
      .execute()
    expect(entry).toEqual({ amount: -300, tenderType: 'credit', reference: 'Marked as attended', bookingId })
    await isSound()
  })

  it('stays paid while the absence is only undone', async () => {
    await payWithCredit()
    expect(await evening.mark(bookingId, 'booked')).toMatchObject({ penaltyRefund: null })
    expect(await penalties()).toMatchObject([{ status: 'paid' }])
    await evening.mark(bookingId, 'not_attended')
    expect(await penalties()).toMatchObject([{ status: 'paid' }])
  })
})
