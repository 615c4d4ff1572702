import * as fc from 'fast-check'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ReportId } from '#contract/reportTypes.ts'
import { reconcileRefunds } from '#server/bookings/refunds.ts'
import type { Database } from '#server/platform/database.ts'
import { aClassToAttend } from '#test/support/attendance.ts'
import type { TestBrowser } from '#test/support/app.ts'
import { caseCount } from '#test/support/cases.ts'
import { someCredit } from '#test/support/credits.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { aMembership, aPlan } from '#test/support/factories/memberships.ts'
import { aMovableClass, driveMoves, move } from '#test/support/moves.ts'
import { aMemberOfStaff } from '#test/support/tills.ts'
import { api, ApiError } from '#web/platform/api.ts'

const quiet = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} }

const march = { from: '2027-03-01', until: '2027-03-31' }

const asSupervisor = async (
  app: { browser: (options: { site: 'desk' }) => TestBrowser },
  db: Database,
  operatorId: number,
): Promise<TestBrowser> => {
  const browser = app.browser({ site: 'desk' })
  await browser.logIn((await aMemberOfStaff(db, operatorId, { staffLevel: 'supervisor' })).id)
  return browser
}

describe('reports on money, counted by hand', () => {
  // Yoga at £5.00 with 20 % VAT: £4.17 and £0.83. Three were sold for cash on 2 March, and one was refunded in cash.
  let evening: Awaited<ReturnType<typeof aClassToAttend>>
  let ines: TestBrowser
  const read = (report: ReportId, more = {}) => ines.send(api.reports.read, { report, ...march, ...more })

  beforeEach(async () => {
    evening = await aClassToAttend()
    await evening.db.updateTable('activity').set({ vatRate: 2000, nominalCode: '4000' }).execute()
    ines = await asSupervisor(evening.app, evening.db, evening.operator.id)
    const { id: bookingId } = await evening.aBooking(evening.ann.id)
    await ines.send(api.bookings.cancelAtDesk, { bookingId, refund: 'full', to: 'cash', reason: 'Ill' })
    await evening.aBooking(evening.ann.id)
    await evening.aBooking(null)
  })

  it('R3: VAT by rate and source, with refunds in their own period', async () => {
    const { rows, totals, chart } = await read('vat')
    const march20 = { period: '2027-03', rate: 20 }
    expect(rows).toEqual([
      { ...march20, gross: 1500, net: 1251, vat: 249, source: 'desk' },
      { ...march20, gross: -500, net: -417, vat: -83, source: 'refunds' },
    ])
    expect(totals).toEqual({ gross: 1000, net: 834, vat: 166 })
    expect(chart).toEqual([{ label: '2027-03', value: 166, before: null }])
    expect((await read('vat', { until: '2027-03-01' })).rows).toEqual([])
  })

  it('R9: the journal has each day by code and tender, and balances', async () => {
    const line = { date: '2027-03-02', description: 'Demo Centre', vat: 0, vatCode: '' }
    const refunds = { ...line, journal: 'REFUNDS' }
    const sales = { ...line, journal: 'SALES' }
    const { rows, totals } = await read('journal')
    expect(rows).toEqual([
      { ...refunds, nominalCode: '4000', debit: 417, credit: 0, vatCode: '20', vat: -83 },
      { ...refunds, nominalCode: 'vat', debit: 83, credit: 0, vatCode: '20' },
      { ...refunds, nominalCode: 'cash', debit: 0, credit: 500 },
      { ...sales, nominalCode: '4000', debit: 0, credit: 1251, vatCode: '20', vat: 249 },
      { ...sales, nominalCode: 'vat', debit: 0, credit: 249, vatCode: '20' },
      { ...sales, nominalCode: 'cash', debit: 1500, credit: 0 },
    ])
    expect(totals).toMatchObject({ debit: 2000, credit: 2000 })
  })

  it('is compared with the days before, and with the year before', async () => {
    const { compared, chart } = await ines.send(api.reports.read, {
      report: 'income',
      basis: 'cash',
      from: '2027-03-03',
      until: '2027-03-04',
      compare: 'before',
    })
    expect(chart).toEqual([{ label: '2027-03-01', value: 0, before: 1251 }])
    expect(compared).toEqual({
      from: '2027-03-01',
      until: '2027-03-02',
      totals: { bookings: 3, gross: 1500, vat: 249, net: 1251, refunds: 500 },
    })
    const nextYear = { report: 'income', from: '2028-03-02', until: '2028-03-02', compare: 'year' } as const
    expect((await ines.send(api.reports.read, nextYear)).compared?.totals).toMatchObject({ gross: 1500 })
  })

  it('R6: members at the end of the month, who came and went, and what they paid', async () => {
    const { db, venue } = evening
    const plan = await aPlan(db, venue, { name: 'Gold', price: 4200 })
    const member = async (more: Parameters<typeof aMembership>[2]) =>
      aMembership(db, { plan, venue, customerIds: [evening.ann.id] }, more)
    // Three in March: one from before, one that joins, one that ends on the 15th after two months; one is frozen.
    await member({ startsOn: '2027-01-01' })
    await member({ startsOn: '2027-03-10' })
    await member({ startsOn: '2027-01-16', endsOn: '2027-03-15' })
    await member({ startsOn: '2027-01-01', frozenFrom: '2027-03-01', frozenUntil: '2027-05-01' })
    await member({ startsOn: '2027-04-01' })
    const { id: membershipId } = await db
      .selectFrom('membership')
      .select('id')
      .limit(1)
      .executeTakeFirstOrThrow()
    const collection = {
      membershipId,
      amount: 4200,
      method: 'direct_debit',
      createdAt: evening.app.clock.now(),
      periodFrom: '2027-03-01',
      periodUntil: '2027-03-31',
      dueOn: '2027-03-01',
    } as const
    await db
      .insertInto('membershipCollection')
      .values({
        ...collection,
        key: crypto.randomUUID(),
        state: 'collected',
        settledAt: new Date('2027-03-05T12:00:00Z'),
      })
      .execute()
    const { rows, totals, chart } = await read('members')
    expect(rows).toEqual([
      {
        month: '2027-03',
        plan: 'Gold',
        venue: 'Demo Centre',
        active: 2,
        joined: 1,
        ended: 1,
        frozen: 1,
        failed: 0,
        income: 4200,
        // 59 days.
        monthsStayed: 1.94,
      },
    ])
    expect(totals).not.toHaveProperty('active')
    expect(chart).toEqual([{ label: '2027-03', value: 2, before: null }])
    await db.updateTable('membershipPlan').set({ nominalCode: '4100' }).execute()
    expect((await read('journal', { from: '2027-03-05' })).rows).toMatchObject([
      { journal: 'MEMBERSHIPS', nominalCode: '4100', credit: 4200 },
      { journal: 'MEMBERSHIPS', nominalCode: 'direct_debit', debit: 4200 },
    ])
  })
})

