/** What staff did, as the audit log and the customer's own data name it. */
export const checkedIn = 'checked in'
export const markedAbsent = 'marked absent'
export const attendanceUndone = 'attendance undone'
export const bookingCancelled = 'booking cancelled'
export const bookingMoved = 'booking moved'
export const refundPaidOut = 'refund paid out'
export const paymentTaken = 'payment taken'
export const customersSearched = 'customers searched'
export const customerOpened = 'customer opened'
export const customerRegistered = 'customer registered'
export const detailsChanged = 'details changed'
export const documentAdded = 'document added'
export const documentReviewed = { accepted: 'document accepted', refused: 'document refused' } as const
export const familyPersonAdded = 'family member added'
export const familyPersonChanged = 'family member changed'
export const familyPersonRemoved = 'family member removed'
export const familyInvitationSent = 'family invitation sent'
export const familyInvitationWithdrawn = 'family invitation withdrawn'
export const guestPassSent = 'guest pass sent'
export const guestPassWithdrawn = 'guest pass withdrawn'
export const guestPassOpened = 'guest pass opened'
export const guestAdmitted = 'guest admitted'
export const guestAdmissionUndone = 'guest admission undone'
export const joiningStarted = 'membership joining started'
export const waiversGiven = 'waivers agreed to'
export const savedCardRemoved = 'saved card removed'
export const membershipCancelled = 'membership cancelled'
export const membershipContinued = 'membership cancellation withdrawn'
export const membershipFrozen = 'membership frozen'
export const freezeEnded = 'membership freeze ended'
export const missedPaymentDecided = {
  owed: 'missed membership payment charged',
  waived: 'missed membership payment waived',
} as const
export const penaltyWaived = 'penalty waived'
export const penaltyRefunded = 'penalty refunded'
export const tillChosen = 'till chosen'
export const waitlistJoined = 'waitlist joined'
export const waitlistLeft = 'waitlist left'
export const waitlistRejoined = 'left waitlist joined again'
export const waitlistOffered = 'waitlist place offered'
export const heldPlacesFreed = 'held places freed'
export const staffChanged = 'staff changed'
export const staffRemoved = 'staff removed'
export const secondFactorReset = 'second factor reset'
export const proposalDecided = {
  accepted: 'booking request accepted',
  rejected: 'booking request rejected',
  amended: 'booking request accepted for another session',
} as const
export const sessionChanged = 'session changed'
export const sessionReplaced = 'session of a booking replaced'
export const sessionNotified = 'message sent to a session'
export const duePaid = 'payment at the venue taken'
