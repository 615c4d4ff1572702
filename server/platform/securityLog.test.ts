import { sql } from 'kysely'
import { beforeEach, expect, it } from 'vitest'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { createSecurityLog } from './securityLog.ts'
import type { SecurityEntry, SecurityLog } from './securityLog.ts'
import { shortenedNetwork } from './caller.ts'
import type { Database } from './database.ts'
import { processMetrics } from './metrics.ts'

const now = new Date('2027-02-28T10:00:00Z')

let db: Database
let log: SecurityLog
const failures: object[] = []
beforeEach(async () => {
  db = (await testDatabase()).db
  await emptyTables(db)
  failures.length = 0
  log = createSecurityLog({
    db,
    log: { info: () => {}, warn: () => {}, error: (fields) => void failures.push(fields), debug: () => {} },
  })
})

/** Of these tests alone: the logs of other tests in this process write theirs up to a second later. */
const route = 'POST /security-log'

const refused = (more: Partial<SecurityEntry> = {}): SecurityEntry => ({
  event: 'rate_limited',
  operatorId: 1,
  personId: null,
  address: '203.0.113.7',
  route,
  ...more,
})

const rows = () =>
  db
    .selectFrom('securityEvent')
    .select(['event', 'times', 'network'])
    .where('route', '=', route)
    .orderBy('id')
    .execute()
const dropped = async (): Promise<number> =>
  Number(/^onside_security_events_dropped_total (\d+)$/m.exec(await processMetrics.metrics())?.[1] ?? 0)

it('writes a flood of equal refusals as one row, and a flood of different ones up to a limit', async () => {
  for (let i = 0; i < 10_000; i += 1) log.record(refused(), now)
  await log.flush()
  expect(await rows()).toEqual([{ event: 'rate_limited', times: 10_000, network: '203.0.113.0/24' }])
  const before = await dropped()
  for (let i = 0; i < 10_000; i += 1)
    log.record(refused({ address: `10.${i >> 8}.${i & 255}.1`, event: 'origin_refused' }), now)
  // What was done is recorded although refusals have filled their part.
  log.record(refused({ event: 'password_changed', customerId: 7 }), now)
  await log.flush()
  expect(await rows()).toHaveLength(302)
  expect((await rows()).at(-1)?.event).toBe('password_changed')
  expect((await dropped()) - before).toBe(9700)
  expect(await processMetrics.metrics()).toMatch(
    /onside_security_events_total\{event="origin_refused"\} \d{5}/,
  )
})

it('counts what it could not write, and goes on', async () => {
  const before = await dropped()
  await sql`alter table security_event rename to security_event_away`.execute(db)
  log.record(refused(), now)
  log.record(refused(), now)
  await log.flush()
  await sql`alter table security_event_away rename to security_event`.execute(db)
  // Other tests' events may be among the dropped.
  expect((await dropped()) - before).toBeGreaterThanOrEqual(2)
  expect(failures).toMatchObject([{ events: 1 }])
  log.record(refused(), now)
  await log.flush()
  expect(await rows()).toHaveLength(1)
})

it.each([
  ['203.0.113.7', '203.0.113.0/24'],
  ['::ffff:203.0.113.7', '203.0.113.0/24'],
  ['2001:db8:7:8::/64', '2001:db8:7::/48'],
  ['2001:db8:7:8:9:a:b:c%eth0', '2001:db8:7::/48'],
  ['in-process', ''],
  ['<script>', ''],
  ['1.2.3.4\nadmin', ''],
])('shortens the network of %j', (address, network) => {
  expect(shortenedNetwork(address)).toBe(network)
})
