/** What programs of the operator can be told has happened. */
export const eventTypes = [
  'order.paid',
  'order.refunded',
  'booking.created',
  'booking.moved',
  'booking.cancelled',
  'booking.attended',
  'booking.not_attended',
  'session.added',
  'session.changed',
  'session.full',
  'session.has_places',
  'session.called_off',
  'waitlist.joined',
  'waitlist.offered',
  'waitlist.passed',
  'hire.confirmed',
  'hire.ended',
  'membership.started',
  'membership.frozen',
  'membership.payment_failed',
  'membership.ended',
  'customer.registered',
  'customer.closed',
  'till.closed',
  'publication.published',
  'publication.undone',
  'import.done',
  'rehearsal.done',
] as const
export type EventType = (typeof eventTypes)[number]

/** What an operator has sent to find out whether its program receives it. */
export const testEvent = 'webhook.test'

/** So many deliveries of a webhook can be looked at. */
export const mostDeliveries = 500
