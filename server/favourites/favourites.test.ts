import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { favouriteKey, maxFavourites } from '#contract/favouriteKeys.ts'
import type { Database } from '#server/platform/database.ts'
import type { TestBrowser } from '#test/support/app.ts'
import { aCentre } from '#test/support/centre.ts'
import type { Centre } from '#test/support/centre.ts'
import { testDatabase } from '#test/support/database.ts'
import { anActivity } from '#test/support/factories/activities.ts'
import { anOperator } from '#test/support/factories/operators.ts'
import { aVenue } from '#test/support/factories/venues.ts'
import { refusal } from '#test/support/refusal.ts'
import type { ApiError } from '#web/platform/api.ts'
import { api } from '#web/platform/api.ts'

let db: Database
let centre: Centre
let customerId: number
let browser: TestBrowser

const venueKey = 'venue/demo-centre'
const activityKey = 'activity/demo-centre/yoga'
const classKey = favouriteKey({
  kind: 'class',
  venueSlug: 'demo-centre',
  activitySlug: 'yoga',
  name: 'Sunrise yoga',
})

beforeAll(async () => {
  db = (await testDatabase()).db
})

beforeEach(async () => {
  centre = await aCentre(db)
  const yoga = await centre.yoga()
  await centre.aClassOf(yoga, '18:00', { name: 'Sunrise yoga' })
  ;({ id: customerId, browser } = await centre.customer())
})

const keysOf = (favourites: readonly { key: string }[]) => favourites.map(({ key }) => key)
const add = (key: string, by = browser) => by.send(api.favourites.add, { key })
const mine = (by = browser) => by.send(api.favourites.mine, {})
const merge = (keys: string[], by = browser) => by.send(api.favourites.merge, { keys })

describe('favourites of a customer', () => {
  it('has a venue, an activity, a class and an instructor, with their names, each once', async () => {
    const { id } = await db
      .insertInto('instructor')
      .values({ operatorId: centre.operatorId, slug: 'asha', name: 'Asha Brightwell' })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const key of [venueKey, activityKey, classKey, `instructor/${id}`, venueKey]) await add(key)
    expect(await mine()).toMatchObject([
      { kind: 'venue', name: 'Demo Centre', venueName: 'Demo Centre' },
      { kind: 'activity', name: 'Yoga', venueName: 'Demo Centre' },
      { kind: 'class', name: 'Sunrise yoga', venueName: 'Demo Centre' },
      { kind: 'instructor', name: 'Asha Brightwell', venueName: '' },
    ])
  })

  it('refuses what the operator does not offer', async () => {
    const other = await anOperator(db, { slug: 'other' })
    await aVenue(db, { operatorId: other.id }, { slug: 'other-centre' })
    const { id } = await db
      .insertInto('instructor')
      .values({ operatorId: other.id, slug: 'bo', name: 'Bo' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const gone = classKey.replace('Sunrise', 'Moonlight')
    for (const key of [
      'venue/other-centre',
      'venue/none',
      'activity/demo-centre/none',
      gone,
      `instructor/${id}`,
    ])
      expect(await refusal(add(key))).toMatchObject({ code: 'not_found' })
    expect(await refusal(add('nonsense'))).toMatchObject({ code: 'invalid' })
    expect(await mine()).toEqual([])
  })

  it('is removed, and nobody else’s', async () => {
    const [favourite] = await add(venueKey)
    const other = await centre.customer()
    expect(await mine(other.browser)).toEqual([])
    const removing = { favouriteId: favourite!.id }
    expect(await refusal(other.browser.send(api.favourites.remove, removing))).toMatchObject({
      code: 'not_found',
    })
    expect(keysOf(await mine())).toEqual([venueKey])
    expect(await browser.send(api.favourites.remove, removing)).toEqual([])
    expect(await refusal(browser.send(api.favourites.remove, removing))).toMatchObject({ code: 'not_found' })
  })

  it('needs a login', async () => {
    const visitor = centre.app.browser()
    expect(await refusal(mine(visitor))).toMatchObject({ code: 'logged_out' })
    expect(await refusal(add(venueKey, visitor))).toMatchObject({ code: 'logged_out' })
    expect(await refusal(merge([venueKey], visitor))).toMatchObject({ code: 'logged_out' })
  })

  it('has a limit, which also holds for concurrent additions', async () => {
    for (let index = 0; index < maxFavourites + 2; index += 1)
      await anActivity(db, centre.venue.id, { slug: `activity-${index}`, name: `Activity ${index}` })
    const keys = Array.from(
      { length: maxFavourites + 2 },
      (_, index) => `activity/demo-centre/activity-${index}`,
    )
    await merge(keys.slice(0, maxFavourites - 1))
    const added = await Promise.all(
      keys.slice(-3).map(async (key) => {
        const [answer] = await Promise.allSettled([add(key)])
        return answer.status === 'fulfilled' ? 'added' : (answer.reason as ApiError).code
      }),
    )
    expect(added.toSorted()).toEqual(['added', 'favourite_limit', 'favourite_limit'])
    expect(await mine()).toHaveLength(maxFavourites)
    // What is there already is no further one.
    expect(await add(keys[0]!)).toHaveLength(maxFavourites)
    expect(await merge(keys.slice(-3))).toHaveLength(maxFavourites)
  })
})

describe('merging the favourites of a browser', () => {
  it('adds what is not there yet, as often as it is sent', async () => {
    await add(activityKey)
    const keys = [classKey, activityKey, venueKey]
    expect(keysOf(await merge(keys))).toEqual([activityKey, classKey, venueKey])
    expect(keysOf(await merge(keys))).toEqual([activityKey, classKey, venueKey])
  })

  it('leaves out what is not offered any more', async () => {
    expect(keysOf(await merge(['venue/none', venueKey]))).toEqual([venueKey])
    expect(await merge(['activity/demo-centre/none'])).toHaveLength(1)
  })
})

describe('personal data', () => {
  it('is part of the copy of all data', async () => {
    await add(classKey)
    expect((await browser.send(api.privacy.data, {})).favourites).toEqual([
      { kind: 'class', name: 'Sunrise yoga', venueName: 'Demo Centre', addedAt: '2027-03-01T09:00:00Z' },
    ])
  })

  it('is deleted with the account, and none is added to a closed one', async () => {
    const password = 'a heron on the lock gate'
    const leaving = centre.app.browser()
    const { user } = await leaving.send(api.customers.register, {
      firstName: 'Quilliam',
      lastName: 'Zebrafish',
      email: 'quilliam@example.test',
      password,
      dateOfBirth: '1983-07-19',
      termsAccepted: true,
      clientId: 'demo',
      source: 'bookings',
    })
    await add(venueKey, leaving)
    // Those of others stay.
    await add(venueKey)
    await leaving.send(api.privacy.close, { currentPassword: password })
    expect(await db.selectFrom('favourite').select('customerId').execute()).toEqual([{ customerId }])
    const row = {
      customerId: user.id,
      kind: 'venue',
      key: venueKey,
      name: '',
      createdAt: new Date(),
    } as const
    await expect(db.insertInto('favourite').values(row).execute()).rejects.toThrow(/has been closed/)
  })
})
