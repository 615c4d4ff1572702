import { beforeEach, describe, expect, test } from 'vitest'
import { publishFeeds } from '#server/openactive/service.ts'
import { aBookableClass } from '#test/support/factories/bookableClass.ts'
import { anOccurrence } from '#test/support/factories/occurrences.ts'
import { hold, minutes, now, openFeeds, site } from '#test/support/feeds.ts'
import type { Feeds } from '#test/support/feeds.ts'

let feeds: Feeds

beforeEach(async () => {
  feeds = await openFeeds()
})

describe('a backlog', () => {
  /** So many sessions made by one statement, as after an import. */
  const manySessions = async (count: number) => {
    const { activity, studio, operator, occurrence } = await aBookableClass(feeds.db, {
      startsAt: minutes(600),
    })
    const made = await feeds.db.selectFrom('occurrence').selectAll().executeTakeFirstOrThrow()
    const { id: _, ...columns } = made
    const ids = await feeds.db
      .insertInto('occurrence')
      .values(Array.from({ length: count }, (_unused, n) => ({ ...columns, publicId: `AQG-${n}` })))
      .returning('id')
      .execute()
    return { activity, studio, operator, occurrence, ids: ids.map(({ id }) => id) }
  }
  const publishOnce = (second: number) =>
    publishFeeds(feeds.db, site, new Date(now.getTime() + second * 1000), 0)
  const publishedIds = async () => (await feeds.all('scheduled-sessions')).items.map(({ id }) => id)

  test('of an import does not delay a session that is made meanwhile', async () => {
    const { activity, studio } = await manySessions(1200)
    await publishOnce(1)
    const added = await anOccurrence(feeds.db, { activity, locationId: studio.id, startsAt: minutes(900) })
    await publishOnce(2)
    expect((await publishedIds()).length).toBeLessThan(1201)
    expect(await publishedIds()).toContain(`scheduled-session:${added.id}`)
  })

  test('of a venue that was renamed does not delay a place that is taken meanwhile', async () => {
    const { activity, operator, ids } = await manySessions(1200)
    await feeds.publish()
    const { end } = await feeds.all('scheduled-sessions')
    await feeds.db.updateTable('venue').set({ name: 'Renamed Centre' }).execute()
    for (const second of [5, 6, 7]) await publishOnce(second)
    const last = ids.at(-1) ?? 0
    await hold(feeds.db, operator.id, last, activity.pricingOptionId)
    await publishOnce(8)
    const { items } = await feeds.readOn(end)
    expect(items.length).toBeLessThan(1200)
    expect(items).toContainEqual(
      expect.objectContaining({
        id: `scheduled-session:${last}`,
        data: expect.objectContaining({ remainingAttendeeCapacity: 9 }),
      }),
    )
  })

  test('goes on while single changes fill every publication', async () => {
    const { activity, studio, ids } = await manySessions(400)
    const others = await Promise.all(
      Array.from({ length: 150 }, () =>
        anOccurrence(feeds.db, { activity, locationId: studio.id, startsAt: minutes(900) }),
      ),
    )
    const fromBacklog = async () => {
      const published = new Set(await publishedIds())
      return ids.filter((id) => published.has(`scheduled-session:${id}`)).length
    }
    await publishOnce(1)
    const before = await fromBacklog()
    await publishOnce(2)
    expect(await fromBacklog()).toBeGreaterThan(before)
    await feeds.publish(minutes(1))
    expect(await publishedIds()).toHaveLength(1 + ids.length + others.length)
  })
})
