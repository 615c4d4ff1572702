import { expect, test } from 'vitest'
import { textOfPdf } from '#test/support/pdf.ts'
import { presentReceipt } from './present.ts'

const booking = {
  name: 'Badminton 60min',
  ticketName: null,
  quantity: 1,
  firstName: 'Ann',
  lastName: 'Example',
  status: 'booked',
  price: 1345,
  moveRefund: 0,
  refunds: [],
  vatRate: 2000,
  tax: 224,
  createdAt: new Date('2027-02-28T10:06:00Z'),
  startsAt: new Date('2027-07-01T17:00:00Z'),
  endsAt: new Date('2027-07-01T18:00:00Z'),
  localDate: '2027-07-01',
  timezone: 'Europe/London',
  venueName: 'Demo Centre',
  locationName: 'Court 1',
}
const whole = (more: object = {}, count = 1) =>
  ({
    order: {
      reference: 'ONS-7K2Q9X',
      placedAt: new Date('2027-02-28T10:06:00Z'),
      total: 1345 * count,
      items: [
        { cartableType: 'penalty', notes: [], name: 'Penalty - Missed: Yoga', price: { formatted: '£3.00' } },
      ],
      ...more,
    },
    bookings: Array.from({ length: count }, () => booking),
    payments: [{ id: 1, tenderType: 'card', creditType: null, amount: 1345 * count, status: 'paid' }],
    refunds: [],
    seller: {
      name: 'Demo Leisure',
      legalName: 'Demo Leisure Trust Ltd',
      vatNumber: 'GB000000000',
      currencySymbol: '£',
      timezone: 'Europe/London',
    },
  }) as unknown as Parameters<typeof presentReceipt>[0]

test('E14: the receipt names seller, items, date, price and the VAT included', async () => {
  const words = textOfPdf(await presentReceipt(whole()))
  for (const expected of [
    'Receipt ONS-7K2Q9X',
    'Demo Leisure Trust Ltd',
    'VAT number GB000000000',
    'Badminton 60min',
    'Thu 01 July 2027',
    '18:00 to 19:00',
    'Total: £13.45',
    'VAT included at 20 %: £2.24',
    'Paid by Card: £13.45',
    'Penalty - Missed: Yoga',
  ]) {
    expect(words.replace(/\n/g, ' ')).toContain(expected)
  }
})

test('the receipt of a booking that was moved shows what was paid and what came back', async () => {
  const moved = { ...booking, price: 1195, moveRefund: 150 }
  const words = textOfPdf(await presentReceipt({ ...whole(), bookings: [moved] } as never)).replace(
    /\n/g,
    ' ',
  )
  for (const expected of ['£13.45', 'Total: £13.45', 'Refunded, moved to a cheaper time: £1.50'])
    expect(words).toContain(expected)
})

test('the receipt of a booking that was moved to a cheaper time and then cancelled counts each refund once', async () => {
  const cancelled = { ...booking, price: 1195, moveRefund: 150, tax: 199, status: 'cancelled' }
  const refund = { destination: 'card', status: 'done' }
  const words = textOfPdf(
    await presentReceipt({
      ...whole(),
      bookings: [{ ...cancelled, refunds: [{ ...refund, amount: 1345 }] }],
      refunds: [{ ...refund, amount: 1345 }],
    } as never),
  ).replace(/\n/g, ' ')
  for (const expected of [
    '(cancelled)',
    'Total: £13.45',
    'Refunded, moved to a cheaper time: £1.50',
    'Refunded: £11.95 to your card',
    'VAT included at 20 %: £0.00',
  ])
    expect(words).toContain(expected)
})

test('the receipt of a booking that was moved to a dearer time shows both payments and the tax of its price', async () => {
  const payment = { id: 1, tenderType: 'card', creditType: null, amount: 1345, status: 'paid' }
  const dearer = {
    ...whole({ total: 1500 }),
    bookings: [{ ...booking, price: 1500, tax: 250 }],
    payments: [payment, { ...payment, id: 2, amount: 155 }],
  }
  const words = textOfPdf(await presentReceipt(dearer as never)).replace(/\n/g, ' ')
  for (const expected of [
    'Total: £15.00',
    'VAT included at 20 %: £2.50',
    'Paid by Card: £13.45',
    'Paid by Card: £1.55',
  ])
    expect(words).toContain(expected)
})

test('the receipt lists memberships, too', async () => {
  const joined = {
    cartableType: 'membership',
    name: 'Gold membership',
    notes: ['1 Mar to 31 Mar'],
    quantity: 1,
  }
  const words = await presentReceipt(
    whole({ items: [{ ...joined, price: { formatted: '£42.00' } }] }, 0),
  ).then(textOfPdf)
  for (const expected of ['Gold membership', '1 Mar to 31 Mar', '£42.00']) {
    expect(words.replace(/\n/g, ' ')).toContain(expected)
  }
})

test('the file is tagged and has a language and a title', async () => {
  const raw = (await presentReceipt(whole())).toString('latin1')
  expect(raw).toContain('/MarkInfo')
  expect(raw).toContain('/StructTreeRoot')
  expect(raw).toContain('/Lang (en-GB)')
  for (const tag of ['H1', 'Table', 'TR', 'TH', 'TD', 'P']) expect(raw).toContain(`/S /${tag}\n`)
})

test('a long order spans several pages without losing a line', async () => {
  const pdf = await presentReceipt(whole({}, 60))
  expect(pdf.toString('latin1').match(/\/Type \/Page\n/g)?.length).toBeGreaterThan(1)
  expect(textOfPdf(pdf).match(/Badminton/g)).toHaveLength(60)
})

test('characters missing from the fonts lose their accents', async () => {
  const sold = whole()
  sold.seller.legalName = 'Canolfan Hamdden Dŵr – Łódź 上'
  expect(textOfPdf(await presentReceipt(sold))).toContain('Canolfan Hamdden Dwr \u0096 ?\u00f3dz ?')
})
