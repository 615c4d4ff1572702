import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import type { TestBrowser } from '#test/support/app.ts'
import { aCentre } from '#test/support/centre.ts'
import type { Centre } from '#test/support/centre.ts'
import { testDatabase } from '#test/support/database.ts'
import { aChildOf } from '#test/support/factories/customers.ts'
import { refusal } from '#test/support/refusal.ts'
import { tracesOf } from '#test/support/traces.ts'
import { api } from '#web/platform/api.ts'

let db: Database
let centre: Centre
let browser: TestBrowser
let customerId: number

beforeAll(async () => {
  db = (await testDatabase()).db
})

beforeEach(async () => {
  centre = await aCentre(db)
  ;({ id: customerId, browser } = await centre.customer())
})

const make = async (by = browser): Promise<string> => (await by.send(api.bookings.makeFeed, {})).address
/** A calendar's request: no cookie, no login. */
const read = (address: string, headers: Record<string, string> = {}) =>
  centre.app.browser().fetch(new URL(address).pathname, { headers })
const textOf = async (address: string) => (await (await read(address)).text()).replace(/\r\n[ \t]/g, '')

const aBooking = async (time = '10:00', forId = customerId) => {
  const yoga = await db.selectFrom('activity').select('id').where('slug', '=', 'yoga').executeTakeFirst()
  const session =
    yoga === undefined
      ? await centre.aClassOf(await centre.yoga(), time)
      : await centre.aClassOf(
          {
            activity: { id: yoga.id, slug: 'yoga', venueId: centre.venue.id, pricingOptionId: 0 },
            studio: await studio(),
          },
          time,
        )
  await centre.add(browser, session)
  const id = await centre.book(browser, customerId)
  await db.updateTable('booking').set({ personId: forId }).where('id', '=', id).execute()
  return id
}
const studio = () => db.selectFrom('location').select(['id', 'slug', 'name']).executeTakeFirstOrThrow()

describe('the calendar of a customer', () => {
  it('is created on request, and its address is displayed once', async () => {
    expect(await browser.send(api.bookings.feed, {})).toEqual({ madeAt: null })
    const { madeAt, address } = await browser.send(api.bookings.makeFeed, {})
    expect(madeAt).toBe('2027-03-01T09:00:00Z')
    expect(address).toMatch(/^http:\/\/bookings\.onside\.localhost:3000\/calendar\/[\w-]{32}\.ics$/)
    expect(await browser.send(api.bookings.feed, {})).toEqual({ madeAt })
    const secret = /[\w-]{32}/.exec(new URL(address).pathname)?.[0] ?? ''
    expect(await tracesOf(db, [secret])).toEqual([])
  })

  it("lists the customer's and their attendees' bookings, and keeps its entries when they change", async () => {
    const tom = await aChildOf(db, centre.operatorId, customerId)
    const own = await aBooking('10:00')
    await aBooking('14:00', tom.id)
    const address = await make()
    const before = await textOf(address)
    const { uuid } = await db
      .selectFrom('booking')
      .select('uuid')
      .where('id', '=', own)
      .executeTakeFirstOrThrow()
    expect(before).toContain(`UID:${uuid}@onside`)
    expect(before).toContain('SUMMARY:Yoga – Demo Centre')
    expect(before).toContain('SUMMARY:Yoga (Tom) – Demo Centre')
    expect(before).toContain('DTSTART;TZID=Europe/London:20270304T100000')
    expect(before).toContain('BEGIN:VTIMEZONE')
    expect(before).not.toContain('STATUS:CANCELLED')

    await browser.send(api.bookings.cancel, { bookingId: own })
    const after = await textOf(address)
    const entry = after.split('BEGIN:VEVENT').find((one) => one.includes(uuid)) ?? ''
    expect(entry).toContain('STATUS:CANCELLED')
    expect(entry).toContain('SEQUENCE:1')
  })

  it('drops bookings long past', async () => {
    await aBooking('10:00')
    const address = await make()
    centre.app.clock.forward(80 * 86_400_000)
    expect(await textOf(address)).toContain('BEGIN:VEVENT')
    centre.app.clock.forward(20 * 86_400_000)
    expect(await textOf(address)).not.toContain('BEGIN:VEVENT')
  })

  it('is answered 304 while nothing has changed', async () => {
    const id = await aBooking('10:00')
    const address = await make()
    const first = await read(address)
    const etag = first.headers.get('etag') ?? ''
    expect(first.status).toBe(200)
    expect(first.headers.get('content-type')).toBe('text/calendar; charset=utf-8; method=PUBLISH')
    expect(first.headers.get('cache-control')).toBe('no-store')
    const again = await read(address, { 'if-none-match': etag })
    expect([again.status, await again.text()]).toEqual([304, ''])
    await browser.send(api.bookings.cancel, { bookingId: id })
    expect((await read(address, { 'if-none-match': etag })).status).toBe(200)
  })

  it('is private, and ends when it is replaced or switched off', async () => {
    await aBooking('10:00')
    const { browser: ben } = await centre.customer()
    expect(await textOf(await make(ben))).not.toContain('BEGIN:VEVENT')
    const first = await make()
    const second = await make()
    expect([(await read(first)).status, (await read(second)).status]).toEqual([404, 200])
    expect(await browser.send(api.bookings.endFeed, {})).toEqual({ madeAt: null })
    expect((await read(second)).status).toBe(404)
    expect((await read(second.replace('.ics', ''))).status).toBe(404)
    expect((await read(first.replace(/[\w-]{32}\.ics/, `${'A'.repeat(32)}.ics`))).status).toBe(404)
  })

  it('never appears in a log', async () => {
    const address = await make()
    await read(address)
    const secret = /[\w-]{32}/.exec(new URL(address).pathname)?.[0] ?? ''
    expect(JSON.stringify(centre.app.logged)).toContain('/calendar/{file}')
    expect(JSON.stringify(centre.app.logged)).not.toContain(secret)
  })

  it('needs a login to be switched on or off', async () => {
    const visitor = centre.app.browser()
    expect(await refusal(visitor.send(api.bookings.feed, {}))).toMatchObject({ status: 401 })
    expect(await refusal(visitor.send(api.bookings.makeFeed, {}))).toMatchObject({ status: 401 })
    expect(await refusal(visitor.send(api.bookings.endFeed, {}))).toMatchObject({ status: 401 })
  })
})
