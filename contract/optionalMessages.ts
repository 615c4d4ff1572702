/** The kinds of e-mail that a customer may do without: the others say what they have to know, or have asked for. */
export const optionalMessages = [
  'booking_reminder',
  'waitlist_joined',
  'membership_paid',
  'document_accepted',
  'refund_paid',
  'credit_expiring',
  'package_expiring',
  'card_expiring',
  'joining_unfinished',
  'guest_pass_used',
] as const

export type OptionalMessage = (typeof optionalMessages)[number]
