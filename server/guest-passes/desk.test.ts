import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import { testApp } from '#test/support/app.ts'
import type { TestApp, TestBrowser } from '#test/support/app.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { anOperator } from '#test/support/factories/operators.ts'
import { aVenue } from '#test/support/factories/venues.ts'
import { refusal } from '#test/support/refusal.ts'
import { aMemberOfStaff } from '#test/support/tills.ts'
import { sentMessages } from '#test/support/messages.ts'
import { api } from '#web/platform/api.ts'

/** The morning of the visit. */
const now = new Date('2027-03-04T10:02:00Z')
const venue = 'demo-centre'

let db: Database
let operatorId: number
let app: TestApp
let nellId: number
let nell: TestBrowser
let staffId: number
let desk: TestBrowser
let passId: number

beforeAll(async () => {
  db = (await testDatabase()).db
})

beforeEach(async () => {
  await emptyTables(db)
  operatorId = (await anOperator(db)).id
  await db.updateTable('operator').set({ onlineGuestPassesEnabled: true }).execute()
  await aVenue(db, { operatorId }, { slug: venue, name: 'Demo Centre' })
  await aVenue(db, { operatorId }, { slug: 'other', name: 'Other Centre' })
  app = testApp(db, { now: new Date('2027-03-01T10:00:00Z') })
  nellId = (await aCustomer(db, operatorId, { firstName: 'Nell', lastName: 'Member' })).id
  nell = app.browser()
  await nell.logIn(nellId)
  passId = await aPass('INV-3501')
  await send(passId)
  staffId = (await aMemberOfStaff(db, operatorId)).id
  desk = app.browser({ site: 'desk' })
  await setClock(now)
})

const aPass = async (code: string, more: { operatorId?: number; customerId?: number } = {}) => {
  const days = { validFrom: '2027-03-01', validUntil: '2027-03-31' }
  const pass = { operatorId, customerId: nellId, name: 'Bring a friend', code, ...days, ...more }
  return (await db.insertInto('guestPass').values(pass).returning('id').executeTakeFirstOrThrow()).id
}

const send = (guestPassId: number, more: { date?: string; venueSlug?: string } = {}) =>
  nell.send(api.guestPasses.send, {
    guestPassId,
    firstName: 'Bo',
    lastName: 'Example',
    email: 'bo@example.test',
    venueSlug: venue,
    date: '2027-03-04',
    ...more,
  })

/** Sets the clock, and logs everyone in anew. */
const setClock = async (to: Date): Promise<void> => {
  app.clock.set(to)
  await desk.logIn(staffId)
  await nell.logIn(nellId)
}

const byCode = (code: string, at = venue, browser = desk) =>
  browser.send(api.guestPasses.byCode, { venue: at, code })
const admit = (id = passId, at = venue, browser = desk) =>
  browser.send(api.guestPasses.admit, { venue: at, id })
const undo = (id = passId, at = venue, browser = desk) =>
  browser.send(api.guestPasses.undoAdmission, { venue: at, id })
const list = (at = venue, browser = desk) =>
  browser.send(api.guestPasses.atDesk, { venue: at, customerId: nellId })
const statusForMember = async (): Promise<string | undefined> =>
  (await nell.send(api.guestPasses.mine, {})).find(({ id }) => id === passId)?.status
const acts = async () =>
  db.selectFrom('auditEntry').select(['act', 'actorId', 'forCustomerId', 'subject']).orderBy('id').execute()

