import type { Marked } from '#contract/attendance.ts'
import * as messages from '#messages/desk/attendance.ts'

/** People come up to this long before the start, in minutes; who comes earlier may have the wrong session. */
const usualMinutes = 60

/** The warning for a person checked in long before the session, or undefined. */
export const earlyText = ({
  startsAt,
  minutesToStart,
}: Pick<Marked['session'], 'startsAt' | 'minutesToStart'>): string | undefined =>
  minutesToStart <= usualMinutes
    ? undefined
    : messages.startsLater({ time: startsAt.format24Hour, minutes: minutesToStart })
