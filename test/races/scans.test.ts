/**
 * What is asked all day reads a few rows, however many there are: on a database filled as for many venues, no hot
 * request and no periodic job reads more than a thousand rows of one table, and no report needs all of a large one. The
 * last test plants a statement that does, or the others prove nothing.
 */
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { reportIds } from '#contract/reportTypes.ts'
import { periodicJobs } from '#server/jobs.ts'
import { publishFeeds } from '#server/openactive/publish.ts'
import { fill } from '#test/scale/fill.mjs'
import { testApp } from '#test/support/app.ts'
import type { TestApp, TestBrowser } from '#test/support/app.ts'
import { copyDatabase } from '#test/support/database.ts'
import { anOperator } from '#test/support/factories/operators.ts'
import { openWithScans } from '#test/support/scans.ts'
import type { ScanRecorder } from '#test/support/scans.ts'
import { aMemberOfStaff } from '#test/support/tills.ts'

const now = new Date('2027-03-01T09:00:00Z')
const venues = 40
const most = 1000
const base = 20_000_000

let url: string
let recorder: ScanRecorder
let app: TestApp
let visitor: TestBrowser
let customer: TestBrowser
/** With hundreds of orders. */
let regular: TestBrowser
let desk: TestBrowser
let occurrenceId: number

beforeAll(async () => {
  url = await copyDatabase()
  recorder = openWithScans(url)
  const { db } = recorder
  const operator = await anOperator(db)
  await db.updateTable('operator').set({ onlineGuestPassesEnabled: true }).execute()
  const staff = await aMemberOfStaff(db, operator.id, { staffLevel: 'supervisor' })
  const client = new pg.Client(url)
  await client.connect()
  await fill(client, { venues, now })
  await client.end()
  app = testApp(db, { now })
  visitor = app.browser()
  customer = app.browser()
  await customer.logIn(base + 3)
  regular = app.browser()
  await regular.logIn(base + venues * 250)
  desk = app.browser({ site: 'desk' })
  await desk.logIn(staff.id)
  const { rows } = await sql<{ id: number }>`
    select id from occurrence where starts_at > ${now} and status = 'scheduled' order by places_taken, id limit 1`.execute(
    db,
  )
  occurrenceId = rows[0]?.id ?? 0
}, 240_000)
afterAll(() => recorder.close())

const get = async (browser: TestBrowser, path: string): Promise<void> => {
  const response = await browser.fetch(path)
  expect({ path, status: response.status, body: response.ok ? '' : await response.text() }).toMatchObject({
    status: 200,
  })
  await response.arrayBuffer()
}

describe('requests', () => {
  it.each<['visitor' | 'customer' | 'regular' | 'desk', string]>([
    ['visitor', '/api/activities/venue/centre-7/activity/class-1/v2/timetable?date=2027-03-02'],
    ['visitor', '/api/activities/venue/centre-7/categories'],
    ['visitor', '/api/openactive/demo'],
    ['visitor', '/api/openactive/demo/scheduled-sessions'],
    ['customer', '/api/activities/venue/centre-7/activity/class-1/v2/timetable?date=2027-03-02'],
    ['customer', '/api/auth/user'],
    ['customer', '/api/dashboard'],
    ['customer', '/api/activities/cart'],
    ['customer', '/api/my-account/bookings'],
    ['regular', '/api/my-account/bookings?filter=past&limit=21'],
    ['customer', '/api/my-account/memberships'],
    ['customer', '/api/my-account/packages'],
    ['customer', '/api/my-account/payments'],
    ['customer', '/api/my-account/waitlists'],
    ['customer', '/api/my-account/documents'],
    ['customer', '/api/my-account/family'],
    ['customer', '/api/my-account/details'],
    ['customer', '/api/my-account/data'],
    ['desk', '/api/foh/customers?query=smith'],
    ['desk', '/api/foh/customers?query=person77%40example'],
    ['desk', '/api/foh/customers?query=LM00000077'],
    ['desk', `/api/foh/customers/${base + 77}`],
    ['desk', '/api/foh/customers?query=LG79'],
    ['desk', '/api/foh/orders?query=smith'],
    ['desk', '/api/foh/orders?query=person77%40example.com'],
    ['desk', '/api/foh/orders?query=01632%20960077'],
    ['desk', '/api/foh/orders?query=4242'],
    ['desk', '/api/foh/orders?query=ABC123'],
    ['desk', '/api/foh/venues/centre-7/guest-passes/LG79'],
    ['desk', `/api/foh/venues/centre-7/customers/${base + 79}/guest-passes`],
    ['desk', '/api/foh/venues/centre-7/sessions?date=2027-03-01'],
    ['desk', '/api/foh/venues/centre-7/takings?date=2027-03-01'],
    ['desk', '/api/foh/documents'],
  ])('%s: %s', async (who, path) => {
    const browser = { visitor, customer, regular, desk }[who]
    expect(await recorder.longScans(most, () => get(browser, path), true)).toEqual([])
  })

  it('logging in', async () => {
    const scans = await recorder.longScans(most, async () => {
      const response = await visitor.fetch('/api/auth/customer/login', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ username: 'person12@example.com', password: 'a wrong one' }),
      })
      expect(response.status).toBe(401)
    })
    expect(scans).toEqual([])
  })

  it('adding to the basket', async () => {
    const scans = await recorder.longScans(most, async () => {
      const response = await customer.fetch('/api/activities/cart/add', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
        body: JSON.stringify({ items: [{ id: occurrenceId, type: 'activity' }] }),
      })
      expect(await response.json()).toMatchObject({ data: {} })
    })
    expect(scans).toEqual([])
  })
})