describe('a guest pass at the desk', () => {
  it.each(['INV-3501', ' inv 3501 ', 'inv3501'])(
    'is found by its code, however it is typed: %j',
    async (code) => {
      expect(await byCode(code)).toEqual({
        id: passId,
        name: 'Bring a friend',
        status: 'issued',
        code: 'INV-3501',
        guest: { firstName: 'Bo', lastName: 'Example', email: 'bo@example.test' },
        venueSlug: venue,
        venueName: 'Demo Centre',
        validFrom: '2027-03-04',
        validUntil: '2027-03-04',
        member: { id: nellId, name: 'Nell Member' },
        usedAt: null,
        usedBy: null,
        refusal: null,
        canUndo: false,
      })
      expect(await acts()).toEqual([
        {
          act: 'guest pass opened',
          actorId: staffId,
          forCustomerId: nellId,
          subject: `guest-pass:${passId}`,
        },
      ])
    },
  )

  it('of codes that differ in their dashes alone is the one that is typed exactly', async () => {
    const other = await aPass('I-NV3501')
    expect((await byCode('INV-3501')).id).toBe(passId)
    expect((await byCode('I-NV3501')).id).toBe(other)
  })

  it.each(['INV-35', 'INV-35011', '--', '7K2Q9X'])('is not found by another code: %j', async (code) => {
    expect(await refusal(byCode(code))).toMatchObject({
      status: 404,
      message: 'No booking or guest pass found for this code.',
    })
  })

  it('leads the customer search to the member by its code, and to no one by a part of it', async () => {
    const names = async (query: string) =>
      (await desk.send(api.customers.search, { query })).map(({ id }) => id)
    expect(await names('inv-3501')).toEqual([nellId])
    expect(await names('inv-350')).toEqual([])
    await db.updateTable('operator').set({ onlineGuestPassesEnabled: false }).execute()
    expect(await names('inv-3501')).toEqual([])
  })

  it('that has admitted a guest is told to its member, unless the desk has undone it', async () => {
    await admit()
    await undo()
    expect(await sentMessages(db, app, 'guest_pass_used')).toMatchObject([{ state: 'dropped' }])
    app.clock.forward(60_000)
    await admit()
    expect((await sentMessages(db, app, 'guest_pass_used'))[1]).toMatchObject({
      state: 'stored',
      subject: 'Bo Example has visited Demo Centre',
      text: expect.stringContaining('came to Demo Centre on Thu 4 March 2027 with your guest pass') as string,
    })
  })

  it('is among those of its member, each with the reason why it admits no one', async () => {
    const unsent = await aPass('INV-3502')
    expect(await list()).toMatchObject([
      { id: passId, refusal: null },
      { id: unsent, status: 'available', code: null, refusal: { code: 'not_sent' } },
    ])
    expect(await list('other')).toMatchObject([
      { id: passId, refusal: { code: 'another_venue', message: 'This pass is for Demo Centre.' } },
      { id: unsent },
    ])
  })
})

describe('admitting a guest', () => {
  it('G06: uses the pass once, which the member sees, and is audited', async () => {
    expect(await admit()).toMatchObject({
      status: 'used',
      usedAt: '2027-03-04T10:02:00Z',
      usedBy: 'Sam Deskford',
      refusal: { code: 'already_used' },
      canUndo: true,
    })
    expect(await statusForMember()).toBe('used')
    expect(await refusal(nell.send(api.guestPasses.withdraw, { id: passId }))).toMatchObject({
      code: 'not_available',
    })
    expect(await refusal(admit())).toMatchObject({
      status: 409,
      code: 'already_used',
      message: 'This pass was used today at 10:02 (admitted by Sam Deskford).',
    })
    await setClock(new Date('2027-03-05T10:00:00Z'))
    expect(await refusal(admit())).toMatchObject({
      code: 'already_used',
      message: 'This pass was used on Thu 4 March 2027 (admitted by Sam Deskford).',
    })
    expect(await acts()).toEqual([
      { act: 'guest admitted', actorId: staffId, forCustomerId: nellId, subject: `guest-pass:${passId}` },
    ])
    const row = await db.selectFrom('guestPass').select(['usedAt', 'usedBy']).executeTakeFirstOrThrow()
    expect(row).toEqual({ usedAt: now, usedBy: staffId })
  })

  it('is refused at another venue and on another day', async () => {
    expect(await refusal(admit(passId, 'other'))).toMatchObject({
      status: 409,
      code: 'another_venue',
      message: 'This pass is for Demo Centre.',
    })
    await setClock(new Date('2027-03-03T10:00:00Z'))
    expect(await refusal(admit())).toMatchObject({
      code: 'another_day',
      message: 'This pass is for Thu 4 March 2027.',
    })
    await setClock(new Date('2027-03-05T10:00:00Z'))
    expect(await refusal(admit())).toMatchObject({
      code: 'expired',
      message: 'This pass has expired. It was for Thu 4 March 2027.',
    })
    expect(await statusForMember()).toBe('expired')
    expect(await acts()).toEqual([])
  })

  it('is refused with a pass that was withdrawn or never sent', async () => {
    const unsent = await aPass('INV-3502')
    expect(await refusal(admit(unsent))).toMatchObject({ status: 409, code: 'not_sent' })
    await nell.send(api.guestPasses.withdraw, { id: passId })
    expect(await refusal(admit())).toMatchObject({
      code: 'withdrawn',
      message: 'The member has withdrawn this pass.',
    })
    await setClock(new Date('2027-04-01T10:00:00Z'))
    expect(await refusal(admit(unsent))).toMatchObject({
      code: 'expired',
      message: 'This pass has expired. It was valid until Wed 31 March 2027.',
    })
  })

  it("goes by the venue's calendar", async () => {
    await db.updateTable('venue').set({ timezone: 'Pacific/Auckland' }).where('slug', '=', venue).execute()
    await setClock(new Date('2027-03-03T20:00:00Z'))
    expect(await admit()).toMatchObject({ status: 'used' })
    await setClock(new Date('2027-03-04T12:00:00Z'))
    expect(await refusal(undo())).toMatchObject({ code: 'too_late' })
  })

  it('answers a repeated request as the first', async () => {
    const args = { venue, id: passId }
    const first = await desk.send(api.guestPasses.admit, args, { idempotencyKey: 'one-guest' })
    expect(await desk.send(api.guestPasses.admit, args, { idempotencyKey: 'one-guest' })).toEqual(first)
  })
})

