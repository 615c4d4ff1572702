/**
 * Many invoices at once, on PostgreSQL: their numbers have no gaps, also where some fail, and an invoice is paid once, by card
 * or at the desk. In the last parts rows are not waited for: an invoice is paid twice, and a number is given twice.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { reconcilePayments } from '#server/checkout/reconcile.ts'
import { writeDueInvoices } from '#server/hirers/invoices.ts'
import { takeInvoiceNumber } from '#server/hirers/sql/invoices.ts'
import type { Database, Opened } from '#server/platform/database.ts'
import { transact } from '#server/platform/transact.ts'
import { openCopy } from '#test/support/database.ts'
import { aHallToHire } from '#test/support/hires.ts'
import type { HallToHire } from '#test/support/hires.ts'
import { anInvoice, authoriseInvoice, completeInvoice, payInvoice } from '#test/support/hireInvoices.ts'
import { leftOpen, wrongWithMoney } from '#test/support/money.ts'
import { companyPayments, driveMoves } from '#test/support/moves.ts'
import { outcome } from '#test/support/outcome.ts'
import { withoutRowLocks } from '#test/support/unlocked.ts'
import { api } from '#web/platform/api.ts'

let opened: Opened
let db: Database
let world: HallToHire

beforeAll(async () => {
  opened = await openCopy(8)
  db = opened.db
})
beforeEach(async () => {
  world = await aHallToHire(db)
})
afterAll(() => opened.close())

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

it('numbers have no gaps under 200 invoices of which every third fails', async () => {
  const numbers: number[] = []
  await Promise.all(
    upTo(200).map(async (nth) => {
      const write = transact(db, async (tx) => {
        const number = await takeInvoiceNumber(tx, world.operator.id)
        if (nth % 3 === 0) throw new Error('It fails.')
        return number
      })
      numbers.push(
        ...(await write.then(
          (number) => [number],
          () => [],
        )),
      )
    }),
  )
  expect(numbers.toSorted((one, other) => one - other)).toEqual(upTo(134))
})

it('a hire is invoiced once and the invoice paid once, however many press at once', async () => {
  const { id: hireId } = await world.hire()
  const press = () => outcome(world.office.send(api.hirers.invoice, { hireId, until: '2027-03-31' }))
  expect((await Promise.all(upTo(4).map(press))).toSorted()).toEqual([
    'nothing_to_invoice',
    'nothing_to_invoice',
    'nothing_to_invoice',
    'ok',
  ])
  const { invoices } = await world.office.send(api.hirers.invoices, { until: '2027-03-31' })
  expect(invoices).toMatchObject([{ number: 1 }])
  const invoiceId = invoices[0]?.id ?? 0
  const pay = () =>
    outcome(world.office.send(api.hirers.pay, { invoiceId, tender: 'transfer', amount: 12_000 }))
  expect((await Promise.all(upTo(4).map(pay))).toSorted()).toEqual([
    'already_paid',
    'already_paid',
    'already_paid',
    'ok',
  ])
  expect(await db.selectFrom('hirePayment').select('amount').execute()).toEqual([{ amount: 12_000 }])
})

/** Five at the desk record £50.00 of £120.00 at the same time. @returns what was recorded, and what is wrong */
const raceOfParts = async (at: Database) => {
  const raced = await aHallToHire(at)
  const { invoiceId } = (await anInvoice(raced)).what
  const outcomes = await Promise.all(
    upTo(5).map(() =>
      outcome(raced.office.send(api.hirers.pay, { invoiceId, tender: 'transfer', amount: 5000 })),
    ),
  )
  return { outcomes: outcomes.toSorted(), wrong: await wrongWithMoney(raced.db) }
}

it('parts of an invoice come to no more than is owed, however many are recorded at once', async () => {
  for (let round = 0; round < 5; round += 1)
    expect(await raceOfParts(db)).toEqual({
      outcomes: ['effect_changed', 'effect_changed', 'effect_changed', 'ok', 'ok'],
      wrong: [],
    })
})

it('negative control: without the lock of the invoice, parts come to more than is owed', async () => {
  const unlocked = withoutRowLocks(db)
  let isPaidTooMuch = false
  for (let tries = 0; tries < 15 && !isPaidTooMuch; tries += 1)
    isPaidTooMuch = (await raceOfParts(unlocked)).outcomes.filter((one) => one === 'ok').length > 2
  expect(isPaidTooMuch).toBe(true)
})

/** Two nodes write the invoices of three hires that are due at the same time. @returns the invoices, and what each node says */
const raceOfNodes = async (at: Database) => {
  const raced = await aHallToHire(at)
  for (const locationIds of [[raced.court1.id], [raced.court2.id], [raced.studio.id]])
    await raced.hire({ locationIds, invoicing: 'term', deposit: 1000 })
  const day = new Date('2027-03-05T09:00:00Z')
  const nodes = await Promise.allSettled(upTo(4).map(() => writeDueInvoices(raced.db, day)))
  const invoices = await raced.db.selectFrom('hireInvoice').select('number').orderBy('number').execute()
  return { invoices: invoices.map(({ number }) => number), results: nodes.map(({ status }) => status) }
}

