import { beforeEach, describe, expect, test } from 'vitest'
import { activityFacts } from '#server/openactive/sql/subjects.ts'
import type { Database } from '#server/platform/database.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { aQuestion } from '#test/support/factories/restrictions.ts'
import { wrongWithMoney } from '#test/support/money.ts'
import {
  ann,
  aUuid,
  failuresOf,
  offerAddress,
  openPartners,
  orderOf,
  paidWith,
  seller,
  sessionAddress,
} from '#test/support/partners.ts'
import type { Body } from '#test/support/partners.ts'

const now = new Date('2027-03-01T09:00:00Z')

let db: Database
let world: Awaited<ReturnType<typeof openPartners>>
let place: readonly [string, string]

beforeEach(async () => {
  ;({ db } = await testDatabase())
  await emptyTables(db)
  world = await openPartners(db, { now, startsAt: new Date('2027-03-02T18:00:00Z'), price: 650 })
  place = [sessionAddress(world.occurrence.id), offerAddress(world.activity.pricingOptionId)]
})

const put = (path: string, type: 'OrderQuote' | 'Order', item: object, more: object) => {
  const order = orderOf(type, [place], more)
  return world.fitFinder.send('PUT', `/${path}/${aUuid()}`, {
    ...order,
    orderedItem: order.orderedItem.map((one) => ({ ...one, ...item })),
  })
}
const c1 = () => put('order-quote-templates', 'OrderQuote', {}, {})
const c2 = (item: object) => put('order-quotes', 'OrderQuote', item, { customer: ann })
const b = (item: object) => put('orders', 'Order', item, paidWith(6.5))
const itemOf = ({ body }: { body: Body }): Body => body['orderedItem'][0]

describe('attendees', () => {
  const attendee = { ...ann, givenName: 'Tom', email: 'tom@example.test' }
  beforeEach(async () => {
    await db.updateTable('activity').set({ needsAttendee: true }).execute()
  })

  test('are announced at C1 and required from C2 on', async () => {
    const quoted = await c1()
    expect(quoted.status).toBe(200)
    expect(itemOf(quoted)['attendeeDetailsRequired']).toContain('https://schema.org/givenName')
    expect(await failuresOf(quoted.body, 'C1Response')).toEqual([])
    for (const refused of [await c2({}), await b({}), await c2({ attendee: { ...attendee, email: '' } })]) {
      expect(refused.status).toBe(409)
      expect(itemOf(refused)['error']).toMatchObject([{ '@type': 'IncompleteAttendeeDetailsError' }])
      // What is missing does not change the price.
      expect(refused.body['totalPaymentDue']).toMatchObject({ price: 6.5 })
    }
    expect(await failuresOf((await c2({})).body, 'C2ResponseOrderItemError')).toEqual([])
  })

  test('are sent back, and not published', async () => {
    const booked = await b({ attendee })
    expect(booked.status).toBe(201)
    expect(itemOf(booked)['attendee']).toEqual(attendee)
    expect(await failuresOf(booked.body, 'BResponse')).toEqual([])
    await db.updateTable('booking').set({ status: 'attended' }).execute()
    await world.publish()
    const [item] = await world.fitFinder.feed()
    expect(JSON.stringify(item)).not.toMatch(/Tom|attendeeDetails/)
    expect(await failuresOf(item?.['data'] as object, 'OrdersFeed')).toEqual([])
  })
})

describe('questions', () => {
  let field: string
  let mat: string
  beforeEach(async () => {
    const of = { activityId: world.activity.id }
    const injury = await aQuestion(db, world.operator.id, of, { required: true })
    field = `${seller}/questions/${injury.id}`
    const choice = await aQuestion(db, world.operator.id, of, {
      required: true,
      text: 'Do you need a mat?',
      type: 'select',
      options: [
        { value: 'yes', label: 'Yes, please' },
        { value: 'no', label: 'No' },
      ],
    })
    mat = `${seller}/questions/${choice.id}`
  })
  const answer = (propertyID: string, value: unknown) => ({ '@type': 'PropertyValue', propertyID, value })

  test('are a form at C1, whose answers are checked from C2 on', async () => {
    const quoted = await c1()
    expect(quoted.status).toBe(200)
    expect(itemOf(quoted)['orderItemIntakeForm']).toMatchObject([
      { '@type': 'ParagraphFormFieldSpecification', '@id': field, name: 'Any injury?', valueRequired: true },
      { '@type': 'DropdownFormFieldSpecification', '@id': mat, valueOption: ['Yes, please', 'No'] },
    ])
    expect(await failuresOf(quoted.body, 'C1Response')).toEqual([])
    expect(itemOf(await c2({}))['error']).toMatchObject([
      { '@type': 'IncompleteIntakeFormError', instance: field },
      { '@type': 'IncompleteIntakeFormError', instance: mat },
    ])
    const wrong = { orderItemIntakeFormResponse: [answer(field, 'none'), answer(mat, 'perhaps')] }
    const refused = await b(wrong)
    expect(refused.status).toBe(409)
    expect(itemOf(refused)['error']).toMatchObject([{ '@type': 'InvalidIntakeFormError', instance: mat }])
    expect(await failuresOf(refused.body, 'BResponseOrderItemError')).toEqual([])
  })

  test('are a condition of booking only where one has to be answered', async () => {
    const needsAnswers = async () => {
      const [facts] = await activityFacts(db, [world.activity.id], now)
      return facts?.needsAnswers
    }
    expect(await needsAnswers()).toBe(true)
    await db.updateTable('question').set({ required: false, type: 'checkbox' }).execute()
    expect(await needsAnswers()).toBe(false)
    const quoted = await c1()
    expect(itemOf(quoted)['orderItemIntakeForm']).toMatchObject([
      { '@type': 'BooleanFormFieldSpecification' },
      { '@type': 'BooleanFormFieldSpecification' },
    ])
    expect(await failuresOf(quoted.body, 'C1Response')).toEqual([])
    expect((await b({})).status).toBe(201)
  })

  test('are answered as in a basket of our own, and the answers leave with the order', async () => {
    const given = { orderItemIntakeFormResponse: [answer(field, 'none'), answer(mat, 'Yes, please')] }
    expect((await c2(given)).status).toBe(200)
    const booked = await b(given)
    expect(booked.status).toBe(201)
    expect(await failuresOf(booked.body, 'BResponse')).toEqual([])
    expect(await db.selectFrom('bookingAnswer').select('value').orderBy('questionId').execute()).toEqual([
      { value: 'none' },
      { value: 'yes' },
    ])
    const path = (booked.body['@id'] as string).split('/api/open-booking')[1] ?? ''
    expect((await world.fitFinder.send('DELETE', path)).status).toBe(204)
    expect(await db.selectFrom('bookingAnswer').select('value').execute()).toEqual([])
  })
})

