import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import { testApp } from '#test/support/app.ts'
import type { TestApp } from '#test/support/app.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { anOperator } from '#test/support/factories/operators.ts'
import { refusal } from '#test/support/refusal.ts'
import { tracesOf } from '#test/support/traces.ts'
import { api } from '#web/platform/api.ts'
import { recogniseDevice, rememberDevice } from './devices.ts'
import { exchangeToken } from './handover.ts'
import { digestOf } from './tokens.ts'

const now = new Date('2027-02-28T10:00:00Z')
const hour = 3_600_000
const firefox = 'Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0'
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'

let db: Database
let app: TestApp
let operatorId: number
let ann: number

beforeEach(async () => {
  db = (await testDatabase()).db
  await emptyTables(db)
  operatorId = (await anOperator(db)).id
  ann = (await aCustomer(db, operatorId)).id
  app = testApp(db, { now })
})

const loggedIn = async (userAgent: string, id = ann) => {
  const browser = app.browser({ headers: { 'user-agent': userAgent } })
  await browser.logIn(id)
  await browser.send(api.sessions.user, {})
  await untilRecorded(({ userAgent }) => userAgent !== '')
  return browser
}

/** The use of a session is recorded beside the call, which does not wait for it. */
const untilRecorded = (isRecorded: (session: { userAgent: string; lastSeenAt: Date }) => boolean) =>
  vi.waitFor(
    async () => {
      const sessions = await db.selectFrom('session').select(['userAgent', 'lastSeenAt']).execute()
      expect(sessions.filter((session) => !isRecorded(session))).toEqual([])
    },
    { timeout: 20_000, interval: 5 },
  )

it('a browser that logs in is recognised by a new token, and no longer by the one it had', async () => {
  const { id } = await aCustomer(db, operatorId)
  const digests = async () =>
    (await db.selectFrom('trustedDevice').select(['tokenDigest', 'customerId']).execute()).map(
      ({ tokenDigest, customerId }) => [customerId, tokenDigest.toString('hex')],
    )
  const planted = await rememberDevice(db, id, null, now)
  const renewed = await rememberDevice(db, id, planted, now)
  expect(renewed).not.toBe(planted)
  expect(await digests()).toEqual([[id, digestOf(renewed).toString('hex')]])
  expect(await recogniseDevice(db, id, planted)).toBeNull()
  expect(await recogniseDevice(db, id, renewed)).not.toBeNull()
})

describe('where a person is logged in', () => {
  it('lists their browsers by name, this one first, and shows no token', async () => {
    const phone = await loggedIn(firefox)
    app.clock.forward(hour)
    const tablet = await loggedIn(safari)
    await loggedIn(safari, (await aCustomer(db, operatorId)).id)
    const devices = await phone.send(api.devices.list, {})
    expect(devices.map(({ name, isThis }) => [name, isThis])).toEqual([
      ['Firefox on Android', true],
      ['Safari on iPhone', false],
    ])
    expect(devices[0]?.loggedInAt).toBe('2027-02-28T10:00:00Z')
    const token = tablet.cookies.get('authToken') ?? ''
    expect(JSON.stringify(devices)).not.toContain(token)
    expect(await tracesOf(db, [token])).toEqual([])
  })

  it('can be ended one by one, and everywhere else at once with the unused links', async () => {
    const [phone, tablet, laptop] = [
      await loggedIn(firefox),
      await loggedIn(safari),
      await loggedIn('curl/8'),
    ]
    const other = (await phone.send(api.devices.list, {})).find(({ name }) => name === 'Safari on iPhone')
    const left = await phone.send(api.devices.logOut, { deviceId: other?.id ?? '' })
    expect(left.map(({ name }) => name)).toEqual(['Firefox on Android', 'Unknown device'])
    expect((await refusal(tablet.send(api.sessions.user, {}))).status).toBe(401)
    const { token } = await laptop.send(api.sessions.handover, {})
    expect(await phone.send(api.devices.logOutOthers, {})).toHaveLength(1)
    expect((await refusal(laptop.send(api.sessions.user, {}))).status).toBe(401)
    expect(await exchangeToken(db, token, laptop.cookies.get('device') ?? null, now)).toBeNull()
    await phone.send(api.sessions.user, {})
  })

  it('answers 404 for the browser of another person, for an unknown one and for this one', async () => {
    const phone = await loggedIn(firefox)
    const [mine] = await phone.send(api.devices.list, {})
    const stranger = await loggedIn(safari, (await aCustomer(db, operatorId)).id)
    for (const [browser, deviceId] of [
      [stranger, mine?.id ?? ''],
      [phone, mine?.id ?? ''],
      [phone, 'none'],
    ] as const) {
      expect((await refusal(browser.send(api.devices.logOut, { deviceId }))).status).toBe(404)
    }
    await phone.send(api.sessions.user, {})
  })
})

describe('the end of a login', () => {
  it('counts from its beginning for staff who are handed over', async () => {
    const staff = await aCustomer(db, operatorId, { role: 'staff' })
    const desk = app.browser({ site: 'desk' })
    await desk.logIn(staff.id)
    for (let i = 0; i < 24; i += 1) {
      app.clock.forward(hour / 2 - 60_000)
      await desk.send(api.sessions.user, {})
      await untilRecorded(({ lastSeenAt }) => lastSeenAt.getTime() === app.clock.now().getTime())
    }
    const { token } = await desk.send(api.sessions.handover, {})
    const session = await exchangeToken(db, token, desk.cookies.get('device') ?? null, app.clock.now())
    expect(session?.expiresAt).toEqual(new Date(now.getTime() + 12 * hour))
  })
})
