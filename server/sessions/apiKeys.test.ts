import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ApiScope } from '#contract/permissions.ts'
import type { Database } from '#server/platform/database.ts'
import { testApp } from '#test/support/app.ts'
import type { TestApp, TestBrowser } from '#test/support/app.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { anOperator } from '#test/support/factories/operators.ts'
import { aVenue } from '#test/support/factories/venues.ts'
import { outcome } from '#test/support/outcome.ts'
import { refusal } from '#test/support/refusal.ts'
import { aMemberOfStaff } from '#test/support/tills.ts'
import { api } from '#web/platform/api.ts'

const now = new Date('2027-02-28T10:00:00Z')

let db: Database
let app: TestApp
let operatorId: number
let ines: { id: number }
let desk: TestBrowser

beforeEach(async () => {
  db = (await testDatabase()).db
  await emptyTables(db)
  app = testApp(db, { now, settings: { TRUSTED_PROXIES: '1' } })
  operatorId = (await anOperator(db)).id
  await aVenue(db, { operatorId }, { slug: 'here' })
  await aVenue(db, { operatorId }, { slug: 'there' })
  ines = await aMemberOfStaff(db, operatorId, { staffLevel: 'supervisor', firstName: 'Ines' })
  desk = app.browser({ site: 'desk' })
  await desk.logIn(ines.id)
})

const make = (scopes: ApiScope[], more: object = {}) =>
  desk.send(api.apiKeys.add, { name: 'Website', scopes, expiresOn: '2028-02-28', ...more })

/** A program that has a key, and calls from an address. */
const programWith = (key: string, address = '203.0.113.7') =>
  app.browser({ headers: { authorization: `Bearer ${key}`, 'x-forwarded-for': address } })

const customer = {
  firstName: 'Bo',
  lastName: 'Birch',
  dateOfBirth: '1990-05-01',
  homeVenueSlug: 'here',
  email: 'bo@example.test',
}

const code = async (call: Promise<unknown>): Promise<string> => outcome(call)

