import { beforeEach, expect, it } from 'vitest'
import { jobHandlers } from '#server/jobs.ts'
import { runDueJobs } from '#server/platform/queue.ts'
import { testDatabase } from '#test/support/database.ts'
import { aHallToHire } from '#test/support/hires.ts'
import type { HallToHire } from '#test/support/hires.ts'
import { refusal } from '#test/support/refusal.ts'
import { aMemberOfStaff, aTill } from '#test/support/tills.ts'
import { wrongWithMoney } from '#test/support/money.ts'
import type { TestBrowser } from '#test/support/app.ts'
import { receivedMessages } from '#test/support/messages.ts'
import { api } from '#web/platform/api.ts'

const quiet = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} }

let world: HallToHire
let finance: TestBrowser
let hireId: number

/** Four Thursdays at £30.00. */
beforeEach(async () => {
  world = await aHallToHire((await testDatabase()).db)
  finance = world.app.browser({ site: 'desk' })
  await finance.logIn(
    (await aMemberOfStaff(world.db, world.operator.id, { roles: [{ role: 'finance' }] })).id,
  )
  await world.office.send(api.hirers.change, {
    hirerId: world.school.id,
    name: 'Park School',
    email: 'bursar@school.example.test',
    address: '1 Park Lane',
    termsDays: 14,
  })
  hireId = (await world.hire()).id
})

const invoice = (until = '2027-03-31') => finance.send(api.hirers.invoice, { hireId, until })
const list = () => finance.send(api.hirers.invoices, { until: '2027-03-31' })
const leaveOut = (day: string) => world.office.send(api.hirers.leaveOut, { hireId, from: day, until: day })

it('has a line for each date, with VAT, is due by the terms of the hirer, and is sent with a link', async () => {
  expect((await list()).ready).toMatchObject([
    {
      hireId,
      hirer: 'Park School',
      dates: 4,
      from: '2027-03-04',
      until: '2027-03-25',
      total: { raw: 12000 },
    },
  ])
  const first = await invoice('2027-03-15')
  expect(first).toMatchObject({
    number: 1,
    kind: 'invoice',
    hirer: 'Park School',
    address: '1 Park Lane',
    issuedOn: '2027-03-01',
    dueOn: '2027-03-15',
    isOverdue: false,
    total: { raw: 6000 },
    vat: { raw: 1000 },
    owed: { raw: 6000 },
    lines: [
      { date: { raw: '2027-03-04' }, place: 'Main Hall', times: '17:00–18:30', amount: { raw: 3000 } },
      { date: { raw: '2027-03-11' } },
    ],
  })
  expect(await invoice()).toMatchObject({ number: 2, total: { raw: 6000 } })
  expect(await refusal(invoice())).toMatchObject({ code: 'nothing_to_invoice' })
  expect((await list()).ready).toEqual([])
})

it('a provisional hire is not invoiced; one without VAT where the series is exempt', async () => {
  const later = { from: '2027-04-01', until: '2027-06-10' }
  const { id } = await world.hire({ ...later, lapsesOn: '2027-03-20' })
  const ofLater = () => finance.send(api.hirers.invoice, { hireId: id, until: '2027-06-30' })
  expect(await refusal(ofLater())).toMatchObject({ code: 'nothing_to_invoice' })
  await world.office.send(api.hirers.confirm, { hireId: id })
  expect(await ofLater()).toMatchObject({ isExempt: false, total: { raw: 33000 }, vat: { raw: 5500 } })
  await world.office.send(api.hirers.change, {
    hirerId: world.school.id,
    name: 'Park School',
    vatTreatment: 'exempt_series',
    exemptReason: 'A school',
    termsDays: 14,
  })
  const { id: exempt } = await world.hire({ ...later, locationIds: [world.studio.id] })
  expect(await finance.send(api.hirers.invoice, { hireId: exempt, until: '2027-06-30' })).toMatchObject({
    isExempt: true,
    vat: { raw: 0 },
  })
})

