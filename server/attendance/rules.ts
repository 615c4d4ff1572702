import type { PlaceKind } from '#contract/attendance.ts'
import { daysAfter, localDay, time } from '#contract/time.ts'
import type { Text } from '#server/messages/languages.ts'
import { instantOf } from '#server/platform/clock.ts'
import type { ChangeableRow } from '#server/timetable/change.ts'
import type { Logistics } from '#server/timetable/rules.ts'

export type Attendance = 'booked' | 'attended' | 'not_attended'

/** `localDate` is the session's day, `today` the venue's. */
type Marking = { status: string; sessionStatus: string; startsAt: Date; localDate: string }

/** Milliseconds before the start from which people check themselves in. */
const selfCheckInMs = 60 * 60_000

const opensAt = (startsAt: Date): Date => new Date(startsAt.getTime() - selfCheckInMs)

/** Whether a session is on today, or about to begin or under way across midnight. */
export const isExpectedNow = (
  { startsAt, endsAt, localDate }: { startsAt: Date; endsAt: Date; localDate: string },
  { today, now }: { today: string; now: Date },
): boolean => localDate === today || (opensAt(startsAt) <= now && now < endsAt)

/**
 * Why attendance cannot be recorded now, or null. Nobody can come to a session that the venue has called off, nor miss it:
 * its bookings are about to be refunded. Absence is recorded from the start on, and a check-in on the day of
 * the session, or in the hour before one that begins soon after midnight.
 */
export const whyNotMarked = (
  { status, sessionStatus, startsAt, localDate }: Marking,
  as: Attendance,
  now: Date,
  today: string,
): { code: 'booking_cancelled' | 'too_early'; message: Text } | null => {
  if (status.startsWith('cancelled')) {
    return { code: 'booking_cancelled', message: (messages) => messages.attendance.bookingCancelled }
  }
  if (as !== 'booked' && isCalledOff(sessionStatus)) {
    return { code: 'booking_cancelled', message: (messages) => messages.attendance.sessionCalledOff }
  }
  if (as === 'not_attended' && now < startsAt) {
    return { code: 'too_early', message: (messages) => messages.attendance.absentTooEarly }
  }
  if (as === 'attended' && today < localDate && now < opensAt(startsAt)) {
    return { code: 'too_early', message: (messages) => messages.attendance.checkInTooEarly }
  }
  return null
}

/** What somebody else has recorded since the caller's page was read, in a sentence; null where it was nothing. */
export const whyChanged = (
  booking: {
    status: string
    attendanceAt: Date | null
    timezone: string
    firstName: string
    lastName: string
  },
  { as, from }: { as: Attendance; from: Attendance | undefined },
): Text | null => {
  const { status, attendanceAt, timezone, firstName, lastName } = booking
  if (from === undefined || status === from || status === as) return null
  const name = `${firstName} ${lastName}`.trim()
  if (status === 'attended' && attendanceAt !== null)
    return (messages) =>
      messages.attendance.checkedInMeanwhile({ name, time: time(attendanceAt, timezone).format24Hour })
  return status === 'not_attended'
    ? (messages) => messages.attendance.absentMeanwhile({ name })
    : (messages) => messages.attendance.undoneMeanwhile({ name })
}

type SelfCheckIn = Marking & {
  endsAt: Date
  venueId: number
  venueName: string
  timezone: string
}

const isCalledOff = (sessionStatus: string): boolean => sessionStatus !== 'scheduled'

/** Why somebody cannot check themselves in now, or null. Only staff undo an absence. */
export const whyNotSelf = (
  { status, sessionStatus, startsAt, endsAt, localDate, venueId, venueName, timezone }: SelfCheckIn,
  at: { venueId: number; today: string; now: Date },
): { code: string; message: Text } | null => {
  const opens = opensAt(startsAt)
  if (status.startsWith('cancelled'))
    return { code: 'booking_cancelled', message: (messages) => messages.attendance.bookingCancelled }
  if (isCalledOff(sessionStatus))
    return { code: 'booking_cancelled', message: (messages) => messages.attendance.sessionCalledOff }
  if (venueId !== at.venueId)
    return {
      code: 'another_venue',
      message: (messages) => messages.attendance.bookingElsewhere({ venue: venueName }),
    }
  if (!isExpectedNow({ startsAt, endsAt, localDate }, at)) {
    return {
      code: 'another_day',
      message: (messages) => messages.attendance.bookingOn({ day: messages.format.fullDay(localDate) }),
    }
  }
  if (status === 'attended')
    return { code: 'already_attended', message: (messages) => messages.attendance.alreadyIn }
  if (at.now < opens) {
    const from = time(opens, timezone).format24Hour
    return { code: 'too_early', message: (messages) => messages.attendance.checkInFrom({ time: from }) }
  }
  if (status === 'not_attended' || at.now >= endsAt)
    return { code: 'closed', message: (messages) => messages.attendance.askAtDesk }
  return null
}

