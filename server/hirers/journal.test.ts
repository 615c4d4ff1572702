import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { caseCount } from '#test/support/cases.ts'
import { testDatabase } from '#test/support/database.ts'
import { aHallToHire } from '#test/support/hires.ts'
import { anInvoice, payInvoice } from '#test/support/hireInvoices.ts'
import { wrongWithMoney } from '#test/support/money.ts'
import { driveMoves } from '#test/support/moves.ts'
import { api, ApiError } from '#web/platform/api.ts'

const amount = fc.integer({ min: 1, max: 13_000 })

const act = fc.oneof(
  fc.record({ name: fc.constantFrom('cash' as const, 'transfer' as const, 'card' as const), amount }),
  fc.record({ name: fc.constant('payBack' as const), amount }),
  fc.record({ name: fc.constant('rest' as const), amount }),
  fc.record({ name: fc.constant('leaveOut' as const), amount }),
  fc.record({ name: fc.constant('day' as const), amount }),
)

const march = { from: '2027-03-01', until: '2027-03-31' }

it('R3, R9, R11: agree with what was paid and is owed, whatever is paid in parts, credited and paid back', async () => {
  const { db } = await testDatabase()
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 3, maxLength: 10 }), async (acts) => {
      const world = await aHallToHire(db)
      const { hireId, what } = await anInvoice(world)
      const bursar = world.app.browser({ site: 'account' })
      const days = ['2027-03-25', '2027-03-18', '2027-03-11']
      const documents = async () =>
        (await world.office.send(api.hirers.one, { hirerId: world.school.id })).invoices
      const pay = (invoiceId: number, tender: 'cash' | 'transfer', pence: number) =>
        world.office.send(api.hirers.pay, { invoiceId, tender, amount: pence })
      const perform = async ({ name, amount: pence }: (typeof acts)[number]): Promise<unknown> => {
        if (name === 'cash' || name === 'transfer') return pay(what.invoiceId, name, pence)
        if (name === 'card') return payInvoice(bursar, { hireId, what: { ...what, invoiceAmount: pence } })
        if (name === 'day') {
          world.app.clock.forward(10 * 3_600_000)
          return world.office.logIn(world.staff.id)
        }
        if (name === 'leaveOut') {
          const day = days.shift() ?? '2027-03-04'
          return world.office.send(api.hirers.leaveOut, { hireId, from: day, until: day })
        }
        for (const { id, owed } of await documents()) {
          if (name === 'rest' && owed.raw !== 0) await pay(id, 'transfer', owed.raw)
          if (name === 'payBack' && owed.raw < 0) await pay(id, 'transfer', -Math.min(pence, -owed.raw))
        }
        return undefined
      }
      for (const one of acts) {
        try {
          await perform(one)
        } catch (error) {
          // It may be more than is owed, or nothing to leave out.
          if (!(error instanceof ApiError)) throw error
        }
      }
      await driveMoves(world)
      expect(await wrongWithMoney(db)).toEqual([])
      await world.office.logIn(world.staff.id)
      const read = async (report: 'journal' | 'vat' | 'hirers') =>
        (await world.office.send(api.reports.read, { report, ...march })).rows
      const rows = await read('journal')
      const byDay = new Map<string, number>()
      const byTender = new Map<string, number>()
      for (const row of rows) {
        if (!('nominalCode' in row && 'debit' in row)) throw new Error('not a row of the journal')
        byDay.set(row.date, (byDay.get(row.date) ?? 0) + row.debit - row.credit)
        byTender.set(row.nominalCode, (byTender.get(row.nominalCode) ?? 0) + row.debit - row.credit)
      }
      expect([...byDay.values()].filter((sum) => sum !== 0)).toEqual([])
      const payments = await db.selectFrom('hirePayment').select(['tenderType', 'amount']).execute()
      const paid = new Map<string, number>()
      for (const one of payments) paid.set(one.tenderType, (paid.get(one.tenderType) ?? 0) + one.amount)
      for (const [tender, sum] of paid) expect([tender, byTender.get(tender) ?? 0]).toEqual([tender, sum])
      const total = payments.reduce((sum, one) => sum + one.amount, 0)
      const gross = (await read('vat')).reduce((sum, row) => sum + ('gross' in row ? row.gross : 0), 0)
      expect(gross).toBe(total)
      const owed = (await documents()).reduce((sum, one) => sum + one.owed.raw, 0)
      expect(await read('hirers')).toMatchObject([{ paid: total, due30: owed }])
    }),
    { numRuns: caseCount(12) },
  )
})
