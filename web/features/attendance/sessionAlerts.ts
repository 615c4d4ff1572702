import type { DeskSession } from '#contract/attendance.ts'
import { countBlocked } from './blocks.ts'

type SessionAlert = {
  kind: 'no_instructor' | 'few_booked' | 'places_for_waitlist'
  session: DeskSession
}

const hourMs = 3_600_000
/** A class without an instructor is said so this long before it starts. */
const instructorWithinMs = 2 * hourMs
/** A class that hardly anyone has booked, this long before. */
const fewWithinMs = 3 * hourMs
const few = 3

/** What there is to see to in the sessions of a day. `now` is ms. */
export const alertsOf = (sessions: readonly DeskSession[], now: number): SessionAlert[] =>
  sessions.flatMap((session): SessionAlert[] => {
    const { kind, cancelled, begins, booked, attended, held, waiting, capacity, instructors, floorInUse } =
      session
    const startsIn = Date.parse(begins) - now
    if (cancelled || startsIn <= 0) return []
    const blocked = countBlocked(session)
    const free = capacity - booked - attended - session.absent - held - blocked
    const isClass = kind === 'classes'
    const alerts: SessionAlert['kind'][] = []
    if (isClass && instructors.length === 0 && startsIn <= instructorWithinMs) alerts.push('no_instructor')
    if (isClass && blocked === 0 && booked + attended < few && startsIn <= fewWithinMs)
      alerts.push('few_booked')
    if (waiting > 0 && free > 0 && !floorInUse) alerts.push('places_for_waitlist')
    return alerts.map((alert) => ({ kind: alert, session }))
  })