/** Why no one of an order can check in: what concerns today comes before bookings of other days and venues. */
export const mainRefusal = <W extends { code: string }>(refusals: readonly (W | null)[]): W | undefined => {
  const found = refusals.filter((why) => why !== null)
  return (
    ofToday.map((code) => found.find((why) => why.code === code)).find((why) => why !== undefined) ?? found[0]
  )
}

const ofToday = ['too_early', 'closed', 'already_attended']

/** The reference of an order, `ONS-7K2Q9X`, from the code for all of its people; null for the code of one booking. */
export const parseReference = (code: string): string | null => {
  const [, name, own] = /^([A-Z]{3})([0-9A-Z]{6})$/.exec(code) ?? []
  return name === undefined ? null : `${name}-${own ?? ''}`
}

/** What staff fill in: what they leave out stays. Times are those on the venue's wall. */
export type Change = {
  name?: string | undefined
  date?: string | undefined
  startsAt?: string | undefined
  endsAt?: string | undefined
  locationId?: number | undefined
  meetingPoint?: string | undefined
  joinLink?: string | undefined
}

/**
 * A session as it is after a change. With another day or start and no end it lasts as long as before; an end before the
 * start is on the next day.
 */
export const changedLogistics =
  (change: Change) =>
  (before: ChangeableRow): Logistics => {
    const { timezone } = before
    const clock = (at: Date) => time(at, timezone).format24Hour
    const keepsStart = change.date === undefined && change.startsAt === undefined
    const day = change.date ?? localDay(before.startsAt, timezone)
    const startsAt = keepsStart
      ? before.startsAt
      : instantOf(day, change.startsAt ?? clock(before.startsAt), timezone)
    const lasts = before.endsAt.getTime() - before.startsAt.getTime()
    const endsAt =
      change.endsAt === undefined
        ? new Date(startsAt.getTime() + lasts)
        : nextTime(day, change.endsAt, startsAt, timezone)
    return {
      name: change.name ?? before.name,
      startsAt,
      endsAt,
      locationId: change.locationId ?? before.locationId,
      meetingPoint: change.meetingPoint ?? before.meetingPoint,
      joinLink: change.joinLink ?? before.joinLink,
      instructorIds: before.instructorIds,
    }
  }

/** The first time after an instant that a clock shows, on a day or the next. */
const nextTime = (day: string, clock: string, after: Date, timezone: string): Date => {
  const sameDay = instantOf(day, clock, timezone)
  return sameDay > after ? sameDay : instantOf(daysAfter(day, 1), clock, timezone)
}

/** Of a place with several: a court stays one where a class is held, and a pool where there is aqua fit. */
const kindsByWeight: readonly PlaceKind[] = ['courts', 'tickets', 'classes']

type Place = { id: number; name: string; spaces: readonly number[]; kinds: readonly PlaceKind[] }

/**
 * The columns of the board: the smallest places with something on, whether there or in a place that they are part of.
 * `idsOf` answers the columns of a place; of none, which is the whole venue, all.
 */
export const columnsOf = (
  places: readonly Place[],
): {
  columns: { id: number; name: string; kind: PlaceKind }[]
  idsOf: (locationId: number | null) => number[]
} => {
  const isPart = (part: Place, whole: Place): boolean =>
    part.spaces.length > 0 && part.spaces.every((space) => whole.spaces.includes(space))
  const isSmallest = (place: Place): boolean =>
    !places.some((other) => other.spaces.length < place.spaces.length && isPart(other, place))
  const columns = places.filter(isSmallest).flatMap((place) => {
    const own = place.kinds
    const kinds =
      own.length > 0 ? own : places.filter((whole) => isPart(place, whole)).flatMap((whole) => whole.kinds)
    const kind = kindsByWeight.find((one) => kinds.includes(one))
    return kind === undefined ? [] : [{ place, kind }]
  })
  return {
    columns: columns.map(({ place: { id, name }, kind }) => ({ id, name, kind })),
    idsOf: (locationId) => {
      const whole = places.find(({ id }) => id === locationId)
      return columns.flatMap(({ place }) =>
        whole === undefined || place.id === whole.id || isPart(place, whole) ? [place.id] : [],
      )
    },
  }
}
