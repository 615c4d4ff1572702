import { beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import { testApp } from '#test/support/app.ts'
import type { TestApp, TestBrowser } from '#test/support/app.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { anOperator } from '#test/support/factories/operators.ts'
import { tracesOf } from '#test/support/traces.ts'
import { exchangeToken } from './handover.ts'

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
const locationOf = (answer: Response): URL => new URL(answer.headers.get('location') ?? '')

/**
 * The two sites of a hand-over as one browser sees them, which keeps the cookies of each apart. `follow` goes where an
 * answer leads, in either.
 */
const aBrowserOfTwoSites = () => {
  const bookings = app.browser()
  const account = app.browser({ site: 'account' })
  const follow = (answer: Response): Promise<Response> => {
    const { origin, pathname, search } = locationOf(answer)
    return (origin === app.config.sites.account ? account : bookings).fetch(pathname + search)
  }
  return { bookings, account, follow, device: () => account.cookies.get('device') ?? null }
}

describe('handover to another of our sites', () => {
  it('carries the login: a code for one use within a minute, stored as a digest', async () => {
    const { id } = await aCustomer(db, operatorId)
    const { bookings: browser, follow, device } = aBrowserOfTwoSites()
    await browser.logIn(id)
    const handOver = async () => follow(await follow(await createHandover(details(), browser)))
    const answer = await handOver()
    expect([
      answer.status,
      answer.headers.get('cache-control'),
      answer.headers.get('referrer-policy'),
    ]).toEqual([302, 'no-store', 'no-referrer'])
    const to = locationOf(answer)
    expect(`${to.origin}${to.pathname}`).toBe(`${app.config.sites.account}/details`)
    expect(to.searchParams.get('tab')).toBe('1')
    const code = to.searchParams.get('token') ?? ''
    expect(await tracesOf(db, [code])).toEqual([])
    const session = await exchangeToken(db, code, device(), now)
    expect(session?.token).toMatch(/^[\w-]{43}$/)
    expect(session?.token).not.toBe(browser.cookies.get('authToken'))
    expect(await exchangeToken(db, code, device(), now)).toBeNull()

    const late = locationOf(await handOver())
    app.clock.forward(61_000)
    expect(
      await exchangeToken(db, late.searchParams.get('token') ?? '', device(), app.clock.now()),
    ).toBeNull()
  })

  it('makes a code for one browser, which a link of a stranger does not log in anywhere else', async () => {
    const mallory = aBrowserOfTwoSites()
    await mallory.bookings.logIn((await aCustomer(db, operatorId)).id)
    const started = await mallory.follow(await createHandover(details(), mallory.bookings))
    const code = locationOf(await mallory.follow(started)).searchParams.get('token') ?? ''

    const victim = aBrowserOfTwoSites()
    // The victim has been handed over once and is logged out: the browser has a name of its own.
    await victim.follow(await createHandover(details(), victim.bookings))
    await victim.account.fetch(`/hand-over/start?to=${details()}&from=${app.config.sites.bookings}`)
    expect(victim.device()).toMatch(/^[\w-]{43}$/)
    expect(await exchangeToken(db, code, victim.device(), now)).toBeNull()
    expect(await exchangeToken(db, code, null, now)).toBeNull()
    expect(await exchangeToken(db, code, mallory.device(), now)).not.toBeNull()

    // A link that makes a code of the victim's login for the stranger's browser leads the victim there, and no one else.
    await victim.bookings.logIn((await aCustomer(db, operatorId)).id)
    const bind = locationOf(started).searchParams.get('browser') ?? ''
    const planted = await victim.bookings.fetch(
      `/hand-over?to=${encodeURIComponent(details())}&browser=${bind}`,
      { redirect: 'manual' },
    )
    const plantedCode = locationOf(planted).searchParams.get('token') ?? ''
    expect(plantedCode).not.toBe('')
    expect(await exchangeToken(db, plantedCode, victim.device(), now)).toBeNull()
  })

  it('starts and ends on our sites only', async () => {
    const browser = app.browser({ site: 'account' })
    const own = app.config.sites.bookings
    const start = (to: string, from: string) =>
      browser.fetch(`/hand-over/start?${new URLSearchParams({ to, from }).toString()}`, {
        redirect: 'manual',
      })
    for (const [to, from] of [
      ['https://evil.example/', own],
      [details(), 'https://evil.example'],
      [details(), `${own}.evil.example`],
      [details(), ''],
    ] as const) {
      const answer = await start(to, from)
      expect([answer.status, answer.headers.get('location'), answer.headers.getSetCookie()]).toEqual([
        404,
        null,
        [],
      ])
    }
    const answer = await start(`${details()}&embedded=true`, own)
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^device=[\w-]{43}; .*HttpOnly; Secure; SameSite=Lax$/),
      expect.stringMatching(/^device=[\w-]{43}; .*HttpOnly; Secure; SameSite=None; Partitioned$/),
    ])
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
