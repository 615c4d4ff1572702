import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { freeHolds } from '#server/holds/places.ts'
import { transact } from '#server/platform/transact.ts'
import { callOffOccurrence, settleCallOffs } from '#server/timetable/callOff.ts'
import { testApp } from '#test/support/app.ts'
import { aBookableClass } from '#test/support/factories/bookableClass.ts'
import { anOccurrence } from '#test/support/factories/occurrences.ts'
import { aHall, dataOf, feed, hold, minutes, now, openFeeds, site } from '#test/support/feeds.ts'
import type { Feeds } from '#test/support/feeds.ts'
import { publishFeeds, vacuumFeedTables } from './publish.ts'

let feeds: Feeds

beforeEach(async () => {
  feeds = await openFeeds()
})

describe('a session that staff call off', () => {
  test('has no places at once, and is off once that can no longer be taken back', async () => {
    const { occurrence } = await aBookableClass(feeds.db, { startsAt: minutes(600) })
    const published = async () => {
      await feeds.publish()
      return dataOf((await feeds.all('scheduled-sessions')).items)
    }
    await published()
    await transact(feeds.db, (tx) =>
      callOffOccurrence(tx, occurrence.id, { reason: 'The roof leaks', offers: [] }, now),
    )
    expect(await published()).toMatchObject([
      { eventStatus: 'https://schema.org/EventScheduled', remainingAttendeeCapacity: 0 },
    ])
    await settleCallOffs(feeds.db, minutes(1))
    expect(await published()).toMatchObject([
      { eventStatus: 'https://schema.org/EventCancelled', remainingAttendeeCapacity: 0 },
    ])
  })
})

