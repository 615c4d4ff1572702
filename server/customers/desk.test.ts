import { beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import { testApp } from '#test/support/app.ts'
import type { TestApp, TestBrowser } from '#test/support/app.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { aMembership, aPlan } from '#test/support/factories/memberships.ts'
import { anOperator } from '#test/support/factories/operators.ts'
import { aVenue } from '#test/support/factories/venues.ts'
import { refusal } from '#test/support/refusal.ts'
import { aMemberOfStaff } from '#test/support/tills.ts'
import { api } from '#web/platform/api.ts'

const now = new Date('2027-02-28T10:00:00Z')

let db: Database
let app: TestApp
let operatorId: number
let staffId: number
let desk: TestBrowser

beforeEach(async () => {
  db = (await testDatabase()).db
  await emptyTables(db)
  app = testApp(db, { now })
  operatorId = (await anOperator(db)).id
  await aVenue(db, { operatorId }, { slug: 'demo-centre' })
  staffId = (await aMemberOfStaff(db, operatorId)).id
  desk = app.browser({ site: 'desk' })
  await desk.logIn(staffId)
})

const names = async (query: string) =>
  (await desk.send(api.customers.search, { query })).map(
    ({ firstName, lastName }) => `${firstName} ${lastName}`,
  )

describe('customer search', () => {
  beforeEach(async () => {
    await aCustomer(db, operatorId, { firstName: 'Zoë', lastName: 'van Dyke', email: 'zoe.v@mail.test' })
    await aCustomer(db, operatorId, { firstName: 'Ann', lastName: 'Example', postcode: 'ZZ1 1ZZ' })
    await aCustomer(db, operatorId, { firstName: 'Tom', lastName: "O'Hara", email: '' })
  })

  it.each([
    ['exam', ['Ann Example']],
    ['ANN ex', ['Ann Example']],
    ['zoe', ['Zoë van Dyke']],
    ['Zoë Dyke', ['Zoë van Dyke']],
    ['zoe.v@mail', ['Zoë van Dyke']],
    ['zz11z', ['Ann Example']],
    ['zz1 1zz', ['Ann Example']],
    ["o'ha", ["Tom O'Hara"]],
    ['xample', []],
    ["'); drop table customer; --", []],
  ])('%s', async (query, found) => {
    expect(await names(query)).toEqual(found)
  })

  it('finds customers by reference, exact match first, with details that tell them apart', async () => {
    const ann = await aCustomer(db, operatorId, { firstName: 'Ann', lastName: 'Other' })
    const [first] = await desk.send(api.customers.search, { query: ann.reference.toLowerCase() })
    expect(first).toMatchObject({
      id: ann.id,
      reference: ann.reference,
      dateOfBirth: '1990-05-01',
      role: 'customer',
      currency: { symbol: '£' },
    })
  })

  it.each([
    ["O'Neill", ['oneill', "o'neill", 'O’Neill', 'o neill', 'neill', 'onei']],
    ['ONeill', ['oneill', "O'Neill", 'o neill', "ann o'neill"]],
    ['van der Berg', ['vanderberg', 'van der berg', 'berg']],
    ['Łuczak-Sørensen', ['luczak', 'sorensen', 'Sørensen', 'luczaksorensen', 'Łuczak Sørensen']],
    ['Straße', ['strasse', 'straße']],
  ])('finds %s however it is written', async (lastName, queries) => {
    await aCustomer(db, operatorId, { firstName: 'Ann', lastName })
    const missed = await Promise.all(
      queries.map(async (query) => ((await names(query)).length === 1 ? [] : [query])),
    )
    expect(missed.flat()).toEqual([])
    expect(await names(queries[0] ?? '')).toEqual([`Ann ${lastName}`])
    expect(await names('neil berg')).toEqual([])
  })

  it('finds a postcode whole, by its first half too, and none that only begins so', async () => {
    const living = async (firstName: string, postcode: string) => {
      const { id } = await aCustomer(db, operatorId, { firstName, lastName: 'Living' })
      await db.updateTable('customer').set({ postcode }).where('id', '=', id).execute()
    }
    await living('Ann', 'OL1 9ZZ')
    await living('Bo', 'OL16 9ZZ')
    await living('Cy', 'OL19ZA')
    expect(await names('OL1 9ZZ')).toEqual(['Ann Living'])
    expect(await names('ol19zz')).toEqual(['Ann Living'])
    expect(await names('living OL1')).toEqual(['Ann Living', 'Cy Living'])
    expect(await names('OL16')).toEqual(['Bo Living'])
    expect(await names('OL')).toHaveLength(3)
  })

  it('finds the people of a membership by its number, and no one by a part of it', async () => {
    const ann = await aCustomer(db, operatorId, { firstName: 'Ann', lastName: 'Payer' })
    const bo = await aCustomer(db, operatorId, { firstName: 'Bo', lastName: 'Member' })
    const venue = await aVenue(db, { operatorId })
    const plan = await aPlan(db, venue)
    await aMembership(db, { plan, venue, customerIds: [ann.id, bo.id] }, { reference: 'SM-1187' })
    expect(await names(' sm-1187 ')).toEqual(['Bo Member', 'Ann Payer'])
    expect(await names('sm-118')).toEqual([])
  })

  it('returns at most twenty customers, none of another operator and none of the staff', async () => {
    const other = await anOperator(db, { slug: 'other' })
    await aCustomer(db, other.id, { lastName: 'Elsewhere' })
    for (let n = 0; n < 22; n += 1) await aCustomer(db, operatorId, { lastName: 'Many' })
    expect(await names('many')).toHaveLength(20)
    expect(await names('elsewhere')).toEqual([])
    expect(await names('deskford')).toEqual([])
  })

  it('finds the first people of a common name, in order, and with a second word any of them', async () => {
    await db
      .insertInto('customer')
      .values(
        Array.from({ length: 230 }, (_, n) => ({
          operatorId,
          reference: `DL-9${n}`,
          email: `common-${n}@example.test`,
          firstName: `${String.fromCodePoint(97 + (n % 26))}${String(n).padStart(3, '0')}`,
          lastName: n % 2 === 0 ? 'Commoner' : 'Commons',
          createdAt: new Date('2026-01-01T00:00:00Z'),
        })),
      )
      .execute()
    const byLastName = await names('common')
    expect(byLastName).toHaveLength(20)
    expect(byLastName).toEqual(byLastName.toSorted())
    expect(byLastName[0]).toBe('a000 Commoner')
    expect(await names('x023 commons')).toEqual(['x023 Commons'])
    expect(await names('commons x023')).toEqual(['x023 Commons'])
    expect(await names('common-229')).toEqual(['v229 Commons'])
    const [reference] = await names('DL-9229')
    expect(reference).toBe('v229 Commons')
  })

  it('finds the first people of a common first name', async () => {
    await db
      .insertInto('customer')
      .values(
        Array.from({ length: 210 }, (_, n) => ({
          operatorId,
          reference: `DL-8${n}`,
          email: `usual-${n}@example.test`,
          firstName: 'Usual',
          lastName: `Nam${String(n).padStart(3, '0')}`,
          createdAt: new Date('2026-01-01T00:00:00Z'),
        })),
      )
      .execute()
    const found = await names('usu')
    expect(found).toHaveLength(20)
    expect(found.slice(0, 2)).toEqual(['Usual Nam000', 'Usual Nam001'])
    expect(await names('usual nam2')).toEqual(Array.from({ length: 10 }, (_, n) => `Usual Nam20${n}`))
  })

  it.each(['', 'a', ' b ', '--'])('requires two letters: %j', async (query) => {
    const refused = await refusal(desk.send(api.customers.search, { query }))
    expect(refused).toMatchObject({ status: 422, code: 'invalid' })
    expect(refused.validationMessages).toEqual({ query: ['Enter at least 2 letters.'] })
  })

  it('is for staff only, is audited and is rate limited', async () => {
    const customer = app.browser()
    await customer.logIn((await aCustomer(db, operatorId, { firstName: 'Bo' })).id)
    expect((await refusal(customer.send(api.customers.search, { query: 'ann' }))).status).toBe(403)
    expect((await refusal(app.browser().send(api.customers.search, { query: 'ann' }))).status).toBe(401)
    await names('ann')
    const acts = await db.selectFrom('auditEntry').selectAll().execute()
    expect(acts).toMatchObject([
      {
        actorId: staffId,
        act: 'customers searched',
        subject: 'ann',
        detail: { found: 1, customerIds: [expect.any(Number)] },
      },
    ])
    await db.updateTable('rateCount').set({ attempts: 300 }).execute()
    expect(await refusal(desk.send(api.customers.search, { query: 'ann' }))).toMatchObject({
      status: 429,
      code: 'too_many',
    })
  })
})

describe('a customer at the desk', () => {
  const bo = { firstName: 'Bo', lastName: 'Example', dateOfBirth: '1990-05-01', homeVenueSlug: 'demo-centre' }

  it('is registered without a password and sets one by e-mail', async () => {
    const made = await desk.send(api.customers.registerAtDesk, { ...bo, email: 'bo@example.test' })
    expect(made).toMatchObject({
      firstName: 'Bo',
      email: 'bo@example.test',
      role: 'customer',
      staffLevel: null,
    })
    expect(made.reference).toMatch(/^DL-\d{10}$/)
    const row = await db
      .selectFrom('customer')
      .selectAll()
      .where('id', '=', made.id)
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({ passwordHash: null, source: 'front-of-house' })
    expect(await desk.send(api.customers.atDesk, { customerId: made.id })).toEqual(made)
    expect(await names('bo')).toEqual(['Bo Example'])
    const acts = await db.selectFrom('auditEntry').select(['act', 'forCustomerId']).orderBy('id').execute()
    expect(acts.slice(0, 2)).toEqual([
      { act: 'customer registered', forCustomerId: made.id },
      { act: 'customer opened', forCustomerId: made.id },
    ])
    const login = app.browser().send(api.sessions.login, { username: 'bo@example.test', password: 'x' })
    expect((await refusal(login)).code).toBe('invalid_credentials')
  })

  it('can be registered without an e-mail address, any number of times', async () => {
    await desk.send(api.customers.registerAtDesk, bo)
    await desk.send(api.customers.registerAtDesk, { ...bo, firstName: 'Jo' })
    expect(await names('example')).toEqual(['Bo Example', 'Jo Example'])
  })

  it('is refused with an error for each invalid field', async () => {
    const existing = await aCustomer(db, operatorId)
    const wrong = async (more: object) =>
      (await refusal(desk.send(api.customers.registerAtDesk, { ...bo, ...more }))).validationMessages
    expect(Object.keys(await wrong({ email: existing.email.toUpperCase() }))).toEqual(['email'])
    expect(Object.keys(await wrong({ dateOfBirth: '2030-01-01', homeVenueSlug: 'nowhere' }))).toEqual([
      'date_of_birth',
      'home_venue_slug',
    ])
  })

  it('is not found for another operator and not visible to customers', async () => {
    const other = await aCustomer(db, (await anOperator(db, { slug: 'other' })).id)
    expect((await refusal(desk.send(api.customers.atDesk, { customerId: other.id }))).status).toBe(404)
    const ann = await aCustomer(db, operatorId)
    const customer = app.browser()
    await customer.logIn(ann.id)
    expect((await refusal(customer.send(api.customers.atDesk, { customerId: ann.id }))).status).toBe(403)
    expect((await refusal(customer.send(api.customers.registerAtDesk, bo))).status).toBe(403)
  })
})

describe('a member of staff', () => {
  const rowOf = (id: number) =>
    db.selectFrom('customer').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

  it('is neither read nor renamed as a customer by a colleague, nor acted for', async () => {
    const boss = await aCustomer(db, operatorId, {
      role: 'staff',
      staffLevel: 'supervisor',
      firstName: 'Sam',
      lastName: 'Sash',
    })
    expect((await refusal(desk.send(api.customers.atDesk, { customerId: boss.id }))).status).toBe(404)
    const details = `/api/my-account/details?selected_user_id=${boss.id}`
    expect((await desk.fetch(details)).status).toBe(404)
    const before = await rowOf(boss.id)
    const renamed = await desk.fetch('/api/my-account/details', {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ first_name: 'Robbed', phone: '1', selected_user_id: boss.id }),
    })
    expect(renamed.status).toBe(404)
    expect((await desk.fetch(`/api/my-account/bookings?selected_user_id=${boss.id}`)).status).toBe(404)
    expect(await rowOf(boss.id)).toEqual(before)
    expect((await refusal(desk.send(api.staff.list, {}))).status).toBe(403)
  })
})

describe('a staff login', () => {
  it('expires after half an hour without use and lists permissions', async () => {
    expect((await desk.send(api.sessions.user, {})).data).toMatchObject({ role: 'staff', staffLevel: 'desk' })
    app.clock.set(new Date('2027-02-28T10:29:00Z'))
    expect((await desk.send(api.sessions.user, {})).data.id).toBe(staffId)
    app.clock.set(new Date('2027-02-28T10:58:00Z'))
    expect((await desk.send(api.sessions.user, {})).data.id).toBe(staffId)
    app.clock.set(new Date('2027-02-28T11:29:00Z'))
    expect((await refusal(desk.send(api.sessions.user, {}))).code).toBe('logged_out')
  })
})
