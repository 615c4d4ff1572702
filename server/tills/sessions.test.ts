import { beforeEach, describe, expect, it } from 'vitest'
import type { CountedTender } from '#contract/tenders.ts'
import type { Database } from '#server/platform/database.ts'
import { testApp } from '#test/support/app.ts'
import type { TestApp, TestBrowser } from '#test/support/app.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { aBookableClass } from '#test/support/factories/bookableClass.ts'
import { refusal } from '#test/support/refusal.ts'
import { aMemberOfStaff, aTill } from '#test/support/tills.ts'
import { api } from '#web/platform/api.ts'

const now = new Date('2027-02-28T10:00:00Z')

let db: Database
let app: TestApp
let world: Awaited<ReturnType<typeof aBookableClass>>
let tillId: number
let sam: TestBrowser
let kim: TestBrowser
let ines: TestBrowser

beforeEach(async () => {
  db = (await testDatabase()).db
  await emptyTables(db)
  app = testApp(db, { now })
  world = await aBookableClass(db, { startsAt: new Date('2027-03-02T18:00:00Z'), capacity: 200, price: 500 })
  tillId = (await aTill(db, world.venue.id)).id
  sam = await atTill('desk', 'Sam')
  kim = await atTill('desk', 'Kim')
  ines = await atTill('supervisor', 'Ines')
})

const atTill = async (staffLevel: 'desk' | 'supervisor', firstName: string): Promise<TestBrowser> => {
  const { id } = await aMemberOfStaff(db, world.operator.id, { staffLevel, firstName })
  const browser = app.browser({ site: 'desk' })
  await browser.logIn(id)
  await browser.send(api.tills.stand, { tillId })
  return browser
}

const sell = async (browser: TestBrowser, tenderType: 'cash' | 'cheque' = 'cash') => {
  await browser.send(api.baskets.add, { items: [{ id: world.occurrence.id }] })
  const reference = tenderType === 'cheque' ? '104' : undefined
  await browser.send(api.checkout.payAtDesk, { payments: [{ tenderType, amount: 500, reference }] })
}

const open = (browser: TestBrowser, float = 5000) => browser.send(api.tills.open, { tillId, float })
const move = (
  browser: TestBrowser,
  kind: 'float_in' | 'banking' | 'petty_cash',
  amount: number,
  reference = '',
) => browser.send(api.tills.move, { tillId, kind, amount, reference })
const close = (browser: TestBrowser, counts: Partial<Record<CountedTender, number>>, reason = '') =>
  browser.send(api.tills.close, {
    tillId,
    counts: Object.entries(counts).map(([tenderType, counted]) => ({
      tenderType: tenderType as CountedTender,
      counted,
    })),
    reason,
  })
const reopen = (browser: TestBrowser) => browser.send(api.tills.reopen, { tillId, reason: 'Miscounted' })

