import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { favouriteKey } from '#contract/favouriteKeys.ts'
import type { FavouriteTimes } from '#contract/favourites.ts'
import type { Database } from '#server/platform/database.ts'
import { aCentre } from '#test/support/centre.ts'
import type { Centre } from '#test/support/centre.ts'
import { testApp } from '#test/support/app.ts'
import { testDatabase } from '#test/support/database.ts'
import { api } from '#web/platform/api.ts'

let db: Database
let centre: Centre
let ashaId: number

const classKey = (name: string) =>
  favouriteKey({ kind: 'class', venueSlug: 'demo-centre', activitySlug: 'yoga', name })

beforeAll(async () => {
  db = (await testDatabase()).db
})

beforeEach(async () => {
  centre = await aCentre(db)
  ashaId = (
    await db
      .insertInto('instructor')
      .values({ operatorId: centre.operatorId, slug: 'asha', name: 'Asha Brightwell' })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
  const yoga = await centre.yoga()
  // Asha's sessions are one-off, which is what search finds an instructor by besides a line of the timetable.
  await centre.aClassOf(yoga, '09:00', { name: 'Sunrise yoga', instructorIds: [ashaId] })
  await centre.aClassOf(yoga, '18:00', { name: 'Candlelit flow' })
  await centre.aClassOf(yoga, '09:00', { name: 'Sunrise yoga', date: '2027-03-06' })
  await db
    .updateTable('occurrence')
    .set({ slug: sql`'one-off-' || id` })
    .execute()
})

const timesOf = (favourites: readonly FavouriteTimes[]) =>
  Object.fromEntries(
    favourites.map(({ key, isOffered, offers }) => [
      key,
      isOffered
        ? offers.flatMap(({ times }) =>
            times.map(({ name, date, startsAt }) => `${name} ${date.slice(8)} ${startsAt.format24Hour}`),
          )
        : 'not offered',
    ]),
  )

it('has the next times of an activity, of a class and of an instructor', async () => {
  const { browser } = await centre.customer()
  const keys = [
    'venue/demo-centre',
    'activity/demo-centre/yoga',
    classKey('Sunrise yoga'),
    `instructor/${ashaId}`,
  ]
  await browser.send(api.favourites.merge, { keys })
  const found = await browser.send(api.favourites.times, {})
  expect(timesOf(found)).toEqual({
    'venue/demo-centre': [],
    'activity/demo-centre/yoga': [
      'Sunrise yoga 04 09:00',
      'Candlelit flow 04 18:00',
      'Sunrise yoga 06 09:00',
    ],
    [classKey('Sunrise yoga')]: ['Sunrise yoga 04 09:00', 'Sunrise yoga 06 09:00'],
    [`instructor/${ashaId}`]: ['Sunrise yoga 04 09:00'],
  })
  expect(found.map(({ name, venueName }) => [name, venueName])).toEqual([
    ['Demo Centre', 'Demo Centre'],
    ['Yoga', 'Demo Centre'],
    ['Sunrise yoga', 'Demo Centre'],
    ['Asha Brightwell', ''],
  ])
  // Ids of both worlds, by the day.
  const ids = found[2]?.offers[0]?.times.map(({ id }) => typeof id)
  expect(ids).toEqual(['number', 'string'])
})

it('has those that the browser of a visitor sends, and of a customer their own alone', async () => {
  const keys = `activity/demo-centre/yoga,nonsense,venue/gone,activity/demo-centre/yoga`
  const found = await centre.app.browser().send(api.favourites.times, { keys })
  expect(found.map(({ id, key, isOffered }) => [id, key, isOffered])).toEqual([
    [null, 'activity/demo-centre/yoga', true],
    [null, 'venue/gone', false],
  ])
  const { browser } = await centre.customer()
  expect(await browser.send(api.favourites.times, { keys })).toEqual([])
})

it('still has the name of what is not offered any more', async () => {
  const { id, browser } = await centre.customer()
  const keys = [
    'venue/demo-centre',
    'activity/demo-centre/yoga',
    classKey('Candlelit flow'),
    `instructor/${ashaId}`,
  ]
  await browser.send(api.favourites.merge, { keys })
  await db.updateTable('occurrence').set({ status: 'cancelled' }).execute()
  // Another server, since one keeps in memory what is offered until an import changes it.
  const times = async () => {
    const fresh = testApp(db, { now: centre.app.clock.now() }).browser()
    await fresh.logIn(id)
    return fresh.send(api.favourites.times, {})
  }
  expect(timesOf(await times())).toEqual({
    'venue/demo-centre': [],
    'activity/demo-centre/yoga': [],
    [classKey('Candlelit flow')]: 'not offered',
    [`instructor/${ashaId}`]: 'not offered',
  })
  await db.updateTable('activity').set({ withdrawn: true }).execute()
  await db.updateTable('venue').set({ status: 'closed' }).execute()
  expect((await times()).map(({ name, isOffered }) => [name, isOffered])).toEqual([
    ['Demo Centre', false],
    ['Yoga', false],
    ['Candlelit flow', false],
    ['Asha Brightwell', false],
  ])
  // Maintenance ends again.
  await db.updateTable('venue').set({ status: 'maintenance' }).execute()
  expect((await times())[1]).toMatchObject({ isOffered: true, offers: [] })
})
