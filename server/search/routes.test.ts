import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Offer } from '#contract/search.ts'
import type { Database } from '#server/platform/database.ts'
import { aCentre, on } from '#test/support/centre.ts'
import type { Centre } from '#test/support/centre.ts'
import { testDatabase } from '#test/support/database.ts'
import { anActivity, aTicketType } from '#test/support/factories/activities.ts'
import { aMembership, aPlan } from '#test/support/factories/memberships.ts'
import { anOccurrence } from '#test/support/factories/occurrences.ts'
import { aLocation, aVenue } from '#test/support/factories/venues.ts'
import type { TestBrowser } from '#test/support/app.ts'
import { testApp } from '#test/support/app.ts'
import { refusal } from '#test/support/refusal.ts'
import { api } from '#web/platform/api.ts'

let db: Database
let centre: Centre
let visitor: TestBrowser

beforeAll(async () => {
  db = (await testDatabase()).db
})

beforeEach(async () => {
  centre = await aCentre(db)
  await db.updateTable('venue').set({ lat: 53.5455, lng: -2.1132, town: 'Oldham' }).execute()
  visitor = centre.app.browser()
})

const find = (
  browser: TestBrowser,
  query: { q?: string; near?: string; at?: string; venue?: string; radius?: number },
) => browser.send(api.search.find, query)

const timesOf = (offers: readonly Offer[]): Record<string, string[]> =>
  Object.fromEntries(
    offers.map(({ venueSlug, activitySlug, times }) => [
      `${venueSlug}/${activitySlug}`,
      times.map(({ date, startsAt }) => `${date.slice(8)} ${startsAt.format24Hour}`),
    ]),
  )

/** Another venue, so many degrees north of the first, with a class of yoga. */
const anotherVenue = async (slug: string, north: number, times: readonly string[], name = 'Yoga') => {
  const venue = await aVenue(
    db,
    { operatorId: centre.operatorId },
    { slug, name: `Venue ${slug}`, lat: 53.5455 + north, lng: -2.1132 },
  )
  const activity = await anActivity(db, venue.id, { slug: 'yoga', name: 'Yoga' })
  const studio = await aLocation(db, venue.id, { slug: 'studio', name: 'Studio' })
  for (const time of times)
    await anOccurrence(db, { activity, locationId: studio.id, startsAt: on(time) }, { capacity: 5, name })
  return { venue, activity, studio }
}

