import { beforeEach, describe, expect, it } from 'vitest'
import { recordedEvents, recordEvents } from '#test/support/events.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { aReleasingVenue, now, tonight } from '#test/support/rehearsals.ts'
import { refusal } from '#test/support/refusal.ts'
import { api } from '#web/platform/api.ts'
import { endRehearsal } from './sql.ts'

let world: Awaited<ReturnType<typeof aReleasingVenue>>

beforeEach(async () => {
  const { db } = await testDatabase()
  await emptyTables(db)
  world = await aReleasingVenue(db)
})

const begin = (more: object = {}) =>
  world.desk.send(api.rehearsals.begin, {
    venue: world.venue.slug,
    ...tonight,
    visitors: 40,
    arrival: 'usual',
    paying: 70,
    ...more,
  })
const releases = () => world.desk.send(api.rehearsals.releases, { venue: world.venue.slug })
const list = async () => (await world.desk.send(api.rehearsals.list, { venue: world.venue.slug })).rehearsals

const report = {
  verdict: 'holds_with_waiting' as const,
  limit: { kind: 'connections' as const, from: 10, to: 20 },
  places: 24,
  firstGoneAfter: 300,
  soldOutAfter: 9000,
  held: 24,
  paid: 17,
  refused: 16,
  busy: 2,
  failed: 0,
  look: { p50: 12, p95: 30, p99: 44 },
  hold: { p50: 120, p95: 900, p99: 2100 },
  pay: null,
  passedOver: 1,
  passedOverBy: 40,
  oversold: 0,
  stranded: 0,
  processor: 71,
  connections: { most: 10, waiting: 14 },
}

describe('the releases of a venue', () => {
  it('are the next openings of its days, for customers and for visitors apart, with what is free', async () => {
    const { releases: coming, visitors } = await releases()
    expect(coming[0]).toMatchObject({
      day: '2027-03-09',
      audience: 'customers',
      places: 24,
      activities: ['Yoga'],
    })
    expect(coming[1]).toMatchObject({ day: '2027-03-08', audience: 'visitors', places: 24 })
    expect(coming.map(({ opensAt }) => opensAt.utc.slice(0, 13))).toEqual(
      expect.arrayContaining(['2027-03-02T22', '2027-03-03T22']),
    )
    expect(visitors).toBe(20)
  })

  it('suggest twice as many visitors as came in the first minutes of the busiest release', async () => {
    const { db } = world
    const sessions = await db
      .selectFrom('occurrence')
      .select(['id', 'localDate'])
      .where('localDate', '=', '2027-03-08')
      .execute()
    const customers = world.app.browser()
    for (let person = 0; person < 12; person += 1) {
      customers.cookies.clear()
      world.app.clock.set(new Date('2027-03-02T22:01:00Z'))
      await customers.send(api.baskets.add, { items: [{ id: sessions[0]?.id ?? 0 }] })
    }
    world.app.clock.set(new Date('2027-03-03T08:00:00Z'))
    await world.desk.logIn(world.staff.id)
    expect((await releases()).visitors).toBe(30)
  })
})

describe('a rehearsal', () => {
  it('waits for a node that runs it, and is recorded in the audit log', async () => {
    const rehearsal = await begin()
    expect(rehearsal).toMatchObject({
      state: 'waiting',
      venue: 'Demo Centre',
      day: '2027-03-09',
      visitors: 40,
      begunBy: expect.any(String),
    })
    expect(await list()).toMatchObject([{ id: rehearsal.id, report: null, problem: null }])
    const acts = await world.db
      .selectFrom('auditEntry')
      .select(['act', 'subject'])
      .where('subject', '=', `rehearsal:${rehearsal.id}`)
      .execute()
    expect(acts).toMatchObject([{ act: 'rehearsal begun' }])
  })

  it('begins for a release as the list of them names it', async () => {
    const [first] = (await releases()).releases
    const { day, audience, opensAt } = first ?? { day: '', audience: 'everybody', opensAt: { utc: '' } }
    expect(await begin({ day, audience, opensAt: opensAt.utc })).toMatchObject({ day, audience, opensAt })
  })

  it('is refused while another one runs, also to a call that comes twice', async () => {
    await begin()
    expect(await refusal(begin())).toMatchObject({ code: 'one_at_a_time' })
  })

  it('is refused half an hour before booking opens at any venue', async () => {
    world.app.clock.set(new Date('2027-03-02T21:31:00Z'))
    await world.desk.logIn(world.staff.id)
    expect(await refusal(begin())).toMatchObject({
      code: 'release_near',
      message: 'Places open at 22:00. Rehearse after that.',
    })
    world.app.clock.set(new Date('2027-03-02T22:00:01Z'))
    await world.desk.logIn(world.staff.id)
    expect(await begin({ day: '2027-03-10', opensAt: '2027-03-03T22:00:00Z' })).toMatchObject({
      state: 'waiting',
    })
  })

  it('is refused where the disk has no room for the copy three times', async () => {
    world.app.services.rehearsals.freeBytes = () => Promise.resolve(1000)
    expect(await refusal(begin())).toMatchObject({ code: 'no_room' })
    // On another machine's disk nobody can look.
    world.app.services.rehearsals.freeBytes = () => Promise.resolve(null)
    expect(await begin()).toMatchObject({ state: 'waiting' })
  })

  it('is refused for a time at which nothing opens, and for more visitors than the database can serve', async () => {
    expect(await refusal(begin({ opensAt: '2027-03-02T21:00:00Z' }))).toMatchObject({ code: 'not_found' })
    // Of the embedded database, which this configuration has.
    expect(await refusal(begin({ visitors: 501 }))).toMatchObject({ code: 'invalid' })
  })

  it('that waits is stopped at once, and one that has ended stays as it is', async () => {
    const { id } = await begin()
    expect(await world.desk.send(api.rehearsals.stop, { rehearsalId: id })).toMatchObject({
      state: 'stopped',
      problem: 'staff',
    })
    await world.desk.send(api.rehearsals.stop, { rehearsalId: id })
    const acts = await world.db
      .selectFrom('auditEntry')
      .select('act')
      .where('act', '=', 'rehearsal stopped')
      .execute()
    expect(acts).toHaveLength(1)
    expect(await begin()).toMatchObject({ state: 'waiting' })
  })

  it('that is done has a report and a file, and programs of the operator are told', async () => {
    const { db, operator, desk, staff } = world
    await recordEvents(db, operator.id, staff.id)
    const { id } = await begin()
    expect(await refusal(desk.send(api.rehearsals.file, { rehearsalId: id }))).toMatchObject({
      code: 'not_found',
    })
    await endRehearsal(db, id, { state: 'done', report }, now)
    expect(await list()).toMatchObject([{ state: 'done', report }])
    const { name, text } = await desk.send(api.rehearsals.file, { rehearsalId: id })
    expect(name).toBe(`rehearsal-${id}.csv`)
    expect(text).toContain('\r\nverdict,holds_with_waiting\r\nfirst_limit,connections\r\nplaces,24\r\n')
    expect(text).toContain('\r\nhold_p99_ms,2100\r\npay_p50_ms,\r\n')
    expect(await recordedEvents(db)).toMatchObject([
      { type: 'rehearsal.done', subjectId: id, data: { status: 'done', verdict: 'holds_with_waiting' } },
    ])
  })
})
