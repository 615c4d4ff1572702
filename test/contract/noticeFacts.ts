/* What is stored about each kind of e-mail. */

export const sites = {
  bookings: 'https://bookings.example',
  account: 'https://account.example',
  desk: 'https://desk.example',
}

const ann = { customerId: 501, firstName: 'Ann' }
const address = { ...ann, requestedAt: '2027-03-01T09:00:00Z', code: 'code-1' }
const membership = {
  ...ann,
  plan: 'Gold',
  membershipId: 9,
  from: '2027-04-01',
  until: '2027-05-01',
  at: 'now',
}
const card = { membershipId: 9, plan: 'Gold', brand: 'Visa', lastFour: '4242', at: 'now' }
const collection = { ...ann, collectionId: 7, plan: 'Gold', amount: 4200, on: '2027-04-01' }
const yoga = {
  id: 'AQTinvented',
  date: '2027-03-04',
  day: 'Thu 4 March 2027',
  shortDay: 'Thu 4 Mar',
  from: '10:00',
  to: '11:00',
  location: 'Studio 1',
  venue: 'Demo Centre',
}
const payment = {
  transactionUuid: '0f8fad5b-d9cb-469f-a165-70867728950e',
  amount: 1480,
  items: ['Yoga', 'Yoga'],
  ordered: [
    { name: 'Yoga', quantity: 2, session: yoga },
    { name: 'Late cancellation', quantity: 1, session: null },
  ],
}
/** As before messages had a time and a place; one may wait to be sent. */
const paymentBefore = {
  transactionUuid: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  amount: 1480,
  items: ['Yoga', 'Badminton 60 min'],
}
const joiningPayment = {
  ...payment,
  items: ['Gold membership'],
  ordered: [{ name: 'Gold membership', quantity: 1, session: null }],
  isJoining: true,
}
const invoicePayment = { transactionUuid: payment.transactionUuid, amount: 12_000, items: [] }
const yogaSession = {
  title: 'Yoga',
  localDate: '2027-03-04',
  startsAt: '2027-03-04T10:00:00Z',
  endsAt: '2027-03-04T11:00:00Z',
  timezone: 'Europe/London',
  location: 'Studio 1',
  venue: 'Demo Centre',
}
export const waitlist = {
  ...ann,
  ...yogaSession,
  eventId: 3,
  until: '2027-03-01T12:30:00Z',
  path: '/location/demo-centre/yoga/2027-03-04/class/AQTinvented',
}

const waiting = {
  entryId: 3,
  at: '2027-03-01T09:00:00Z',
  firstName: 'Ann',
  ...yogaSession,
  meetingPoint: '',
  instructors: ['Bea Lowe'],
}

const before = {
  localDate: '2027-03-04',
  startsAt: '2027-03-04T10:00:00Z',
  endsAt: '2027-03-04T11:00:00Z',
  locationName: 'Studio 1',
}
const was = {
  name: 'Yoga',
  startsAt: before.startsAt,
  endsAt: before.endsAt,
  timezone: 'Europe/London',
  where: 'Studio 1',
}

const savedCard = {
  customerId: 501,
  cardId: 31,
  firstName: 'Ann',
  brand: 'Visa',
  lastFour: '4242',
  lastDay: '2027-03-31',
}
const term = { membershipId: 9001, firstName: 'Ann', plan: 'Gold', until: '2027-03-31', price: 4200 }

const messageToMany = {
  broadcastId: 8,
  venueId: 1,
  bookingIds: [],
  entryIds: [],
  customerId: null,
  hirerId: null,
  firstName: 'Ann',
  subject: 'The pool is cold, {first_name}',
  text: 'Bring a warm towel, {first_name}.',
}

type Ids = {
  operatorId: number
  orderId: number
  guestOrderId: number
  bookingId: number
  occurrenceId: number
  hirerId: number
  /** An invoice of a hire, and a credit note. */
  invoiceIds: readonly number[]
}

