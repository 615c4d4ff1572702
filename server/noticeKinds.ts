import {
  bookingCalledOff,
  bookingCancelled,
  bookingConfirmed,
  bookingReminder,
  orderLinkSent,
} from '#server/bookings/notices/service.ts'
import { paymentFailed, paymentPending, paymentVoided } from '#server/checkout/notices/service.ts'
import { welcome } from '#server/customers/notices/service.ts'
import { documentExpiring } from '#server/documents/notices/service.ts'
import { familyInvitationSent } from '#server/families/notices/service.ts'
import { guestPassSent } from '#server/guest-passes/notices/service.ts'
import { membershipJoined } from '#server/joining/notices/service.ts'
import {
  freezeEnded,
  membershipCancelled,
  membershipFrozen,
  membershipContinued,
  membershipPaymentFailed,
  paymentAnnounced,
} from '#server/memberships/notices/service.ts'
import type { AnyNoticeKind } from '#server/notices/service.ts'
import { accountClosed } from '#server/privacy/notices/service.ts'
import {
  addressChanged,
  addressTaken,
  loginChanged,
  newAddress,
  oldAddress,
  passwordChanged,
  passwordReset,
  verifyAddress,
} from '#server/sessions/notices/service.ts'
import { waitlistNotices } from '#server/waitlists/notices/service.ts'

/** Every kind of notice, so that the outbox can write one without importing its noun. */
export const noticeKinds: readonly AnyNoticeKind[] = [
  accountClosed,
  addressChanged,
  addressTaken,
  bookingCalledOff,
  bookingCancelled,
  bookingConfirmed,
  bookingReminder,
  documentExpiring,
  familyInvitationSent,
  freezeEnded,
  guestPassSent,
  loginChanged,
  membershipCancelled,
  membershipFrozen,
  membershipJoined,
  membershipContinued,
  membershipPaymentFailed,
  newAddress,
  oldAddress,
  orderLinkSent,
  passwordChanged,
  passwordReset,
  paymentAnnounced,
  paymentFailed,
  paymentPending,
  paymentVoided,
  verifyAddress,
  welcome,
  ...Object.values(waitlistNotices),
]
