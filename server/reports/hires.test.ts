import { beforeEach, expect, it } from 'vitest'
import type { ReportId } from '#contract/reportTypes.ts'
import { testDatabase } from '#test/support/database.ts'
import { aHallToHire } from '#test/support/hires.ts'
import type { HallToHire } from '#test/support/hires.ts'
import { api } from '#web/platform/api.ts'

/*
 * A school has the hall on four Thursdays of March at £30.00 (£5.00 of it VAT) under the code 4500. All are invoiced on the
 * 1st; the 11th is left out before it is paid, and the 18th afterwards.
 */

let world: HallToHire
const march = { from: '2027-03-01', until: '2027-03-31' }
const read = (report: ReportId, more = {}) =>
  world.office.send(api.reports.read, { report, ...march, ...more })
const leaveOut = (hireId: number, day: string) =>
  world.office.send(api.hirers.leaveOut, { hireId, from: day, until: day })
const pay = (invoiceId: number, amount: number) =>
  world.office.send(api.hirers.pay, { invoiceId, tender: 'transfer', amount })
const invoices = async () => (await world.office.send(api.hirers.invoices, { until: '2027-12-31' })).invoices

beforeEach(async () => {
  world = await aHallToHire((await testDatabase()).db)
  const { id: hireId } = await world.hire({ nominalCode: '4500' })
  const { id } = await world.office.send(api.hirers.invoice, { hireId, until: '2027-03-31' })
  await leaveOut(hireId, '2027-03-11')
  await pay(id, 9000)
  await leaveOut(hireId, '2027-03-18')
})

it('R11: hours and dates, what was invoiced and paid, and what is owed by age', async () => {
  const { rows, totals } = await read('hirers')
  const hire = { hirer: 'Park School', activity: 'PE lessons', venue: 'Demo Centre' }
  expect(rows).toEqual([
    { ...hire, hours: 3, sessions: 2, invoiced: 6000, paid: 9000, due30: -3000, due60: 0, due90: 0 },
  ])
  expect(totals).toMatchObject({ hours: 3, sessions: 2, invoiced: 6000, paid: 9000, due30: -3000 })
  const later = await read('hirers', { from: '2027-04-01', until: '2027-04-20' })
  expect(later.rows).toEqual([
    { ...hire, hours: 0, sessions: 0, invoiced: 0, paid: 0, due30: 0, due60: -3000, due90: 0 },
  ])
})

it('R2: income by the day on which it is let, and by the day of the payment', async () => {
  const hire = { venue: 'Demo Centre', activity: 'Park School', nominalCode: '4500' }
  expect((await read('income')).rows).toEqual([
    { ...hire, week: '2027-03-01', bookings: 1, gross: 3000, vat: 500, net: 2500, refunds: 0 },
    { ...hire, week: '2027-03-22', bookings: 1, gross: 3000, vat: 500, net: 2500, refunds: 0 },
  ])
  expect((await read('income', { basis: 'cash' })).rows).toEqual([
    { ...hire, week: '2027-03-01', bookings: 0, gross: 12000, vat: 2000, net: 10000, refunds: 3000 },
  ])
})

it('R3 and R9: VAT of hires apart from exempt ones, and a journal that balances', async () => {
  expect((await read('vat')).rows).toEqual([
    { period: '2027-03', rate: 20, gross: 9000, net: 7500, vat: 1500, source: 'hires' },
  ])
  const [credit] = await invoices()
  await pay(credit?.id ?? 0, -3000)
  const { id: hireId } = await world.hire({
    locationIds: [world.studio.id],
    until: '2027-05-06',
    nominalCode: '4501',
  })
  const exempt = await world.office.send(api.hirers.invoice, { hireId, until: '2027-05-31' })
  await pay(exempt.id, 30_000)
  expect((await read('vat')).rows).toEqual([
    { period: '2027-03', rate: 20, gross: 6000, net: 5000, vat: 1000, source: 'hires' },
    { period: '2027-03', rate: 0, gross: 30_000, net: 30_000, vat: 0, source: 'exempt hires' },
  ])
  const { rows, totals } = await read('journal')
  const line = { date: '2027-03-01', journal: 'HIRES', description: 'Demo Centre', vat: 0, vatCode: '' }
  expect(rows).toEqual([
    { ...line, nominalCode: '4500', debit: 0, credit: 5000, vatCode: '20', vat: 1000 },
    { ...line, nominalCode: '4501', debit: 0, credit: 30_000, vatCode: '0' },
    { ...line, nominalCode: 'vat', debit: 0, credit: 1000, vatCode: '20' },
    { ...line, nominalCode: 'transfer', debit: 36_000, credit: 0 },
  ])
  expect(totals).toMatchObject({ debit: 36_000, credit: 36_000 })
})
