import { penaltyCharged, penaltyRefunded } from '#server/bookings/attendance.ts'
import { sessionChanged, sessionNotice } from '#server/bookings/changeSession.ts'
import { bookingCalledOff, bookingCancelled, bookingConfirmed } from '#server/bookings/messages.ts'
import { bookingMoved } from '#server/bookings/move.ts'
import { refundFailed, refundPaid } from '#server/bookings/refunds.ts'
import { bookingReminder } from '#server/bookings/remind.ts'
import {
  accountMadeOfOrder,
  orderClaimed,
  orderLinkSent,
  orderLinksSent,
} from '#server/bookings/visitorOrders.ts'
import { broadcastSent, newsSent } from '#server/broadcasts/messages.ts'
import { hireInvoiced, hirePaid } from '#server/hirers/messages.ts'
import { paymentFailed, paymentPending, paymentVoided, referenceUsed } from '#server/checkout/messages.ts'
import { creditExpiring } from '#server/credits/messages.ts'
import { welcome } from '#server/customers/register.ts'
import { documentAccepted, documentExpiring, documentRefused } from '#server/documents/messages.ts'
import {
  accountTakenOver,
  familyConfirmed,
  familyInvitationSent,
  familyJoined,
} from '#server/families/invitations.ts'
import { guestPassSent, guestPassUsed, guestPassWithdrawn } from '#server/guest-passes/messages.ts'
import {
  joiningUnfinished,
  membershipJoined,
  planChanged,
  planChangePlanned,
} from '#server/joining/messages.ts'
import {
  freezeEnded,
  freezeWithdrawn,
  membersChanged,
  membershipAccountChanged,
  membershipCancelled,
  membershipCardChanged,
  membershipContinued,
  membershipFrozen,
  membershipPaid,
  membershipPaymentFailed,
  membershipPaymentsSetUp,
  membershipTakenOver,
  membershipWithdrawn,
  paymentAnnounced,
  planPriceChanges,
  planPriceStays,
} from '#server/memberships/messages.ts'
import { membershipEnding, minimumTermEnding } from '#server/memberships/remind.ts'
import type { AnyNoticeKind } from '#server/notices/rules.ts'
import { bookingRequested } from '#server/open-booking/messages.ts'
import { packageExpiring } from '#server/packages/messages.ts'
import { cardExpiring, membershipCardExpiring } from '#server/payments/messages.ts'
import { accountClosed } from '#server/privacy/close.ts'
import { publicationHeld } from '#server/drafts/messages.ts'
import { reportReady } from '#server/reports/messages.ts'
import {
  addressChanged,
  addressTaken,
  loginChanged,
  loginLink,
  newAddress,
  oldAddress,
  passwordChanged,
  passwordReset,
  staffAdded,
  verifyAddress,
} from '#server/sessions/messages.ts'
import { webhookOff } from '#server/webhooks/messages.ts'
import { sessionChangedWhileWaiting, waitlistJoined, waitlistNotices } from '#server/waitlists/messages.ts'

/** Every kind of notice, so that the outbox can write one without importing its noun. */
export const noticeKinds: readonly AnyNoticeKind[] = [
  accountClosed,
  addressChanged,
  addressTaken,
  bookingCalledOff,
  bookingCancelled,
  bookingConfirmed,
  bookingMoved,
  bookingReminder,
  bookingRequested,
  documentAccepted,
  documentExpiring,
  documentRefused,
  familyInvitationSent,
  familyJoined,
  freezeEnded,
  guestPassSent,
  guestPassWithdrawn,
  loginChanged,
  loginLink,
  membershipAccountChanged,
  membershipCancelled,
  membershipCardChanged,
  membershipFrozen,
  membershipJoined,
  membershipPaid,
  membershipContinued,
  membershipPaymentFailed,
  membershipPaymentsSetUp,
  membershipTakenOver,
  membersChanged,
  membershipWithdrawn,
  freezeWithdrawn,
  planChanged,
  planChangePlanned,
  newAddress,
  oldAddress,
  orderClaimed,
  orderLinkSent,
  orderLinksSent,
  passwordChanged,
  passwordReset,
  staffAdded,
  paymentAnnounced,
  planPriceChanges,
  planPriceStays,
  publicationHeld,
  paymentFailed,
  paymentPending,
  paymentVoided,
  penaltyCharged,
  referenceUsed,
  sessionChanged,
  sessionNotice,
  verifyAddress,
  webhookOff,
  welcome,
  ...Object.values(waitlistNotices),
  sessionChangedWhileWaiting,
  waitlistJoined,
  accountMadeOfOrder,
  accountTakenOver,
  cardExpiring,
  creditExpiring,
  familyConfirmed,
  guestPassUsed,
  joiningUnfinished,
  membershipCardExpiring,
  membershipEnding,
  minimumTermEnding,
  packageExpiring,
  penaltyRefunded,
  refundFailed,
  refundPaid,
  reportReady,
  broadcastSent,
  newsSent,
  hireInvoiced,
  hirePaid,
]
