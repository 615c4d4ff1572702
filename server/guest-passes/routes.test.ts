import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { periodicJobs } from '#server/jobs.ts'
import { operatorMessages } from '#server/messages/languages.ts'
import type { NoticeContext } from '#server/notices/rules.ts'
import type { Database } from '#server/platform/database.ts'
import { testApp } from '#test/support/app.ts'
import type { TestApp, TestBrowser } from '#test/support/app.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { anOperator } from '#test/support/factories/operators.ts'
import { aVenue } from '#test/support/factories/venues.ts'
import { refusal } from '#test/support/refusal.ts'
import { api } from '#web/platform/api.ts'
import { guestPassSent } from './messages.ts'

const now = new Date('2027-03-01T10:00:00Z')
const quiet = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} }

let db: Database
let operatorId: number
let venueSlug: string
let app: TestApp
let ann: TestBrowser
let passId: number

beforeAll(async () => {
  db = (await testDatabase()).db
})

beforeEach(async () => {
  await emptyTables(db)
  operatorId = (await anOperator(db)).id
  await db.updateTable('operator').set({ onlineGuestPassesEnabled: true }).execute()
  venueSlug = (await aVenue(db, { operatorId }, { name: 'Demo Centre' })).slug
  app = testApp(db, { now })
  const { id: customerId } = await aCustomer(db, operatorId)
  ann = app.browser()
  await ann.logIn(customerId)
  const days = { validFrom: '2027-03-01', validUntil: '2027-03-31' }
  const pass = { operatorId, customerId, name: 'Bring a friend', code: 'INV-1', ...days }
  passId = (await db.insertInto('guestPass').values(pass).returning('id').executeTakeFirstOrThrow()).id
})

const send = (more: { guestPassId?: number; date?: string; venueSlug?: string } = {}, browser = ann) =>
  browser.send(api.guestPasses.send, {
    guestPassId: passId,
    firstName: 'Bo',
    lastName: 'Example',
    email: 'bo@example.test',
    venueSlug,
    date: '2027-03-04',
    ...more,
  })

const mine = async () => (await ann.send(api.guestPasses.mine, {}))[0]

