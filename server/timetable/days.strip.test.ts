import { beforeEach, describe, expect, it } from 'vitest'
import { testApp } from '#test/support/app.ts'
import type { TestBrowser } from '#test/support/app.ts'
import { aCentre, monday, refusalOf, thursday } from '#test/support/centre.ts'
import type { Centre } from '#test/support/centre.ts'
import { testDatabase } from '#test/support/database.ts'
import { aChildOf } from '#test/support/factories/customers.ts'
import { aMembership, aPlan } from '#test/support/factories/memberships.ts'
import { at, classes } from '#test/support/timetables.ts'
import { api } from '#web/platform/api.ts'

let centre: Centre
let visitor: TestBrowser

beforeEach(async () => {
  centre = await aCentre((await testDatabase()).db)
  visitor = centre.app.browser()
})

describe('days', () => {
  it('C05: only offered dates answer, earlier ones to the logged in, and a date to come says when it opens', async () => {
    const place = await centre.yoga()
    for (const date of ['2027-03-01', '2027-03-06', '2027-03-07', '2027-03-08'])
      await centre.aClassOf(place, '10:00', { date })
    const { browser: customer } = await centre.customer()
    const offered = async (browser: TestBrowser) =>
      (await browser.send(api.activities.dates, { ...at, category: 'yoga' })).map(({ raw }) => raw)
    expect((await offered(visitor)).at(-1)).toBe('2027-03-06')
    expect((await offered(customer)).at(-1)).toBe('2027-03-07')

    for (const browser of [visitor, customer]) {
      for (const date of await offered(browser)) await classes(browser, date)
    }
    const message = 'The date should be within the valid days you are able to view.'
    const tooFar = await visitor.fetch(
      `/api/activities/venue/demo-centre/activity/yoga/timetable?date=2027-03-07`,
    )
    expect(tooFar.status).toBe(422)
    expect(await tooFar.json()).toMatchObject({
      status: 422,
      code: 'invalid',
      message,
      errors: { date: [message] },
      available_at: expect.stringMatching(/^2027-03-01T22:00:00/),
    })
    expect((await refusalOf(classes(customer, '2027-03-08'))).availableAt).toMatch(/^2027-03-01T22:00:00/)
    const over = await refusalOf(classes(visitor, '2027-02-28'))
    expect(over).toMatchObject({ status: 422, message, availableAt: undefined })
    for (const query of ['', '?date=', '?date=tomorrow', '?date=2027-02-30', '?date=04/03/2027']) {
      const answer = await visitor.fetch(`/api/activities/venue/demo-centre/activity/yoga/v2/times${query}`)
      expect(answer.status).toBe(422)
      expect(await answer.json()).toMatchObject({ code: 'invalid', message, errors: { date: [message] } })
    }

    centre.app.clock.set(new Date('2027-03-01T22:00:00Z'))
    expect(await classes(visitor, '2027-03-07')).toHaveLength(1)
    expect(await classes(customer, '2027-03-08')).toHaveLength(1)
  })

  const placesOf = async (browser: TestBrowser) =>
    (await browser.send(api.timetable.days, { ...at, activity: 'yoga' })).flatMap(({ places, sessions }) =>
      sessions === null || sessions === 0 ? [] : [places],
    )

  it('count for a customer what their household can book, whose ages may not be their own', async () => {
    const place = await centre.yoga({ ageMin: 5, ageMax: 11 })
    const session = await centre.aClassOf(place, '10:00', { date: '2027-03-04', capacity: 8 })
    await centre.aClassOf(place, '10:00', { date: '2027-03-05', capacity: 8 })
    const parent = await centre.customer({ dateOfBirth: '1984-11-02' })
    expect(await placesOf(visitor)).toEqual([8, 8])
    expect(await placesOf(parent.browser)).toEqual([0, 0])
    const child = await aChildOf(centre.db, centre.operatorId, parent.id, { dateOfBirth: '2018-06-01' })
    expect(await placesOf(parent.browser)).toEqual([8, 8])
    // What is in their own basket is counted, as above the list of that day.
    const item = { id: session.publicId, purchasedForUserId: child.id }
    await parent.browser.send(api.baskets.add, { items: [item] })
    expect(await placesOf(parent.browser)).toEqual([8, 8])
  })

  it('count places for members on the days on which a person of the household is one', async () => {
    const { db, operatorId, venue } = centre
    const place = await centre.yoga()
    for (const date of ['2027-03-04', '2027-03-05'])
      await centre.aClassOf(place, '10:00', { date, capacity: 8 })
    const { id: restrictionId } = await db
      .insertInto('restriction')
      .values({ operatorId, slug: 'members', name: 'Members', kind: 'criteria' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('activityRestriction')
      .values({ activityId: place.activity.id, restrictionId })
      .execute()
    const parent = await centre.customer()
    const child = await aChildOf(db, operatorId, parent.id)
    const plan = await aPlan(db, venue)
    await aMembership(db, { plan, venue, customerIds: [child.id] }, { startsOn: '2027-03-05' })
    expect(await placesOf(parent.browser)).toEqual([0, 8])
  })

  it('count places within the weekly limit of a person', async () => {
    const place = await centre.yoga({ weeklyLimit: 1 })
    const session = await centre.aClassOf(place, '10:00', { date: '2027-03-03', capacity: 8 })
    await centre.aClassOf(place, '10:00', { date: '2027-03-04', capacity: 8 })
    await centre.aClassOf(place, '10:00', { date: '2027-03-07', capacity: 8 })
    const { browser } = await centre.customer()
    expect(await placesOf(browser)).toEqual([8, 8, 8])
    await centre.add(browser, session)
    expect(await placesOf(browser)).toEqual([8, 0, 0])
  })

  it('count the places of each day that is offered, and say when the others open and whether logging in opens them', async () => {
    const place = await centre.yoga()
    const session = await centre.aClassOf(place, '10:00', { date: '2027-03-06', capacity: 8 })
    await centre.aClassOf(place, '12:00', { date: '2027-03-06', capacity: 5 })
    await centre.aClassOf(place, '10:00', { date: '2027-03-07', capacity: 3 })
    await centre.add(centre.app.browser(), session)
    const next = async (browser: TestBrowser) => {
      const days = await browser.send(api.timetable.days, { ...at, activity: 'yoga' })
      return new Map(days.map(({ raw, ...day }) => [raw, day]))
    }
    const open = { opensLater: false, opensAt: null, loginOpens: false }
    const seen = await next(visitor)
    expect([...seen.keys()]).toHaveLength(14)
    expect(seen.get('2027-03-01')).toEqual({ places: 0, times: 0, sessions: 0, ...open })
    expect(seen.get('2027-03-06')).toEqual({ places: 12, times: 2, sessions: 2, ...open })
    const later = {
      places: null,
      times: null,
      sessions: null,
      opensLater: true,
      opensAt: { local: '2027-03-01T22:00:00+00:00' },
    }
    expect(seen.get('2027-03-07')).toMatchObject({ ...later, loginOpens: true })
    expect(seen.get('2027-03-08')).toMatchObject({ loginOpens: false })
    const { browser: customer } = await centre.customer()
    expect((await next(customer)).get('2027-03-07')).toEqual({ places: 3, times: 1, sessions: 1, ...open })
    expect((await next(customer)).get('2027-03-08')).toMatchObject({ ...later, loginOpens: false })
  })

  it('count the same over all courts of an hour as court by court', async () => {
    const { slots: made } = await centre.badminton(['10:00', '11:00'])
    await centre.add(centre.app.browser(), made[0] ?? { publicId: '' })
    const days = await visitor.send(api.timetable.days, { ...at, activity: 'badminton-60min' })
    expect(days.find(({ raw }) => raw === thursday)?.places).toBe(5)
  })

  it('refuses a cached day that visitors may not see yet, although a customer has just read it', async () => {
    await centre.aClassOf(await centre.yoga(), '10:00', { date: '2027-03-07' })
    const { browser: customer } = await centre.customer()
    expect(await classes(customer, '2027-03-07')).toHaveLength(1)
    expect((await refusalOf(classes(visitor, '2027-03-07'))).status).toBe(422)
  })

  it('unknown slugs are not found; what is withdrawn or closed has nothing; maintenance says so', async () => {
    const place = await centre.yoga()
    const session = await centre.aClassOf(place, '10:00')
    const query = { ...at, activity: 'yoga', date: thursday }
    expect(
      (await refusalOf(visitor.send(api.timetable.times, { ...query, venue: 'elsewhere' }))).status,
    ).toBe(404)
    expect(
      (await refusalOf(visitor.send(api.timetable.times, { ...query, activity: 'curling' }))).status,
    ).toBe(404)

    const later = () => testApp(centre.db, { now: monday }).browser()
    await centre.db.updateTable('activity').set({ withdrawn: true }).execute()
    expect(await later().send(api.timetable.classes, query)).toEqual([])
    expect((await refusalOf(later().send(api.timetable.occurrence, { id: session.id }))).status).toBe(404)
    await centre.db.updateTable('activity').set({ withdrawn: false }).execute()
    await centre.db.updateTable('venue').set({ status: 'closed' }).execute()
    expect(await later().send(api.timetable.classes, query)).toEqual([])
    await centre.db.updateTable('venue').set({ status: 'maintenance' }).execute()
    expect(await refusalOf(later().send(api.timetable.classes, query))).toMatchObject({
      status: 503,
      code: 'maintenance',
    })
  })

  it('C10: a session that lasts to midnight or beyond ends at 23:59', async () => {
    const place = await centre.yoga()
    await centre.aClassOf(place, '22:00', { minutes: 120 })
    await centre.aClassOf(place, '23:30', { minutes: 60 })
    expect(
      (await classes(visitor)).map(({ endsAt, duration }) => [
        endsAt.format24Hour,
        endsAt.format12Hour,
        duration,
      ]),
    ).toEqual([
      ['23:59', '11:59pm', '120min'],
      ['23:59', '11:59pm', '60min'],
    ])
  })

  it('C10: hours are those on the wall on the days the clocks change', async () => {
    const place = await centre.yoga()
    centre.app.clock.set(new Date('2027-03-27T12:00:00Z'))
    // 18:00 by summer time, and half past midnight by winter time.
    await centre.aClassOf(place, '17:00', { date: '2027-03-28' })
    await centre.aClassOf(place, '00:30', { date: '2027-03-28' })
    const spring = await classes(visitor, '2027-03-28')
    expect(
      spring.map(({ startsAt, endsAt, duration }) => [startsAt.format24Hour, endsAt.format24Hour, duration]),
    ).toEqual([
      ['00:30', '02:30', '60min'],
      ['18:00', '19:00', '60min'],
    ])
    expect(spring[1]?.lastBookableAt).toMatchObject({
      local: '2027-03-28T18:10:00+01:00',
      format24Hour: '18:10',
    })
    expect(spring[1]?.firstBookableAt).toMatchObject({ utc: '2027-03-22T22:00:00+00:00' })

    centre.app.clock.set(new Date('2027-10-30T12:00:00Z'))
    // 01:30 comes twice: two sessions, an hour apart by the sun and none by the wall.
    const first = await centre.aClassOf(place, '00:30', { date: '2027-10-31', minutes: 30 })
    const second = await centre.aClassOf(place, '01:30', { date: '2027-10-31', minutes: 30 })
    await centre.aClassOf(place, '18:00', { date: '2027-10-31' })
    const autumn = await classes(visitor, '2027-10-31')
    expect(autumn.map(({ id, startsAt, timestamp }) => [id, startsAt.format24Hour, timestamp])).toEqual([
      [first.publicId, '01:30', first.startsAt.getTime() / 1000],
      [second.publicId, '01:30', second.startsAt.getTime() / 1000],
      [expect.any(String), '18:00', expect.any(Number)],
    ])
  })
})
