import { beforeEach, expect, it } from 'vitest'
import type { Invoicing } from '#contract/hireTypes.ts'
import { testDatabase } from '#test/support/database.ts'
import { anOperator } from '#test/support/factories/operators.ts'
import { aVenue } from '#test/support/factories/venues.ts'
import { aHallToHire } from '#test/support/hires.ts'
import type { HallToHire } from '#test/support/hires.ts'
import { anInvoice } from '#test/support/invoices.ts'
import { sentMessages } from '#test/support/messages.ts'
import { api } from '#web/platform/api.ts'
import { writeDueInvoices } from './invoices.ts'

let world: HallToHire

beforeEach(async () => {
  world = await aHallToHire((await testDatabase()).db)
})

/** Thursdays of two months at £30.00, confirmed on 1 March. */
const hire = (invoicing: Invoicing, more: { locationIds?: number[]; lapsesOn?: string } = {}) =>
  world.hire({ until: '2027-04-29', invoicing, ...more })
/** The job of a day, on which staff have logged in. */
const run = async (day: string) => {
  world.app.clock.set(new Date(`${day}T09:00:00Z`))
  await world.office.logIn(world.staff.id)
  await writeDueInvoices(world.db, world.app.clock.now())
}
const list = async () => (await world.office.send(api.hirers.invoices, { until: '2027-12-31' })).invoices
const written = async () =>
  (await list())
    .map(({ number, issuedOn, lines }) => [number, issuedOn, lines[0]?.date?.raw, lines.at(-1)?.date?.raw])
    .toReversed()

it('writes the invoice of a month on its first day, once, and sends it', async () => {
  await hire('monthly')
  await run('2027-03-01')
  expect(await list()).toEqual([])
  await run('2027-03-02')
  await run('2027-03-02')
  await run('2027-03-31')
  const march = [1, '2027-03-02', '2027-03-04', '2027-03-25']
  expect(await written()).toEqual([march])
  const [mail, ...others] = await sentMessages(world.db, world.app, 'hire_invoiced')
  expect(others).toEqual([])
  expect(mail).toMatchObject({ recipient: 'bursar@school.example.test', subject: 'Invoice 1' })
  expect(mail?.text).toMatch(/\/hires\?code=[\w-]{32}/)
  await run('2027-04-01')
  expect(await written()).toEqual([march, [2, '2027-04-01', '2027-04-01', '2027-04-29']])
  await run('2027-05-01')
  expect(await written()).toHaveLength(2)
})

it('writes one invoice for the whole term on the first day of the hire', async () => {
  await hire('term')
  await run('2027-03-03')
  expect(await list()).toEqual([])
  await run('2027-03-04')
  expect(await written()).toEqual([[1, '2027-03-04', '2027-03-04', '2027-04-29']])
})

it('is recorded as done by the clock, and what staff chose as theirs', async () => {
  const { id: hireId } = await hire('by_hand')
  await run('2027-03-04')
  expect(await list()).toEqual([])
  expect((await world.office.send(api.hirers.invoices, { until: '2027-03-31' })).ready).toMatchObject([
    { writtenOn: null },
  ])
  await world.office.send(api.hirers.changeInvoicing, { hireId, invoicing: 'monthly' })
  await world.office.send(api.hirers.changeInvoicing, { hireId, invoicing: 'monthly' })
  expect(await world.hires()).toMatchObject([{ invoicing: 'monthly' }])
  expect((await world.office.send(api.hirers.invoices, { until: '2027-03-31' })).ready).toMatchObject([
    { writtenOn: '2027-03-02' },
  ])
  await run('2027-03-04')
  const acts = await world.db
    .selectFrom('auditEntry')
    .select(['act', 'actorId', 'subject', 'detail'])
    .where('act', 'in', ['invoicing of a hire changed', 'hire invoiced'])
    .orderBy('id')
    .execute()
  expect(acts).toMatchObject([
    {
      act: 'invoicing of a hire changed',
      actorId: world.staff.id,
      subject: `hire:${hireId}`,
      detail: { before: { invoicing: 'by_hand' }, after: { invoicing: 'monthly' } },
    },
    { act: 'hire invoiced', actorId: null, subject: `hire:${hireId}`, detail: { number: 1, total: 12_000 } },
  ])
})

it('does not invoice a provisional hire, nor send to a hirer without an address', async () => {
  const { id: hireId } = await hire('term', { lapsesOn: '2027-03-20' })
  await run('2027-03-05')
  expect(await list()).toEqual([])
  await world.office.send(api.hirers.change, { hirerId: world.school.id, name: 'Park School', termsDays: 14 })
  await world.office.send(api.hirers.confirm, { hireId })
  await run('2027-03-05')
  expect(await list()).toEqual([])
  await run('2027-03-06')
  expect(await list()).toMatchObject([{ number: 1, dueOn: '2027-03-20' }])
  expect(await sentMessages(world.db, world.app, 'hire_invoiced')).toEqual([])
})

it('writes the invoices of others where one fails, says that it failed, and writes that one later', async () => {
  const { db } = world
  const other = await anOperator(db, { slug: 'other' })
  const venue = await aVenue(db, { operatorId: other.id }, { slug: 'other-centre' })
  const full = await anInvoice(
    db,
    { operatorId: other.id, venueId: venue.id, word: 'Aces' },
    world.app.clock.now(),
  )
  const location = await db
    .insertInto('location')
    .values({ venueId: venue.id, slug: 'hall', name: 'Hall', position: 0 })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('hire')
    .set({ state: 'confirmed', confirmedAt: world.app.clock.now(), lapsesOn: null, invoicing: 'term' })
    .where('id', '=', full.hireId)
    .execute()
  const at = new Date('2027-03-02T17:00:00Z')
  await db
    .insertInto('hireDate')
    .values({
      hireId: full.hireId,
      locationId: location.id,
      localDate: '2027-03-02',
      startsAt: at,
      endsAt: new Date('2027-03-02T18:00:00Z'),
      price: 100,
    })
    .execute()
  // There is no next number.
  const setNumber = (lastNumber: number) =>
    db
      .insertInto('hireInvoiceNumber')
      .values({ operatorId: other.id, lastNumber })
      .onConflict((conflict) => conflict.column('operatorId').doUpdateSet({ lastNumber }))
      .execute()
  await setNumber(2_147_483_647)
  await hire('term')
  await expect(run('2027-03-04')).rejects.toThrow('1 of 2 failed')
  expect(await written()).toEqual([[1, '2027-03-04', '2027-03-04', '2027-04-29']])
  await setNumber(2)
  await run('2027-03-05')
  expect(
    await db
      .selectFrom('hireInvoice')
      .select('number')
      .where('hireId', '=', full.hireId)
      .orderBy('number')
      .execute(),
  ).toEqual([{ number: 1 }, { number: 2 }, { number: 3 }])
})
