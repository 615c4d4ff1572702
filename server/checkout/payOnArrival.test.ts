import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { jobHandlers } from '#server/jobs.ts'
import { runDueJobs } from '#server/platform/queue.ts'
import { cash, codeOf, aDeskToPayAt, now } from '#test/support/deskPayments.ts'
import type { DeskToPayAt } from '#test/support/deskPayments.ts'
import { anOccurrence } from '#test/support/factories/occurrences.ts'
import { refusal } from '#test/support/refusal.ts'
import { aTill, wrongWithTills } from '#test/support/tills.ts'
import { clearVisitorContacts } from '#server/privacy/retention.ts'
import { transact } from '#server/platform/transact.ts'
import { api } from '#web/platform/api.ts'

let shop: DeskToPayAt

beforeEach(async () => {
  shop = await aDeskToPayAt()
})

const ringing = { firstName: 'Rae', lastName: 'Winder', phone: '01632 960001' }
const onArrival = (amount = 845) => [{ tenderType: 'at_venue' as const, amount }]

/** Books the class by phone for somebody without an account. */
const bookByPhone = async () => {
  await shop.addFor(null)
  const { completeOrderId } = await shop.pay(null, onArrival(), ringing)
  const { bookings } = await shop.desk.send(api.bookings.order, { completeOrderId })
  return { completeOrderId, bookingId: bookings[0]?.id ?? 0 }
}

const takings = (date = '2027-03-02') =>
  shop.desk.send(api.tills.takings, { venue: shop.venue.slug, date, who: 'mine' })

const expectedAt = async () =>
  (await shop.desk.send(api.attendance.register, { sessionId: shop.occurrence.id })).expected

describe('a walk-in', () => {
  it('leaves a name, phone and address, which stand on the register and in the takings', async () => {
    await shop.addFor(null)
    await shop.pay(null, cash(845), { ...ringing, email: 'rae@example.test' })
    expect(await shop.orders()).toMatchObject([
      {
        email: 'rae@example.test',
        payerFirstName: 'Rae',
        payerLastName: 'Winder',
        payerPhone: '01632 960001',
        customerId: null,
      },
    ])
    expect(await expectedAt()).toMatchObject([
      { firstName: 'Rae', lastName: 'Winder', phone: '01632 960001', toPay: null },
    ])
    expect((await takings('2027-02-28')).entries).toMatchObject([{ customer: 'Rae Winder' }])
  })

  it('may leave nothing', async () => {
    await shop.addFor(null)
    await shop.pay(null, cash(845), { firstName: '', lastName: '', phone: '' })
    expect(await shop.orders()).toMatchObject([{ payerFirstName: '', payerPhone: '', email: null }])
  })

  it('is forgotten with the contacts of other visitors', async () => {
    const { completeOrderId } = await bookByPhone()
    const later = new Date('2028-06-01T00:00:00Z')
    await sql`update customer_order set placed_at = ${new Date('2027-01-01T00:00:00Z')}`.execute(shop.db)
    await sql`update occurrence set starts_at = starts_at - interval '90 days', ends_at = ends_at - interval '90 days'`.execute(
      shop.db,
    )
    expect(
      await transact(shop.db, (tx) => clearVisitorContacts(tx, new Date('2027-02-01T00:00:00Z'), 10, later)),
    ).toBe(1)
    expect(await shop.orders()).toMatchObject([
      { id: completeOrderId, payerFirstName: '', payerLastName: '', payerPhone: '' },
    ])
  })
})

