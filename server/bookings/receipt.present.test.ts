import { expect, test } from 'vitest'
import { operatorMessages } from '#server/messages/languages.ts'
import { textOfPdf } from '#test/support/pdf.ts'
import { presentReceipt, receiptPdf } from './receipt.ts'

const placedAt = new Date('2027-02-28T10:06:00Z')
const booking = {
  id: 1,
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
  createdAt: placedAt,
  startsAt: new Date('2027-07-01T17:00:00Z'),
  endsAt: new Date('2027-07-01T18:00:00Z'),
  localDate: '2027-07-01',
  timezone: 'Europe/London',
  venueName: 'Demo Centre',
  addressLineOne: '1 Example Road',
  town: 'Exampleton',
  postcode: 'ZZ1 1ZZ',
  locationName: 'Court 1',
}
const seller = {
  name: 'Demo Leisure',
  legalName: 'Demo Leisure Trust Ltd',
  vatNumber: 'GB000000000',
  address: 'Head Office, 2 Example Road',
  phone: '01632 960000',
  email: 'hello@example.test',
  currencySymbol: '£',
  timezone: 'Europe/London',
}
const payment = { tenderType: 'card' as const, amount: 1345, status: 'paid' as const, paidAt: placedAt }

type Facts = Parameters<typeof presentReceipt>[2]

const receipt = (
  bookings: object[] = [booking],
  order: object = {},
  { payments = [payment], refunds = [] }: Partial<Facts> = {},
  sold = seller,
) =>
  presentReceipt(
    operatorMessages(),
    {
      order: { reference: 'ONS-7K2Q9X', placedAt, total: 1345, items: [], ...order },
      bookings,
      seller: sold,
    } as unknown as Parameters<typeof presentReceipt>[1],
    { payer: 'Bea Buyer', payments, refunds },
  )

const refund = {
  bookingId: 1,
  destination: 'card' as const,
  status: 'done' as const,
  createdAt: new Date('2027-03-02T09:00:00Z'),
}

test('E14: a receipt names seller, payer, items, who they are for, prices, methods, dates and VAT', () => {
  const penalty = {
    cartableType: 'penalty',
    notes: [],
    name: 'Penalty - Missed: Yoga',
    price: { formatted: '£3.00' },
  }
  expect(receipt([booking], { items: [penalty] })).toMatchObject({
    reference: 'ONS-7K2Q9X',
    placed: 'Sun 28 February 2027, 10:06',
    seller: {
      name: 'Demo Leisure Trust Ltd',
      address: ['Demo Centre, 1 Example Road, Exampleton, ZZ1 1ZZ'],
      phone: '01632 960000',
      vatNumber: 'GB000000000',
    },
    payer: 'Bea Buyer',
    lines: [
      {
        name: 'Badminton 60min',
        details: ['For Ann Example', 'Thu 1 July 2027, 18:00 to 19:00', 'Court 1, Demo Centre'],
        quantity: 1,
        unitPrice: '£13.45',
        price: '£13.45',
      },
      { name: 'Penalty - Missed: Yoga', price: '£3.00' },
    ],
    total: '£13.45',
    vat: [{ rate: 20, net: '£11.21', tax: '£2.24' }],
    entries: [{ on: 'Sun 28 February 2027', label: 'Paid: Card', amount: '£13.45' }],
  })
})

test('the receipt of several places has the price of each, where they cost the same', () => {
  const [pair] = receipt([{ ...booking, quantity: 2, price: 1700 }]).lines
  expect(pair).toMatchObject({ quantity: 2, unitPrice: '£8.50', price: '£17.00' })
  const [odd] = receipt([{ ...booking, quantity: 2 }]).lines
  expect(odd).toMatchObject({ unitPrice: null, price: '£13.45' })
})

test('the receipt of a membership names it, its days and the own address of the seller', () => {
  const joined = {
    cartableType: 'membership',
    name: 'Gold membership',
    paidDays: { from: '2027-03-01', until: '2027-03-31', isMonth: true },
    price: { formatted: '£42.00' },
  }
  expect(receipt([], { items: [joined] })).toMatchObject({
    lines: [{ name: 'Gold membership', details: ['1 Mar to 31 Mar'], price: '£42.00' }],
    seller: { address: ['Head Office, 2 Example Road'] },
    vat: [],
  })
})