test('a seller net of tax publishes prices without it, and adds it to the total', async () => {
  await db.updateTable('operator').set({ taxMode: 'net' }).execute()
  const quoted = await c1()
  expect(quoted.body).toMatchObject({
    seller: { taxMode: 'https://openactive.io/TaxNet' },
    orderedItem: [{ acceptedOffer: { price: 5.42 }, unitTaxSpecification: [{ price: 1.08 }] }],
    totalPaymentDue: { price: 6.5 },
    totalPaymentTax: [{ price: 1.08 }],
  })
  expect((await b({})).status).toBe(201)
  expect(await wrongWithMoney(db)).toEqual([])
})

test('what is paid at the venue takes no payment of the partner, and is not refunded', async () => {
  await db.updateTable('activity').set({ prepayment: 'optional' }).execute()
  const booked = await b({})
  expect(booked.body).toMatchObject({
    totalPaymentDue: { openBookingPrepayment: 'https://openactive.io/Optional' },
    payment: { identifier: 'pi_12345' },
  })
  await db.updateTable('activity').set({ prepayment: 'unavailable' }).execute()
  expect((await b({})).body['@type']).toBe('UnnecessaryPaymentDetailsError')
  const unpaid = await put('orders', 'Order', {}, { ...paidWith(6.5), payment: undefined })
  expect(unpaid.status).toBe(201)
  expect(await failuresOf(unpaid.body, 'BResponse')).toEqual([])
  const tenders = () => db.selectFrom('orderPayment').select('tenderType').orderBy('id').execute()
  expect(await tenders()).toEqual([{ tenderType: 'booking_partner' }, { tenderType: 'at_venue' }])
  const path = (unpaid.body['@id'] as string).split('/api/open-booking')[1] ?? ''
  expect((await world.fitFinder.send('DELETE', path)).status).toBe(204)
  // What was never paid is no longer due.
  expect(await tenders()).toEqual([{ tenderType: 'booking_partner' }])
  expect(await db.selectFrom('refund').select('id').execute()).toEqual([])
  expect(await wrongWithMoney(db)).toEqual([])
})

test('a payment names the account that the seller has agreed with its partners', async () => {
  await db.updateTable('operator').set({ payeeName: 'Demo Leisure', payeeAccount: 'D-1' }).execute()
  const payee = { name: 'Demo Leisure', accountId: 'D-1', paymentProviderId: 'ANY' }
  const pay = (payment: object) => ({
    ...paidWith(6.5),
    payment: { '@type': 'Payment', identifier: 'pi_12345', ...payment },
  })
  for (const payment of [{}, { ...payee, accountId: 'D-2' }, { ...payee, name: undefined }]) {
    for (const [path, type] of [
      ['order-quote-templates', 'OrderQuote'],
      ['order-quotes', 'OrderQuote'],
      ['orders', 'Order'],
    ] as const) {
      const refused = await put(path, type, {}, pay(payment))
      expect(refused.status).toBe(400)
      expect(refused.body['@type']).toBe('InvalidPaymentDetailsError')
    }
  }
  // A quote need not say how it will be paid.
  expect((await c1()).status).toBe(200)
  const quoted = await put('order-quotes', 'OrderQuote', {}, pay(payee))
  expect(quoted.body['payment']).toMatchObject(payee)
  const booked = await put('orders', 'Order', {}, pay(payee))
  expect(booked.status).toBe(201)
  expect(booked.body['payment']).toMatchObject(payee)
})
