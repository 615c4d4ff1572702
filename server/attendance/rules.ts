export type Attendance = 'booked' | 'attended' | 'not_attended'

/** `localDate` is the session's day, `today` the venue's. */
type Marking = { status: string; startsAt: Date; localDate: string }

/**
 * Why a booking cannot be marked so at this moment, or null. Whoever has not come before it began has not stayed
 * away; whoever comes a day early comes for another session.
 */
export const whyNotMarked = (
  { status, startsAt, localDate }: Marking,
  as: Attendance,
  now: Date,
  today: string,
): { code: 'booking_cancelled' | 'too_early'; message: string } | null => {
  if (status.startsWith('cancelled')) {
    return { code: 'booking_cancelled', message: 'This booking has been cancelled.' }
  }
  if (as === 'not_attended' && now < startsAt) {
    return { code: 'too_early', message: 'Nobody is absent before the session has begun.' }
  }
  if (as === 'attended' && today < localDate) {
    return { code: 'too_early', message: 'People are checked in on the day of the session.' }
  }
  return null
}

/** A code as it stands in the books, however it is typed or scanned: `7k2 q9x`, or an address that ends in it. */
export const parseCode = (text: string): string =>
  (
    text
      .trim()
      .split(/[/=#?&]/)
      .at(-1) ?? ''
  )
    .replace(/[^a-z0-9]/gi, '')
    .toUpperCase()
