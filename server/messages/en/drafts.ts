import { listAll, plural } from './format.ts'

export const notFound = 'This draft is not here any more.'
export const otherVenue = 'This is of venues where you may not draft.'
export const editNotFound = 'This is not in the draft any more.'
export const editChanged = 'This was changed since you looked. Here is what it is now.'
export const publicationNotFound = 'This publication is not here any more.'
export const closed = {
  open: 'This draft is open.',
  awaiting_approval: 'This draft waits for approval. Take that back first.',
  scheduled: 'This draft is scheduled. Take its schedule back first.',
  published: 'This draft is published. Begin another one.',
  discarded: 'This draft was discarded. Begin another one.',
  undone: 'This draft was published and undone. Begin another one.',
}
export const emptyEdit = 'Say what is added, changed or taken out.'
export const empty = 'There is nothing in this draft yet.'
export const tooLarge = ({ most }: { most: number }) =>
  `A draft holds at most ${most} edits. Publish this one, or begin another one.`
export const rowChanged = ({ row }: { row: string }) =>
  `${row} was changed since it was put into this draft. Strike it and make your change again.`
export const isPast = 'This day and time have passed.'
export const tooFarAhead = 'Choose a day within 400 days.'
export const blocked = ({ count }: { count: number }) =>
  plural(count, {
    one: '1 problem stops this. It is listed beside it.',
    other: `${count} problems stop this. They are listed beside it.`,
  })
type Effect = {
  added: number
  changed: number
  withdrawn: number
  calledOff: number
  retained: number
  notMade: number
  bookings: number
  /** null: nothing is paid back. */
  refund: string | null
}
const sessions = (count: number, what: string): string[] =>
  count === 0 ? [] : [`${plural(count, { one: '1 session', other: `${count} sessions` })} ${what}`]
export const effectChanged = (effect: Effect) => {
  const parts = [
    ...sessions(effect.added, 'added'),
    ...sessions(effect.changed, 'changed'),
    ...sessions(effect.withdrawn, 'taken out'),
    ...sessions(effect.calledOff, 'called off'),
    ...sessions(effect.retained, 'stay because people have booked'),
    ...sessions(effect.notMade, 'that cannot be made'),
    ...(effect.refund === null ? [] : [`${effect.refund} back`]),
  ]
  return parts.length === 0
    ? 'This has changed since you looked. Check it again.'
    : `This has changed since you looked: ${listAll(parts)} now. Check it again.`
}
export const ownDraft = 'Somebody else has to approve what you asked for.'
export const needsSecondPerson = ({
  refund,
  customers,
  names,
}: {
  refund: string | null
  customers: number
  names: readonly string[]
}) => {
  const people = plural(customers, { one: '1 person', other: `${customers} people` })
  const what =
    refund !== null ? `${refund} back to ${people}` : customers > 0 ? `What ${people} are told` : 'This price'
  const who = names.length === 0 ? 'Nobody else can approve it yet.' : `${listAll(names)} can approve.`
  return `${what} is above what one person may do. ${who}`
}
export const tooLate = ({ time }: { time: string }) =>
  `This can be undone until the first session begins. It began at ${time}.`
export const undoneAlready = 'This is undone already.'
export const changedLater = 'This was changed later. Change it back in the catalogue.'
export const changedLaterBy = ({ publication }: { publication: string }) =>
  `“${publication}” changed this later. Undo that first.`

// The mail to its author
export const heldSubject = ({ name }: { name: string }) => `Not published: ${name}`
export const heldHeading = 'Your draft was not published'
export const held = ({ firstName, name }: { firstName: string; name: string }) =>
  `Hello ${firstName}, “${name}” was to be published now. It would do something else than what was seen when it was scheduled, so it is open again. Look at it and publish it once more.`
export const heldForRights = ({ firstName, name }: { firstName: string; name: string }) =>
  `Hello ${firstName}, “${name}” was to be published now. Whoever scheduled it may not publish it any more, so it is open again. Ask somebody who may publish it.`
export const heldAbove = 'By now another person has to approve it.'
export const heldProblems = ({ count }: { count: number }) =>
  plural(count, { one: '1 problem stops it.', other: `${count} problems stop it.` })
export const heldCalledOff = ({ count }: { count: number }) =>
  plural(count, {
    one: 'It would call off 1 session that people have booked since.',
    other: `It would call off ${count} sessions that people have booked since.`,
  })
export const heldClashes = ({ count }: { count: number }) =>
  plural(count, {
    one: '1 more session cannot be made: its place is taken, or people have booked.',
    other: `${count} more sessions cannot be made: their places are taken, or people have booked.`,
  })
export const heldRefund = ({ now, before }: { now: string; before: string }) =>
  `${now} would be paid back. It was ${before} when it was scheduled.`
export const openDraft = 'Open the draft'
