import { dateTime, list, number, plural, shortDay } from '#messages/format.ts'
import { reached } from '#messages/desk/sessionChanges.ts'

export const close = 'Close…'
export const title = ({ venue }: { venue: string }): string => `Close places of ${venue}`
export const leaveOpen = 'Leave open'
export const places = 'What to close'
export const wholeVenue = 'The whole venue'
export const from = 'From'
export const until = 'Until'
export const untilFurtherNotice = 'Until further notice'
export const reason = 'Reason for staff'
export const reasonHint = 'Customers never read it'
export const publicReason = 'Reason for customers'
export const publicReasonHint = "In their e-mails, on the venue's page and in the timetable"
export const chooseWhat = 'Choose what to close, from when and until when.'
export const grace =
  'Nothing is sold there at once. For one minute you can take it back: nobody is told or refunded before.'
export const callsOff = ({ calledOff, withdrawn }: { calledOff: number; withdrawn: number }): string =>
  calledOff === 0 && withdrawn === 0
    ? 'No session takes place there at that time.'
    : [
        ...(calledOff === 0
          ? []
          : [
              plural(calledOff, {
                one: 'It calls off 1 session that is booked.',
                other: `It calls off ${number(calledOff)} sessions that are booked.`,
              }),
            ]),
        ...(withdrawn === 0
          ? []
          : [
              plural(withdrawn, {
                one: '1 session that nobody has booked is no longer offered.',
                other: `${number(withdrawn)} sessions that nobody has booked are no longer offered.`,
              }),
            ]),
      ].join(' ')
/** "Close, call off 31, refund £312, write to 140, ring 3" */
export const closeNow = ({
  calledOff,
  refund,
  ...people
}: {
  calledOff: number
  refund: string | null
  write: number
  ring: number
}): string =>
  [
    'Close',
    ...(calledOff === 0 ? [] : [`call off ${number(calledOff)}`]),
    ...(refund === null ? [] : [`refund ${refund}`]),
    ...reached(people),
  ].join(', ')

export const offerInstead = ({ sessions }: { sessions: number }): string =>
  plural(sessions, {
    one: 'Offer other sessions instead (1)',
    other: `Offer other sessions instead (${number(sessions)})`,
  })
/** "Instead of Aqua, Thu 4 Mar, 18:00" */
export const insteadOf = ({
  name,
  date,
  startsAt,
}: {
  name: string
  date: { raw: string }
  startsAt: { format24Hour: string }
}): string => `Instead of ${name}, ${shortDay(date.raw)}, ${startsAt.format24Hour}`

// What is closed on a day
export const closedPlaces = ({ places: names }: { places: readonly string[] }): string =>
  names.length === 0 ? 'Closed: the whole venue' : `Closed: ${list(names)}`
export const interval = ({
  from: start,
  until: end,
  zone,
}: {
  from: Date
  until: Date | null
  zone: string
}): string =>
  end === null
    ? `From ${dateTime({ at: start, zone })}, until further notice`
    : `From ${dateTime({ at: start, zone })} until ${dateTime({ at: end, zone })}`
export const customersRead = ({ reason: text }: { reason: string }): string => `Customers read: ${text}`
export const staffReason = ({ reason: text }: { reason: string }): string => `For staff: ${text}`
export const fromFiles =
  "Set in the operator's files. Opened again here, it stays open until the files say something else."
export const openAgain = 'Open again'
export const isStillClosed =
  'Closed until further notice. Is it still closed today? If it is, you will be asked again tomorrow.'
export const stillClosed = 'Still closed'
export const staysClosed = 'It stays closed.'
export const askSupervisor = 'Nobody has said today that it is still closed. Ask a duty manager.'
export const stayCalledOff = 'Sessions that were called off stay so, because people were told.'
export const openedAgain = 'It is open again.'
export const takenBack = 'The closure is taken back. Nobody was told.'

export const hiresStay = ({ count }: { count: number }): string =>
  plural(count, {
    one: '1 date is let to a hirer there and stays. Ring them, and leave it out of their hire.',
    other: `${number(count)} dates are let to hirers there and stay. Ring them, and leave the dates out of their hires.`,
  })
export const hireThere = ({
  hirer,
  phone,
  day,
  place,
}: {
  hirer: string
  phone: string
  day: string
  place: string
}): string => [`${shortDay(day)}, ${place}: ${hirer}`, phone].filter(Boolean).join(' · ')