it('the clock writes each invoice once on several nodes', async () => {
  for (let round = 0; round < 5; round += 1)
    expect(await raceOfNodes(db)).toEqual({
      invoices: [1, 2, 3],
      results: ['fulfilled', 'fulfilled', 'fulfilled', 'fulfilled'],
    })
})

const silent = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} }

/** Two tabs and the job complete an authorised payment, while the desk takes the money. @returns what was paid, and how */
const raceOfCardAndDesk = async (at: Database) => {
  const raced = await aHallToHire(at)
  const invoice = await anInvoice(raced)
  const [one, other] = [raced.app.browser(), raced.app.browser()]
  const { transactionUuid } = await authoriseInvoice(one, invoice)
  raced.app.clock.forward(61_000)
  const { invoiceId } = invoice.what
  const services = { db: raced.db, cards: raced.app.services.cards.provider, log: silent }
  const [byCard, again, atDesk] = await Promise.all([
    outcome(completeInvoice(one, transactionUuid)),
    outcome(completeInvoice(other, transactionUuid)),
    outcome(raced.office.send(api.hirers.pay, { invoiceId, tender: 'cheque', amount: 12_000 })),
    reconcilePayments(services, raced.app.clock.now()),
  ])
  await driveMoves(raced)
  return {
    byCard: [byCard, again],
    atDesk,
    taken: await companyPayments(raced.db),
    paid: await raced.db.selectFrom('hirePayment').select(['tenderType', 'amount']).execute(),
    wrong: [...(await wrongWithMoney(raced.db)), ...(await leftOpen(raced.db))],
  }
}

it('an invoice is paid by card or at the desk, not by both, and a card that comes second is let go', async () => {
  for (let round = 0; round < 8; round += 1) {
    const { byCard, atDesk, taken, paid, wrong } = await raceOfCardAndDesk(db)
    const isByCard = atDesk === 'already_paid'
    expect([atDesk, ...byCard]).toEqual(
      isByCard ? ['already_paid', 'ok', 'ok'] : ['ok', expect.any(String), expect.any(String)],
    )
    if (!isByCard) expect(byCard).not.toContain('ok')
    expect(taken).toEqual([isByCard ? 'captured 12000' : 'voided 0'])
    expect(paid).toEqual([{ tenderType: isByCard ? 'card' : 'cheque', amount: 12_000 }])
    expect(wrong).toEqual([])
  }
})

it('is paid once from two tabs that begin at the same time', async () => {
  for (let round = 0; round < 5; round += 1) {
    const raced = await aHallToHire(db)
    const invoice = await anInvoice(raced)
    const outcomes = await Promise.all(upTo(3).map(() => outcome(payInvoice(raced.app.browser(), invoice))))
    expect(outcomes).toContain('ok')
    await driveMoves(raced)
    expect((await companyPayments(raced.db)).filter((one) => !/^(voided|opened) 0$/.test(one))).toEqual([
      'captured 12000',
    ])
    expect(await raced.db.selectFrom('hirePayment').select('amount').execute()).toEqual([{ amount: 12_000 }])
    expect([...(await wrongWithMoney(raced.db)), ...(await leftOpen(raced.db))]).toEqual([])
  }
})

it('negative control: without the lock of the invoice it is paid by card and at the desk', async () => {
  const unlocked = withoutRowLocks(db)
  let isPaidTwice = false
  for (let tries = 0; tries < 15 && !isPaidTwice; tries += 1)
    isPaidTwice = (await raceOfCardAndDesk(unlocked)).paid.length > 1
  expect(isPaidTwice).toBe(true)
})

it('negative control: by a query and a write, a number is given twice', async () => {
  await transact(db, (tx) => takeInvoiceNumber(tx, world.operator.id))
  const numbers = await Promise.all(
    upTo(8).map(() =>
      transact(db, async (tx) => {
        const { rows } = await sql<{ next: number }>`
          select last_number + 1 as next from hire_invoice_number where operator_id = ${world.operator.id}`.execute(
          tx,
        )
        const next = rows[0]?.next ?? 0
        await sql`update hire_invoice_number set last_number = ${next} where operator_id = ${world.operator.id}`.execute(
          tx,
        )
        return next
      }),
    ),
  )
  expect(new Set(numbers).size).toBeLessThan(numbers.length)
})

it('negative control: without the lock of the hire, and without its dates being on one invoice only, the clock writes twice', async () => {
  const unlocked = withoutRowLocks(db)
  await sql`drop index hire_date_invoiced`.execute(db)
  let isWrittenTwice = false
  for (let tries = 0; tries < 15 && !isWrittenTwice; tries += 1)
    isWrittenTwice = (await raceOfNodes(unlocked)).invoices.length > 3
  expect(isWrittenTwice).toBe(true)
})
