import * as fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import {
  dayOfInvoice,
  daysOf,
  isExemptSeries,
  lastDayOfInvoice,
  owedOf,
  priceOfDate,
  sharesOf,
  stateAt,
  sumOf,
  whyNotThen,
} from './rules.ts'
import type { PayableLine } from './rules.ts'

test('a hire is of its weekdays between two days, both included', () => {
  const tuesdays = { from: '2027-03-02', until: '2027-03-16', weekdays: [2] }
  expect(daysOf(tuesdays)).toEqual(['2027-03-02', '2027-03-09', '2027-03-16'])
  expect(daysOf({ ...tuesdays, until: '2027-03-01' })).toEqual([])
})

test('it costs so much an hour, to the nearest penny, or so much a date', () => {
  expect(priceOfDate({ price: 2000, priceBy: 'hour' }, 90)).toBe(3000)
  expect(priceOfDate({ price: 1001, priceBy: 'hour' }, 50)).toBe(834)
  expect(priceOfDate({ price: 2000, priceBy: 'date' }, 90)).toBe(2000)
})

test('ten lets to a hirer whose series are exempt make a series', () => {
  expect(isExemptSeries('exempt_series', 10)).toBe(true)
  expect(isExemptSeries('exempt_series', 9)).toBe(false)
  expect(isExemptSeries('standard', 40)).toBe(false)
})

test('it is from today to 400 days ahead, and ends after it starts', () => {
  const now = new Date('2027-03-01T23:30:00Z')
  const wanted = { from: '2027-03-01', until: '2027-03-30', start: '17:00', end: '18:00' }
  const why = (more: Partial<typeof wanted>) => whyNotThen({ ...wanted, ...more }, 'Europe/London', now)
  expect(why({})).toBeNull()
  expect(why({ from: '2027-02-28' })).toBe('dayOver')
  expect(why({ until: '2028-04-04' })).toBeNull()
  expect(why({ until: '2028-04-05' })).toBe('tooFarAhead')
  expect(why({ end: '17:00' })).toBe('endsBeforeStart')
  expect(why({ until: '2027-02-27' })).toBe('endsBeforeStart')
})

test('a provisional hire lapses after its last day; a confirmed one runs from its first date to its last', () => {
  const now = new Date('2027-03-10T12:00:00Z')
  const dates = { firstStart: new Date('2027-03-11T17:00:00Z'), lastEnd: new Date('2027-03-25T18:00:00Z') }
  const state = (more: Partial<Parameters<typeof stateAt>[0]>) =>
    stateAt({ state: 'confirmed', lapsesOn: null, ...dates, ...more }, '2027-03-10', now)
  expect(state({ state: 'provisional', lapsesOn: '2027-03-10' })).toBe('provisional')
  expect(state({ state: 'provisional', lapsesOn: '2027-03-09' })).toBe('lapsed')
  expect(state({})).toBe('confirmed')
  expect(state({ firstStart: now })).toBe('running')
  expect(state({ state: 'running', firstStart: now, lastEnd: now })).toBe('ended')
  expect(state({ firstStart: null, lastEnd: null })).toBe('ended')
  expect(state({ state: 'lapsed', lapsesOn: '2027-03-01' })).toBe('lapsed')
})

describe('invoices by the clock', () => {
  const hire = { confirmedOn: '2027-03-01', fromDay: '2027-03-04', untilDay: '2027-07-15' }

  it('are written by month on the first of the month of the first date that is on none', () => {
    const monthly = { ...hire, invoicing: 'monthly' } as const
    expect(dayOfInvoice(monthly, '2027-04-01')).toBe('2027-04-01')
    expect(dayOfInvoice(monthly, '2027-12-30')).toBe('2027-12-01')
    expect(lastDayOfInvoice(monthly, '2027-12-01')).toBe('2027-12-31')
    expect(lastDayOfInvoice(monthly, '2028-02-03')).toBe('2028-02-29')
  })

  it('are written for a term on its first day, with all of its dates', () => {
    const term = { ...hire, invoicing: 'term' } as const
    expect(dayOfInvoice(term, '2027-05-06')).toBe('2027-03-04')
    expect(lastDayOfInvoice(term, '2027-03-04')).toBe('2027-07-15')
  })

  it('are written on the day after it was confirmed at the earliest, and not before it is', () => {
    const monthly = { ...hire, invoicing: 'monthly' } as const
    expect(dayOfInvoice(monthly, '2027-03-04')).toBe('2027-03-02')
    const term = { ...hire, invoicing: 'term', confirmedOn: '2027-03-04' } as const
    expect(dayOfInvoice(term, '2027-03-04')).toBe('2027-03-05')
    expect(dayOfInvoice({ ...monthly, confirmedOn: null }, '2027-03-04')).toBeNull()
    expect(dayOfInvoice({ ...monthly, invoicing: 'by_hand' }, '2027-03-04')).toBeNull()
  })
})

