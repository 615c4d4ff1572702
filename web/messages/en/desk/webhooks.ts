import type { EventType } from '#contract/eventTypes.ts'
import type { Webhook, WebhookDelivery } from '#contract/webhooks.ts'
import { plural } from '#messages/format.ts'

export const title = 'Webhooks'
export const none = 'No webhooks yet'
export const noneHelp = 'A webhook tells a program of yours what has happened, seconds later.'
export const add = 'Add a webhook'
export const address = 'Web address'
export const addressHelp = 'It begins with https:// and can be reached from the internet.'
export const events = 'What it is told'
export const secretTitle = ({ host }: { host: string }): string => `The secret for ${host}`
export const secretHelp =
  "Copy it now. It signs everything we send, and it can't be shown again. Your program checks it in the header Onside-Signature."
export const secret = 'Secret'
export const copy = 'Copy secret'
export const copied = 'Copied'
export const selected = 'Selected. Press Ctrl+C to copy.'
export const done = 'Done'
export const cancel = 'Cancel'

const states = {
  on: 'On',
  off: 'Off',
  failing: 'Not reached',
} as const
export const stateOf = ({ state, failingSince }: Webhook): string =>
  states[state === 'on' && failingSince !== null ? 'failing' : state]
export const addedBy = ({ person }: { person: string }): string => `Added by ${person}`
export const failing = ({ since }: { since: string }): string =>
  `Nothing has arrived since ${since}. After 3 days it is switched off.`
export const offBecause = {
  gone: 'Switched off: the program answered that it no longer takes events (410).',
  failing: 'Switched off: nothing arrived for 3 days.',
} as const
export const bothSecrets = ({ until }: { until: string }): string =>
  `The old secret signs, too, until ${until}.`

export const switchOn = 'Switch on'
export const switchOff = 'Switch off'
export const newSecret = 'New secret'
export const newSecretQuestion = ({ host }: { host: string }): string => `Make a new secret for ${host}?`
export const newSecretHelp = 'The old one goes on working for a day, so that your program can change over.'
export const remove = 'Remove'
export const removeQuestion = ({ host }: { host: string }): string => `Remove the webhook for ${host}?`
export const removeHelp =
  'It is told nothing any more, and what has not been sent yet is not sent. Its deliveries are no longer shown.'
export const test = 'Send a test'
export const testSent = 'The test is on its way. It shows in the deliveries.'
export const showDeliveries = 'Deliveries'
export const hideDeliveries = 'Hide deliveries'
export const actionOf = ({ action, host }: { action: string; host: string }): string => `${action}: ${host}`

export const showMore = 'Show more deliveries'
export const noDeliveries = 'Nothing has been sent yet.'
export const loading = 'Loading'
export const deliveryStates = {
  waiting: 'Waiting',
  delivered: 'Delivered',
  failed: 'Given up',
} as const
export const attempts = ({ count }: { count: number }): string =>
  plural(count, { one: '1 try', other: `${count} tries` })
export const lastTry = ({ at }: { at: string }): string => `last at ${at}`
export const nextTry = ({ at }: { at: string }): string => `next at ${at}`
export const sentBody = 'What we sent'
export const answer = 'What it answered'
export const resultOf = ({ status, problem }: Pick<WebhookDelivery, 'status' | 'problem'>): string =>
  problem === null ? `Answer ${status ?? ''}` : problems[problem]
const problems: Readonly<Record<NonNullable<WebhookDelivery['problem']>, string>> = {
  address_not_allowed: "The address can't be reached from the internet, so nothing was sent.",
  timed_out: 'No answer within 10 seconds',
  no_answer: 'No connection',
}
export const replay = 'Send again'
export const replayOf = ({ event, id }: { event: string; id: number }): string =>
  `Send again: ${event}, delivery ${id}`
export const replayed = 'It is being sent again.'

export const eventNames: Readonly<Record<EventType | 'webhook.test', string>> = {
  'order.paid': 'Order paid',
  'order.refunded': 'Order refunded',
  'booking.created': 'Booking made',
  'booking.moved': 'Booking moved',
  'booking.cancelled': 'Booking cancelled',
  'booking.attended': 'Checked in',
  'booking.not_attended': 'Marked absent',
  'session.added': 'Session added',
  'session.changed': 'Session changed',
  'session.full': 'Session full',
  'session.has_places': 'Session has places again',
  'session.called_off': 'Session cancelled',
  'waitlist.joined': 'Waitlist joined',
  'waitlist.offered': 'Place offered to the waitlist',
  'waitlist.passed': 'Offer of a place passed by',
  'hire.confirmed': 'Hire confirmed',
  'hire.ended': 'Hire ended',
  'membership.started': 'Membership started',
  'membership.frozen': 'Membership frozen',
  'membership.payment_failed': 'Payment of a membership failed',
  'membership.ended': 'Membership ended',
  'customer.registered': 'Customer registered',
  'customer.closed': 'Account closed',
  'till.closed': 'Till closed',
  'publication.published': 'Draft published',
  'publication.undone': 'Publication undone',
  'import.done': 'Files imported',
  'rehearsal.done': 'Rehearsal finished',
  'webhook.test': 'Test',
}
