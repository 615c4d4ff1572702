import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { anActivity } from '#test/support/factories/activities.ts'
import { aBookableClass } from '#test/support/factories/bookableClass.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { anOccurrence } from '#test/support/factories/occurrences.ts'
import { aLocation, aVenue } from '#test/support/factories/venues.ts'
import { feed, hold, minutes, openFeeds } from '#test/support/feeds.ts'
import type { Feeds } from '#test/support/feeds.ts'

let feeds: Feeds

beforeEach(async () => {
  feeds = await openFeeds()
})

describe('what the feeds say', () => {
  test('nothing of people: who booked, who leads, who asked', async () => {
    const { operator, activity, occurrence } = await aBookableClass(feeds.db, { startsAt: minutes(600) })
    const person = await aCustomer(feeds.db, operator.id, {
      firstName: 'Wilhelmina',
      email: 'wilhelmina@example.test',
    })
    const leader = await feeds.db
      .insertInto('instructor')
      .values({ operatorId: operator.id, slug: 'bartholomew', name: 'Bartholomew' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await feeds.db
      .updateTable('occurrence')
      .set({ instructorIds: [leader.id] })
      .execute()
    const held = await hold(feeds.db, operator.id, occurrence.id, activity.pricingOptionId)
    await sql`select assign_hold_person(${held}, ${person.id})`.execute(feeds.db)
    await feeds.publish()
    for (const name of ['facility-uses', 'slots', 'session-series', 'scheduled-sessions'] as const) {
      const { text } = await feeds.read(feed(name))
      expect(text).not.toMatch(/Wilhelmina|Bartholomew|example\.test|Secret|customer|attendee"/i)
    }
    expect((await feeds.read(feed('scheduled-sessions'))).items).toMatchObject([
      { data: { remainingAttendeeCapacity: 9 } },
    ])
  })

  test('nothing that is not public: withdrawn, at a venue that is closed or under maintenance, not yet offered to visitors', async () => {
    const { activity, studio, venue } = await aBookableClass(feeds.db, { startsAt: minutes(600) })
    const hidden = await anActivity(feeds.db, venue.id, { withdrawn: true })
    await anOccurrence(feeds.db, { activity: hidden, locationId: studio.id, startsAt: minutes(600) })
    const shut = await aVenue(feeds.db, { operatorId: venue.operatorId }, { status: 'closed' })
    const paused = await aVenue(feeds.db, { operatorId: venue.operatorId }, { status: 'maintenance' })
    for (const { id } of [shut, paused]) {
      const there = await anActivity(feeds.db, id)
      const room = await aLocation(feeds.db, id)
      await anOccurrence(feeds.db, { activity: there, locationId: room.id, startsAt: minutes(600) })
    }
    // 8 March opens to customers on 1 March at 22:00 and to visitors a day later.
    const next = await anOccurrence(feeds.db, {
      activity,
      locationId: studio.id,
      startsAt: new Date('2027-03-08T10:00:00Z'),
    })
    await feeds.publish()
    const before = await feeds.all('scheduled-sessions')
    expect(before.items).toHaveLength(1)
    await feeds.publish(new Date('2027-03-02T21:59:00Z'))
    const idsAfter = (await feeds.readOn(before.end)).items.map(({ id }) => id)
    expect(idsAfter).not.toContain(`scheduled-session:${next.id}`)
    await feeds.publish(new Date('2027-03-02T22:00:00Z'))
    expect((await feeds.readOn(before.end)).items).toContainEqual(
      expect.objectContaining({ state: 'updated', id: `scheduled-session:${next.id}` }),
    )
  })
})