describe('a till', () => {
  it('is opened with a float, and closed with a count by tender and a number', async () => {
    await open(sam)
    await sell(sam)
    await sell(kim, 'cheque')
    await move(sam, 'float_in', 1000)
    await move(sam, 'banking', 2000, 'BAG-7')
    const { open: state } = await move(sam, 'petty_cash', 250, 'R-12')
    expect(state).toMatchObject({
      float: { raw: 5000 },
      openedBy: { name: 'Sam Deskford' },
      movements: [{ kind: 'float_in' }, { kind: 'banking', reference: 'BAG-7' }, { kind: 'petty_cash' }],
      zNumber: null,
    })
    expect(state?.tenders).toMatchObject([
      { tenderType: 'cash', expected: { raw: 4250 }, counted: null },
      { tenderType: 'cheque', expected: { raw: 500 } },
      { tenderType: 'offline-voucher', expected: { raw: 0 } },
      { tenderType: 'card_terminal', expected: { raw: 0 } },
    ])
    const closed = await close(sam, { cash: 4200, cheque: 500 })
    expect(closed.open).toBeNull()
    expect(closed.closed).toMatchObject([{ zNumber: 1, closedBy: { name: 'Sam Deskford' } }])
    expect(closed.closed[0]?.tenders[0]).toMatchObject({
      expected: { raw: 4250 },
      counted: { raw: 4200 },
      difference: { formatted: '-£0.50' },
    })
    const acts = await db.selectFrom('auditEntry').select(['act', 'detail']).orderBy('id').execute()
    expect(acts.map(({ act }) => act).filter((act) => !/chosen|payment/.test(act))).toEqual([
      'till opened',
      'float put into a till',
      'cash banked',
      'petty cash paid',
      'till closed',
    ])
    expect(acts.at(-1)?.detail).toEqual({ zNumber: 1, variance: 50, reason: '' })
  })

  it('counts with the next session what it took while it was closed', async () => {
    await open(sam)
    await close(sam, { cash: 5000 })
    await sell(sam)
    const { open: state } = await open(sam, 0)
    expect(state?.tenders[0]).toMatchObject({ tenderType: 'cash', expected: { raw: 500 } })
  })

  it('is open once, and closed once', async () => {
    expect(await refusal(move(sam, 'banking', 100))).toMatchObject({ status: 409, code: 'till_closed' })
    expect(await refusal(close(sam, {}))).toMatchObject({ status: 409, code: 'till_closed' })
    await open(sam)
    expect(await refusal(open(kim))).toMatchObject({ status: 409, code: 'till_open' })
    expect(await refusal(reopen(ines))).toMatchObject({ status: 409, code: 'till_open' })
    expect(await refusal(sam.send(api.tills.open, { tillId: 999_999, float: 0 }))).toMatchObject({
      status: 404,
    })
  })

  it('is closed by whoever has opened it, or by a supervisor', async () => {
    await open(sam)
    const refused = { status: 403, code: 'other_person' }
    expect(await refusal(close(kim, { cash: 5000 }))).toMatchObject({
      ...refused,
      message: 'Sam Deskford has opened this till. They or a duty manager close it.',
    })
    expect(await refusal(move(kim, 'banking', 100))).toMatchObject(refused)
    expect((await close(ines, { cash: 5000 })).closed).toMatchObject([
      { closedBy: { name: 'Ines Deskford' } },
    ])
  })

  it('needs a reason where the count is more than £5.00 out, and a supervisor above £20.00', async () => {
    await open(sam)
    const unexplained = await refusal(close(sam, { cash: 4499 }))
    expect(unexplained).toMatchObject({ status: 422 })
    expect(unexplained.validationMessages).toEqual({ reason: ['The count is £5.01 out. Say why.'] })
    expect(await refusal(close(sam, { cash: 2999 }, 'Lost'))).toMatchObject({
      status: 403,
      code: 'over_variance',
      message: 'The count is £20.01 out. A second person confirms it.',
    })
    expect((await close(ines, { cash: 2999 }, 'Lost')).closed).toMatchObject([{ reason: 'Lost' }])
  })

  it('has petty cash with a receipt alone, and no negative amounts', async () => {
    await open(sam)
    expect((await refusal(move(sam, 'petty_cash', 100))).validationMessages).toEqual({
      reference: ['Enter the number of the receipt.'],
    })
    expect((await refusal(move(sam, 'banking', 0))).status).toBe(422)
    expect((await refusal(close(sam, { cash: -1 }))).status).toBe(422)
  })

  it('is opened again by a supervisor with a reason, and keeps its number', async () => {
    expect(await refusal(reopen(ines))).toMatchObject({ code: 'till_closed' })
    await open(sam)
    await close(sam, { cash: 5000 })
    expect(await refusal(reopen(sam))).toMatchObject({ status: 403, code: 'forbidden' })
    expect((await reopen(ines)).open).toMatchObject({ zNumber: 1, closedAt: null })
    expect((await close(ines, { cash: 4900 })).closed).toMatchObject([{ zNumber: 1 }])
    await open(sam)
    expect((await close(sam, { cash: 5000 })).closed.map(({ zNumber }) => zNumber)).toEqual([2, 1])
  })
})

it('R4: a supervisor reads what was expected, counted and banked in a period', async () => {
  await open(sam)
  await sell(sam)
  await move(sam, 'banking', 4000, 'BAG-7')
  await close(sam, { cash: 1400 })
  const period = {
    report: 'banking',
    venues: 'demo-centre',
    from: '2027-02-01',
    until: '2027-02-28',
  } as const
  const { rows, totals } = await ines.send(api.reports.read, period)
  expect(rows[0]).toMatchObject({
    zNumber: 1,
    till: 'Reception',
    person: 'Sam Deskford',
    tender: 'cash',
    expected: 1500,
    counted: 1400,
    difference: -100,
    banked: 4000,
    venue: 'Demo Centre',
  })
  expect(totals).toEqual({ expected: 1500, counted: 1400, difference: -100, banked: 4000 })
  expect((await ines.send(api.reports.read, { ...period, until: '2027-02-27' })).rows).toEqual([])
  expect((await refusal(sam.send(api.reports.read, period))).status).toBe(403)
})