describe('parts of an invoice', () => {
  const line = (
    position: number,
    amount: number,
    paid = 0,
    more: Partial<PayableLine> = {},
  ): PayableLine => ({
    invoiceId: 1,
    position,
    hireDateId: position,
    amount,
    vatRate: 2000,
    paid,
    ...more,
  })

  it('pay for one date after the other, and not for those that are credited', () => {
    const lines = [
      line(1, 3000, 3000),
      line(2, 3000, 500),
      line(3, 3000),
      line(4, 3000),
      line(0, -3000, 0, { invoiceId: 2, hireDateId: 3 }),
    ]
    expect(sharesOf(lines, 4000).map(({ position, amount }) => [position, amount])).toEqual([
      [2, 2500],
      [4, 1500],
    ])
    // The rest settles every line.
    expect(
      sharesOf(lines, 5500).map(({ invoiceId, position, amount }) => [invoiceId, position, amount]),
    ).toEqual([
      [1, 2, 2500],
      [1, 3, 3000],
      [1, 4, 3000],
      [2, 0, -3000],
    ])
  })

  it('what is credited beyond what is left to pay is owed of the newest credit note', () => {
    const documents = [
      { id: 1, isCredit: false, total: 12_000, paid: 10_000 },
      { id: 2, isCredit: true, total: -3000, paid: 0 },
      { id: 3, isCredit: true, total: -3000, paid: 0 },
    ]
    expect(documents.map(({ id }) => owedOf(id, documents))).toEqual([0, -1000, -3000])
    const [invoice] = documents
    if (invoice === undefined) throw new Error('There is an invoice.')
    expect(owedOf(1, [{ ...invoice, paid: 4000 }, ...documents.slice(1)])).toBe(2000)
  })

  it('come to what was paid, of no line more than it is of, whatever is paid, credited and paid back', () => {
    const any = fc.property(fc.gen(), (generate) => {
      const random = (below: number): number => generate(fc.nat, { max: below - 1 })
      let lines = Array.from({ length: 1 + random(5) }, (_, index) => line(index, 1 + random(5000)))
      if (random(3) === 0)
        lines = [...lines, line(lines.length, random(2) ? 700 : -200, 0, { hireDateId: null, vatRate: 0 })]
      for (let step = 0; step < 8; step += 1) {
        const balance = lines.reduce((sum, { amount, paid }) => sum + amount - paid, 0)
        const credited = lines.find(
          ({ hireDateId, invoiceId }) =>
            invoiceId === 1 &&
            hireDateId !== null &&
            !lines.some((one) => one.invoiceId > 1 && one.hireDateId === hireDateId),
        )
        if (random(3) === 0 && credited !== undefined) {
          lines = [
            ...lines,
            line(0, -credited.amount, 0, { invoiceId: 2 + step, hireDateId: credited.hireDateId }),
          ]
          continue
        }
        if (balance === 0) continue
        const amount = Math.sign(balance) * (random(2) ? Math.abs(balance) : 1 + random(Math.abs(balance)))
        const shares = sharesOf(lines, amount)
        expect(sumOf(shares)).toBe(amount)
        lines = lines.map((one) => {
          const own = shares.filter(
            (share) => share.invoiceId === one.invoiceId && share.position === one.position,
          )
          return { ...one, paid: one.paid + sumOf(own) }
        })
        for (const { amount: whole, paid } of lines) {
          expect(paid).toBeGreaterThanOrEqual(Math.min(whole, 0))
          expect(paid).toBeLessThanOrEqual(Math.max(whole, 0))
        }
        if (amount === balance) expect(lines.every((one) => one.paid === one.amount)).toBe(true)
      }
    })
    fc.assert(any, { numRuns: 200 })
  })
})