describe('undoing the admission of a guest', () => {
  it('makes the pass valid again on the same day, and is audited once', async () => {
    await admit()
    expect(await undo()).toMatchObject({ status: 'issued', usedAt: null, usedBy: null, refusal: null })
    expect(await undo()).toMatchObject({ status: 'issued', canUndo: false })
    expect(await statusForMember()).toBe('issued')
    expect(await admit()).toMatchObject({ status: 'used' })
    expect((await acts()).map(({ act }) => act)).toEqual([
      'guest admitted',
      'guest admission undone',
      'guest admitted',
    ])
  })

  it('is refused on a later day and at another venue', async () => {
    await admit()
    expect(await refusal(undo(passId, 'other'))).toMatchObject({
      status: 409,
      code: 'another_venue',
      message: 'The guest was admitted at Demo Centre. Only Demo Centre can undo this.',
    })
    await setClock(new Date('2027-03-05T00:01:00Z'))
    expect(await refusal(undo())).toMatchObject({ status: 409, code: 'too_late' })
    expect(await list()).toMatchObject([{ status: 'used', canUndo: false }])
    expect(await statusForMember()).toBe('used')
  })
})

describe('guest passes at the desk', () => {
  const codes = (calls: readonly Promise<unknown>[]) =>
    Promise.all(calls.map(async (call) => (await refusal(call)).code))
  const callsOf = (browser: TestBrowser, at = venue) => [
    list(at, browser),
    byCode('INV-3501', at, browser),
    admit(passId, at, browser),
    undo(passId, at, browser),
  ]

  it('are for staff of the operator', async () => {
    expect(await codes(callsOf(nell))).toEqual(['forbidden', 'forbidden', 'forbidden', 'forbidden'])
    expect(await codes(callsOf(app.browser({ site: 'desk' })))).toEqual(Array(4).fill('logged_out'))
    expect(await codes(callsOf(desk, 'nowhere'))).toEqual(Array(4).fill('not_found'))
    const other = await anOperator(db, { slug: 'elsewhere' })
    const customerId = (await aCustomer(db, other.id)).id
    const theirs = await aPass('INV-9', { operatorId: other.id, customerId })
    expect(await codes([admit(theirs), undo(theirs), byCode('INV-9')])).toEqual(Array(3).fill('not_found'))
    expect(await desk.send(api.guestPasses.atDesk, { venue, customerId })).toEqual([])
    expect(await statusForMember()).toBe('issued')
  })

  it('G06: are not found when the operator offers none', async () => {
    await db.updateTable('operator').set({ onlineGuestPassesEnabled: false }).execute()
    expect(await codes(callsOf(desk))).toEqual(Array(4).fill('not_found'))
  })

  it('cannot be tried out by their codes', async () => {
    await refusal(byCode('INV-1'))
    await db.updateTable('rateCount').set({ attempts: 300 }).execute()
    expect(await refusal(byCode('INV-3501'))).toMatchObject({ status: 429, code: 'too_many' })
  })
})
