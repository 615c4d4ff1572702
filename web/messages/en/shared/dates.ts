import { madeOnUse } from '#messages/format.ts'

/** A session's date and times as the server sends them, already in the venue's time zone. */
type Session = {
  date: { dayPretty: string; datePretty: string; fullDatePretty: string }
  startsAt: { format24Hour: string }
  endsAt: { format24Hour: string }
}

/** `Thu 4 Mar, 13:30 to 14:30` */
export const sessionTime = ({ date, startsAt, endsAt }: Session) =>
  `${date.dayPretty} ${date.datePretty}, ${startsAt.format24Hour} to ${endsAt.format24Hour}`

/** `Thursday 4 March 2027, 13:30 to 14:30` */
export const sessionFullTime = ({ date, startsAt, endsAt }: Session) =>
  `${date.fullDatePretty}, ${startsAt.format24Hour} to ${endsAt.format24Hour}`

/** `Thursday 4 March 2027, 13:30` */
export const sessionStart = ({ date, startsAt }: Pick<Session, 'date' | 'startsAt'>) =>
  `${date.fullDatePretty}, ${startsAt.format24Hour}`

/** `Thu 4 Mar, 13:30` */
export const dayAndTime = ({ day, date, time }: { day: string; date: string; time: string }) =>
  `${day} ${date}, ${time}`

const longDates = madeOnUse(() => new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }))

/** `1 June 2017`, from `2017-06-01`, whatever the time zone of the device. */
export const longDate = (day: string) => longDates().format(new Date(`${day}T00:00:00Z`))