describe('a key', () => {
  it('does what its scopes say and no more, in the name of who made it', async () => {
    const { key, keys } = await make(['read:customers.view', 'write:customers.change'])
    expect(key).toMatch(/^onside_k_[\w-]{43}$/)
    expect(keys).toMatchObject([
      { name: 'Website', venues: [], networks: [], expiresOn: '2028-02-28', uses: 0, state: 'works' },
    ])
    const stored = await sql<{ text: string }>`select k::text as text from api_key k`.execute(db)
    expect(stored.rows[0]?.text).not.toContain(key)
    const program = programWith(key)
    expect(await code(program.send(api.customers.search, { query: 'nobody' }))).toBe('ok')
    expect(await code(program.send(api.audit.entries, {}))).toBe('forbidden')
    expect(await code(program.send(api.customers.registerAtDesk, customer))).toBe('ok')
    const entries = await db.selectFrom('auditEntry').selectAll().orderBy('id').execute()
    expect(entries.map(({ act, actorId, apiKeyId }) => [act, actorId, apiKeyId !== null])).toEqual([
      ['key of the API made', ines.id, false],
      ['customers searched', ines.id, true],
      ['customer registered', ines.id, true],
    ])
    expect((await desk.send(api.audit.entries, {})).entries[0]).toMatchObject({ apiKey: 'Website' })
  })

  it('that reads changes nothing', async () => {
    const { key } = await make(['read:customers.change', 'read:staff'])
    const program = programWith(key)
    expect(await code(program.send(api.customers.registerAtDesk, customer))).toBe('forbidden')
    expect(await code(program.send(api.staff.list, {}))).toBe('ok')
  })

  it('is no log-in: neither the account nor a basket of its maker is reached by it', async () => {
    const { key } = await make(['write:customers.view', 'write:customers.change', 'write:sell'])
    const program = programWith(key)
    expect(await code(program.send(api.customers.details, {}))).toBe('forbidden')
    expect(await code(program.send(api.sessions.user, {}))).toBe('forbidden')
    expect(await code(program.send(api.tills.list, {}))).toBe('forbidden')
    expect((await program.fetch('/api/office/export')).status).toBe(401)
  })

  it('works at its venues alone', async () => {
    const { key } = await make(['read:check_in'], { venues: ['here'] })
    const program = programWith(key)
    const alerts = (venue: string) => code(program.send(api.operations.alerts, { venue }))
    expect(await alerts('here')).toBe('ok')
    expect(await alerts('there')).toBe('not_found')
  })

  it('works from its networks alone, until its last day, and until it is revoked', async () => {
    const { key, keys } = await make(['read:staff'], {
      networks: ['203.0.113.0/24', '2001:db8::/48'],
      expiresOn: '2027-03-01',
    })
    const from = (address: string) => code(programWith(key, address).send(api.staff.list, {}))
    expect(await from('203.0.113.9')).toBe('ok')
    expect(await from('2001:db8:0:7::9')).toBe('ok')
    expect(await from('198.51.100.9')).toBe('logged_out')
    expect(await from('2001:db8:1::9')).toBe('logged_out')
    app.clock.forward((13 + 24) * 3_600_000 + 3_599_000)
    expect(await from('203.0.113.9')).toBe('ok')
    app.clock.forward(1000)
    expect(await from('203.0.113.9')).toBe('logged_out')
    await desk.logIn(ines.id)
    expect((await desk.send(api.apiKeys.list, {}))[0]?.state).toBe('expired')
    const other = await make(['read:staff'])
    const program = programWith(other.key)
    expect(await code(program.send(api.staff.list, {}))).toBe('ok')
    const apiKeyId = other.keys[0]?.id ?? 0
    expect((await desk.send(api.apiKeys.revoke, { apiKeyId }))[0]?.state).not.toBe('works')
    // Another node reads the same row: nothing is kept of a key between calls.
    expect(await code(program.send(api.staff.list, {}))).toBe('logged_out')
    expect(await code(desk.send(api.apiKeys.revoke, { apiKeyId }))).toBe('not_found')
    expect(keys).toHaveLength(1)
  })

  it('makes 600 calls a minute', async () => {
    const { key } = await make(['read:staff'])
    const program = programWith(key)
    await program.send(api.staff.list, {})
    await db.updateTable('rateCount').set({ attempts: 600 }).execute()
    expect(await refusal(program.send(api.staff.list, {}))).toMatchObject({ status: 429, code: 'too_many' })
    app.clock.forward(60_000)
    expect(await code(program.send(api.staff.list, {}))).toBe('ok')
    await expect.poll(async () => (await desk.send(api.apiKeys.list, {}))[0]?.uses).toBe(2)
  })

  it('is made within what its maker may do, for two years at most, by who manages connections', async () => {
    expect(await refusal(make(['read:staff'], { expiresOn: '2029-03-01' }))).toMatchObject({ status: 422 })
    expect(await refusal(make(['read:staff'], { expiresOn: '2027-02-27' }))).toMatchObject({ status: 422 })
    expect(await refusal(make(['read:staff'], { venues: ['nowhere'] }))).toMatchObject({ status: 422 })
    expect(await refusal(make(['read:staff'], { networks: ['everywhere'] }))).toMatchObject({ status: 422 })
    // A key that may make keys gives no more than it has.
    const { key } = await make(['write:connections'])
    const program = programWith(key)
    const beyond = { name: 'More', scopes: ['read:staff' as const], expiresOn: '2028-02-28' }
    expect(await refusal(program.send(api.apiKeys.add, beyond))).toMatchObject({
      status: 403,
      code: 'scope_beyond_own',
    })
    const manager = app.browser({ site: 'desk' })
    await manager.logIn((await aMemberOfStaff(db, operatorId, { roles: [{ role: 'duty_manager' }] })).id)
    expect(await code(manager.send(api.apiKeys.list, {}))).toBe('forbidden')
  })

  it('of another operator is none here', async () => {
    const other = await anOperator(db, { slug: 'other' })
    await aCustomer(db, other.id, { role: 'staff', staffLevel: 'supervisor' })
    const { key } = await make(['read:staff'])
    await db.updateTable('apiKey').set({ operatorId: other.id }).execute()
    expect(await code(programWith(key).send(api.staff.list, {}))).toBe('logged_out')
  })
})
