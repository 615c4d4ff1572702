import { beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import { testApp } from '#test/support/app.ts'
import type { TestApp, TestBrowser } from '#test/support/app.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { anOperator } from '#test/support/factories/operators.ts'
import { refusal } from '#test/support/refusal.ts'
import { api } from '#web/platform/api.ts'
import { requirePartner } from './calls.ts'
import { BookingError } from './rules.ts'

const now = new Date('2027-03-01T09:00:00Z')

let db: Database
let app: TestApp
let desk: TestBrowser

beforeEach(async () => {
  ;({ db } = await testDatabase())
  await emptyTables(db)
  const operator = await anOperator(db)
  await db.updateTable('operator').set({ openBooking: true }).execute()
  app = testApp(db, { now })
  desk = app.browser({ site: 'desk' })
  const supervisor = await aCustomer(db, operator.id, { role: 'staff', staffLevel: 'supervisor' })
  await desk.logIn(supervisor.id)
})

const register = (callsPerMinute = 600) =>
  desk.send(api.openBooking.registerPartner, { name: 'FitFinder', agreement: 'of 2 March', callsPerMinute })

const call = async (path: string, init: RequestInit = {}) => {
  const response = await app.browser().fetch(`/api/open-booking${path}`, init)
  return { status: response.status, type: response.headers.get('content-type'), body: await response.json() }
}

const typeOf = async (authorization: string | null, at = now) =>
  requirePartner(db, authorization, { address: '198.51.100.7', now: at, acceptsKeys: true }).then(
    ({ name }) => name,
    (error: unknown) => (error instanceof BookingError ? error.type : error),
  )

describe('the Open Booking API', () => {
  test.each([
    ['GET', ''],
    ['GET', '/'],
    ['GET', '/order-quote-templates'],
    ['POST', '/orders/1/2/3'],
    ['GET', '/%00'],
  ])('answers %s %s as an unknown endpoint, whatever key there is', async (method, path) => {
    expect(await call(path, { method })).toEqual({
      status: 404,
      type: 'application/vnd.openactive.booking+json; version=1',
      body: {
        '@context': 'https://openactive.io/',
        '@type': 'UnknownOrIncorrectEndpointError',
        name: 'There is no such address, or not for this method.',
        statusCode: 404,
      },
    })
  })
})

describe('booking partners', () => {
  test('are registered by a supervisor, who reads the key once', async () => {
    const { partner, key } = await register()
    expect(partner).toMatchObject({ name: 'FitFinder', agreement: 'of 2 March', callsPerMinute: 600 })
    const { isOn, partners } = await desk.send(api.openBooking.listPartners, {})
    expect({ isOn, partners }).toEqual({ isOn: true, partners: [partner] })
    expect(JSON.stringify(await db.selectFrom('bookingPartner').selectAll().execute())).not.toContain(key)
    const acts = await db.selectFrom('auditEntry').select('act').execute()
    expect(acts).toEqual([{ act: 'booking partner registered' }])
  })
  test('call with the key, as often as agreed', async () => {
    const { key } = await register(2)
    expect(await typeOf(`Bearer ${key}`)).toBe('FitFinder')
    expect(await typeOf(`bearer ${key}`)).toBe('FitFinder')
    expect(await typeOf(`Bearer ${key}`)).toBe('TooManyRequestsError')
    expect(await typeOf(`Bearer ${key}`, new Date(now.getTime() + 61_000))).toBe('FitFinder')
    const [partner] = (await desk.send(api.openBooking.listPartners, {})).partners
    expect(partner?.lastCallAt).toBe('2027-03-01T09:00:00Z')
  })

  test('are refused without a key, with another, and with one that is revoked', async () => {
    const { key, partner } = await register()
    expect(await typeOf(null)).toBe('NoAPITokenError')
    expect(await typeOf('')).toBe('NoAPITokenError')
    expect(await typeOf('Basic abc')).toBe('InvalidAPITokenError')
    expect(await typeOf(`Bearer ${key}x`)).toBe('InvalidAPITokenError')
    const revoked = await desk.send(api.openBooking.revokePartner, { partnerId: partner.id })
    expect(revoked.partner.revokedAt).toBe('2027-03-01T09:00:00Z')
    expect(await typeOf(`Bearer ${key}`)).toBe('InvalidAPITokenError')
  })

  test('get another key in place of a lost one, which ends at once', async () => {
    const { key, partner } = await register()
    const replaced = await desk.send(api.openBooking.replacePartnerKey, { partnerId: partner.id })
    expect(replaced.key).not.toBe(key)
    expect(await typeOf(`Bearer ${key}`)).toBe('InvalidAPITokenError')
    expect(await typeOf(`Bearer ${replaced.key}`)).toBe('FitFinder')
    const acts = await db.selectFrom('auditEntry').select('act').orderBy('id').execute()
    expect(acts.map(({ act }) => act)).toEqual([
      'booking partner registered',
      'key of a booking partner replaced',
    ])
    await desk.send(api.openBooking.revokePartner, { partnerId: partner.id })
    const again = desk.send(api.openBooking.replacePartnerKey, { partnerId: partner.id })
    expect((await refusal(again)).code).toBe('partner_revoked')
  })

  test('are refused while the operator has switched open booking off', async () => {
    const { key } = await register()
    await db.updateTable('operator').set({ openBooking: false }).execute()
    expect(await typeOf(`Bearer ${key}`)).toBe('InvalidAuthorizationDetailsError')
  })

  test('that try key after key are refused until a minute is over', async () => {
    for (let count = 0; count < 30; count += 1)
      expect(await typeOf(`Bearer ${count}`)).toBe('InvalidAPITokenError')
    expect(await typeOf('Bearer again')).toBe('TooManyRequestsError')
  })

  test('of another operator are neither listed nor revoked, nor given a key', async () => {
    const { partner } = await register()
    const other = await anOperator(db, { slug: 'other' })
    await db.updateTable('bookingPartnerOperator').set({ operatorId: other.id }).execute()
    expect((await desk.send(api.openBooking.listPartners, {})).partners).toEqual([])
    expect(await refusal(desk.send(api.openBooking.revokePartner, { partnerId: partner.id }))).toMatchObject({
      code: 'not_found',
    })
    const replaced = desk.send(api.openBooking.replacePartnerKey, { partnerId: partner.id })
    expect((await refusal(replaced)).code).toBe('not_found')
  })

  test('of several operators are given a key by the one that has registered them', async () => {
    const { partner, key } = await register()
    const other = await anOperator(db, { slug: 'other' })
    await db
      .insertInto('bookingPartnerOperator')
      .values({ partnerId: partner.id, operatorId: other.id })
      .execute()
    const { id } = await aCustomer(db, other.id, { role: 'staff', staffLevel: 'supervisor' })
    const registrar = await db
      .selectFrom('bookingPartner')
      .select('createdBy')
      .where('id', '=', partner.id)
      .executeTakeFirstOrThrow()
    await db.updateTable('bookingPartner').set({ createdBy: id }).where('id', '=', partner.id).execute()
    const replace = () => desk.send(api.openBooking.replacePartnerKey, { partnerId: partner.id })
    expect(await refusal(replace())).toMatchObject({
      code: 'forbidden',
      message: 'Another operator has registered this booking partner. Only they can replace its key.',
    })
    expect(await typeOf(`Bearer ${key}`)).not.toBe('InvalidAPITokenError')
    await db.updateTable('bookingPartner').set(registrar).where('id', '=', partner.id).execute()
    expect((await replace()).key).not.toBe(key)
  })

  test('are no business of others at the desk', async () => {
    const clerk = app.browser({ site: 'desk' })
    const { id } = await aCustomer(db, (await desk.send(api.operator.config, {})).id, {
      role: 'staff',
      staffLevel: 'desk',
    })
    await clerk.logIn(id)
    expect(await refusal(clerk.send(api.openBooking.listPartners, {}))).toMatchObject({ code: 'forbidden' })
  })
})
