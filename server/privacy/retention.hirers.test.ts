import { beforeEach, expect, it } from 'vitest'
import { periodicJobs } from '#server/jobs.ts'
import { testDatabase } from '#test/support/database.ts'
import { aHallToHire } from '#test/support/hires.ts'
import type { HallToHire } from '#test/support/hires.ts'
import { anInvoice, payInvoice } from '#test/support/hireInvoices.ts'
import type { AnInvoice } from '#test/support/hireInvoices.ts'
import { refusal } from '#test/support/refusal.ts'
import { api } from '#web/platform/api.ts'

const quiet = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} }

/** The last of its dates ends. */
const lastEnd = new Date('2027-03-25T18:30:00Z')

let world: HallToHire
let invoice: AnInvoice

beforeEach(async () => {
  world = await aHallToHire((await testDatabase()).db)
  invoice = await anInvoice(world)
})

/** Runs the job so many days after the last date. @returns the contact that is left */
const contactAfter = async (days: number) => {
  const { db, app } = world
  app.clock.set(new Date(lastEnd.getTime() + days * 86_400_000))
  const jobs = periodicJobs({ db, clock: app.clock, log: quiet, services: app.services })
  await jobs.find(({ name }) => name === 'retention of personal data')?.run(app.clock.now())
  return db.selectFrom('hirer').select(['name', 'contact', 'phone', 'email']).executeTakeFirstOrThrow()
}

const there = {
  name: 'Park School',
  contact: 'Mo Patel',
  phone: '020 7946 0100',
  email: 'bursar@school.example.test',
}
const gone = { name: 'Park School', contact: '', phone: '', email: '' }

it('a hirer loses the contact two years after the last date, and the link; the invoices stay', async () => {
  await payInvoice(world.app.browser(), invoice)
  await world.db.updateTable('hire').set({ note: 'Key with Mo' }).execute()
  expect(await contactAfter(729)).toEqual(there)
  expect(await contactAfter(731)).toEqual(gone)
  expect(await world.db.selectFrom('hirerLink').selectAll().execute()).toEqual([])
  expect(await world.db.selectFrom('hire').select('note').execute()).toEqual([{ note: '' }])
  expect(await world.db.selectFrom('hireInvoice').select('hirerName').execute()).toEqual([
    { hirerName: 'Park School' },
  ])
})

it('keeps it while money is owed, and for as long after a payment', async () => {
  expect(await contactAfter(800)).toEqual(there)
  await world.db
    .updateTable('hirerLink')
    .set({ expiresAt: new Date('2040-01-01') })
    .execute()
  await payInvoice(world.app.browser(), invoice)
  expect(await contactAfter(900)).toEqual(there)
  expect(await contactAfter(1531)).toEqual(gone)
  expect(
    await refusal(world.app.browser().send(api.hirers.ofLink, { code: invoice.what.hirerCode })),
  ).toMatchObject({ code: 'not_found' })
})

it('counts from the last date that is let, also where it hires again without an invoice', async () => {
  await payInvoice(world.app.browser(), invoice)
  await world.hire({ from: '2027-06-03', until: '2027-06-24' })
  expect(await contactAfter(731)).toEqual(there)
  expect(await contactAfter(731 + 91)).toEqual(gone)
})