it('asks for a deposit on the first invoice and takes it off the last', async () => {
  const { id } = await world.hire({ from: '2027-04-01', until: '2027-04-22', deposit: 5000 })
  const until = (day: string) => finance.send(api.hirers.invoice, { hireId: id, until: day })
  expect(await until('2027-04-08')).toMatchObject({ total: { raw: 11000 }, vat: { raw: 1000 } })
  expect(await until('2027-04-15')).toMatchObject({ total: { raw: 3000 } })
  const last = await until('2027-04-30')
  expect(last).toMatchObject({ total: { raw: -2000 } })
  expect(last.lines.map(({ date, amount }) => [date?.raw, amount.raw])).toEqual([
    ['2027-04-22', 3000],
    [undefined, -5000],
  ])
})

it('dates left out afterwards are credited: off what is owed, or to be paid back', async () => {
  const { id } = await invoice()
  await leaveOut('2027-03-11')
  const [credit, owed] = (await list()).invoices
  expect(credit).toMatchObject({
    number: 2,
    kind: 'credit_note',
    creditsNumber: 1,
    total: { raw: -3000 },
    vat: { raw: -500 },
    owed: { raw: 0 },
  })
  expect(owed).toMatchObject({ number: 1, total: { raw: 12000 }, owed: { raw: 9000 } })
  const pay = (amount: number, tender: 'transfer' | 'cash' = 'transfer') =>
    finance.send(api.hirers.pay, { invoiceId: id, tender, amount, reference: 'BACS 12' })
  expect(await refusal(pay(12000))).toMatchObject({
    code: 'effect_changed',
    message: 'This has changed since you looked: £90.00 is owed now. Check it again.',
  })
  expect(await pay(9000)).toMatchObject({
    owed: { raw: 0 },
    payments: [{ on: '2027-03-01', tender: 'transfer', amount: { raw: 9000 } }],
  })
  expect(await refusal(pay(9000))).toMatchObject({ code: 'already_paid' })
  await leaveOut('2027-03-18')
  const [later] = (await list()).invoices
  expect(later).toMatchObject({ number: 3, kind: 'credit_note', owed: { raw: -3000 } })
  const payBack = (tender: 'transfer' | 'cash') =>
    finance.send(api.hirers.pay, { invoiceId: later?.id ?? 0, tender, amount: -3000 })
  expect(await refusal(payBack('cash'))).toMatchObject({ code: 'only_by_transfer' })
  expect(await payBack('transfer')).toMatchObject({ owed: { raw: 0 } })
})

it('is paid in parts: what is left is owed everywhere, and reports have what was paid, with its VAT', async () => {
  const till = await aTill(world.db, world.venue.id)
  await finance.send(api.tills.stand, { tillId: till.id })
  const { id: invoiceId } = await invoice()
  const pay = (tender: 'transfer' | 'cash', amount: number, owed?: number) =>
    finance.send(api.hirers.pay, { invoiceId, tender, amount, ...(owed === undefined ? {} : { owed }) })
  expect(await pay('cash', 5000, 12_000)).toMatchObject({ owed: { raw: 7000 }, isOverdue: false })
  for (const [amount, owed] of [[5000, 12_000], [7001], [-1]] as const)
    expect(await refusal(pay('transfer', amount, owed))).toMatchObject({
      code: 'effect_changed',
      message: 'This has changed since you looked: £70.00 is owed now. Check it again.',
    })
  expect(await refusal(pay('transfer', 0))).toMatchObject({
    code: 'invalid',
    validationMessages: { amount: ['Enter an amount, like 25.00.'] },
  })
  expect(await pay('transfer', 1000)).toMatchObject({
    owed: { raw: 6000 },
    payments: [
      { tender: 'cash', amount: { raw: 5000 } },
      { tender: 'transfer', amount: { raw: 1000 } },
    ],
  })
  const march = { from: '2027-03-01', until: '2027-03-31' }
  const read = async (report: 'vat' | 'journal' | 'hirers') =>
    (await world.office.send(api.reports.read, { report, ...march })).rows
  expect(await read('hirers')).toMatchObject([{ invoiced: 12_000, paid: 6000, due30: 6000 }])
  expect(await read('vat')).toMatchObject([{ rate: 20, gross: 6000, vat: 1000, source: 'hires' }])
  expect(await read('journal')).toMatchObject([
    { credit: 5000 },
    { nominalCode: 'vat', credit: 1000 },
    { nominalCode: 'cash', debit: 5000 },
    { nominalCode: 'transfer', debit: 1000 },
  ])
  expect((await list()).invoices).toMatchObject([{ owed: { raw: 6000 } }])
  // Two of the four dates are credited: nothing is owed any more. One more, and its half of what was paid goes back.
  await leaveOut('2027-03-18')
  await leaveOut('2027-03-25')
  expect((await list()).invoices).toMatchObject([
    { owed: { raw: 0 } },
    { owed: { raw: 0 } },
    { owed: { raw: 0 } },
  ])
  await leaveOut('2027-03-11')
  const [credit] = (await list()).invoices
  expect(credit).toMatchObject({ number: 4, kind: 'credit_note', owed: { raw: -3000 } })
  const payBack = (amount: number) =>
    finance.send(api.hirers.pay, { invoiceId: credit?.id ?? 0, tender: 'transfer', amount })
  expect(await refusal(payBack(-3001))).toMatchObject({ code: 'effect_changed' })
  expect(await payBack(-1000)).toMatchObject({ owed: { raw: -2000 } })
  expect(await payBack(-2000)).toMatchObject({ owed: { raw: 0 }, payments: [{}, {}] })
  expect(await read('hirers')).toMatchObject([{ invoiced: 3000, paid: 3000, due30: 0 }])
  expect(await read('vat')).toMatchObject([{ gross: 3000, vat: 500 }])
  expect(await wrongWithMoney(world.db)).toEqual([])
})