describe('a search', () => {
  it('finds a venue without coordinates, and what is on there, by a postcode of its district', async () => {
    const yoga = await centre.yoga()
    await centre.aClassOf(yoga, '18:00')
    await db.updateTable('venue').set({ lat: null, lng: null, postcode: 'OL1 9ZZ' }).execute()
    const found = await find(visitor, { q: 'OL1 3AB', radius: 5 })
    expect(found.venueMatch).toBe('near')
    expect(found.venues.map(({ venue, miles }) => [venue.slug, miles])).toEqual([['demo-centre', null]])
    expect(timesOf(found.offers)).toEqual({ 'demo-centre/yoga': ['04 18:00'] })
    expect((await find(visitor, { q: 'M1', radius: 500 })).venues).toEqual([])
  })

  it('finds an activity at all venues with its next times, price and places left, nearest first', async () => {
    const yoga = await centre.yoga()
    await centre.aClassOf(yoga, '18:00')
    await centre.aClassOf(yoga, '09:00')
    await anotherVenue('far', 0.2, ['10:00'])
    await anotherVenue('near', 0.02, ['11:00'])
    const answer = await find(visitor, { q: 'yoga near OL1', radius: 50 })
    expect(answer.placeStatus).toBe('found')
    expect(Object.entries(timesOf(answer.offers))).toEqual([
      ['demo-centre/yoga', ['04 09:00', '04 18:00']],
      ['near/yoga', ['04 11:00']],
      ['far/yoga', ['04 10:00']],
    ])
    expect(answer.offers[0]).toMatchObject({
      activityName: 'Yoga',
      v2Type: 'classes',
      times: [{ price: { isEstimated: true }, spacesRemaining: 10, difference: '3 days from now' }, {}],
    })
    expect(answer.offers[2]?.miles).toBeGreaterThan(10)
  })

  it('finds a booked session by its name when its line of the timetable is withdrawn', async () => {
    const yoga = await centre.yoga()
    const line = await db
      .insertInto('series')
      .values({
        activityId: yoga.activity.id,
        slug: 'candlelit',
        name: 'Candlelit flow',
        weekdays: [4],
        startTime: '18:00',
        durationMinutes: 60,
        capacity: 10,
        withdrawn: true,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id } = await centre.aClassOf(yoga, '18:00', { name: 'Candlelit flow' })
    await db.updateTable('occurrence').set({ seriesId: line.id }).where('id', '=', id).execute()
    expect(timesOf((await find(visitor, { q: 'candlelit' })).offers)).toEqual({
      'demo-centre/yoga': ['04 18:00'],
    })
  })

  it('understands day and time', async () => {
    const yoga = await centre.yoga()
    for (const time of ['09:00', '18:00', '19:30']) await centre.aClassOf(yoga, time)
    await centre.aClassOf(yoga, '18:00', { date: '2027-03-05' })
    expect(timesOf((await find(visitor, { q: 'Yoga thursday 18:00' })).offers)).toEqual({
      'demo-centre/yoga': ['04 18:00', '04 19:30'],
    })
    const friday = await find(visitor, { q: 'yoga fri evening' })
    expect(timesOf(friday.offers)).toEqual({ 'demo-centre/yoga': ['05 18:00'] })
    // From its migration date on a venue uses ids of the second world.
    expect(friday.offers[0]?.times[0]?.id).toMatch(/^AQG/)
    const tonight = await find(visitor, { q: 'yoga tonight' })
    expect(tonight.offers).toEqual([])
    expect(timesOf(tonight.alternatives)['demo-centre/yoga']).toHaveLength(4)
  })

  it('counts the free courts of an hour together, and leaves out what has no place', async () => {
    const { slots } = await centre.badminton(['18:00', '19:00'])
    const [first, , , ...later] = slots
    const { browser } = await centre.customer()
    await centre.add(browser, first!)
    for (const slot of later) {
      const other = await centre.customer()
      await centre.add(other.browser, slot)
    }
    const { offers } = await find(visitor, { q: 'badminton' })
    expect(offers[0]?.times).toMatchObject([{ startsAt: { format24Hour: '18:00' }, spacesRemaining: 2 }])
    expect(offers[0]?.times).toHaveLength(1)
    // What lapses is free again, swept or not.
    centre.app.clock.forward(3_600_000)
    expect(
      (await find(testApp(db, { now: centre.app.clock.now() }).browser(), { q: 'badminton' })).offers[0]
        ?.times,
    ).toHaveLength(2)
  })

  it('finds a ticketed session whose first ticket needs more places than are left, at the price of one that fits', async () => {
    const swim = await anActivity(db, centre.venue.id, {
      slug: 'fun-swim',
      name: 'Fun swim',
      kind: 'tickets',
    })
    await aTicketType(db, swim.id, { name: 'Family', places: 4, price: 2000 })
    await aTicketType(db, swim.id, { name: 'Adult', price: 600 })
    const pool = await aLocation(db, centre.venue.id, { slug: 'pool', name: 'Pool' })
    await anOccurrence(
      db,
      { activity: swim, locationId: pool.id, startsAt: on('10:00') },
      { capacity: 3, name: 'Fun swim' },
    )
    const { offers } = await find(visitor, { q: 'fun swim' })
    expect(offers).toMatchObject([{ times: [{ spacesRemaining: 3, price: { raw: 600 } }] }])
  })

  it('leaves out times with fewer places than the smallest ticket, and finds the later ones', async () => {
    const swim = await anActivity(db, centre.venue.id, {
      slug: 'duo-swim',
      name: 'Duo swim',
      kind: 'tickets',
    })
    await aTicketType(db, swim.id, { name: 'Parent and baby', places: 2, price: 700 })
    const pool = await aLocation(db, centre.venue.id, { slug: 'pool', name: 'Pool' })
    for (const [index, at] of ['09:00', '10:00', '11:00', '12:00', '13:00'].entries())
      await anOccurrence(
        db,
        { activity: swim, locationId: pool.id, startsAt: on(at) },
        { capacity: index < 4 ? 1 : 2, name: 'Duo swim' },
      )
    const { offers } = await find(visitor, { q: 'duo swim' })
    expect(offers).toMatchObject([{ times: [{ startsAt: { format24Hour: '13:00' } }] }])
  })

  it('leaves out what is not open yet, and opens a day earlier for customers', async () => {
    const yoga = await centre.yoga()
    await centre.aClassOf(yoga, '09:00', { date: '2027-03-07' })
    await centre.aClassOf(yoga, '09:00', { date: '2027-03-20' })
    expect((await find(visitor, { q: 'yoga' })).offers).toEqual([])
    const { browser } = await centre.customer()
    expect(timesOf((await find(browser, { q: 'yoga' })).offers)).toEqual({ 'demo-centre/yoga': ['07 09:00'] })
  })

  it('C11: filters to nothing what matches nothing, and offers a correction and what is near', async () => {
    const yoga = await centre.yoga()
    await centre.aClassOf(yoga, '09:00')
    await anotherVenue('bank', 0.01, ['10:00'])
    const answer = await find(visitor, { q: 'bankz', venue: 'demo-centre' })
    expect(answer).toMatchObject({
      offers: [],
      venues: [],
      venueCount: 0,
      venueMatch: 'none',
      placeStatus: 'not_found',
      suggestion: 'bank',
    })
    expect(Object.keys(timesOf(answer.alternatives))).toEqual(['demo-centre/yoga', 'bank/yoga'])
    expect((await find(visitor, { q: 'bank' })).venues.map(({ venue }) => venue.slug)).toEqual(['bank'])
  })

  it('C12 C13 C14: a place lists the venues around it and the nearest beyond', async () => {
    await anotherVenue('far', 0.2, ['10:00'])
    await aVenue(db, { operatorId: centre.operatorId }, { slug: 'nowhere', lat: null, lng: null })
    const answer = await find(visitor, { q: 'OL1 1AA' })
    expect(answer.venues.map(({ venue }) => venue.slug)).toEqual(['demo-centre'])
    expect(answer).toMatchObject({
      venueMatch: 'near',
      centre: { name: 'OL1, Oldham', source: 'place' },
      nearestBeyond: { venue: { slug: 'far' } },
    })
    const here = await find(visitor, { at: '53.7455,-2.1132', radius: 1 })
    expect(here.venues).toMatchObject([{ venue: { slug: 'far' }, miles: 0 }])
  })

  it('A01: a place alone finds what is on around it, and nothing far away', async () => {
    await centre.aClassOf(await centre.yoga(), '18:00')
    await anotherVenue('far', 0.2, ['10:00'])
    const near = await find(visitor, { q: 'OL1' })
    expect(Object.keys(timesOf(near.offers))).toEqual(['demo-centre/yoga'])
    expect(near.alternatives).toEqual([])
    expect((await find(visitor, { q: 'Penzance' })).offers).toEqual([])
  })

  it('C14: says when places cannot be looked up; names still work', async () => {
    const { browser } = testApp(db, {
      now: centre.app.clock.now(),
      settings: { MAPS: 'nominatim', MAPS_URL: 'http://127.0.0.1:9' },
    })
    expect(await find(browser(), { q: 'Qwertyville' })).toMatchObject({
      placeStatus: 'unavailable',
      venues: [],
    })
    expect((await find(browser(), { q: 'demo' })).venues).toHaveLength(1)
  })

  it('shows a member their own price', async () => {
    const yoga = await centre.yoga()
    await centre.aClassOf(yoga, '09:00')
    const { browser, id } = await centre.customer()
    const plan = await aPlan(db, centre.venue)
    await aMembership(db, { plan, venue: centre.venue, customerIds: [id] })
    const price = (await find(browser, { q: 'yoga' })).offers[0]?.times[0]?.price
    expect(price).toMatchObject({ raw: 0, isEstimated: false, benefitApplied: true })
  })

  it('lists the first 30 venues and counts the rest', async () => {
    for (let index = 0; index < 31; index += 1)
      await aVenue(
        db,
        { operatorId: centre.operatorId },
        { slug: `v${index}`, lat: 53 + index / 100, lng: -2 },
      )
    const answer = await find(visitor, {})
    expect(answer.venues).toHaveLength(30)
    expect(answer).toMatchObject({ venueMatch: 'all', venueCount: 32 })
  })
})

describe('book again', () => {
  const again = (browser: TestBrowser) => browser.send(api.search.again, {})

  it('offers the next date of what a customer books, on that weekday if it is open', async () => {
    const yoga = await centre.yoga()
    const dates = ['2027-03-01', '2027-03-04', '2027-03-08']
    const classes = await Promise.all(
      dates.map((date) => centre.aClassOf(yoga, '18:00', { date, name: 'Flow yoga' })),
    )
    await centre.aClassOf(yoga, '18:00', { date: '2027-03-02', name: 'Yin yoga' })
    await centre.aClassOf(yoga, '07:00', { date: '2027-03-03', name: 'Flow yoga' })
    const { browser, id } = await centre.customer()
    expect(await again(browser)).toEqual([])
    await centre.add(browser, classes[0]!)
    await centre.book(browser, id)
    const next = async (ofBrowser: TestBrowser) => Object.values(timesOf(await again(ofBrowser)))
    // Today's is booked, and next Monday is not open yet: the same class at the same time on another day.
    expect(await next(browser)).toEqual([['04 18:00']])
    centre.app.clock.forward(86_400_000)
    const later = centre.app.browser()
    await later.logIn(id)
    expect(await next(later)).toEqual([['08 18:00']])
    const [offer] = await again(later)
    await later.send(api.baskets.add, { items: [{ id: offer?.times[0]?.id ?? '' }] })
    await centre.book(later, id)
    expect((await next(later)).flat()).not.toContain('08 18:00')
  })

  it('does not offer the day of another habit that is booked already', async () => {
    const yoga = await centre.yoga()
    const { browser, id } = await centre.customer()
    for (const date of ['2027-03-02', '2027-03-03']) {
      await centre.add(browser, await centre.aClassOf(yoga, '18:00', { date, name: 'Flow yoga' }))
      await centre.book(browser, id)
    }
    expect(await again(browser)).toEqual([])
  })

  it('is for customers alone', async () => {
    expect(await refusal(again(visitor))).toMatchObject({ status: 401 })
  })
})
