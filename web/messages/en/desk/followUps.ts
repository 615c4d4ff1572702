import { plural } from '#messages/format.ts'

// People whom e-mail could not reach
export const heading = ({ count }: { count: number }): string =>
  plural(count, { one: '1 person to ring', other: `${count} people to ring` })
export const explanation = "E-mail couldn't reach them. Ring them, then tick them off."
export const reasons = {
  called_off: 'The session is called off, and what was paid is refunded in full.',
  cancelled: 'The desk has cancelled the booking.',
  changed: 'The name, time or place of the session has changed.',
  message: 'There is a message for everyone booked.',
} as const
/** About no booking: they wait, are members, or hire. */
export const messageForThem = 'There is a message for them.'
export const quoted = ({ message }: { message: string }): string => `“${message}”`
export const sessionWhen = ({ session, day, time }: { session: string; day: string; time: string }): string =>
  `${session}, ${day}, ${time}`
export const order = 'Order'
export const account = 'Account'
export const done = 'Done'
export const doneFor = ({ name }: { name: string }): string => `Done: ${name}`
export const ticked = ({ name }: { name: string }): string => `${name} is off the list.`

// Whom a message reaches
type Count = { emailed: number; byPartner: number; toRing: number }

/** What follows "Send to 4": the others, who get no e-mail. */
const others = ({ byPartner, toRing }: Count): string[] => [
  ...(byPartner > 0 ? [`${byPartner} by partner`] : []),
  ...(toRing > 0 ? [`${toRing} to ring`] : []),
]
export const sendTo = (count: Count): string =>
  [...(count.emailed > 0 ? [`Send to ${count.emailed}`] : ['Send']), ...others(count)].join(', ')
export const saveAndSendTo = (count: Count): string =>
  ['Save', ...(count.emailed > 0 ? [`e-mail ${count.emailed}`] : []), ...others(count)].join(', ')
export const sentTo = (count: Count): string =>
  [...(count.emailed > 0 ? [`Sent to ${count.emailed}`] : ['No e-mail']), ...others(count)].join(', ')
export const nothingSent = 'There are no bookings yet, so nothing was sent.'

// The people of a session that was called off
export const calledOffTitle = ({ count }: { count: number }): string =>
  plural(count, { one: '1 booking', other: `${count} bookings` })
export const contacts = {
  pending: 'Refund and message are on their way',
  email_waiting: 'E-mail is being sent',
  emailed: 'E-mail sent',
  by_partner: 'Told by the company that sold it',
  to_ring: 'To ring',
  rung: 'Rung',
} as const
export const nothingPaid = 'Nothing was paid'
export const refund = ({ place, amount }: { place: string; amount: string }): string => `${place}: ${amount}`
