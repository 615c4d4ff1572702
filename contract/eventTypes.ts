/** What programs of the operator can be told has happened. */
export const eventTypes = [
  'order.paid',
  'order.refunded',
  'booking.created',
  'booking.moved',
  'booking.cancelled',
  'session.called_off',
  'hire.confirmed',
  'hire.ended',
  'membership.started',
  'membership.ended',
  'customer.registered',
  'customer.closed',
] as const
export type EventType = (typeof eventTypes)[number]

/** What an operator has sent to find out whether its program receives it. */
export const testEvent = 'webhook.test'
