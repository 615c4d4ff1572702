import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { anOperator } from '#test/support/factories/operators.ts'
import { refusal } from '#test/support/refusal.ts'
import { aSecurityLog, email, kinds } from '#test/support/securityEvents.ts'
import type { SecurityLog } from '#test/support/securityEvents.ts'
import { api } from '#web/platform/api.ts'

let log: SecurityLog

beforeEach(async () => {
  log = await aSecurityLog()
})

describe('the security log', () => {
  it('names the account, the shortened network and the call of a log-in and of a failed one', async () => {
    const typed = 'a heron on the weir'
    await refusal(log.logIn(log.from('203.0.113.77'), typed))
    await refusal(log.logIn(log.from('2001:db8:7:8::1'), typed, 'stranger@example.test'))
    await log.logIn(log.from('203.0.113.77'))
    const account = { id: log.ann.id, name: 'Ann Ash', role: 'customer' }
    const route = 'POST /auth/customer/login'
    const once = { id: expect.any(Number), at: '2027-02-28T10:00:00Z', times: 1, person: null, route }
    expect(await log.read()).toEqual([
      { ...once, event: 'logged_in', account, network: '203.0.113.0/24' },
      { ...once, event: 'login_failed', account: null, network: '2001:db8:7::/48' },
      { ...once, event: 'login_failed', account, network: '203.0.113.0/24' },
    ])
    const stored = JSON.stringify(await log.db.selectFrom('securityEvent').selectAll().execute())
    expect(['203.0.113.77', 'stranger', email, typed].filter((text) => stored.includes(text))).toEqual([])
  })

  it('holds nothing of what a caller writes', async () => {
    const text = 'x\n2027-02-28 logged_in <script>alert(1)</script>\u001b[31m'
    const browser = log.from(text.replaceAll(/[^ -~]/g, ''))
    await refusal(log.logIn(browser, 'wrong', text))
    await browser.fetch(`/api/my-account/devices/${encodeURIComponent(text)}`, {
      method: 'DELETE',
      headers: { 'user-agent': 'x<script>', 'x-request-id': '<script>' },
    })
    await log.from('198.51.100.1').fetch('/api/%0a<script>', { method: 'POST' })
    const events = await log.read()
    expect(kinds(events)).toEqual(['login_failed'])
    expect(events[0]).toMatchObject({ network: '', account: null, route: 'POST /auth/customer/login' })
  })

  it('is for supervisors of the operator alone, by kind, person and day, 50 at a time', async () => {
    const other = await anOperator(log.db, { slug: 'other' })
    const insert = (operator: number, event: string, count: number, at: string) =>
      sql`
      insert into security_event (at, last_at, times, event, operator_id, customer_id, network, route)
      select ${at}::timestamptz, ${at}::timestamptz, 1, ${event}, ${operator}, ${log.ann.id}, '', 'POST /x'
      from generate_series(1, ${count}::int)`.execute(log.db)
    await insert(other.id, 'login_failed', 3, '2027-02-20T10:00:00Z')
    await insert(log.operatorId, 'login_failed', 60, '2027-02-20T10:00:00Z')
    await insert(log.operatorId, 'rate_limited', 2, '2027-02-21T00:00:00Z')
    const first = await log.desk.send(api.securityEvents.list, { event: 'login_failed' })
    expect(first.events).toHaveLength(50)
    const rest = await log.desk.send(api.securityEvents.list, {
      event: 'login_failed',
      before: first.nextBefore ?? 0,
    })
    expect([rest.events.length, rest.nextBefore]).toEqual([10, null])
    expect(await log.read({ from: '2027-02-21', until: '2027-02-21' })).toHaveLength(2)
    expect(await log.read({ from: '2027-02-22' })).toHaveLength(0)
    expect(await log.read({ person: email, event: 'rate_limited' })).toHaveLength(2)
    expect(await log.read({ person: 'nobody@example.test' })).toHaveLength(0)
    const clerk = log.app.browser({ site: 'desk' })
    await clerk.logIn((await log.aColleague()).id)
    expect((await refusal(clerk.send(api.securityEvents.list, {}))).status).toBe(403)
  })
})