test('the receipt of a booking that was moved and then cancelled has each refund once, in order', () => {
  const cancelled = { ...booking, price: 1195, moveRefund: 150, tax: 199, status: 'cancelled' }
  const refunds = [
    { ...refund, amount: 150, createdAt: new Date('2027-03-01T09:00:00Z') },
    { ...refund, amount: 1195 },
  ]
  expect(receipt([{ ...cancelled, refunds }], {}, { refunds })).toMatchObject({
    lines: [{ name: 'Badminton 60min (cancelled)', price: '£13.45' }],
    vat: [{ rate: 20, net: '£0.00', tax: '£0.00' }],
    entries: [
      { label: 'Paid: Card', amount: '£13.45' },
      { on: 'Mon 1 March 2027', label: 'Refunded to card, moved to a cheaper time', amount: '-£1.50' },
      { on: 'Tue 2 March 2027', label: 'Refunded to card', amount: '-£11.95' },
    ],
  })
})

test('the receipt of a booking that was moved to a dearer time has both payments', () => {
  const payments = [payment, { ...payment, amount: 155, paidAt: new Date('2027-03-03T09:00:00Z') }]
  expect(receipt([{ ...booking, price: 1500, tax: 250 }], { total: 1500 }, { payments })).toMatchObject({
    total: '£15.00',
    vat: [{ net: '£12.50', tax: '£2.50' }],
    entries: [
      { label: 'Paid: Card', amount: '£13.45' },
      { on: 'Wed 3 March 2027', amount: '£1.55' },
    ],
  })
})

test('a refund of one of several items names it, and says when it is on its way', () => {
  const bookings = [booking, { ...booking, id: 2, name: 'Yoga' }]
  const refunds = [{ ...refund, bookingId: 2, amount: 500, status: 'due' as const }]
  expect(receipt(bookings, {}, { refunds }).entries[1]?.label).toBe('Refund on its way to card, Yoga')
})

const written = (...given: Parameters<typeof receipt>) =>
  receiptPdf(operatorMessages(), receipt(...given), placedAt)

test('E14: the file says what the page says', async () => {
  const words = textOfPdf(await written())
  for (const expected of [
    'Receipt ONS-7K2Q9X',
    'Demo Leisure Trust Ltd',
    '01632 960000, hello@example.test',
    'VAT number GB000000000',
    'Paid by Bea Buyer',
    'For Ann Example',
    'VAT included at 20% (net £11.21)',
    'Paid: Card',
    'Sun 28 February 2027',
  ])
    expect(words).toContain(expected)
})

test('the file is tagged, has a language and a title, and embeds its fonts', async () => {
  const raw = (await written()).toString('latin1')
  expect(raw).toContain('/MarkInfo')
  expect(raw).toContain('/StructTreeRoot')
  expect(raw).toContain('/Lang (en-GB)')
  for (const tag of ['H1', 'H2', 'Table', 'TR', 'TH', 'TD', 'P']) expect(raw).toContain(`/S /${tag}\n`)
  const fonts = raw.match(/\/Type \/FontDescriptor/g)?.length ?? 0
  expect(fonts).toBeGreaterThan(0)
  expect(raw.match(/\/FontFile\d? /g)).toHaveLength(fonts)
  expect(raw).not.toContain('Helvetica')
})

test('a long order spans several pages without losing a line', async () => {
  const pdf = await written(Array.from({ length: 60 }, () => booking))
  expect(pdf.toString('latin1').match(/\/Type \/Page\n/g)?.length).toBeGreaterThan(1)
  expect(textOfPdf(pdf).match(/Badminton/g)).toHaveLength(60)
})

test('names keep their letters, in the scripts of the fonts', async () => {
  const names = { ...seller, legalName: 'Canolfan Hamdden Dŵr – Łódź Παπα Ёлка Nguyễn 上' }
  const words = textOfPdf(await written([booking], {}, {}, names)).replaceAll('\n', '')
  expect(words).toContain('Canolfan Hamdden Dŵr – Łódź Παπα Ёлка Nguyễn ?')
})