describe('paging', () => {
  test('everything is found once, 500 a page, and the end is itself', async () => {
    const { activity, studio } = await aBookableClass(feeds.db, { startsAt: minutes(600) })
    const made = await feeds.db.selectFrom('occurrence').selectAll().executeTakeFirstOrThrow()
    const { id: _, ...columns } = made
    await feeds.db
      .insertInto('occurrence')
      .values(
        Array.from({ length: 1202 }, (_unused, n) => ({
          ...columns,
          publicId: `AQG-${n}`,
          activityId: activity.id,
          locationId: studio.id,
        })),
      )
      .execute()
    await feeds.publish()
    const { pages, items, end } = await feeds.all('scheduled-sessions')
    expect(pages).toEqual([500, 500, 203])
    expect(new Set(items.map(({ id }) => id)).size).toBe(1203)
    const order = items.map(({ modified, id }) => [modified, id] as const)
    expect(order).toEqual(order.toSorted(([a, b], [c, d]) => a - c || (b < d ? -1 : 1)))
    const last = items.at(-1)
    expect(end).toBe(
      `${feed('scheduled-sessions')}?afterTimestamp=${last?.modified}&afterId=${encodeURIComponent(last?.id ?? '')}`,
    )
  })

  test('what changes in between is found again, and nothing else is', async () => {
    const { operator, activity, occurrence, studio } = await aBookableClass(feeds.db, {
      startsAt: minutes(600),
    })
    const other = await anOccurrence(feeds.db, { activity, locationId: studio.id, startsAt: minutes(900) })
    const id = `scheduled-session:${occurrence.id}`
    await feeds.publish()
    let { end } = await feeds.all('scheduled-sessions')
    const changed = async (change: () => Promise<unknown>) => {
      await change()
      await feeds.publish()
      const found = await feeds.readOn(end)
      ;({ end } = found)
      return found.items
    }
    const update = (set: object) => () =>
      feeds.db.updateTable('occurrence').set(set).where('id', '=', occurrence.id).execute()

    expect(await changed(() => Promise.resolve())).toEqual([])
    let held = 0
    expect(
      await changed(
        async () => (held = await hold(feeds.db, operator.id, occurrence.id, activity.pricingOptionId, 3)),
      ),
    ).toMatchObject([{ id, data: { remainingAttendeeCapacity: 7 } }])
    expect(await changed(() => freeHolds(feeds.db, [held], 'released', now))).toMatchObject([
      { id, data: { remainingAttendeeCapacity: 10 } },
    ])
    expect(await changed(update({ startsAt: minutes(605) }))).toMatchObject([
      { id, data: { startDate: '2027-03-01T19:05:00Z' } },
    ])
    expect(await changed(update({ name: 'Slow yoga' }))).toMatchObject([{ id, data: { name: 'Slow yoga' } }])
    expect(await changed(update({ capacity: 14 }))).toMatchObject([
      { id, data: { maximumAttendeeCapacity: 14, remainingAttendeeCapacity: 14 } },
    ])
    expect(await changed(update({ status: 'cancelled' }))).toMatchObject([
      {
        id,
        state: 'updated',
        data: { eventStatus: 'https://schema.org/EventCancelled', remainingAttendeeCapacity: 0 },
      },
    ])
    expect(await changed(update({ instructorIds: [] }))).toEqual([])
    const priced = await changed(() => feeds.db.updateTable('pricingOption').set({ price: 650 }).execute())
    expect(priced.map((item) => item.id).toSorted()).toEqual([id, `scheduled-session:${other.id}`].toSorted())
    expect(priced).toMatchObject([
      { data: { offers: [{ price: 6.5 }] } },
      { data: { offers: [{ price: 6.5 }] } },
    ])
    // Taken and given back between two publications: there is nothing to tell.
    expect(
      await changed(async () => {
        const taken = await hold(feeds.db, operator.id, other.id, activity.pricingOptionId)
        await freeHolds(feeds.db, [taken], 'released', now)
      }),
    ).toEqual([])
  })

  test('a change of the venue reaches all that shows it', async () => {
    const { activity } = await aHall(feeds.db)
    await feeds.publish()
    const { end } = await feeds.all('facility-uses')
    await feeds.db.updateTable('venue').set({ name: 'Renamed Centre', plannedOn: '2027-03-01' }).execute()
    await feeds.publish()
    const { items } = await feeds.readOn(end)
    expect(items.map(({ id }) => id)).toContain(`facility-use:${activity.id}`)
    expect(items).toHaveLength(2)
    for (const data of dataOf(items)) expect(data).toMatchObject({ location: { name: 'Renamed Centre' } })
    await feeds.db.updateTable('venue').set({ plannedOn: '2027-03-02' }).execute()
    expect(await feeds.db.selectFrom('openactiveChange').selectAll().execute()).toEqual([])
  })

  test('a court is not to be had while the hall is, and is when that is given up', async () => {
    const { operator, football, slots, whole } = await aHall(feeds.db)
    await feeds.publish()
    let { end } = await feeds.all('slots')
    const held = await hold(feeds.db, operator.id, whole.id, football.pricingOptionId)
    await feeds.publish()
    const taken = await feeds.readOn(end)
    ;({ end } = taken)
    expect(taken.items.map(({ id }) => id).toSorted()).toEqual(
      [...slots, whole].map(({ id }) => `slot:${id}`).toSorted(),
    )
    for (const data of dataOf(taken.items)) expect(data).toMatchObject({ remainingUses: 0 })
    await freeHolds(feeds.db, [held], 'released', now)
    await feeds.publish()
    const freed = await feeds.readOn(end)
    expect(freed.items).toHaveLength(3)
    for (const data of dataOf(freed.items)) expect(data).toMatchObject({ remainingUses: 1 })
  })

  test('two publications within a second do not share a mark', async () => {
    const { occurrence, activity, studio } = await aBookableClass(feeds.db, { startsAt: minutes(600) })
    await anOccurrence(feeds.db, { activity, locationId: studio.id, startsAt: minutes(900) })
    await feeds.publish(now)
    const { end } = await feeds.all('scheduled-sessions')
    // The lower id, which would stand before the reader's place.
    await feeds.db.updateTable('occurrence').set({ name: 'Anew' }).where('id', '=', occurrence.id).execute()
    await feeds.publish(now)
    expect((await feeds.readOn(end)).items).toMatchObject([{ id: `scheduled-session:${occurrence.id}` }])
  })

  test('notes that have been taken out leave no room behind', async () => {
    const { occurrence } = await aBookableClass(feeds.db, { startsAt: minutes(600) })
    const size = async () => {
      const { rows } = await sql<{ bytes: number }>`
        select pg_relation_size('openactive_change') as bytes`.execute(feeds.db)
      return rows[0]?.bytes ?? 0
    }
    for (let n = 0; n < 1000; n += 1)
      await feeds.db
        .updateTable('occurrence')
        .set({ name: `${n}` })
        .where('id', '=', occurrence.id)
        .execute()
    expect(await size()).toBeGreaterThan(0)
    await feeds.publish()
    await vacuumFeedTables(feeds.db)
    expect(await size()).toBe(0)
    expect((await feeds.all('scheduled-sessions')).items).toMatchObject([{ data: { name: '999' } }])
  })

  test('a node started with other addresses publishes under the same as the first, and rewrites nothing', async () => {
    const { slots } = await aHall(feeds.db)
    await feeds.publish()
    const { end } = await feeds.all('slots')
    const later = (seconds: number) => new Date(feeds.publishedAt().getTime() + seconds * 1000)
    await publishFeeds(feeds.db, 'https://book.example', later(5))
    await publishFeeds(feeds.db, site, later(6))
    expect((await feeds.readOn(end)).items).toEqual([])
    const other = testApp(feeds.db, { now, settings: { SITE_BOOKINGS: 'https://book.example' } }).browser()
    const page = await (await other.fetch('/api/openactive/demo/slots')).json()
    expect(page).toMatchObject({ next: end })

    await feeds.db.updateTable('occurrence').set({ capacity: 2 }).where('id', '=', slots[0].id).execute()
    await publishFeeds(feeds.db, 'https://book.example', later(7))
    const { items } = await feeds.readOn(end)
    expect(items).toHaveLength(1)
    for (const data of dataOf(items)) expect(data?.['@id'].startsWith(`${site}/`)).toBe(true)
  })

  test('an operator that sets the address it publishes under has everything written anew, once', async () => {
    const { operator } = await aHall(feeds.db)
    await feeds.publish()
    const { end } = await feeds.all('slots')
    await feeds.db
      .updateTable('operator')
      .set({ openDataSite: 'https://book.example' })
      .where('id', '=', operator.id)
      .execute()
    await feeds.publish()
    const { items, pages } = await feeds.readOn(end.replace(site, 'https://book.example'))
    expect(pages).toEqual([3])
    for (const data of dataOf(items)) expect(data?.['@id']).toMatch(/^https:\/\/book\.example\//)
    await feeds.publish()
    const again = await feeds.readOn(
      `https://book.example/api/openactive/demo/slots?afterTimestamp=${items.at(-1)?.modified}&afterId=~`,
    )
    expect(again.items).toEqual([])
  })
})

test('a facility without courts says nothing of courts', async () => {
  const { football } = await aHall(feeds.db)
  await feeds.db.deleteFrom('activityLocation').where('activityId', '=', football.id).execute()
  await feeds.publish()
  const uses = dataOf((await feeds.all('facility-uses')).items)
  expect(uses.find((use) => use?.['@id'].endsWith(`/${football.id}`))).not.toHaveProperty(
    'individualFacilityUse',
  )
})