it('what the desk takes for one lies in its till, and a transfer does not', async () => {
  const till = await aTill(world.db, world.venue.id)
  await finance.send(api.tills.stand, { tillId: till.id })
  const first = await invoice('2027-03-15')
  await finance.send(api.hirers.pay, { invoiceId: first.id, tender: 'cash', amount: 6000 })
  const second = await invoice()
  await finance.send(api.hirers.pay, { invoiceId: second.id, tender: 'transfer', amount: 6000 })
  const takings = await finance.send(api.tills.takings, {
    venue: world.venue.slug,
    date: '2027-03-01',
    who: 'all',
  })
  expect(takings.entries).toMatchObject([
    {
      tenderType: 'cash',
      amount: { raw: 6000 },
      orderId: null,
      orderReference: '1',
      customer: 'Park School',
    },
  ])
  expect(takings.tills).toMatchObject([{ cash: { raw: 6000 } }])
})

it('the link of the mail opens the dates and invoices of the hirer, and of nobody else', async () => {
  await world.office.send(api.hirers.add, { name: 'Aces', termsDays: 14 })
  await invoice()
  const { app, db } = world
  const services = { ...app.services, mail: null }
  await runDueJobs(db, jobHandlers({ db, clock: app.clock, log: quiet, services }), app.clock.now(), quiet)
  const [mail] = await receivedMessages(db, app)
  expect(mail).toMatchObject({ kind: 'hire_invoiced' })
  expect(mail?.text).toContain('Please pay £120.00 by Mon 15 March 2027.')
  const code = /\/hires\?code=([\w-]{32})/.exec(mail?.text ?? '')?.[1] ?? ''
  const visitor = world.app.browser()
  const found = await visitor.send(api.hirers.ofLink, { code })
  expect(found).toMatchObject({
    hirer: 'Park School',
    hires: [{ name: 'PE lessons', dates: [{}, {}, {}, {}] }],
    invoices: [{ number: 1, owed: { raw: 12000 } }],
  })
  expect(found.hires[0]).not.toHaveProperty('note')
  expect(
    await refusal(
      visitor.send(api.hirers.ofLink, { code: code.replace(/^./, (first) => (first === '_' ? '-' : '_')) }),
    ),
  ).toMatchObject({
    code: 'not_found',
  })
  world.app.clock.set(new Date('2028-06-01T09:00:00Z'))
  expect(await refusal(visitor.send(api.hirers.ofLink, { code }))).toMatchObject({ code: 'not_found' })
})

it('is sent again to the address that the hirer has now, and not without one', async () => {
  const { id: invoiceId } = await invoice()
  expect(await finance.send(api.hirers.send, { invoiceId })).toEqual({ email: 'bursar@school.example.test' })
  await world.office.send(api.hirers.change, { hirerId: world.school.id, name: 'Park School', termsDays: 14 })
  expect(await refusal(finance.send(api.hirers.send, { invoiceId }))).toMatchObject({ code: 'no_address' })
})
