import { beforeEach, describe, expect, it } from 'vitest'
import { aDeskToPayAt, cash, codeOf } from '#test/support/deskPayments.ts'
import type { DeskToPayAt } from '#test/support/deskPayments.ts'
import { anOperator } from '#test/support/factories/operators.ts'
import { api } from '#web/platform/api.ts'

let shop: DeskToPayAt

beforeEach(async () => {
  shop = await aDeskToPayAt()
})

const find = (query: string) => shop.desk.send(api.bookings.search, { query })
const found = async (query: string) => (await find(query)).map(({ orderId }) => orderId)

/** Sells the class to a walk-in who says who they are. */
const sellTo = async (
  contact: { firstName?: string; lastName?: string; phone?: string; email?: string },
  lastFour?: string,
) => {
  await shop.addFor(null)
  const { completeOrderId, reference } = await shop.pay(
    null,
    lastFour === undefined ? cash(845) : [{ tenderType: 'card_terminal', amount: 845, lastFour }],
    contact,
  )
  const { accessCode } = await shop.db
    .selectFrom('booking')
    .select('accessCode')
    .where('orderId', '=', completeOrderId)
    .executeTakeFirstOrThrow()
  return { id: completeOrderId, reference, accessCode }
}

const rae = { firstName: 'Rae', lastName: 'Winder', phone: '01632 960001', email: 'rae@example.test' }

describe('orders at the desk', () => {
  it('are found by anything a visitor can say', async () => {
    const { id, reference, accessCode } = await sellTo(rae, '4242')
    await sellTo({ firstName: 'Jo', lastName: 'Marsh', phone: '01632 960002' }, '1111')
    for (const query of [
      reference,
      reference.toLowerCase(),
      accessCode,
      'winder',
      'Rae',
      'rae winder',
      'Winder Rae',
      'rae@example.test',
      '01632960001',
      '+44 1632 960 001',
      '4242',
    ])
      expect([query, await found(query)]).toEqual([query, [id]])
  })

  it('are told apart by who, what and when', async () => {
    await sellTo(rae)
    expect(await find('winder')).toMatchObject([
      {
        name: 'Rae Winder',
        phone: '01632 960001',
        email: 'rae@example.test',
        customerId: null,
        total: { formatted: '£8.45' },
        toPay: null,
        bookings: 1,
        first: { name: 'yoga', venueName: 'Demo Centre' },
      },
    ])
  })

  it('of customers are found by what customers are found by, their phone number too', async () => {
    await shop.db
      .updateTable('customer')
      .set({ phone: '01632 960009', lastName: 'Quilliam' })
      .where('id', '=', shop.ann.id)
      .execute()
    await shop.addFor(shop.ann.id)
    const { completeOrderId } = await shop.pay(shop.ann.id, cash(845))
    for (const query of ['quill', shop.ann.reference, '01632 960009'])
      expect([query, await found(query)]).toEqual([query, [completeOrderId]])
    expect(await shop.desk.send(api.customers.search, { query: '+441632960009' })).toMatchObject([
      { id: shop.ann.id },
    ])
  })

  it('are searched by staff, within the limit of searches, and each search is recorded', async () => {
    const { id } = await sellTo(rae)
    expect(await codeOf(find('a'))).toBe('invalid')
    await find('winder')
    expect(
      await shop.db
        .selectFrom('auditEntry')
        .select(['actorId', 'subject', 'detail'])
        .where('act', '=', 'orders searched')
        .execute(),
    ).toEqual([{ actorId: shop.staff.id, subject: 'winder', detail: { found: 1, orderIds: [id] } }])
    const visitor = shop.app.browser({ site: 'desk' })
    expect(await codeOf(visitor.send(api.bookings.search, { query: 'winder' }))).toBe('logged_out')
  })

  it('of another operator are not found', async () => {
    const { id, reference } = await sellTo(rae, '4242')
    const { id: operatorId } = await anOperator(shop.db, { slug: 'other' })
    await shop.db.updateTable('customerOrder').set({ operatorId }).where('id', '=', id).execute()
    for (const query of ['winder', '01632 960001', 'rae@example.test', '4242', reference])
      expect([query, await found(query)]).toEqual([query, []])
  })
})
