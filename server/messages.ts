import {
  bookingCalledOff,
  bookingCancelled,
  bookingConfirmed,
  bookingReminder,
  orderLinkSent,
} from '#server/bookings/messages/service.ts'
import { paymentVoided } from '#server/checkout/messages/service.ts'
import { addressChanged, welcome } from '#server/customers/messages/service.ts'
import { documentExpiring } from '#server/documents/messages/service.ts'
import { guestPassSent } from '#server/guest-passes/messages/service.ts'
import { membershipJoined } from '#server/joining/messages/service.ts'
import { membershipPaymentFailed, paymentAnnounced } from '#server/memberships/messages/service.ts'
import type { AnyMessageKind } from '#server/notices/service.ts'
import { accountClosed } from '#server/privacy/messages/service.ts'
import { passwordReset } from '#server/sessions/messages/service.ts'
import { waitlistMessages } from '#server/waitlists/messages/service.ts'

/** Every kind of message, so that the outbox can write one without importing its noun. */
export const messageKinds: readonly AnyMessageKind[] = [
  accountClosed,
  addressChanged,
  bookingCalledOff,
  bookingCancelled,
  bookingConfirmed,
  bookingReminder,
  documentExpiring,
  guestPassSent,
  membershipJoined,
  membershipPaymentFailed,
  orderLinkSent,
  passwordReset,
  paymentAnnounced,
  paymentVoided,
  welcome,
  ...Object.values(waitlistMessages),
]
