import { beforeEach, describe, expect, test } from 'vitest'
import { cancelBookingsOfCancelledOccurrences } from '#server/bookings/cancel.ts'
import { replaceClosures } from '#server/import/sql/reconcile.ts'
import { transact } from '#server/platform/transact.ts'
import { settleCallOffs } from '#server/timetable/callOff.ts'
import { generateOccurrences } from '#server/timetable/generate.ts'
import type { TestBrowser } from '#test/support/app.ts'
import { aClassToAttend, now } from '#test/support/attendance.ts'
import type { ClassToAttend } from '#test/support/attendance.ts'
import { wrongWithPlaces } from '#test/support/places.ts'
import { refusal } from '#test/support/refusal.ts'
import { aMemberOfStaff } from '#test/support/tills.ts'
import { api } from '#web/platform/api.ts'

let evening: ClassToAttend
let supervisor: TestBrowser
let sessionId: number
let venue: string
let poolId: number
let supervisorId: number

/** The class of the evening is booked by Ann; the programme has two more there, tomorrow, that nobody has booked. */
beforeEach(async () => {
  evening = await aClassToAttend()
  const { db, activity, occurrence, operator } = evening
  sessionId = occurrence.id
  venue = evening.venue.slug
  await db.updateTable('occurrence').set({ slug: 'evening' }).where('id', '=', sessionId).execute()
  const { locationId } = await db
    .selectFrom('occurrence')
    .select('locationId')
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow()
  const series = await db
    .insertInto('series')
    .values({
      activityId: activity.id,
      slug: 'line',
      weekdays: [3],
      startTime: '10:00',
      untilTime: '12:00',
      stepMinutes: 60,
      durationMinutes: 60,
      capacity: 8,
      validUntil: '2027-03-03',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('seriesLocation').values({ seriesId: series.id, locationId }).execute()
  const pool = await db
    .insertInto('location')
    .values({ venueId: evening.venue.id, slug: 'other', name: 'Other pool' })
    .returning('id')
    .executeTakeFirstOrThrow()
  poolId = pool.id
  await generateOccurrences(db, { now })
  const { id } = await aMemberOfStaff(db, operator.id, { staffLevel: 'supervisor' })
  supervisor = evening.app.browser({ site: 'desk' })
  await supervisor.logIn(id)
  supervisorId = id
  await evening.aBooking(evening.ann.id)
})

const untilTomorrow = { from: '2027-03-02T14:00', until: '2027-03-03T11:00' }
const preview = (more: object = {}) =>
  supervisor.send(api.closures.preview, { venue, ...untilTomorrow, ...more })
const close = async (more: object = {}) => {
  const { digest } = await preview(more)
  return supervisor.send(api.closures.close, {
    venue,
    ...untilTomorrow,
    reason: 'Pump 2',
    publicReason: 'The boiler has failed.',
    ...more,
    digest,
  })
}
const onDay = (date = '2027-03-02') => supervisor.send(api.closures.onDay, { venue, date })
const statuses = async () =>
  (await evening.db.selectFrom('occurrence').select('status').orderBy('startsAt').execute()).map(
    ({ status }) => status,
  )
const noticesOf = async () =>
  (await evening.db.selectFrom('notice').select(['kind', 'data']).execute()).map((notice) =>
    JSON.stringify(notice),
  )

/** The log-ins of staff have ended by then. */
const onMorningOf = async (day: string) => {
  evening.app.clock.set(new Date(`${day}T07:00:00Z`))
  await supervisor.logIn(supervisorId)
}

const offered = () =>
  evening.db
    .selectFrom('waitlistEntry')
    .select(['occurrenceId', 'insteadOfId', 'personId'])
    .where('state', '=', 'offered')
    .orderBy('occurrenceId')
    .execute()

const later = async (seconds: number) => {
  const at = new Date(now.getTime() + seconds * 1000)
  evening.app.clock.set(at)
  await settleCallOffs(evening.db, at)
  await cancelBookingsOfCancelledOccurrences(evening.db, at)
}

describe('closing a venue', () => {
  test('is shown before it is done, as one interval over two days', async () => {
    expect(await preview()).toMatchObject({
      calledOff: 1,
      withdrawn: 1,
      bookings: 1,
      refundTotal: { formatted: '£5.00' },
      reach: { emailed: 1, toRing: 0 },
    })
    expect(await preview({ until: null })).toMatchObject({ calledOff: 1, withdrawn: 2 })
    expect(await preview({ locationIds: [poolId] })).toMatchObject({ calledOff: 0, withdrawn: 0 })
    expect(await statuses()).toEqual(['scheduled', 'scheduled', 'scheduled'])
    expect((await onDay()).closures).toEqual([])
  })

  test('ends the sale at once, and tells people why a minute later', async () => {
    const before = await noticesOf()
    const { takeBackUntil } = await close()
    expect(takeBackUntil).toBe('2027-03-02T09:01:00Z')
    expect(await statuses()).toEqual(['cancelled', 'withdrawn', 'scheduled'])
    expect((await onDay()).closures).toMatchObject([
      {
        places: [],
        from: { format24Hour: '14:00' },
        until: { format24Hour: '11:00' },
        publicReason: 'The boiler has failed.',
        reason: 'Pump 2',
        origin: 'office',
        takeBackUntil,
      },
    ])
    await later(59)
    expect(await noticesOf()).toEqual(before)
    await later(60)
    expect(await noticesOf()).toHaveLength(before.length + 1)
    expect((await supervisor.send(api.attendance.register, { sessionId })).callOff).toEqual({
      reason: 'The boiler has failed.',
      takeBackUntil: null,
    })
    expect(await evening.db.selectFrom('refund').select('amount').execute()).toEqual([{ amount: 500 }])
    expect(await wrongWithPlaces(evening.db, now)).toEqual([])
  })

  test('can be taken back within the minute, as if nothing had been', async () => {
    const { id } = await close()
    await supervisor.send(api.closures.takeBack, { closureId: id })
    expect(await statuses()).toEqual(['scheduled', 'scheduled', 'scheduled'])
    expect((await onDay()).closures).toEqual([])
    await later(120)
    expect(await evening.db.selectFrom('refund').select('id').execute()).toEqual([])
    expect(await evening.db.selectFrom('booking').select('status').execute()).toEqual([{ status: 'booked' }])
  })

  test('is final after the minute; opening again offers what nobody had booked', async () => {
    const { id } = await close({ until: null })
    expect(await statuses()).toEqual(['cancelled', 'withdrawn', 'withdrawn'])
    await later(60)
    expect(await refusal(supervisor.send(api.closures.takeBack, { closureId: id }))).toMatchObject({
      code: 'too_late',
    })
    await supervisor.send(api.closures.end, { closureId: id })
    expect(await statuses()).toEqual(['cancelled', 'scheduled', 'scheduled'])
    expect(await refusal(supervisor.send(api.closures.end, { closureId: id }))).toMatchObject({
      code: 'not_found',
    })
  })

  test('brings back a one-off session that nobody has booked', async () => {
    const { id: bookingId } = await evening.db.selectFrom('booking').select('id').executeTakeFirstOrThrow()
    await supervisor.send(api.bookings.cancel, { bookingId, selectedUserId: evening.ann.id })
    const { id } = await close()
    expect(await statuses()).toEqual(['withdrawn', 'withdrawn', 'scheduled'])
    await supervisor.send(api.closures.takeBack, { closureId: id })
    expect(await statuses()).toEqual(['scheduled', 'scheduled', 'scheduled'])
  })

  test('is refused once somebody else has booked, with what it would do now', async () => {
    const { digest } = await preview()
    await evening.aBooking(null)
    const closing = supervisor.send(api.closures.close, { venue, ...untilTomorrow, digest })
    expect(await refusal(closing)).toMatchObject({
      code: 'effect_changed',
      message: 'This has changed since you looked: 2 bookings, £10.00 back now. Check it again.',
    })
    expect(await statuses()).toEqual(['scheduled', 'scheduled', 'scheduled'])
    expect((await onDay()).closures).toEqual([])
  })

  test('offers other sessions to those whose session it calls off, and none that it closes, too', async () => {
    const tonight = { until: '2027-03-02T22:00' }
    const { instead } = await preview(tonight)
    expect(instead).toMatchObject([
      {
        sessionId,
        alternatives: [{ startsAt: { format24Hour: '10:00' } }, { startsAt: { format24Hour: '11:00' } }],
      },
    ])
    const [first, second] = instead[0]!.alternatives.map(({ id }) => id)
    expect((await preview()).instead).toMatchObject([{ alternatives: [{ id: second }] }])
    const gone = close({ offers: [{ sessionId, offers: [first] }] })
    expect(await refusal(gone)).toMatchObject({ code: 'offer_gone' })
    expect(await statuses()).toEqual(['scheduled', 'scheduled', 'scheduled'])

    await close({ ...tonight, offers: [{ sessionId, offers: [first, second] }] })
    await later(59)
    expect(await offered()).toEqual([])
    await later(60)
    expect(await offered()).toEqual([
      { occurrenceId: first, insteadOfId: sessionId, personId: evening.ann.id },
      { occurrenceId: second, insteadOfId: sessionId, personId: evening.ann.id },
    ])
    expect(await wrongWithPlaces(evening.db, evening.app.clock.now())).toEqual([])
  })

  test('asks each morning whether what is closed until further notice still is, until somebody says so', async () => {
    const { id } = await close({ until: null })
    const asks = async (date: string) => (await onDay(date)).closures.map(({ asksIfClosed }) => asksIfClosed)
    expect(await asks('2027-03-02')).toEqual([false])
    expect(await refusal(evening.desk.send(api.closures.confirm, { closureId: id }))).toMatchObject({
      code: 'forbidden',
    })
    await onMorningOf('2027-03-03')
    expect(await asks('2027-03-03')).toEqual([true])
    await supervisor.send(api.closures.confirm, { closureId: id })
    expect(await asks('2027-03-03')).toEqual([false])
    await onMorningOf('2027-03-04')
    expect(await asks('2027-03-04')).toEqual([true])
    await supervisor.send(api.closures.end, { closureId: id })
    expect(await refusal(supervisor.send(api.closures.confirm, { closureId: id }))).toMatchObject({
      code: 'not_found',
    })
  })

  test('does not ask about one with an end', async () => {
    await close({ until: '2027-03-05T11:00' })
    await onMorningOf('2027-03-04')
    expect((await onDay('2027-03-04')).closures).toMatchObject([{ asksIfClosed: false }])
  })

  test('is not for the desk alone, another venue or a time that is over', async () => {
    expect(await refusal(evening.desk.send(api.closures.preview, { venue, ...untilTomorrow }))).toMatchObject(
      {
        code: 'forbidden',
      },
    )
    expect(await refusal(preview({ venue: 'elsewhere' }))).toMatchObject({ code: 'not_found' })
    expect(await refusal(preview({ locationIds: [999_999] }))).toMatchObject({ code: 'not_found' })
    const backwards = preview({ from: '2027-03-04T10:00', until: '2027-03-04T09:00' })
    expect(await refusal(backwards)).toMatchObject({ code: 'invalid_time' })
    const over = preview({ from: '2027-03-01T10:00', until: '2027-03-02T08:00' })
    expect(await refusal(over)).toMatchObject({ code: 'invalid_time' })
  })
})

test('an import leaves what staff have closed alone', async () => {
  await close()
  await transact(evening.db, (tx) => replaceClosures(tx, evening.operator.id, [], now))
  expect((await onDay()).closures).toHaveLength(1)
})

test('customers read on the page of the venue what is closed and why', async () => {
  await close({ locationIds: [poolId] })
  const visitor = evening.app.browser()
  expect(await visitor.send(api.venues.one, { venue })).toMatchObject({
    closures: [{ places: ['Other pool'], reason: 'The boiler has failed.' }],
  })
})
