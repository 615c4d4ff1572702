import type { SessionAct } from '#contract/attendance.ts'
import { formatted } from '#contract/money.ts'
import { instant, localDay, time } from '#contract/time.ts'
import type { Messages } from '#server/messages/languages.ts'
import type { Actor } from '#server/platform/actor.ts'
import { acts } from '#server/platform/audit.ts'
import type { Tx } from '#server/platform/database.ts'
import { requireSession } from './sessions.ts'
import { actsOn } from './sql.ts'

/** What staff have done with a session and its bookings, from the audit log: the latest first. */
export const readSessionHistory = async (tx: Tx, actor: Actor, sessionId: number): Promise<SessionAct[]> => {
  const { timezone } = await requireSession(tx, actor, sessionId)
  const { messages, operator } = actor
  const context = { messages, timezone, currency: operator.currencySymbol, sessionId }
  const found = await actsOn(tx, sessionId, Object.keys(texts))
  return found.flatMap(({ id, at, act, detail, person, name }) => {
    const text = texts[act]
    return text === undefined
      ? []
      : [{ id, at: instant(at), person, text: text({ ...context, detail, name }) }]
  })
}

/** What the audit log has of an act; which of them depends on the act, and on the version that wrote it. */
type Detail = Readonly<Record<string, unknown>>

type Context = {
  messages: Messages
  timezone: string
  currency: string
  sessionId: number
  detail: Detail
  /** Whose booking or entry on the waitlist it is; '' for a walk-in. */
  name: string
}

type Text = (context: Context) => string

const textIn = (detail: Detail, key: string): string => (typeof detail[key] === 'string' ? detail[key] : '')

const numberIn = (detail: Detail, key: string): number | null =>
  typeof detail[key] === 'number' ? detail[key] : null

const namesIn = (detail: Detail, key: string): string[] =>
  Array.isArray(detail[key]) ? detail[key].map(String) : []

const ofBooking =
  (key: 'checkedIn' | 'markedAbsent' | 'attendanceUndone' | 'bookingCancelled' | 'sessionReplaced'): Text =>
  ({ messages, name }) =>
    messages.attendance.history[key]({ name })

const ofWaitlist =
  (key: 'waitlistJoined' | 'waitlistLeft' | 'waitlistOffered'): Text =>
  ({ messages, name }) =>
    messages.attendance.history[key]({ name })

const calledOff: Text = ({ messages, detail, currency }) => {
  const refund = numberIn(detail, 'refund') ?? 0
  return messages.attendance.history.calledOff({
    reason: textIn(detail, 'reason'),
    bookings: numberIn(detail, 'bookings'),
    refund: refund === 0 ? null : formatted(refund, currency),
  })
}

/** A session as the audit log keeps it when it is changed. */
type Logged = { name: string; startsAt: string; endsAt: string; where: string }

const isLogged = (value: unknown): value is Logged =>
  typeof value === 'object' && value !== null && 'startsAt' in value && 'where' in value

const changed: Text = ({ messages, detail, timezone }) => {
  const { before, after } = detail
  const { history } = messages.attendance
  if (!isLogged(before) || !isLogged(after)) return history.changed([])
  const [from, to] = [before, after].map((one) => new Date(one.startsAt))
  const isSameDay =
    from !== undefined && to !== undefined && localDay(from, timezone) === localDay(to, timezone)
  const when = ({ startsAt, endsAt }: Logged): string => {
    const [start, end] = [new Date(startsAt), new Date(endsAt)].map((at) => time(at, timezone).format24Hour)
    const hours = history.hours({ start: start ?? '', end: end ?? '' })
    const day = localDay(new Date(startsAt), timezone)
    return isSameDay ? hours : messages.format.dayAndTime({ day, time: hours })
  }
  const parts = [
    { from: before.name, to: after.name },
    { from: when(before), to: when(after) },
    { from: before.where, to: after.where },
  ]
  return history.changed(parts.filter((part) => part.from !== part.to))
}

const moved: Text = ({ messages, detail, name, sessionId }) =>
  numberIn(detail, 'from') === sessionId
    ? messages.attendance.history.movedAway({ name })
    : messages.attendance.history.movedHere({ name })

const texts: Readonly<Record<string, Text>> = {
  [acts.sessionChanged]: changed,
  [acts.sessionNotified]: ({ messages, detail }) =>
    messages.attendance.history.notified({ people: numberIn(detail, 'notified') }),
  [acts.sessionCovered]: ({ messages, detail }) =>
    messages.attendance.history.covered({
      before: namesIn(detail, 'before'),
      after: namesIn(detail, 'after'),
    }),
  [acts.sessionResized]: ({ messages, detail }) =>
    messages.attendance.history.resized({
      before: numberIn(detail, 'before'),
      places: numberIn(detail, 'places') ?? 0,
    }),
  [acts.sessionCalledOff]: calledOff,
  [acts.callOffTakenBack]: ({ messages }) => messages.attendance.history.takenBack,
  [acts.placesClosed]: ({ messages, detail }) =>
    messages.attendance.history.closed({ reason: textIn(detail, 'publicReason') }),
  [acts.closureEnded]: ({ messages }) => messages.attendance.history.reopened,
  [acts.checkedIn]: ofBooking('checkedIn'),
  [acts.markedAbsent]: ofBooking('markedAbsent'),
  [acts.attendanceUndone]: ofBooking('attendanceUndone'),
  [acts.bookingCancelled]: ofBooking('bookingCancelled'),
  [acts.bookingRefunded]: ({ messages, detail, name, currency }) =>
    messages.attendance.history.bookingRefunded({
      name,
      amount: formatted(numberIn(detail, 'amount') ?? 0, currency),
    }),
  [acts.bookingMoved]: moved,
  [acts.sessionReplaced]: ofBooking('sessionReplaced'),
  [acts.waitlistJoined]: ofWaitlist('waitlistJoined'),
  [acts.waitlistLeft]: ofWaitlist('waitlistLeft'),
  [acts.waitlistOffered]: ofWaitlist('waitlistOffered'),
}
