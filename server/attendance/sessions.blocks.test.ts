import { beforeEach, describe, expect, it } from 'vitest'
import { cancelBookingsOfCancelledOccurrences } from '#server/bookings/cancel.ts'
import { holdExistingOccurrence } from '#server/holds/blockBookings.ts'
import { aClassToAttend, now, startsAt } from '#test/support/attendance.ts'
import type { ClassToAttend } from '#test/support/attendance.ts'
import { openPage } from '#test/support/pages.ts'
import { api } from '#web/platform/api.ts'
import { deskLinks } from '#web/platform/deskLinks.ts'

let evening: ClassToAttend

beforeEach(async () => {
  evening = await aClassToAttend()
})

/** Lets places of the class outside this system, or keeps them for the desk. */
const letPlaces = async (note: string, places: number, deskOnly = false): Promise<void> => {
  const { db, occurrence } = evening
  const { activityId } = await db
    .selectFrom('occurrence')
    .select('activityId')
    .where('id', '=', occurrence.id)
    .executeTakeFirstOrThrow()
  const { id: blockId } = await db
    .insertInto('blockBooking')
    .values({
      activityId,
      slug: `block-${places}-${deskOnly}`,
      weekdays: [1, 2, 3, 4, 5, 6, 7],
      startTime: '00:00',
      untilTime: '24:00',
      places,
      deskOnly,
      note,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const endsAt = startsAt.getTime() + 3_600_000
  const isHeld = await holdExistingOccurrence(
    db,
    { occurrenceId: occurrence.id, blockId, places, deskOnly, endsAt },
    now,
  )
  expect(isHeld).toBe(true)
}

const readDay = (show: 'booked' | 'all' = 'booked') =>
  evening.desk.send(api.attendance.day, { venue: evening.venue.slug, date: '2027-03-02', show })

const todayPath = () => deskLinks.today(evening.venue.slug, '2027-03-02')

describe('places let outside this system', () => {
  it('show whom the whole session is let to, in the list of the day and on the register', async () => {
    await letPlaces('Brindle Judo Club', 2)
    const { sessions } = await readDay()
    expect(sessions).toMatchObject([
      { held: 0, spaces: 0, blocks: [{ note: 'Brindle Judo Club', places: 2, deskOnly: false }] },
    ])
    for (const path of [todayPath(), deskLinks.session(evening.occurrence.id)]) {
      const { text } = await openPage(evening.desk, path, 'desk')
      expect(text).toContain('Booked by Brindle Judo Club')
      expect(text).not.toMatch(/of 2 booked|places left|waitlist|No bookings yet/)
    }
  })

  it('show their part of a session, and what the desk keeps is in no basket', async () => {
    await letPlaces('Brindle Judo Club', 1)
    await letPlaces('referrals', 1, true)
    const { session } = await evening.register()
    expect(session).toMatchObject({ held: 0, spaces: 0 })
    const { text } = await openPage(evening.desk, deskLinks.session(evening.occurrence.id), 'desk')
    expect(text).toContain(
      '0 of 2 places left · 1 booked by Brindle Judo Club · 1 kept for the desk: referrals',
    )
    expect(text).not.toMatch(/waitlist|in basket/)
  })

  it('are never named to customers', async () => {
    await letPlaces('Brindle Judo Club', 2)
    const visitor = evening.app.browser()
    const item = await visitor.send(api.timetable.occurrence, { id: evening.occurrence.publicId })
    expect(JSON.stringify(item)).not.toContain('Judo')
  })
})

it('a session that was called off stays in the list of the day, struck through, with how many had booked', async () => {
  await evening.aBooking(evening.ann.id)
  await evening.db.updateTable('occurrence').set({ status: 'cancelled' }).execute()
  await cancelBookingsOfCancelledOccurrences(evening.db, now)
  expect((await readDay()).sessions).toMatchObject([{ cancelled: true, booked: 0, calledOff: 1 }])
  const { html, text } = await openPage(evening.desk, todayPath(), 'desk')
  expect(html).toMatch(/<del[^>]*>yoga<\/del>/i)
  expect(text).toMatch(/Cancelled\s*1 place was booked/)
})