describe('a guest pass', () => {
  it('is sent and withdrawn by staff for a customer, and the audit log says so', async () => {
    const { id: actorId } = await aCustomer(db, operatorId, { role: 'staff' })
    const desk = app.browser()
    await desk.logIn(actorId)
    const { customerId } = await db.selectFrom('guestPass').select('customerId').executeTakeFirstOrThrow()
    const of = { selectedUserId: customerId }
    const sent = { guestPassId: passId, firstName: 'Bo', lastName: 'Example', email: 'bo@example.test' }
    await desk.send(api.guestPasses.send, { ...sent, venueSlug, date: '2027-03-04', ...of })
    await desk.send(api.guestPasses.withdraw, { id: passId, ...of })
    const entries = await db
      .selectFrom('auditEntry')
      .select(['actorId', 'forCustomerId', 'act'])
      .orderBy('id')
      .execute()
    const who = { actorId, forCustomerId: customerId }
    expect(entries).toEqual([
      { ...who, act: 'guest pass sent' },
      { ...who, act: 'guest pass withdrawn' },
    ])
  })

  it('G06: is sent to a guest by e-mail once and is valid on one day', async () => {
    expect(await mine()).toMatchObject({ status: 'available', code: null, guest: null })
    expect(await send()).toEqual({
      id: passId,
      name: 'Bring a friend',
      status: 'issued',
      code: 'INV-1',
      guest: { firstName: 'Bo', lastName: 'Example', email: 'bo@example.test' },
      venueSlug,
      validFrom: '2027-03-04',
      validUntil: '2027-03-04',
    })
    expect(await refusal(send())).toMatchObject({ status: 409, code: 'not_available' })
    const notices = await db.selectFrom('notice').select(['kind', 'recipient']).execute()
    expect(notices).toEqual([{ kind: 'guest_pass', recipient: 'bo@example.test' }])
    const { data } = await db.selectFrom('notice').select('data').executeTakeFirstOrThrow()
    const sites = { bookings: 'https://book.example', account: '' }
    const context = { sites, messages: operatorMessages() } as NoticeContext
    const mail = await guestPassSent.write(data as Parameters<typeof guestPassSent.write>[0], context)
    expect(mail.subject).toBe('Ann Example invites you to Demo Centre')
    expect(JSON.stringify(mail.blocks)).toContain(
      "Hello Bo, Ann Example has sent you a guest pass: Bring a friend. It's for Demo Centre on",
    )
    app.clock.set(new Date('2027-03-05T10:00:00Z'))
    expect(await mine()).toMatchObject({ status: 'expired' })
  })

  it('leads to no guest any more a year after the visit, and stays in the list', async () => {
    await send()
    const jobs = periodicJobs({
      db,
      clock: app.clock,
      log: quiet,
      services: app.services,
    })
    const retention = jobs.find(({ name }) => name === 'retention of personal data')
    const { customerId } = await db.selectFrom('guestPass').select('customerId').executeTakeFirstOrThrow()
    const guestOn = async (at: Date) => {
      app.clock.set(at)
      await retention?.run(at)
      await ann.logIn(customerId)
      return mine()
    }
    expect(await guestOn(new Date('2028-03-03T10:00:00Z'))).toMatchObject({ guest: { firstName: 'Bo' } })
    expect(await guestOn(new Date('2028-03-05T10:00:00Z'))).toMatchObject({
      status: 'expired',
      code: 'INV-1',
      guest: null,
    })
    const { rows } = await sql<{ pass: string }>`select guest_pass::text as pass from guest_pass`.execute(db)
    expect(rows[0]?.pass).not.toMatch(/Bo|bo@example/)
  })

  it('can be withdrawn until it is used or expires', async () => {
    await send()
    expect(await ann.send(api.guestPasses.withdraw, { id: passId })).toMatchObject({ status: 'withdrawn' })
    expect(await refusal(ann.send(api.guestPasses.withdraw, { id: passId }))).toMatchObject({
      status: 409,
      code: 'not_available',
    })
    expect(await refusal(send())).toMatchObject({ code: 'not_available' })
    // The member has it back, with a code that the guest does not know.
    const [back, ...none] = (await ann.send(api.guestPasses.mine, {})).filter(({ id }) => id !== passId)
    expect(none).toEqual([])
    expect(back).toMatchObject({ status: 'available', guest: null, code: null })
    const codes = await db.selectFrom('guestPass').select('code').execute()
    expect(new Set(codes.map(({ code }) => code)).size).toBe(2)
    const notices = await db.selectFrom('notice').select(['kind', 'recipient']).orderBy('id').execute()
    expect(notices).toEqual(
      ['guest_pass', 'guest_pass_withdrawn'].map((kind) => ({ kind, recipient: 'bo@example.test' })),
    )
  })

  it('writes to nobody when it is withdrawn before it is sent', async () => {
    await ann.send(api.guestPasses.withdraw, { id: passId })
    expect(await db.selectFrom('notice').select('kind').execute()).toEqual([])
    expect(await ann.send(api.guestPasses.mine, {})).toHaveLength(1)
  })

  it('is valid only between its dates, at an existing venue', async () => {
    expect(await refusal(send({ date: '2027-04-01' }))).toMatchObject({ status: 422 })
    expect(await refusal(send({ date: '2027-02-28' }))).toMatchObject({ status: 422 })
    expect(await refusal(send({ venueSlug: 'nowhere' }))).toMatchObject({
      validationMessages: { venue_slug: ['Choose a venue from the list.'] },
    })
    expect(await mine()).toMatchObject({ status: 'available' })
  })

  it('is not found for another customer', async () => {
    const ben = app.browser()
    await ben.logIn((await aCustomer(db, operatorId)).id)
    expect(await refusal(send({}, ben))).toMatchObject({ status: 404 })
    expect(await refusal(ben.send(api.guestPasses.withdraw, { id: passId }))).toMatchObject({ status: 404 })
    expect(await refusal(send({}, app.browser()))).toMatchObject({ status: 401 })
    expect(await ben.send(api.guestPasses.mine, {})).toEqual([])
  })

  it('G06: is not found when the operator offers none', async () => {
    await db.updateTable('operator').set({ onlineGuestPassesEnabled: false }).execute()
    const calls = [mine(), send(), ann.send(api.guestPasses.withdraw, { id: passId })]
    expect(await Promise.all(calls.map(async (call) => (await refusal(call)).status))).toEqual([
      404, 404, 404,
    ])
  })
})
