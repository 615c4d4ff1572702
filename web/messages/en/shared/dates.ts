import { sessionEnd } from '#contract/time.ts'
import type { SessionHours } from '#contract/time.ts'
import { fullDay, language, madeOnUse, shortDay } from '#messages/format.ts'

/** A session's day and times as the server sends them, already in the venue's time zone. */
type Session = SessionHours & { date: { raw: string } }

/** `Thu 4 Mar, 13:30 to 14:30` */
export const sessionTime = (session: Session) => `${shortDay(session.date.raw)}, ${sessionHours(session)}`

/** `Thursday 4 March 2027, 13:30 to 14:30` */
export const sessionFullTime = (session: Session) => `${fullDay(session.date.raw)}, ${sessionHours(session)}`

/** `13:30 to 14:30`, `23:30 to 02:30 (Sun)` */
export const sessionHours = (session: SessionHours) =>
  `${session.startsAt.format24Hour} to ${sessionEnd(session)}`

/** `Thursday 4 March 2027, 13:30` */
export const sessionStart = ({ date, startsAt }: Pick<Session, 'date' | 'startsAt'>) =>
  `${fullDay(date.raw)}, ${startsAt.format24Hour}`

/** `Thu 4 Mar, 13:30` */
export const dayAndTime = ({ day, time }: { day: string; time: string }) => `${shortDay(day)}, ${time}`

const longDates = madeOnUse(() => new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }))

/** `1 June 2017`, from `2017-06-01`, whatever the time zone of the device. */
export const longDate = (day: string) => longDates().format(new Date(`${day}T00:00:00Z`))
