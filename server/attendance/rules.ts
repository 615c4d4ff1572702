import * as messages from '#server/messages/en/attendance.ts'
export type Attendance = 'booked' | 'attended' | 'not_attended'

/** `localDate` is the session's day, `today` the venue's. */
type Marking = { status: string; startsAt: Date; localDate: string }

/**
 * Why attendance cannot be recorded now, or null. Absence is recorded from the start on, and a check-in on the day of
 * the session.
 */
export const whyNotMarked = (
  { status, startsAt, localDate }: Marking,
  as: Attendance,
  now: Date,
  today: string,
): { code: 'booking_cancelled' | 'too_early'; message: string } | null => {
  if (status.startsWith('cancelled')) {
    return { code: 'booking_cancelled', message: messages.bookingCancelled }
  }
  if (as === 'not_attended' && now < startsAt) {
    return { code: 'too_early', message: messages.absentTooEarly }
  }
  if (as === 'attended' && today < localDate) {
    return { code: 'too_early', message: messages.checkInTooEarly }
  }
  return null
}

/** The stored form of an access code that was typed or scanned: `7k2 q9x`, or a URL that ends in it. */
export const parseCode = (text: string): string =>
  (
    text
      .trim()
      .split(/[/=#?&]/)
      .at(-1) ?? ''
  )
    .replace(/[^a-z0-9]/gi, '')
    .toUpperCase()