/** The facts of each kind, one set for each of its forms. */
export const factsOf = ({
  operatorId,
  orderId,
  guestOrderId,
  bookingId,
  occurrenceId,
  hirerId,
  invoiceIds,
}: Ids): Record<string, readonly object[]> => ({
  account_closed: [{ customerId: 501 }],
  address_changed: [{ ...ann, changedAt: '2027-03-01T09:00:00Z' }],
  address_new: [address],
  address_old: [address],
  address_taken: [address],
  address_verification: [address],
  booking_called_off: [{ bookingId, refunds: [{ destination: 'card', amount: 740 }] }],
  booking_cancelled: [
    { bookingId, refunds: [] },
    {
      bookingId,
      refunds: [
        { destination: 'card', amount: 540 },
        { destination: 'credit', amount: 200 },
      ],
    },
  ],
  booking_confirmed: [{ orderId }, { orderId: guestOrderId }],
  booking_moved: [
    { bookingId, sequence: 1, before, refunds: [] },
    { bookingId, sequence: 1, before, refunds: [{ destination: 'card', amount: 150 }] },
  ],
  account_made_of_order: [
    { customerId: 501, firstName: 'Ann', reference: 'DL-0079927398', orderId, order: 'ONS-7K2Q9X' },
    { customerId: 501, firstName: '', reference: 'DL-0079927398', orderId, order: 'ONS-7K2Q9X' },
  ],
  account_taken_over: [{ customerId: 502, memberName: 'Kit' }],
  card_expiring: [savedCard],
  hire_invoiced: invoiceIds.map((invoiceId) => ({ invoiceId, at: '2027-03-01T09:00:00Z' })),
  hire_paid: invoiceIds.map((invoiceId) => ({ invoiceId, transactionId: 1, amount: 12000 })),
  membership_card_expiring: [
    { ...savedCard, plans: ['Gold'] },
    { ...savedCard, plans: ['Gold', 'Swim'] },
  ],
  credit_expiring: [{ customerId: 501, firstName: 'Ann', amount: 500, expiresOn: '2027-03-15' }],
  package_expiring: [
    {
      customerId: 501,
      packageId: 4101,
      firstName: 'Ann',
      name: '10 swims',
      visitsLeft: 3,
      expiresOn: '2027-03-15',
    },
  ],
  family_confirmed: [{ customerId: 501, firstName: 'Ann', inviterId: 502, inviter: 'Ravi Pendale' }],
  guest_pass_used: [
    {
      guestPassId: 5,
      firstName: 'Ann',
      guestFirstName: 'Bea',
      guestLastName: 'Example',
      name: 'Day pass',
      venueName: 'Demo Centre',
      usedOn: '2027-03-06',
      usedAt: '2027-03-06T10:00:00Z',
    },
  ],
  joining_unfinished: [
    {
      customerId: 501,
      joiningId: 5501,
      firstName: 'Ann',
      plan: 'Gold',
      venue: 'Demo Centre',
      amount: 4980,
      goodUntil: '2027-03-02T09:00:00Z',
      timezone: 'Europe/London',
    },
  ],
  membership_ending: [
    { membershipId: 9001, firstName: 'Ann', plan: 'Gold', endsOn: '2027-03-15', isCancelled: false },
    { membershipId: 9001, firstName: 'Ann', plan: 'Gold', endsOn: '2027-03-15', isCancelled: true },
  ],
  minimum_term_ending: [
    { ...term, period: 'month', noticeDays: 30 },
    { ...term, period: 'month', noticeDays: 0 },
    { ...term, period: 'year', noticeDays: null },
  ],
  penalty_refunded: [{ bookingId, penaltyId: 3, refunds: [{ destination: 'credit', amount: 500 }] }],
  refund_paid: [
    { orderId, refundId: 9501, bookingId, amount: 500, at: '2027-03-01T09:00:00Z' },
    { orderId, refundId: 9501, bookingId: null, amount: 500, at: '2027-03-01T09:00:00Z' },
  ],
  refund_failed: [{ orderId, refundId: 9501, bookingId, amount: 500, at: '2027-03-01T09:00:00Z' }],
  publication_held: [
    { calledOff: 0, clashes: 0, refund: null, problems: 2, mayNot: false, isAbove: true },
    {
      calledOff: 2,
      clashes: 1,
      refund: { now: 8120, before: 3120 },
      problems: 0,
      mayNot: false,
      isAbove: false,
    },
    { calledOff: 0, clashes: 0, refund: null, problems: 0, mayNot: true, isAbove: false },
  ].map((because) => ({
    ...ann,
    draftId: 7,
    name: 'Spring',
    at: '2027-03-01T06:00:00.000Z',
    ...because,
  })),
  report_ready: (
    [
      ['vat', true, null],
      ['absences', true, null],
      ['vat', false, null],
      ['vat', false, 'too_large'],
      ['vat', true, 'too_slow'],
      ['vat', false, 'fault'],
    ] as const
  ).map(([report, isScheduled, problem]) => ({
    fileId: 3,
    report,
    isScheduled,
    problem,
    firstName: 'Ines',
    from: '2027-02-01',
    until: '2027-02-28',
    by: 'activity',
    basis: 'session',
  })),
  penalty_charged: [{ bookingId, penaltyId: 3 }],
  order_links_sent: [{ orderIds: [guestOrderId], requestedAt: '2027-03-01T09:00:00Z' }],
  booking_reminder: [{ orderId, occurrenceId, occasion: 'order' }],
  booking_requested: [
    {
      proposalId: 3,
      version: '1',
      partner: 'Sports Finder',
      heldUntil: '2027-03-02T10:00:00Z',
      sessions: [
        {
          activity: 'Yoga',
          venue: 'Demo Centre',
          startsAt: '2027-03-04T10:00:00Z',
          timezone: 'Europe/London',
          places: 2,
        },
      ],
    },
  ],
  document_expiring: [
    { documentId: 4, firstName: 'Ann', name: 'Student card', days: 14 },
    { documentId: 4, firstName: 'Kit', name: 'Student card', days: 0, isOfOther: true },
  ],
  document_accepted: [
    { documentId: 4, firstName: 'Ann', name: 'Student card', until: '2028-03-01' },
    { documentId: 4, firstName: 'Kit', name: 'Student card', until: '2028-03-01', isOfOther: true },
  ],
  membership_paid: [
    { ...collection, method: 'direct_debit' },
    { ...collection, method: 'card' },
  ],
  waitlist_joined: [{ entryId: 3, firstName: 'Ann', ...yogaSession, position: 2 }],
  document_refused: [
    { documentId: 4, firstName: 'Ann', name: 'Student card', reason: 'The name cannot be read.' },
    { documentId: 4, firstName: 'Kit', name: 'Student card', reason: '', isOfOther: true },
  ],
  family_invitation: [
    { invitation: 1, inviter: 'Ravi Pendale', firstName: null, code: 'code-2', lastDay: '2027-03-15' },
    { invitation: 2, inviter: 'Ravi Pendale', firstName: 'Kit', code: 'code-3', lastDay: '2027-03-15' },
  ],
  family_joined: [{ invitation: 1, memberName: 'Maya Thornley', address: 'maya@example.test' }],
  guest_pass: [
    {
      guestPassId: 5,
      firstName: 'Bea',
      code: 'GP-4K2M',
      name: 'Day pass',
      visitOn: '2027-03-06',
      venueSlug: 'demo-centre',
      venueName: 'Demo Centre',
      senderName: 'Nell Arden',
    },
  ],
  guest_pass_withdrawn: [
    {
      guestPassId: 5,
      firstName: 'Bea',
      name: 'Day pass',
      visitOn: '2027-03-06',
      venueSlug: 'demo-centre',
      venueName: 'Demo Centre',
      senderName: 'Nell Arden',
    },
  ],
  login_link: [{ ...ann, request: '1', link: `${sites.account}/login-link?code=code-6`, minutes: 15 }],
  login_changed: ['second_factor_on', 'recovery_code_used', 'passkey_added'].map((change) => ({
    ...ann,
    changedAt: '2027-03-01T09:00:00Z',
    change,
    left: 7,
  })),
  membership_account_changed: [
    { ...ann, membershipId: 9, plan: 'Gold', next: '2027-05-01', at: 'now' },
    { ...ann, membershipId: 9, plan: 'Gold', next: null, at: 'now' },
  ],
  membership_payments_set_up: [
    { ...ann, membershipId: 9, plan: 'Gold', from: '2027-05-01', card: null, at: 'now' },
    {
      ...ann,
      membershipId: 9,
      plan: 'Gold',
      from: '2027-05-01',
      card: { brand: 'Visa', lastFour: '4242' },
      at: 'now',
    },
  ],
  membership_taken_over: [null, { brand: 'Visa', lastFour: '4242' }].map((paidBy) => ({
    membershipId: 9,
    reference: 'GM-2201',
    payer: 'Ann Ash',
    plan: 'Gold',
    from: '2027-05-01',
    card: paidBy,
    at: 'now',
  })),
  members_changed: [{ ...ann, membershipId: 9, plan: 'Family', members: ['Ann Ash', 'Tom Ash'], at: 'now' }],
  plan_changed: [{ ...ann, membershipId: 9, orderId, before: 'Gold', plan: 'Platinum', price: 7300 }],
  plan_change_planned: [
    { ...ann, membershipId: 9, before: 'Gold', plan: 'Swim', price: 2450, from: '2027-04-01', at: 'now' },
  ],
  plan_price_changes: [
    {
      ...ann,
      membershipId: 9,
      plan: 'Gold',
      billingPeriod: 'month',
      price: 4200,
      newPrice: 4400,
      from: '2027-05-01',
      at: 'now',
    },
    {
      ...ann,
      membershipId: 9,
      plan: 'Gold',
      billingPeriod: 'year',
      price: 42000,
      newPrice: 40000,
      from: '2027-05-01',
      at: 'now',
    },
  ],
  plan_price_stays: [
    { ...ann, membershipId: 9, plan: 'Gold', billingPeriod: 'month', price: 4200, at: 'now' },
    { ...ann, membershipId: 9, plan: 'Gold', billingPeriod: 'year', price: 42000, at: 'now' },
  ],
  membership_withdrawn: [
    { ...ann, membershipId: 9, plan: 'Gold', refund: 6200, usageCharge: 0, at: 'now' },
    { ...ann, membershipId: 9, plan: 'Gold', refund: 6065, usageCharge: 135, at: 'now' },
    { ...ann, membershipId: 9, plan: 'Gold', refund: 0, usageCharge: 0, at: 'now' },
  ],
  freeze_withdrawn: [membership],
  membership_cancelled: [
    membership,
    {
      ...membership,
      payments: { count: 12, total: 50400, first: '2027-04-01', last: '2028-03-01' },
      minimumUntil: '2028-03-09',
    },
    { ...membership, payments: { count: 1, total: 4200, first: '2027-04-01', last: '2027-04-01' } },
  ],
  membership_card_changed: [
    { ...ann, ...card, next: '2027-05-01', endsDirectDebit: true },
    { ...ann, ...card, next: null, endsDirectDebit: false },
  ],
  membership_continued: [membership],
  membership_frozen: [membership],
  membership_unfrozen: [membership],
  membership_joined: [
    {
      ...ann,
      orderId,
      reference: 'DL-10442',
      plan: 'Gold',
      venue: 'Demo Centre',
      startsOn: '2027-03-04',
      paid: 2500,
      next: { on: '2027-04-01', amount: 4200 },
      paymentMethod: 'direct_debit',
      minimumUntil: '2028-03-03',
      endsOn: null,
      members: ['Ann', 'Tom'],
    },
  ],
  membership_payment_failed: [
    { ...collection, tries: 1, reason: 'no_funds', againOn: '2027-04-05' },
    { ...collection, tries: 3, reason: 'card_declined', againOn: null },
  ],
  order_claimed: [{ orderId: guestOrderId, reference: 'ONS-7K2Q9X' }],
  order_link_sent: [{ orderId: guestOrderId, requestedAt: '2027-03-01T09:00:00Z' }],
  password_changed: [
    { ...ann, changedAt: '2027-03-01T09:00:00Z' },
    { ...ann, changedAt: '2027-03-01T09:00:00Z', stoppedAddress: 'new@example.test' },
  ],
  password_reset: [{ ...ann, request: '1', link: `${sites.account}/new-password?code=code-4`, minutes: 60 }],
  staff_added: [
    { ...ann, addedAt: '2027-03-01T09:00:00Z', staffLevel: 'desk', code: 'code-8' },
    { ...ann, addedAt: '2027-03-01T09:00:00Z', staffLevel: 'supervisor', code: null },
  ],
  payment_announced: [
    { ...collection, paymentMethod: 'direct_debit', isRetry: false },
    { ...collection, paymentMethod: 'card', isRetry: true },
  ],
  payment_failed: [
    { ...payment, reason: 'declined' },
    { ...paymentBefore, reason: 'declined' },
    { ...joiningPayment, reason: 'unanswered' },
    { ...invoicePayment, reason: 'declined', invoice: { hirerId, number: 1, hire: 'Yoga' } },
  ],
  payment_pending: [
    payment,
    paymentBefore,
    joiningPayment,
    { ...invoicePayment, invoice: { hirerId, number: 1, hire: 'Yoga' } },
  ],
  payment_voided: [
    { ...payment, items: ['Yoga: no longer available.'], reason: 'place_lost' },
    { ...paymentBefore, reason: 'refunded' },
    {
      ...invoicePayment,
      items: ['Invoice 1 was paid in the meantime.'],
      reason: 'place_lost',
      invoice: { hirerId, number: 1, hire: 'Yoga' },
    },
  ],
  reference_used: [{ customerId: 501, orderId, reference: 'DL-10442', items: ['Family swim'] }],
  session_changed: [
    { bookingId, message: '', at: '2027-03-01T09:00:00Z', was },
    { bookingId, message: 'The studio is being painted.', at: '2027-03-01T09:00:00Z', was },
  ],
  broadcast: [
    // As they were while all of them were about bookings; one may wait to be sent.
    { ...messageToMany, bookingIds: [bookingId] },
    { ...messageToMany, people: 'absent', bookingIds: [bookingId], customerId: null, hirerId: null },
    { ...messageToMany, people: 'waiting', customerId: 501 },
    { ...messageToMany, people: 'members', customerId: 501 },
    { ...messageToMany, people: 'hirers', hirerId },
  ],
  news: [{ ...messageToMany, operatorId, people: 'booked', customerId: 501 }],
  session_notice: [{ bookingId, message: 'Bring your own mat.', at: '2027-03-01T09:00:00Z' }],
  waitlist_called_off: [{ ...waitlist, until: null }],
  waitlist_changed: [
    { ...waiting, was, message: '' },
    { ...waiting, was, message: 'The studio is being painted.' },
  ],
  waitlist_lapsed: [waitlist],
  waitlist_offered: [waitlist, { ...waitlist, until: null }],
  waitlist_withdrawn: [waitlist],
  webhook_off: (['gone', 'failing'] as const).map((because) => ({
    webhookId: 7,
    at: '2027-03-01T09:00:00Z',
    firstName: 'Ines',
    address: 'https://hooks.example.test/onside',
    because,
  })),
  welcome: [{ ...ann, reference: 'DL-10442', code: 'code-5' }],
})