/**
 * Reports read more than what is asked all day, but not all there is: of the 20,000 orders of 200 days, those of a month
 * (payments have no venue) or of the month's sessions at one venue. Tables of this size are faster read whole; those of
 * years are not, and an index has to serve then.
 */
describe('a report on a month of one venue', () => {
  const mostOfMonth = 4000
  let indexed: ScanRecorder
  let supervisor: TestBrowser

  beforeAll(() => {
    indexed = openWithScans(url, '-c enable_seqscan=off')
    supervisor = testApp(indexed.db, { now }).browser({ site: 'desk' })
    for (const [name, value] of desk.cookies) supervisor.cookies.set(name, value)
  })
  afterAll(() => indexed.close())

  it.each([
    ...reportIds.map((report) => [report, 'each', 'session'] as const),
    ['fullness', 'activity', 'session'] as const,
    ['income', 'activity', 'cash'] as const,
  ])('%s by %s and %s', async (report, by, basis) => {
    const query = new URLSearchParams({
      from: '2027-02-01',
      until: '2027-02-28',
      venues: 'centre-7',
      by,
      basis,
      compare: 'before',
    })
    const path = `/api/office/reports/${report}?${query.toString()}`
    expect(await indexed.longScans(mostOfMonth, () => get(supervisor, path), true)).toEqual([])
  })
})

describe('periodic jobs', () => {
  // Each has something to do at first; what counts is what it costs when there is nothing.
  it('read little when there is nothing to do', async () => {
    const { services } = app
    const log = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} }
    const found: string[] = []
    const jobs = periodicJobs({ db: recorder.db, clock: app.clock, log, services })
    for (const job of jobs) {
      if (job.name === 'relative days of the import') continue
      await job.run(now)
      // That job stops after some time and leaves the rest to its next run.
      if (job.name === 'open data feeds') await publishFeeds(recorder.db, app.config.sites.bookings, now)
      const scans = await recorder.longScans(most, () => job.run(now))
      found.push(...scans.map((scan) => `${job.name}: ${scan}`))
    }
    expect(found).toEqual([])
  })
})

it('finds a statement that reads a whole table, by itself and in a function', async () => {
  const { db } = recorder
  const scans = await recorder.longScans(most, () =>
    sql`select 1 from booking where customer_notice = 'x'`.execute(db),
  )
  expect(scans).toEqual([expect.stringMatching(/^\d+ rows of booking/)])
  await sql`create function planted() returns bigint language plpgsql as
    $$ begin return (select count(*) from hold where places = 7); end $$`.execute(db)
  expect(await recorder.longScans(most, () => sql`select planted()`.execute(db))).toEqual([
    expect.stringMatching(/^\d+ rows of hold/),
  ])
})
