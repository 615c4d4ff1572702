import { randomBytes } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import type { TestBrowser } from '#test/support/app.ts'
import { aCentre, on, thursday } from '#test/support/centre.ts'
import type { Centre } from '#test/support/centre.ts'
import { testDatabase } from '#test/support/database.ts'
import { openPage } from '#test/support/pages.ts'
import { refusal } from '#test/support/refusal.ts'
import { aMemberOfStaff } from '#test/support/tills.ts'
import { api } from '#web/platform/api.ts'
import { deskLinks } from '#web/platform/deskLinks.ts'

let db: Database
let centre: Centre
let desk: TestBrowser

beforeAll(async () => {
  db = (await testDatabase()).db
})

beforeEach(async () => {
  centre = await aCentre(db)
  const { id } = await aMemberOfStaff(db, centre.operatorId)
  desk = centre.app.browser({ site: 'desk' })
  await desk.logIn(id)
})

const readBoard = (venue = 'demo-centre') => desk.send(api.attendance.board, { venue, date: thursday })

const aPlace = (places: readonly { id: number; name: string }[], ids: readonly number[]) =>
  ids.map((id) => places.find((place) => place.id === id)?.name)

/** Of no use to a compressor, as names of people and classes are. */
const randomName = () => randomBytes(6).toString('base64url')

