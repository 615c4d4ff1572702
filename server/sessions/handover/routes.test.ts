import { beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import { exchangeToken } from '#server/sessions/service.ts'
import { testApp } from '#test/support/app.ts'
import type { TestApp, TestBrowser } from '#test/support/app.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { aCustomer, anOperator } from '#test/support/factories.ts'
import { tracesOf } from '#test/support/traces.ts'

const now = new Date('2027-03-01T10:00:00Z')

let db: Database
let app: TestApp
let operatorId: number

beforeEach(async () => {
  db = (await testDatabase()).db
  await emptyTables(db)
  operatorId = (await anOperator(db)).id
  app = testApp(db, { now })
})

const createHandover = (to: string, browser: TestBrowser = app.browser()) =>
  browser.fetch(`/hand-over?to=${encodeURIComponent(to)}`, { redirect: 'manual' })
const details = () => `${app.config.sites.account}/details?tab=1`

describe('handover to another of our sites', () => {
  it('carries the login: a code for one use within a minute, stored as a digest', async () => {
    const { id } = await aCustomer(db, operatorId)
    const browser = app.browser()
    await browser.logIn(id)
    const answer = await createHandover(details(), browser)
    expect([
      answer.status,
      answer.headers.get('cache-control'),
      answer.headers.get('referrer-policy'),
    ]).toEqual([302, 'no-store', 'no-referrer'])
    const to = new URL(answer.headers.get('location') ?? '')
    expect(`${to.origin}${to.pathname}`).toBe(`${app.config.sites.account}/details`)
    expect(to.searchParams.get('tab')).toBe('1')
    const code = to.searchParams.get('token') ?? ''
    expect(await tracesOf(db, [code])).toEqual([])
    const session = await exchangeToken(db, code, now)
    expect(session?.token).toMatch(/^[\w-]{43}$/)
    expect(session?.token).not.toBe(browser.cookies.get('authToken'))
    expect(await exchangeToken(db, code, now)).toBeNull()

    const late = new URL((await createHandover(details(), browser)).headers.get('location') ?? '')
    app.clock.forward(61_000)
    expect(await exchangeToken(db, late.searchParams.get('token') ?? '', app.clock.now())).toBeNull()
  })

  it('carries nothing for visitors and staff, and drops a foreign token', async () => {
    const { id } = await aCustomer(db, operatorId, { role: 'staff' })
    const desk = app.browser()
    await desk.logIn(id)
    for (const browser of [app.browser(), desk]) {
      const answer = await createHandover(`${details()}&token=planted`, browser)
      expect(answer.headers.get('location')).toBe(details())
    }
    expect(await db.selectFrom('oneTimeCode').select('purpose').execute()).toEqual([])
  })

  it.each([
    ['elsewhere', 'https://elsewhere.example/'],
    ['to a site that only begins like ours', 'http://account.onside.localhost:3000.elsewhere.example/'],
    ['with a name before ours', 'http://me@account.onside.localhost:3000/'],
    ['to a script', 'javascript:alert(1)'],
    ['to nothing', 'details'],
  ])('does not lead %s', async (_, to) => {
    const { id } = await aCustomer(db, operatorId)
    const browser = app.browser()
    await browser.logIn(id)
    const answer = await createHandover(to, browser)
    expect([answer.status, answer.headers.get('location')]).toEqual([404, null])
    expect((await browser.fetch('/hand-over')).status).toBe(404)
    expect(await db.selectFrom('oneTimeCode').select('purpose').execute()).toEqual([])
  })
})