describe('paying on arrival', () => {
  it('books the places and takes nothing; who owes what stands in the takings and on the register', async () => {
    const { completeOrderId, bookingId } = await bookByPhone()
    expect(await shop.entries()).toEqual([])
    expect(await expectedAt()).toMatchObject([{ phone: '01632 960001', toPay: { formatted: '£8.45' } }])
    expect((await takings()).owed).toMatchObject([
      {
        bookingId,
        amount: { formatted: '£8.45' },
        what: 'yoga',
        day: '2027-03-02',
        time: '18:00',
        name: 'Rae Winder',
        phone: '01632 960001',
        orderId: completeOrderId,
      },
    ])
    expect((await takings('2027-03-01')).owed).toEqual([])
    const acts = await shop.db.selectFrom('auditEntry').select(['act', 'subject']).execute()
    expect(acts).toContainEqual({ act: 'booked to pay on arrival', subject: `order:${completeOrderId}` })
  })

  it('tells the customer what to bring, and attaches no receipt', async () => {
    await shop.addFor(null)
    await shop.pay(null, onArrival(), { ...ringing, email: 'rae@example.test' })
    const services = { ...shop.app.services, mail: null }
    const log = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} }
    await runDueJobs(shop.db, jobHandlers({ db: shop.db, clock: shop.app.clock, log, services }), now, log)
    const mail = await shop.db.selectFrom('notice').select(['id', 'textBody']).executeTakeFirstOrThrow()
    expect(mail.textBody).toContain('Please pay £8.45 at reception when you arrive')
    expect(mail.textBody).not.toContain('Your receipt')
    const files = await shop.db.selectFrom('noticeAttachment').select('mediaType').execute()
    expect(files.map(({ mediaType }) => mediaType)).not.toContain('application/pdf')
  })

  it('asks a walk-in for a phone number, and a customer for none', async () => {
    await shop.addFor(null)
    const refused = await refusal(shop.pay(null, onArrival(), { firstName: 'Rae' }))
    expect(refused).toMatchObject({
      status: 422,
      validationMessages: { phone: ['Enter a phone number, so that we can reach who pays on arrival.'] },
    })
    await shop.addFor(shop.ann.id)
    await shop.pay(shop.ann.id, onArrival())
    expect((await takings()).owed).toMatchObject([{ name: 'Ann Example' }])
  })

  it('is of the whole order', async () => {
    await shop.addFor(null)
    const parts = [...cash(400), ...onArrival(445)]
    expect(await codeOf(shop.pay(null, parts, ringing))).toBe('payment_mismatch')
    expect(await codeOf(shop.pay(null, onArrival(400), ringing))).toBe('unpaid_balance')
  })

  it('is taken once, with change, into the till of who takes it', async () => {
    const { bookingId } = await bookByPhone()
    const till = await aTill(shop.db, shop.venue.id)
    const take = (more: object = {}) =>
      shop.desk.send(api.bookings.takePayment, { bookingId, tenderType: 'cash', amount: 845, ...more })
    expect(await codeOf(take({ amount: 1000 }))).toBe('payment_mismatch')
    expect(await codeOf(take({ amountTendered: 800 }))).toBe('invalid')
    expect(await take({ amountTendered: 1000, tillId: till.id })).toMatchObject({
      amount: { formatted: '£8.45' },
      changeDue: { formatted: '£1.55' },
    })
    expect(await shop.entries()).toMatchObject([
      { tenderType: 'cash', amount: 845, tendered: 1000, tillId: till.id, actorId: shop.staff.id },
    ])
    expect(await expectedAt()).toMatchObject([{ toPay: null }])
    expect((await takings()).owed).toEqual([])
    expect(await codeOf(take())).toBe('already_settled')
    expect(await wrongWithTills(shop.db)).toEqual([])
  })

  it('is nothing for what was paid at once, or cancelled', async () => {
    await shop.addFor(null)
    const paid = await shop.pay(null, cash(845))
    const { bookings } = await shop.desk.send(api.bookings.order, { completeOrderId: paid.completeOrderId })
    const take = (bookingId: number) =>
      shop.desk.send(api.bookings.takePayment, { bookingId, tenderType: 'cash' })
    expect(await codeOf(take(bookings[0]?.id ?? 0))).toBe('nothing_due')
    expect(await codeOf(take(999_999))).toBe('not_found')
    const { bookingId } = await bookByPhone()
    await shop.desk.send(api.bookings.cancelAtDesk, { bookingId })
    expect(await codeOf(take(bookingId))).toBe('nothing_due')
    expect((await takings()).owed).toEqual([])
  })

  it('comes before a move', async () => {
    const { bookingId } = await bookByPhone()
    const startsAt = new Date('2027-03-03T18:00:00Z')
    const next = await anOccurrence(
      shop.db,
      { activity: shop.activity, locationId: shop.studio.id, startsAt },
      {},
    )
    expect(await codeOf(shop.desk.send(api.moves.move, { bookingId, to: next.publicId, price: 845 }))).toBe(
      'cannot_move',
    )
  })
})

describe('a card at the terminal', () => {
  it('is taken with its last digits and the terminal, or without', async () => {
    await shop.addFor(null)
    const card = { tenderType: 'card_terminal' as const, amount: 845 }
    expect(await codeOf(shop.pay(null, [{ ...card, lastFour: '42' }]))).toBe('invalid')
    await shop.pay(null, [{ ...card, lastFour: '4242', terminal: 'Desk 2' }])
    await shop.addFor(shop.ann.id)
    await shop.pay(shop.ann.id, [card])
    const payments = await shop.db.selectFrom('orderPayment').selectAll().orderBy('id').execute()
    expect(payments).toMatchObject([
      { tenderType: 'card_terminal', cardLastFour: '4242', paidAt: now },
      { tenderType: 'card_terminal', cardLastFour: null },
    ])
    expect(await shop.entries()).toMatchObject([
      { tenderType: 'card_terminal', reference: 'Desk 2 ····4242' },
      { reference: null },
    ])
    expect(await wrongWithTills(shop.db)).toEqual([])
  })
})