describe('the board of a day', () => {
  it('has courts that somebody has, a hall on each of its courts, and classes without anybody', async () => {
    const { slots } = await centre.badminton(['10:00', '11:00'])
    const [game] = await centre.fiveASide(['18:00'])
    const yoga = await centre.yoga()
    const asha = await db
      .insertInto('instructor')
      .values({ operatorId: centre.operatorId, slug: 'asha', name: 'Asha Brightwell' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await centre.aClassOf(yoga, '19:00', { instructorIds: [asha.id] })
    const { browser } = await centre.customer()
    for (const occurrence of [slots[1], game])
      if (occurrence !== undefined) await centre.add(browser, occurrence)
    await centre.buy(browser)
    const { places, sessions, hours } = await readBoard()
    expect(places.map(({ name, kind }) => [name, kind])).toEqual([
      ['Court A', 'courts'],
      ['Court B', 'courts'],
      ['Court C', 'courts'],
      ['Studio 1', 'classes'],
    ])
    expect(hours).toEqual({ from: '2027-03-04T10:00:00Z', until: '2027-03-04T20:00:00Z' })
    expect(
      sessions.map(({ startsAt, placeIds, instructors }) => [
        startsAt.format24Hour,
        aPlace(places, placeIds),
        instructors,
      ]),
    ).toEqual([
      ['10:00', ['Court B'], []],
      ['18:00', ['Court A', 'Court B', 'Court C'], []],
      ['19:00', ['Studio 1'], ['Asha Brightwell']],
    ])
  })

  it('shows a closure with its reason, of a hall on its courts', async () => {
    const { courts } = await centre.badminton(['10:00'])
    await centre.fiveASide(['18:00'])
    const { id: locationId } = await db
      .selectFrom('location')
      .select('id')
      .where('slug', '=', 'hall')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('closure')
      .values([
        {
          venueId: centre.venue.id,
          locationId,
          startsAt: on('12:00'),
          endsAt: on('14:00'),
          reason: 'New floor',
        },
        {
          venueId: centre.venue.id,
          locationId,
          startsAt: on('12:00', '2027-03-05'),
          endsAt: on('14:00', '2027-03-05'),
          reason: 'Another day',
        },
      ])
      .execute()
    const { closures } = await readBoard()
    expect(closures).toMatchObject([{ publicReason: 'New floor', placeIds: courts.map(({ id }) => id) }])
    const { text } = await openPage(desk, deskLinks.today('demo-centre', thursday), 'desk')
    expect(text).toContain('Closed: New floor')
  })

  it('shows a closure without an end to the end of the day', async () => {
    await centre.badminton(['10:00'])
    await db
      .insertInto('closure')
      .values({
        venueId: centre.venue.id,
        startsAt: on('12:00', '2027-03-01'),
        endsAt: null,
        reason: 'No heating',
      })
      .execute()
    expect((await readBoard()).closures).toMatchObject([
      { publicReason: 'No heating', ends: '2027-03-05T00:00:00Z' },
    ])
  })

  it('is at most 60 KB for 20 places of 16 hours, as the browser gets it', async () => {
    const yoga = await centre.yoga()
    const { operatorId, venue } = centre
    const instructors = await db
      .insertInto('instructor')
      .values(
        Array.from({ length: 40 }, (_, n) => ({ operatorId, slug: `i${n}`, name: `${randomName()} ${n}` })),
      )
      .returning('id')
      .execute()
    const studios = await db
      .insertInto('location')
      .values(
        Array.from({ length: 20 }, (_, n) => ({
          venueId: venue.id,
          slug: `place-${n}`,
          name: `${randomName()} studio`,
          kind: 'resource' as const,
        })),
      )
      .returning('id')
      .execute()
    const hours = Array.from({ length: 16 }, (_, n) => `${n + 6}:00`.padStart(5, '0'))
    for (const [n, { id }] of studios.entries())
      for (const hour of hours)
        await centre.aClassOf({ ...yoga, studio: { ...yoga.studio, id } }, hour, {
          name: `${randomName()} ${hour}`,
          capacity: 10 + n,
          instructorIds: instructors.slice(n, n + 2).map((one) => one.id),
        })
    const path = `/api/foh/venues/demo-centre/board?date=${thursday}`
    const answer = await desk.fetch(path, { headers: { 'Accept-Encoding': 'gzip' } })
    expect(answer.headers.get('Content-Encoding')).toBe('gzip')
    const bytes = new Uint8Array(await answer.arrayBuffer())
    const { data } = JSON.parse(gunzipSync(bytes).toString()) as { data: { sessions: object[] } }
    expect(data.sessions).toHaveLength(320)
    expect(bytes.length).toBeLessThanOrEqual(60 * 1024)
  })

  it('is for staff, of venues of their operator', async () => {
    expect(await refusal(readBoard('elsewhere'))).toMatchObject({ status: 404 })
    const { browser } = await centre.customer()
    const reading = browser.send(api.attendance.board, { venue: 'demo-centre', date: thursday })
    expect(await refusal(reading)).toMatchObject({ status: 403 })
  })
})

describe('the day on paper', () => {
  it('has the register of each session, with phone, age, notes and what is to pay', async () => {
    const session = await centre.aClassOf(await centre.yoga(), '19:00')
    const ann = await centre.customer({ firstName: 'Ann', lastName: 'Ash' })
    await db
      .updateTable('customer')
      .set({ phone: '01632 960111', medicalNotes: 'Asthma' })
      .where('id', '=', ann.id)
      .execute()
    await desk.send(api.baskets.add, { items: [{ id: session.id }], selectedUserId: ann.id })
    await desk.send(api.checkout.payAtDesk, {
      selectedUserId: ann.id,
      payments: [{ tenderType: 'cash', amount: 500 }],
    })
    const registers = await desk.send(api.attendance.registers, { venue: 'demo-centre', date: thursday })
    expect(registers).toMatchObject([{ sessionId: session.id, expected: [{ firstName: 'Ann' }] }])
    const sheet = deskLinks.daySheet('demo-centre', thursday)
    const { text } = await openPage(desk, `${sheet}?sheet=registers`, 'desk')
    for (const part of ['19:00 Yoga', 'Ann Ash', '01632 960111', 'Asthma', 'Paid', 'Signature'])
      expect(text).toContain(part)
    const byTime = await openPage(desk, sheet, 'desk')
    expect(byTime.text).toMatch(/19:00–20:00 Yoga Studio 1 1 of 10/)
    const byPlace = await openPage(desk, `${sheet}?sheet=place`, 'desk')
    expect(byPlace.text).toContain('Studio 1')
  })
})