const everyAct = ['card', 'cash', 'credit', 'dearer', 'cheaper', 'refund', 'cancel', 'grant', 'day'] as const
type Act = (typeof everyAct)[number]

it('R9: debits and credits are equal each day, whatever is sold, refunded, moved and granted', async () => {
  const { db } = await testDatabase()
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom('card', 'cash', ...everyAct), { minLength: 4, maxLength: 14 }),
      async (acts) => {
        await emptyTables(db)
        const world = await aMovableClass(db)
        await db.updateTable('activity').set({ vatRate: 2000 }).execute()
        const ines = await asSupervisor(world.app, db, world.operatorId)
        const { id: staffId } = await db
          .selectFrom('customer')
          .select('id')
          .where('role', '=', 'staff')
          .executeTakeFirstOrThrow()
        let sales = 0
        let buyer = await world.customer({ email: 'buyer@example.test' })
        const anotherBuyer = async () => {
          sales += 1
          buyer = await world.customer({ email: `buyer${sales}@example.test` })
        }
        const grant = () =>
          someCredit(
            db,
            { operatorId: world.operatorId, customerId: buyer.id, amount: 2000 },
            world.app.clock.now(),
          )
        const newest = async (): Promise<number> =>
          (
            await db
              .selectFrom('booking')
              .select('id')
              .where('status', '=', 'booked')
              .orderBy('id', 'desc')
              .limit(1)
              .executeTakeFirst()
          )?.id ?? 0
        const sell = async (payment: { tenderType: 'cash' } | { tenderType: 'credit'; type: 'general' }) => {
          const selectedUserId = buyer.id
          await ines.send(api.baskets.add, { items: [{ id: world.noon.publicId }], selectedUserId })
          await ines.send(api.checkout.payAtDesk, { selectedUserId, payments: [{ ...payment, amount: 845 }] })
        }
        const perform: Record<Act, () => Promise<unknown>> = {
          card: async () => {
            await anotherBuyer()
            await world.buy(buyer.browser, world.ten)
          },
          cash: async () => {
            await anotherBuyer()
            await sell({ tenderType: 'cash' })
          },
          credit: async () => {
            await anotherBuyer()
            await grant()
            await sell({ tenderType: 'credit', type: 'general' })
          },
          dearer: async () =>
            ines.send(api.moves.moveAtDesk, {
              bookingId: await newest(),
              to: world.late.publicId,
              price: 945,
              tenderType: 'cash',
            }),
          cheaper: async () => move(buyer.browser, await newest(), world.early, 695),
          refund: async () =>
            ines.send(api.bookings.cancelAtDesk, {
              bookingId: await newest(),
              refund: 'full',
              to: 'cash',
              reason: 'Ill',
            }),
          cancel: async () => buyer.browser.send(api.bookings.cancel, { bookingId: await newest() }),
          grant,
          day: async () => {
            world.app.clock.forward(10 * 3_600_000)
            await ines.logIn(staffId)
            await buyer.browser.logIn(buyer.id)
          },
        }
        for (const name of acts) {
          try {
            await perform[name]()
          } catch (error) {
            // There may be nothing to move or to cancel, and it may be too late.
            if (!(error instanceof ApiError)) throw error
          }
        }
        await driveMoves(world)
        await reconcileRefunds(
          { db, cards: world.app.services.cards.provider, log: quiet },
          world.app.clock.now(),
        )
        const reader = await asSupervisor(world.app, db, world.operatorId)
        const { rows } = await reader.send(api.reports.read, {
          report: 'journal',
          from: '2027-02-01',
          until: '2027-03-31',
        })
        const byDay = new Map<string, number>()
        const byTender = new Map<string, number>()
        for (const row of rows) {
          if (!('nominalCode' in row && 'debit' in row)) throw new Error('not a row of the journal')
          byDay.set(row.date, (byDay.get(row.date) ?? 0) + row.debit - row.credit)
          if (row.journal !== 'CREDIT')
            byTender.set(row.nominalCode, (byTender.get(row.nominalCode) ?? 0) + row.debit - row.credit)
        }
        expect([...byDay.values()].filter((sum) => sum !== 0)).toEqual([])
        // What is in each tender is what the orders' own payments and refunds say.
        const { rows: taken } = await sql<{ tender: string; amount: number }>`
        select tender, sum(amount)::int as amount from (
          select tender_type as tender, amount from order_payment where tender_type <> 'at_venue'
          union all
          select case destination when 'desk' then 'cash' else destination end, -amount from refund where status = 'done'
        ) t group by 1 having sum(amount) <> 0`.execute(db)
        for (const { tender, amount } of taken)
          expect([tender, byTender.get(tender)]).toEqual([tender, amount])
      },
    ),
    { numRuns: caseCount(8) },
  )
})
