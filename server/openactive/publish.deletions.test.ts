import { beforeEach, describe, expect, test } from 'vitest'
import { aBookableClass } from '#test/support/factories/bookableClass.ts'
import { aHall, minutes, openFeeds } from '#test/support/feeds.ts'
import type { Feeds } from '#test/support/feeds.ts'

let feeds: Feeds

beforeEach(async () => {
  feeds = await openFeeds()
})

describe('what goes', () => {
  test('withdrawn is deleted, and comes back when it is again', async () => {
    const { occurrence } = await aBookableClass(feeds.db, { startsAt: minutes(600) })
    await feeds.publish()
    let { end } = await feeds.all('scheduled-sessions')
    const set = (status: 'withdrawn' | 'scheduled') =>
      feeds.db.updateTable('occurrence').set({ status }).execute()
    await set('withdrawn')
    await feeds.publish()
    const gone = await feeds.read(end)
    expect(gone.items).toEqual([
      {
        state: 'deleted',
        kind: 'ScheduledSession',
        id: `scheduled-session:${occurrence.id}`,
        modified: Math.floor(feeds.publishedAt().getTime() / 1000),
      },
    ])
    expect(gone.text).not.toContain('"data"')
    ;({ end } = await feeds.readOn(end))
    await set('scheduled')
    await feeds.publish()
    expect((await feeds.readOn(end)).items).toMatchObject([
      { state: 'updated', id: `scheduled-session:${occurrence.id}` },
    ])
  })

  test('a court that is called off is deleted', async () => {
    const { slots } = await aHall(feeds.db)
    await feeds.publish()
    const { end } = await feeds.all('slots')
    await feeds.db
      .updateTable('occurrence')
      .set({ status: 'cancelled' })
      .where('id', '=', slots[0].id)
      .execute()
    await feeds.publish()
    expect((await feeds.readOn(end)).items).toMatchObject([{ state: 'deleted', id: `slot:${slots[0].id}` }])
  })

  test('an activity that is withdrawn takes its facility and slots with it', async () => {
    const { activity, slots } = await aHall(feeds.db)
    await feeds.publish()
    const facilities = await feeds.all('facility-uses')
    const times = await feeds.all('slots')
    await feeds.db.updateTable('activity').set({ withdrawn: true }).where('id', '=', activity.id).execute()
    await feeds.publish()
    expect((await feeds.readOn(facilities.end)).items).toMatchObject([
      { state: 'deleted', id: `facility-use:${activity.id}` },
    ])
    expect((await feeds.readOn(times.end)).items.map(({ id, state }) => `${state} ${id}`).toSorted()).toEqual(
      slots.map(({ id }) => `deleted slot:${id}`).toSorted(),
    )
  })

  test('a venue under maintenance offers nothing, and all of it again when it is open', async () => {
    const { activity, slots, whole } = await aHall(feeds.db)
    await feeds.publish()
    let times = await feeds.all('slots')
    const facilities = await feeds.all('facility-uses')
    await feeds.db.updateTable('venue').set({ status: 'maintenance' }).execute()
    await feeds.publish()
    const states = async () => {
      times = await feeds.readOn(times.end)
      return times.items.map(({ id, state }) => `${state} ${id}`).toSorted()
    }
    const ids = [...slots, whole].map(({ id }) => `slot:${id}`)
    expect(await states()).toEqual(ids.map((id) => `deleted ${id}`).toSorted())
    expect((await feeds.readOn(facilities.end)).items).toContainEqual(
      expect.objectContaining({ state: 'deleted', id: `facility-use:${activity.id}` }),
    )
    await feeds.db.updateTable('venue').set({ status: 'open' }).execute()
    await feeds.publish()
    expect(await states()).toEqual(ids.map((id) => `updated ${id}`).toSorted())
  })

  test('a line of the timetable that is withdrawn stays until the last of its sessions has gone', async () => {
    const { activity, occurrence } = await aBookableClass(feeds.db, { startsAt: minutes(600) })
    const line = await feeds.db
      .insertInto('series')
      .values({
        activityId: activity.id,
        slug: 'evening',
        weekdays: [1],
        startTime: '19:00',
        durationMinutes: 60,
        capacity: 10,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await feeds.db.updateTable('occurrence').set({ seriesId: line.id }).execute()
    await feeds.publish()
    const { end } = await feeds.all('session-series')
    const readStates = async () => (await feeds.readOn(end)).items.map(({ state }) => state)
    const setStatus = (status: 'withdrawn' | 'scheduled') =>
      feeds.db.updateTable('occurrence').set({ status }).where('id', '=', occurrence.id).execute()

    // Booked, so the session itself stays.
    await feeds.db.updateTable('series').set({ withdrawn: true }).execute()
    await feeds.publish()
    expect(await readStates()).toEqual([])
    await setStatus('withdrawn')
    await feeds.publish()
    expect(await readStates()).toEqual(['deleted'])
    await setStatus('scheduled')
    await feeds.publish()
    expect(await readStates()).toEqual(['updated'])
    await feeds.publish(new Date(minutes(660).getTime() + 23 * 3_600_000))
    expect(await readStates()).toEqual(['updated'])
    await feeds.publish(new Date(minutes(660).getTime() + 24 * 3_600_000))
    expect(await readStates()).toEqual(['deleted'])
  })

  test('what is over goes a day later and is told for a week more', async () => {
    await aBookableClass(feeds.db, { startsAt: minutes(600) })
    await feeds.publish()
    const { end } = await feeds.all('scheduled-sessions')
    const after = (hours: number) => feeds.publish(new Date(minutes(660).getTime() + hours * 3_600_000))
    await after(23)
    expect((await feeds.readOn(end)).items).toEqual([])
    await after(24)
    expect((await feeds.readOn(end)).items).toMatchObject([{ state: 'deleted' }])
    await after(24 + 7 * 24)
    expect((await feeds.readOn(end)).items).toMatchObject([{ state: 'deleted' }])
    await after(24 + 8 * 24 + 1)
    expect((await feeds.all('scheduled-sessions')).items).toEqual([])
    expect(
      await feeds.db
        .selectFrom('openactiveItem')
        .select('id')
        .where('feed', '=', 'scheduled-sessions')
        .execute(),
    ).toEqual([])
  })
})
