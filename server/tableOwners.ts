/**
 * The noun that owns each table: it alone inserts, updates and deletes there. test/contract/tables.test.ts holds the
 * queries against it. Views and the SQL in db/functions are not counted; tables that only `writers` fill have no owner.
 */
export const tableOwners: Readonly<Record<string, readonly string[]>> = {
  platform: [
    'auditEntry',
    'domainEvent',
    'idempotentAnswer',
    'job',
    'node',
    'periodicJob',
    'rateCount',
    'securityEvent',
  ],
  providers: [
    'demoCard',
    'demoCardPayment',
    'demoCardRefund',
    'demoCardSession',
    'demoDebitCollection',
    'demoDebitMandate',
  ],
  notices: ['notice', 'noticeAttachment'],
  favourites: ['favourite'],
  documents: ['document'],
  credits: ['accountEntry', 'creditEntry', 'creditLot', 'creditMovement', 'creditReservation'],
  penalties: ['basketPenalty', 'penalty'],
  'guest-passes': ['guestPass'],
  waivers: ['attendee', 'bookingAnswer', 'induction', 'waiver', 'waiverAnswer'],
  memberships: ['debitMandate', 'membership', 'membershipCollection', 'membershipMember', 'planPriceStep'],
  pricing: ['benefitUse', 'package', 'packageUse', 'priceStep'],
  sessions: [
    'emailChange',
    'trustedDevice',
    'oneTimeCode',
    'passkey',
    'passkeyChallenge',
    'recoveryCode',
    'secondFactor',
    'session',
    'staffRole',
    'apiKey',
  ],
  customers: ['consentEvent', 'customer', 'termsAcceptance'],
  families: ['familyInvitation', 'linkedCustomer'],
  holds: ['hold'],
  timetable: [
    'callOff',
    'closure',
    'liftedClosure',
    'occurrence',
    'openedDay',
    'spaceClaim',
    'venue',
    'venueClosing',
  ],
  baskets: ['basket', 'basketItem'],
  waitlists: ['waitlistEvent'],
  tills: ['tillCount', 'tillEntry', 'tillMovement', 'tillSession'],
  bookings: [
    'booking',
    'bookingMove',
    'calendarFeed',
    'customerOrder',
    'dispute',
    'followUp',
    'orderLink',
    'orderPayment',
    'refund',
  ],
  hirers: [
    'hire',
    'hireDate',
    'hireException',
    'hireInvoice',
    'hireInvoiceBasket',
    'hireInvoiceLine',
    'hireInvoiceNumber',
    'hirePayment',
    'hirer',
    'hirerLink',
  ],
  joining: ['joining'],
  payments: ['cardChange'],
  checkout: ['paymentLink', 'paymentTransaction', 'providerCustomer', 'savedCard'],
  'open-booking': [
    'bookingPartner',
    'bookingPartnerOperator',
    'openidClient',
    'openidRecord',
    'openidSigningKey',
    'partnerFeedState',
    'partnerOrder',
    'partnerOrderChange',
    'partnerOrderItem',
    'partnerProposal',
  ],
  webhooks: ['webhook', 'webhookDelivery'],
  office: ['activity', 'browserChange', 'fieldOverride', 'filePosition', 'firstRunCode'],
  drafts: ['draft', 'draftEdit', 'publication'],
  broadcasts: ['broadcast', 'broadcastRecipient', 'savedAudience'],
  reports: ['reportFile', 'reportSchedule'],
  openactive: [
    'openactiveBacklog',
    'openactiveChange',
    'openactiveIdentity',
    'openactiveItem',
    'openactiveState',
  ],
}

/** Nouns that write every table: one loads an operator's files in bulk, the other deletes a person from all of them. */
export const bulkWriters: readonly string[] = ['import', 'privacy']

/** Tables that a lower noun writes a part of, which its owner must not have to pass down. */
export const partialWriters: Readonly<Record<string, readonly string[]>> = {
  // The password, the proved e-mail address and the rights of staff, which log-in and reset change below the account.
  customer: ['sessions'],
  // What a line costs, set while the benefits it uses are locked.
  basketItem: ['pricing'],
  // What its texts and rules say; the timetable keeps for which day it has been made.
  venue: ['office'],
}
