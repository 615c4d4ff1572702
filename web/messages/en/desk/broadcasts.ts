import type { Broadcast } from '#contract/broadcasts.ts'
import { fullDay, list, number, plural } from '#messages/format.ts'

export const title = 'Messages'
export const lead =
  'Write to everybody who has booked. Each person gets one e-mail, with all of their bookings on these days.'

// Who gets it
export const audience = 'Who gets it'
export const venue = 'Venue'
export const from = 'From'
export const until = 'Until'
export const activity = 'Activity'
export const allActivities = 'Whatever they have booked'
export const show = 'Show'
export const noneBooked = 'Nobody has booked here on these days'
export const noneBookedHelp = 'Choose other days, another venue or another activity.'
export const reached = ({
  emailed,
  byPartner,
  toRing,
}: {
  emailed: number
  byPartner: number
  toRing: number
}): string =>
  [
    plural(emailed, { one: '1 person gets an e-mail.', other: `${number(emailed)} people get an e-mail.` }),
    ...(byPartner === 0
      ? []
      : [
          plural(byPartner, {
            one: '1 person is written to by the partner they booked with.',
            other: `${number(byPartner)} people are written to by the partner they booked with.`,
          }),
        ]),
    ...(toRing === 0
      ? []
      : [
          plural(toRing, {
            one: '1 person left no address and is put on the list of people to ring.',
            other: `${number(toRing)} people left no address and are put on the list of people to ring.`,
          }),
        ]),
  ].join(' ')
export const names = ({ names: first, others }: { names: readonly string[]; others: number }): string =>
  others === 0
    ? list(first)
    : list([...first, plural(others, { one: '1 other', other: `${number(others)} others` })])
export const withoutName = 'somebody without a name'

// The message
export const write = 'The message'
export const subject = 'Subject'
export const text = 'Text'
export const textHint =
  '{first_name}, {session}, {when} and {place} become what each reader has. Leave an empty line between paragraphs.'
export const preview = 'Read it as the first person will'
export const previewOf = ({ name }: { name: string }): string =>
  name === '' ? 'The first e-mail' : `What ${name} gets`
/** "Send to 143, 6 to ring" */
export const send = ({ write: count, ring }: { write: number; ring: number }): string =>
  ring === 0 ? `Send to ${number(count)}` : `Send to ${number(count)}, ${number(ring)} to ring`
export const grace = 'Nothing leaves for one minute. Until then you can stop it, and nobody knows.'
export const queued = 'Your message leaves in one minute.'

// What was sent
export const sent = 'Sent'
export const noneSent = 'No message has been sent here yet.'
export const about = ({
  from: first,
  until: last,
  activity: name,
}: Pick<Broadcast, 'from' | 'until' | 'activity'>): string =>
  [
    first === last ? fullDay(first) : `${fullDay(first)} to ${fullDay(last)}`,
    ...(name === null ? [] : [name]),
  ].join(', ')
export const states: Readonly<Record<Broadcast['state'], (facts: Broadcast) => string>> = {
  queued: ({ reach }) => `Leaves in a minute: ${emails(reach.emailed)}`,
  sending: ({ handedOver, reach }) => `${number(handedOver)} of ${emails(reach.emailed)} have left`,
  sent: ({ reach }) => `${emails(reach.emailed)} sent`,
  stopped: ({ handedOver }) =>
    handedOver === 0 ? 'Stopped before any e-mail left' : `Stopped after ${emails(handedOver)}`,
}
const emails = (count: number): string =>
  plural(count, { one: '1 e-mail', other: `${number(count)} e-mails` })
export const others = ({ reach: { byPartner, toRing }, undelivered }: Broadcast): string =>
  [
    ...(byPartner === 0 ? [] : [`${number(byPartner)} through partners`]),
    ...(toRing === 0 ? [] : [`${number(toRing)} to ring`]),
    ...(undelivered === 0
      ? []
      : [
          plural(undelivered, {
            one: '1 came back, to ring',
            other: `${number(undelivered)} came back, to ring`,
          }),
        ]),
  ].join(', ')
export const sentBy = ({ name }: { name: string }): string => (name === '' ? '' : `by ${name}`)
export const stop = 'Stop'
export const stopOf = ({ subject: of }: { subject: string }): string => `Stop "${of}"`
export const stopped = 'Stopped.'
