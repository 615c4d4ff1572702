import { number, plural } from '#messages/format.ts'

export const anyCourt = 'Any court will do?'
export const explanation =
  "Join one waitlist for all the full times. We'll reserve the first court that comes free for you."
export const from = 'From'
export const to = 'To'
export const forWhom = 'For'
export const join = 'Join waitlist'
export const logIn = 'Log in to join'

export const courtBetween = ({ from: start, to: end }: { from: string; to: string }) =>
  `Any court from ${start} to ${end}`
export const placeBetween = ({ from: start, to: end }: { from: string; to: string }) =>
  `Any place from ${start} to ${end}`
export const waiting = ({ count }: { count: number }) =>
  plural(count, { one: 'Waiting for 1 place', other: `Waiting for ${number(count)} places` })
export const activityAt = ({ activity, venue }: { activity: string; venue: string }) =>
  `${activity}, ${venue}`
export const offered = ({ place, time, until }: { place: string; time: string; until: string }) =>
  `${place}, ${time}, is reserved for you until ${until}.`
export const book = 'Book {hidden}'
export const decline = 'Decline'
export const declineOf = ({ range }: { range: string }) => `Decline the offered place: ${range}`
export const leave = 'Leave waitlist'
export const leaveOf = ({ range }: { range: string }) => `Leave waitlist: ${range}`
export const hasLeft = 'You left this waitlist.'
export const undo = 'Undo'
export const undoOf = ({ range }: { range: string }) => `Undo: stay on the waitlist, ${range}`
export const rejoined = "You're back in your old position."
