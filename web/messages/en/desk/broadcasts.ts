import type { AudiencePeople, MessageKind } from '#contract/audiences.ts'
import type { Broadcast } from '#contract/broadcasts.ts'
import { fullDay, list, number, plural } from '#messages/format.ts'

export const title = 'Messages'
export const lead =
  'Write to everybody who has booked, waits, is a member or hires here. Each person gets one e-mail, whatever they have booked.'

// Who gets it
export const audience = 'Who gets it'
export const venue = 'Venue'
export const from = 'From'
export const until = 'Until'
export const activity = 'Activity'
export const allActivities = 'Any activity'
export const kind = 'Kind'
export const kindNames: Readonly<Record<MessageKind, string>> = {
  service: 'About what they have here',
  news: 'News and offers',
}
export const people = 'People'
export const peopleNames: Readonly<Record<AudiencePeople, string>> = {
  booked: 'Booked',
  absent: 'Did not come',
  waiting: 'On a waitlist',
  members: 'Members',
  hirers: 'Hirers',
}
export const place = 'Place'
export const allPlaces = 'Any place'
export const session = 'Session'
export const allSessions = 'Any session'
export const sessionAt = ({ name, time }: { name: string; time: string }): string => `${time} ${name}`
export const plan = 'Plan'
export const allPlans = 'Any plan'
export const hirer = 'Hirer'
export const allHirers = 'Every hirer'
export const show = 'Show'
export const noneFound: Readonly<Record<AudiencePeople, string>> = {
  booked: 'Nobody has booked here on these days',
  absent: 'Nobody was marked absent here on these days',
  waiting: 'Nobody is on a waitlist here for these days',
  members: 'Nobody has such a membership here on these days',
  hirers: 'Nobody hires here on these days',
}
export const noneFoundHelp = 'Choose other days, other people or another venue.'

// Audiences under a name
export const savedLists = 'Saved lists'
export const savedListsHelp =
  'A list finds its people anew each time. Its days move on: those of next week are always those of next week.'
export const listName = 'Name of the list'
export const saveList = 'Save as a list'
export const listSaved = ({ name }: { name: string }): string => `"${name}" is saved.`
export const deleteList = 'Delete'
export const deleteListNamed = ({ name }: { name: string }): string => `Delete the list "${name}"`
export const listDeleted = ({ name }: { name: string }): string => `"${name}" is deleted.`
export const listDays = ({ people: of, from: first, until: last }: ListDays): string =>
  [peopleNames[of], first === last ? fullDay(first) : `${fullDay(first)} to ${fullDay(last)}`].join(', ')
type ListDays = { people: AudiencePeople; from: string; until: string }
export const reached = ({
  emailed,
  byPartner,
  toRing,
  notAgreed,
}: {
  emailed: number
  byPartner: number
  toRing: number
  notAgreed: number
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
    ...(notAgreed === 0
      ? []
      : [
          plural(notAgreed, {
            one: '1 other did not agree to news and gets none.',
            other: `${number(notAgreed)} others did not agree to news and get none.`,
          }),
        ]),
  ].join(' ')
export const noneAgreed = ({ count }: { count: number }): string =>
  plural(count, {
    one: '1 person, who did not agree to news',
    other: `${number(count)} people, none of whom agreed to news`,
  })
export const secondPersonNeeded = ({ most }: { most: number }): string =>
  `News to more than ${number(most)} people leaves when somebody else has approved it.`
export const names = ({ names: first, others }: { names: readonly string[]; others: number }): string =>
  others === 0
    ? list(first)
    : list([...first, plural(others, { one: '1 other', other: `${number(others)} others` })])
export const withoutName = 'somebody without a name'

// The message
export const write = 'The message'
export const subject = 'Subject'
export const text = 'Text'
export const textHint = ({ placeholders }: { placeholders: readonly string[] }): string =>
  placeholders.length === 1
    ? `${list(placeholders)} becomes each reader's own. Leave an empty line between paragraphs.`
    : `${list(placeholders)} become what each reader has. Leave an empty line between paragraphs.`
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
  people: of,
  from: first,
  until: last,
  narrowedTo,
}: Pick<Broadcast, 'people' | 'from' | 'until' | 'narrowedTo'>): string =>
  [listDays({ people: of, from: first, until: last }), ...narrowedTo].join(', ')
export const states: Readonly<Record<Broadcast['state'], (facts: Broadcast) => string>> = {
  awaiting_approval: ({ isOwn, reach }) =>
    isOwn
      ? `Somebody else has to approve it: ${emails(reach.emailed)}`
      : `Waits for you or another person to approve it: ${emails(reach.emailed)}`,
  queued: ({ reach }) => `Leaves in a minute: ${emails(reach.emailed)}`,
  sending: ({ handedOver, reach }) => `${number(handedOver)} of ${emails(reach.emailed)} have left`,
  sent: ({ reach }) => `${emails(reach.emailed)} sent`,
  stopped: ({ handedOver }) =>
    handedOver === 0 ? 'Stopped before any e-mail left' : `Stopped after ${emails(handedOver)}`,
}
const emails = (count: number): string =>
  plural(count, { one: '1 e-mail', other: `${number(count)} e-mails` })
export const others = ({ kind: of, reach: { byPartner, toRing }, undelivered }: Broadcast): string =>
  [
    ...(byPartner === 0 ? [] : [`${number(byPartner)} through partners`]),
    ...(toRing === 0 ? [] : [`${number(toRing)} to ring`]),
    ...(undelivered === 0
      ? []
      : [
          of === 'news'
            ? `${number(undelivered)} unsubscribed or came back`
            : `${number(undelivered)} came back, to ring`,
        ]),
  ].join(', ')
export const sentBy = ({ name }: { name: string }): string => (name === '' ? '' : `by ${name}`)
export const awaitsApproval = 'Somebody else has to approve your message before it leaves.'
export const approve = 'Approve'
export const approveOf = ({ subject: of }: { subject: string }): string => `Approve "${of}"`
export const stop = 'Stop'
export const stopOf = ({ subject: of }: { subject: string }): string => `Stop "${of}"`
export const stopped = 'Stopped.'
