// Written by `npm run db:tables` from the migrations. Not edited by hand.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** A JSON column: read as it was stored, written as text. */
type Json = ColumnType<unknown, string, string>

export type Tables = {
  accountEntry: {
    id: Generated<number>
    customerId: number
    at: Date
    amount: number
    description: string
    orderId: number | null
    actorId: number | null
  }
  activity: {
    id: Generated<number>
    publicId: Generated<string>
    venueId: number
    parentId: number | null
    slug: string
    name: string
    description: string | null
    icon: Generated<string>
    kind: 'classes' | 'courts' | 'tickets'
    browseBy: Generated<'location' | 'time'>
    allocationStrategy: Generated<'customer' | 'automatic'>
    position: Generated<number>
    withdrawn: Generated<boolean>
    allowsAnonymousBookings: Generated<boolean>
    allowsOverlap: Generated<boolean>
    preBookingNotice: string | null
    whatToBring: string | null
    vatRate: Generated<number>
    releaseDays: number | null
    releaseTime: string | null
    releaseMinutes: number | null
    lastBookableMinutes: Generated<number>
    freeCancelMinutes: Generated<number>
    lateCancelFee: number | null
    hasWaitlist: Generated<boolean>
    printReceipt: Generated<boolean>
    ageMin: number | null
    ageMax: number | null
    level: Generated<string>
    accessibility: Generated<string[]>
    conceptIds: Generated<string[]>
    noShowPenalty: number | null
    weeklyLimit: number | null
    customerRefund: Generated<boolean>
    prepayment: 'required' | 'optional' | 'unavailable' | null
    needsApproval: Generated<boolean>
    needsAttendee: Generated<boolean>
    isNegotiable: Generated<boolean>
    joinLink: Generated<string>
    nominalCode: Generated<string>
  }
  activityInduction: {
    activityId: number
    restrictionId: number
  }
  activityLocation: {
    activityId: number
    locationId: number
  }
  activityRestriction: {
    activityId: number
    restrictionId: number
  }
  apiKey: {
    id: Generated<number>
    operatorId: number
    name: string
    keyDigest: Buffer
    scopes: string[]
    venueIds: number[] | null
    networks: Generated<string[]>
    expiresAt: Date
    createdBy: number
    createdAt: Date
    lastUsedAt: Date | null
    uses: Generated<number>
    revokedAt: Date | null
    revokedBy: number | null
  }
  attendee: {
    id: Generated<number>
    operatorId: number
    customerId: number | null
    basketId: number | null
    personId: number | null
    firstName: string
    lastName: string
    dateOfBirth: string
    email: Generated<string>
    createdAt: Date
  }
  auditEntry: {
    id: Generated<number>
    at: Date
    actorId: number | null
    forCustomerId: number | null
    act: string
    subject: Generated<string>
    detail: Generated<Json>
    operatorId: number
    apiKeyId: number | null
  }
  basket: {
    id: Generated<number>
    uuid: Generated<string>
    operatorId: number
    customerId: number | null
    loginDigest: Buffer | null
    source: Generated<
      | 'activity-booking'
      | 'online-joining'
      | 'booking-move'
      | 'hire-invoice'
      | 'front-of-house'
      | 'open-booking'
    >
    status: Generated<'open' | 'paymentProcessing' | 'paymentComplete'>
    renewalsUsed: Generated<number>
    notices: Generated<Json>
    createdAt: Date
    updatedAt: Date
    pricedForId: number | null
    network: string | null
    clearedAt: Date | null
    network56: string | null
    network48: string | null
  }
  basketItem: {
    id: Generated<number>
    basketId: number
    occurrenceId: number
    holdId: number
    idForm: 'v1' | 'v2'
    ticketTypeId: number | null
    pricingOptionId: number
    quantity: number
    unitPrice: number
    purchasedForId: number | null
    customerReference: string | null
    sortBy: number
    addedAt: Date
    removedAt: Date | null
    lapseNotified: Generated<boolean>
    discount: Generated<number>
    memberId: number | null
    wantsBenefit: boolean | null
    wantsPackage: boolean | null
    forGuest: Generated<boolean>
    addedBy: Generated<string[]>
  }
  basketPenalty: {
    id: Generated<number>
    basketId: number
    penaltyId: number
    sortBy: number
    addedAt: Date
    removedAt: Date | null
  }
  benefit: {
    id: Generated<number>
    planId: number
    slug: string
    name: string
    description: Generated<string>
    kind: 'free' | 'percent' | 'fixed'
    percentOff: number | null
    fixedPrice: number | null
    allowance: number | null
    allowancePeriod: 'day' | 'week' | 'month' | null
    coversAll: Generated<boolean>
    position: Generated<number>
    withdrawn: Generated<boolean>
  }
  benefitActivity: {
    benefitId: number
    activityId: number
  }
  benefitUse: {
    id: Generated<number>
    benefitId: number
    memberId: number
    basketItemId: number
    bookingId: number | null
    countedOn: string
    state: Generated<'reserved' | 'used' | 'returned'>
    createdAt: Date
    endedAt: Date | null
  }
  blockBooking: {
    id: Generated<number>
    activityId: number
    slug: string
    locationId: number | null
    weekdays: number[]
    startTime: string
    untilTime: string
    validFrom: string | null
    validUntil: string | null
    places: number | null
    deskOnly: Generated<boolean>
    note: Generated<string>
    withdrawn: Generated<boolean>
  }
  booking: {
    id: Generated<number>
    uuid: Generated<string>
    orderId: number
    basketItemId: number
    holdId: number
    occurrenceId: number
    idForm: 'v1' | 'v2'
    customerId: number | null
    personId: number | null
    quantity: number
    price: number
    vatRate: number
    tax: number
    status: Generated<'booked' | 'attended' | 'not_attended' | 'cancelled' | 'cancelled_by_venue'>
    accessCode: string
    sequence: Generated<number>
    position: number
    createdAt: Date
    cancelledAt: Date | null
    attendanceAt: Date | null
    attendanceBy: number | null
    customerNotice: string | null
    movedAt: Date | null
    moveRefund: Generated<number>
    freeCancelMinutes: number | null
    lateCancelFee: number | null
  }
  bookingAnswer: {
    basketItemId: number
    questionId: number
    text: string
    value: string
    answeredAt: Date
  }
  bookingMove: {
    id: Generated<number>
    bookingId: number
    basketId: number
    basketItemId: number
    fromHoldId: number
    occurrenceId: number
    startsAt: Date
    endsAt: Date
    price: number
    surcharge: number
    status: Generated<'held' | 'moved' | 'ended'>
    createdAt: Date
    endedAt: Date | null
  }
  bookingPartner: {
    id: Generated<number>
    name: string
    agreement: Generated<string>
    callsPerMinute: number
    keyDigest: Buffer
    createdAt: Date
    createdBy: number | null
    lastCallAt: Date | null
    revokedAt: Date | null
    revokedBy: number | null
    commissionRate: Generated<number>
  }
  bookingPartnerOperator: {
    partnerId: number
    operatorId: number
  }
  broadcast: {
    id: Generated<number>
    operatorId: number
    venueId: number
    fromDay: string
    untilDay: string
    activityId: number | null
    subject: string
    text: string
    sentBy: number | null
    state: Generated<'awaiting_approval' | 'queued' | 'sending' | 'sent' | 'stopped'>
    createdAt: Date
    dueAt: Date
    endedAt: Date | null
    people: Generated<'booked' | 'absent' | 'waiting' | 'members' | 'hirers'>
    locationId: number | null
    occurrenceId: number | null
    planId: number | null
    hirerId: number | null
    kind: Generated<'service' | 'news'>
    approvedBy: number | null
    approvedAt: Date | null
  }
  broadcastRecipient: {
    broadcastId: number
    bookingId: number | null
    bookingIds: Generated<number[]>
    reachedBy: 'email' | 'partner' | 'phone'
    isSent: Generated<boolean>
    id: Generated<number>
    customerId: number | null
    entryIds: Generated<number[]>
    hirerId: number | null
  }
  browserChange: {
    operatorId: number
    what: string
    which: string
    changedBy: number | null
    changedAt: Date
  }
  calendarFeed: {
    customerId: number
    secretDigest: Buffer
    createdAt: Date
  }
  callOff: {
    occurrenceId: number
    reason: string
    offers: Generated<number[]>
    closingId: number | null
    calledOffAt: Date
    dueAt: Date
    settledAt: Date | null
  }
  cardChange: {
    id: Generated<number>
    uuid: string
    membershipId: number
    customerId: number
    provider: string
    reference: string | null
    savedCardId: number | null
    status: Generated<'started' | 'challenge' | 'pending' | 'saved' | 'declined' | 'ending' | 'ended'>
    declineReason: string | null
    site: string
    createdAt: Date
    nextAttemptAt: Date | null
  }
  closure: {
    id: Generated<number>
    venueId: number
    locationId: number | null
    startsAt: Date
    endsAt: Date | null
    reason: Generated<string>
    closingId: number | null
    isInFiles: Generated<boolean>
  }
  consentEvent: {
    id: Generated<number>
    customerId: number
    given: boolean
    at: Date
    how: 'registering' | 'details' | 'desk' | 'import' | 'link'
  }
  creditEntry: {
    id: Generated<number>
    movementId: number
    lotId: number
    account: 'available' | 'reserved' | 'grants' | 'refunds' | 'sales' | 'expired' | 'frozen'
    amount: number
    reservationId: number | null
  }
  creditLot: {
    id: Generated<number>
    operatorId: number
    customerId: number
    type: 'general' | 'membership'
    granted: number
    expiresOn: string | null
    createdAt: Date
    available: Generated<number>
    reserved: Generated<number>
    importKey: string | null
  }
  creditMovement: {
    id: Generated<number>
    kind: 'grant' | 'reserve' | 'give_back' | 'spend' | 'refund' | 'expire' | 'freeze' | 'unfreeze'
    at: Date
    description: string
    orderId: number | null
    bookingId: number | null
    actorId: number | null
  }
  creditReservation: {
    id: Generated<number>
    basketId: number
    customerId: number
    type: 'general' | 'membership'
    amount: number
    reservedUntil: Date
    state: Generated<'reserved' | 'spent' | 'returned'>
    createdAt: Date
    endedAt: Date | null
  }
  customer: {
    id: Generated<number>
    operatorId: number
    reference: string
    email: string
    passwordHash: string | null
    role: Generated<'customer' | 'staff'>
    firstName: string
    lastName: string
    dateOfBirth: string | null
    phone: Generated<string>
    addressLineOne: Generated<string>
    addressLineTwo: Generated<string>
    city: Generated<string>
    postcode: Generated<string>
    homeVenueId: number | null
    emergencyContactName: Generated<string>
    emergencyContactPhone: Generated<string>
    marketingConsent: Generated<boolean>
    unwantedMessages: Generated<string[]>
    source: Generated<string>
    onboardingType: Generated<string>
    createdAt: Date
    accountLimit: number | null
    staffLevel: 'desk' | 'supervisor' | null
    language: string | null
    closedAt: Date | null
    medicalNotes: Generated<string>
    emailVerifiedAt: Date | null
    searchWords: GeneratedAlways<string>
  }
  customerOrder: {
    id: Generated<number>
    operatorId: number
    basketId: number
    customerId: number | null
    reference: string
    status: Generated<'confirmed' | 'partly_refunded' | 'refunded'>
    placedAt: Date
    email: string | null
    payerFirstName: Generated<string>
    payerLastName: Generated<string>
    payerPhone: Generated<string>
    language: string | null
    source: Generated<
      'activity-booking' | 'online-joining' | 'booking-move' | 'front-of-house' | 'open-booking'
    >
    total: number
    taxTotal: number
    itemHash: string
    items: Json
    termsAccepted: Generated<number[]>
    contactClearedAt: Date | null
    anonymisedAt: Date | null
  }
  debitMandate: {
    id: Generated<number>
    operatorId: number
    customerId: number
    provider: string
    key: string
    state: Generated<'requested' | 'active' | 'ending' | 'ended' | 'refused'>
    reference: string | null
    createdAt: Date
    endedAt: Date | null
  }
  demoCard: {
    identifier: string
    sessionKey: string | null
    saved: Generated<boolean>
    cardHolderName: string
    brand: string
    lastFour: string
    expiry: string
    behaviour: 'authorise' | 'decline' | 'challenge_pass' | 'challenge_fail' | 'pend' | 'dispute'
    createdAt: Date
  }
  demoCardPayment: {
    reference: string
    amount: number
    state: 'opened' | 'challenge' | 'pending' | 'authorised' | 'declined' | 'captured' | 'voided' | 'refunded'
    cardIdentifier: string | null
    savedIdentifier: string | null
    returnUrl: string | null
    challengeToken: string | null
    captured: Generated<number>
    refunded: Generated<number>
    createdAt: Date
    updatedAt: Date
    disputedAt: Date | null
    disputeReported: 'open' | 'lost' | null
  }
  demoCardRefund: {
    refundKey: string
    reference: string
    amount: number
    createdAt: Date
  }
  demoCardSession: {
    sessionKey: string
    expiresAt: Date
  }
  demoDebitCollection: {
    key: string
    mandateKey: string
    amount: number
    state: 'pending' | 'collected' | 'failed'
    reason: string | null
    decidedAt: Date
    createdAt: Date
  }
  demoDebitMandate: {
    key: string
    accountName: string
    accountEnding: string
    behaviour: 'pay' | 'refuse' | 'refuse_first' | 'cancel' | 'slow'
    state: Generated<'active' | 'cancelled'>
    createdAt: Date
  }
  dispute: {
    id: Generated<number>
    reference: string
    orderId: number
    amount: number
    status: 'open' | 'won' | 'lost'
    openedAt: Date
    closedAt: Date | null
  }
  document: {
    id: Generated<number>
    operatorId: number
    customerId: number
    documentType: string
    fileKey: string
    fileName: string
    mediaType: 'image/jpeg' | 'image/png' | 'application/pdf'
    size: number
    status: Generated<'in_review' | 'accepted' | 'refused'>
    message: string | null
    uploadedAt: Date
    expiresOn: string | null
    reviewedBy: number | null
    reviewedAt: Date | null
    expiryNotified: Generated<boolean>
    importKey: string | null
  }
  domainEvent: {
    id: Generated<number>
    operatorId: number
    at: Date
    type: string
    subjectKind: string
    subjectId: number
    reference: string | null
    data: Generated<Json>
  }
  draft: {
    id: Generated<number>
    operatorId: number
    name: string
    reason: Generated<string>
    authorId: number | null
    state: Generated<'open' | 'awaiting_approval' | 'scheduled' | 'published' | 'discarded' | 'undone'>
    changedAt: Date
    goesLiveAt: Date | null
    scheduledBy: number | null
    accepted: Generated<string[]>
    expected: Json | null
    requestedBy: number | null
    wantedAt: Date | null
    approvedBy: number | null
  }
  draftEdit: {
    id: Generated<number>
    draftId: number
    list: string
    before: Json | null
    after: Json | null
  }
  emailChange: {
    customerId: number
    email: string
    requestedAt: Date
    tokenDigest: Buffer
    newConfirmedAt: Date | null
    oldConfirmedAt: Date | null
  }
  familyInvitation: {
    id: Generated<number>
    inviterId: number
    personId: number | null
    email: string
    secretDigest: Buffer
    createdAt: Date
    expiresAt: Date
  }
  favourite: {
    id: Generated<number>
    customerId: number
    kind: 'venue' | 'activity' | 'class' | 'instructor'
    key: string
    name: string
    venueName: Generated<string>
    createdAt: Date
  }
  fieldOverride: {
    id: Generated<number>
    venueId: number
    activityId: number | null
    field: string
    value: Json
    filesValue: Json
    hasFilesChanged: Generated<boolean>
    setBy: number
    setAt: Date
    reason: Generated<string>
  }
  filePosition: {
    venueId: number
    activityId: number | null
    file: string
    line: number
    fieldLines: Json
  }
  firstRunCode: {
    digest: string
    madeAt: Date
  }
  followUp: {
    id: Generated<number>
    bookingId: number | null
    reason: 'called_off' | 'cancelled' | 'changed' | 'message'
    message: Generated<string>
    noticeId: number | null
    createdAt: Date
    doneAt: Date | null
    doneBy: number | null
    venueId: number | null
    customerId: number | null
    hirerId: number | null
  }
  guestPass: {
    id: Generated<number>
    operatorId: number
    customerId: number
    name: string
    code: string
    validFrom: string
    validUntil: string
    guestFirstName: string | null
    guestLastName: string | null
    guestEmail: string | null
    venueId: number | null
    visitOn: string | null
    sentAt: Date | null
    usedAt: Date | null
    withdrawnAt: Date | null
    importKey: string | null
    usedBy: number | null
  }
  hire: {
    id: Generated<number>
    hirerId: number
    venueId: number
    name: string
    weekdays: number[]
    startTime: string
    endTime: string
    fromDay: string
    untilDay: string
    priceBy: 'hour' | 'date'
    price: number
    deposit: Generated<number>
    isExempt: boolean
    nominalCode: Generated<string>
    note: Generated<string>
    state: 'provisional' | 'confirmed' | 'running' | 'ended' | 'lapsed'
    lapsesOn: string | null
    createdAt: Date
    confirmedAt: Date | null
    endedAt: Date | null
    invoicing: Generated<'monthly' | 'term' | 'by_hand'>
  }
  hireDate: {
    id: Generated<number>
    hireId: number
    locationId: number
    localDate: string
    startsAt: Date
    endsAt: Date
    price: number
    state: Generated<'let' | 'left_out'>
  }
  hireException: {
    hireId: number
    fromDay: string
    untilDay: string
    reason: Generated<string>
  }
  hireInvoice: {
    id: Generated<number>
    operatorId: number
    hireId: number
    number: number
    creditsId: number | null
    hirerName: string
    hirerAddress: string
    issuedOn: string
    dueOn: string
    issuedAt: Date
  }
  hireInvoiceBasket: {
    invoiceId: number
    basketId: number
    isCurrent: Generated<boolean>
  }
  hireInvoiceLine: {
    invoiceId: number
    position: number
    hireDateId: number | null
    amount: number
    vatRate: number
    paymentId: number | null
    isCredit: boolean
  }
  hireInvoiceNumber: {
    operatorId: number
    lastNumber: number
  }
  hirePayment: {
    id: Generated<number>
    invoiceId: number
    tenderType: 'transfer' | 'card_terminal' | 'cash' | 'cheque' | 'card'
    amount: number
    reference: Generated<string>
    paidAt: Date
    takenBy: number | null
    transactionId: number | null
    failedAt: Date | null
  }
  hirePaymentShare: {
    paymentId: number
    invoiceId: number
    position: number
    amount: number
  }
  hirer: {
    id: Generated<number>
    operatorId: number
    name: string
    contact: Generated<string>
    phone: Generated<string>
    email: Generated<string>
    address: Generated<string>
    vatTreatment: Generated<'standard' | 'exempt_series'>
    exemptReason: Generated<string>
    termsDays: Generated<number>
    safeguardingUntil: string | null
    insuranceUntil: string | null
    note: Generated<string>
    createdAt: Date
  }
  hirerLink: {
    secretDigest: Buffer
    hirerId: number
    createdAt: Date
    expiresAt: Date
  }
  hold: {
    id: Generated<number>
    occurrenceId: number
    basketId: number | null
    personId: number | null
    blockBookingId: number | null
    places: number
    state: Generated<'held' | 'confirmed' | 'released' | 'expired'>
    heldUntil: Date | null
    createdAt: Date
    endedAt: Date | null
    waitlistEntryId: number | null
    deskHoldId: number | null
    deskPlaces: Generated<number>
  }
  idempotentAnswer: {
    caller: string
    call: string
    keyDigest: Buffer
    bodyDigest: Buffer
    status: number | null
    answer: Buffer | null
    startedAt: Date
    nodeId: string | null
  }
  induction: {
    customerId: number
    restrictionId: number
    givenOn: string
    bookingId: number | null
  }
  instructor: {
    id: Generated<number>
    operatorId: number
    slug: string
    name: string
  }
  job: {
    id: Generated<number>
    kind: string
    payload: Generated<Json>
    uniqueKey: string | null
    dueAt: Date
    attempts: Generated<number>
    lockedUntil: Date | null
    lastError: string | null
    doneAt: Date | null
    failedAt: Date | null
    afterCalls: Generated<boolean>
  }
  joining: {
    id: Generated<number>
    operatorId: number
    customerId: number
    planId: number
    venueId: number
    basketId: number
    status: Generated<'awaiting_payment' | 'complete' | 'given_up'>
    startsOn: string
    paymentMethod: 'direct_debit' | 'card'
    billingDay: number | null
    mandateId: number | null
    price: number
    joiningFee: number
    firstDaysPrice: number
    firstDaysUntil: string | null
    nextOn: string | null
    minimumUntil: string | null
    endsOn: string | null
    plan: Json
    terms: Generated<number[]>
    membershipId: number | null
    orderId: number | null
    createdAt: Date
    goodUntil: Date
    endedAt: Date | null
    soldBy: number | null
    memberIds: Generated<number[]>
    changesId: number | null
  }
  liftedClosure: {
    id: Generated<number>
    venueId: number
    locationId: number | null
    startsAt: Date
    endsAt: Date | null
    reason: string
    liftedBy: number
    liftedAt: Date
  }
  linkedCustomer: {
    customerId: number
    linkedId: number
    relation: string
    sharedBy: number | null
    awaitsConfirmation: Generated<boolean>
  }
  location: {
    id: Generated<number>
    venueId: number
    slug: string
    name: string
    kind: Generated<string>
    position: Generated<number>
  }
  locationSpace: {
    locationId: number
    spaceId: number
  }
  membership: {
    id: Generated<number>
    operatorId: number
    reference: string
    planId: number
    venueId: number
    payerId: number
    status: Generated<'awaiting_payment' | 'pending' | 'active' | 'frozen' | 'ended'>
    startsOn: string
    endsOn: string | null
    price: number
    billingPeriod: 'month' | 'year' | 'once'
    paymentMethod: 'direct_debit' | 'card' | 'cash'
    billingDay: number | null
    nextBillingOn: string | null
    frozenFrom: string | null
    frozenUntil: string | null
    createdAt: Date
    mandateId: number | null
    minimumUntil: string | null
    collectedHere: Generated<boolean>
    savedCardId: number | null
    cancelledAt: Date | null
    nextPlanId: number | null
    nextPrice: number | null
    nextPlanFrom: string | null
  }
  membershipCollection: {
    id: Generated<number>
    key: string
    membershipId: number
    periodFrom: string
    periodUntil: string
    amount: number
    method: 'direct_debit' | 'card'
    state: Generated<'waiting' | 'requested' | 'collected' | 'failed' | 'settled' | 'skipped' | 'missed'>
    dueOn: string
    tries: Generated<number>
    reason: string | null
    penaltyId: number | null
    createdAt: Date
    requestedAt: Date | null
    settledAt: Date | null
    nextAttemptAt: Date | null
    savedCardId: number | null
    mandateId: number | null
  }
  membershipMember: {
    id: Generated<number>
    membershipId: number
    customerId: number
    removedAt: Date | null
  }
  membershipPlan: {
    id: Generated<number>
    operatorId: number
    slug: string
    name: string
    description: Generated<string>
    price: number
    billingPeriod: Generated<'month' | 'year' | 'once'>
    joiningFee: Generated<number>
    minimumTermMonths: Generated<number>
    paymentMethods: Generated<string[]>
    ageMin: number | null
    ageMax: number | null
    documentType: string | null
    soldOnline: Generated<boolean>
    position: Generated<number>
    withdrawn: Generated<boolean>
    firstDays: Generated<'share' | 'free'>
    cancellationNoticeDays: number | null
    freezeMonths: Generated<number>
    maxMembers: Generated<number>
    maxAdults: number | null
    nominalCode: Generated<string>
  }
  membershipPlanTerms: {
    planId: number
    termsId: number
  }
  membershipPlanVenue: {
    planId: number
    venueId: number
  }
  newsKey: {
    operatorId: number
    secret: Buffer
    createdAt: Date
  }
  node: {
    id: string
    leaseUntil: Date
  }
  notice: {
    id: Generated<number>
    operatorId: number
    kind: string
    about: string
    recipient: string
    data: Json
    state: Generated<'waiting' | 'stored' | 'sent' | 'dropped'>
    subject: string | null
    textBody: string | null
    htmlBody: string | null
    createdAt: Date
    settledAt: Date | null
  }
  noticeAttachment: {
    noticeId: number
    position: number
    fileName: string
    mediaType: string
    content: Buffer
  }
  occurrence: {
    id: Generated<number>
    publicId: string
    venueId: number
    activityId: number
    locationId: number
    seriesId: number | null
    slug: string | null
    name: string
    description: string | null
    startsAt: Date
    endsAt: Date
    localDate: string
    compositeKey: string
    capacity: number
    placesTaken: Generated<number>
    status: Generated<'scheduled' | 'cancelled' | 'withdrawn'>
    band: Generated<string>
    instructorIds: Generated<number[]>
    tagIds: Generated<number[]>
    plannedStartsAt: Date | null
    plannedLocationId: number | null
    plannedName: string | null
    meetingPoint: Generated<string>
    joinLink: string | null
    plannedCapacity: number | null
    plannedInstructorIds: number[] | null
    staffCapacity: number | null
  }
  oneTimeCode: {
    codeDigest: Buffer
    purpose:
      | 'reset_password'
      | 'handover'
      | 'verify_email'
      | 'new_email'
      | 'old_email'
      | 'second_factor'
      | 'second_factor_passed'
      | 'login_link'
    customerId: number
    expiresAt: Date
    email: Generated<string>
    loginStartedAt: Date | null
    browserDigest: Buffer | null
  }
  openactiveBacklog: {
    kind: 'activity' | 'series' | 'occurrence'
    subjectId: number
  }
  openactiveChange: {
    occurrenceId: number | null
    seriesId: number | null
    activityId: number | null
    venueId: number | null
    spaceId: number | null
    during: string | null
    bulk: Generated<boolean>
  }
  openactiveIdentity: {
    operatorId: number
    site: string
    since: Date
  }
  openactiveItem: {
    id: string
    operatorId: number
    feed: 'facility-uses' | 'slots' | 'session-series' | 'scheduled-sessions'
    subjectId: number
    modified: number | null
    data: string | null
    dueAt: Date | null
  }
  openactiveState: {
    one: Generated<boolean>
    lastModified: Generated<number>
    writtenBy: Generated<string>
    format: Generated<number>
  }
  openedDay: {
    venueId: number
    day: string
  }
  openidClient: {
    clientId: string
    partnerId: number
    secretDigest: Buffer | null
    metadata: Generated<Json>
    createdAt: Date
  }
  openidRecord: {
    model: string
    idDigest: Buffer
    payload: Json
    clientId: string | null
    operatorId: number | null
    grantId: string | null
    uid: string | null
    consumedAt: Date | null
    expiresAt: Date
  }
  openidSigningKey: {
    one: Generated<boolean>
    privateJwk: Json
    createdAt: Date
  }
  operator: {
    id: Generated<number>
    slug: string
    name: string
    legalName: Generated<string>
    vatNumber: Generated<string>
    currencySymbol: Generated<string>
    timezone: Generated<string>
    migrationDate: string | null
    onlineJoiningEnabled: Generated<boolean>
    onlineGuestPassesEnabled: Generated<boolean>
    bearerTokenEnabled: Generated<boolean>
    kioskHomeUrl: string | null
    analyticsContainerIds: Generated<string[]>
    frameOrigins: Generated<string[]>
    basketHoldSeconds: Generated<number>
    footerHtml: Generated<string>
    themeId: number | null
    importedDigest: string | null
    importedFiles: Generated<string[]>
    outstandingPenalties: Generated<'block' | 'warn'>
    collectionNoticeDays: Generated<number>
    collectionRetryDays: Generated<number>
    collectionTries: Generated<number>
    refundsTo: Generated<'credit' | 'card'>
    billingAddress: Generated<'full' | 'postcode'>
    openDataSite: Generated<string>
    openDataDiscussion: Generated<string>
    phone: Generated<string>
    email: Generated<string>
    sameAs: Generated<string[]>
    openBooking: Generated<boolean>
    taxMode: Generated<'gross' | 'net'>
    bookingTermsUrl: Generated<string>
    proposalHours: Generated<number>
    staffNeedSecondFactor: Generated<boolean>
    benefitsNeedLogin: Generated<boolean>
    proposalEmail: Generated<string>
    payeeName: Generated<string>
    payeeAccount: Generated<string>
    payeeProvider: Generated<string>
    takeOverEmail: Generated<string>
    searchWords: Generated<string[]>
    pricesBy: Generated<'session' | 'sale'>
    onePlace: Generated<boolean>
    secondPerson: Generated<boolean>
  }
  orderLink: {
    secretDigest: Buffer
    orderId: number
    createdAt: Date
    expiresAt: Date
    isMailed: Generated<boolean>
  }
  orderPayment: {
    id: Generated<number>
    orderId: number
    tenderType:
      | 'cash'
      | 'offline-voucher'
      | 'cheque'
      | 'card'
      | 'card_terminal'
      | 'credit'
      | 'customer_account_online'
      | 'booking_partner'
      | 'at_venue'
    creditType: 'general' | 'membership' | null
    amount: number
    transactionId: number | null
    cardLastFour: string | null
    status: Generated<'paid' | 'refunded' | 'failed'>
    paidAt: Date
    collectedAt: Date | null
    collectedBy: number | null
  }
  package: {
    id: Generated<number>
    operatorId: number
    reference: string
    productId: number
    customerId: number
    totalUses: number
    usesLeft: number
    boughtOn: string
    expiresOn: string
    createdAt: Date
  }
  packageActivity: {
    productId: number
    activityId: number
  }
  packageProduct: {
    id: Generated<number>
    operatorId: number
    slug: string
    name: string
    uses: number
    validDays: number
    withdrawn: Generated<boolean>
    nominalCode: Generated<string>
  }
  packageUse: {
    id: Generated<number>
    packageId: number
    basketItemId: number | null
    bookingId: number | null
    name: Generated<string>
    usedOn: string
    visits: Generated<number>
    state: Generated<'reserved' | 'used' | 'returned'>
    createdAt: Date
    endedAt: Date | null
  }
  partnerFeedState: {
    one: Generated<boolean>
    lastModified: Generated<number>
  }
  partnerOrder: {
    id: Generated<number>
    partnerId: number
    uuid: string
    operatorId: number
    state: Generated<'quote' | 'proposal' | 'order' | 'deleted'>
    basketId: number | null
    orderId: number | null
    requestDigest: Buffer | null
    answer: string | null
    paymentReference: string | null
    createdAt: Date
    feedModified: number | null
  }
  partnerOrderChange: {
    orderId: number
  }
  partnerOrderItem: {
    partnerOrderId: number
    number: number
    basketItemId: number
    item: Json | null
    cancelledByCustomer: Generated<boolean>
    cancellationMessage: string | null
    customerNotice: string | null
  }
  partnerProposal: {
    partnerOrderId: number
    version: string
    status: Generated<'awaiting' | 'accepted' | 'rejected' | 'customer_rejected' | 'booked'>
    requestDigest: Buffer
    request: Json | null
    answer: string | null
    item: Json
    createdAt: Date
    heldUntil: Date
    hasEnded: Generated<boolean>
    decidedBy: number | null
    decidedAt: Date | null
    isChanged: Generated<boolean>
    feedModified: number | null
  }
  passkey: {
    id: Generated<number>
    customerId: number
    credentialId: string
    publicKey: Buffer
    counter: number
    transports: string[]
    name: string
    createdAt: Date
    lastUsedAt: Date | null
  }
  passkeyChallenge: {
    challengeDigest: Buffer
    boundTo: Buffer
    expiresAt: Date
  }
  paymentLink: {
    secretDigest: Buffer
    transactionId: number
    createdAt: Date
    expiresAt: Date
  }
  paymentTransaction: {
    id: Generated<number>
    uuid: string
    operatorId: number
    basketId: number
    customerId: number | null
    provider: string
    providerReference: string | null
    amount: number
    currency: Generated<string>
    status: Generated<
      | 'started'
      | 'challenge'
      | 'pending'
      | 'authorised'
      | 'completed'
      | 'voiding'
      | 'voided'
      | 'aborted'
      | 'failed'
      | 'refunded'
    >
    voidReason: 'place_lost' | 'abandoned' | 'unanswered' | null
    lostItems: Generated<string[]>
    agreement: Json
    saveCard: Generated<boolean>
    site: Generated<string>
    orderId: number | null
    createdAt: Date
    updatedAt: Date
    authorisedAt: Date | null
    capturedAt: Date | null
    nextAttemptAt: Date | null
    attempts: Generated<number>
  }
  penalty: {
    id: Generated<number>
    operatorId: number
    customerId: number
    bookingId: number | null
    description: string
    amount: number
    status: Generated<'outstanding' | 'paid' | 'waived'>
    createdAt: Date
    settledAt: Date | null
    orderId: number | null
    waivedBy: number | null
    waiveReason: string | null
    importKey: string | null
    isAccountDebt: Generated<boolean>
    refundedAt: Date | null
    refundedBy: number | null
  }
  periodicJob: {
    name: string
    dueAt: Date
  }
  planPriceStep: {
    id: Generated<number>
    planId: number
    fromDay: string
    price: number
    setBy: number
    setAt: Date
  }
  priceStep: {
    id: Generated<number>
    pricingOptionId: number
    fromDay: string
    price: number | null
    filesPrice: number | null
    setBy: number | null
    setAt: Date | null
    hasBegun: Generated<boolean>
  }
  pricingOption: {
    id: Generated<number>
    activityId: number
    ticketTypeId: number | null
    slug: string
    band: Generated<string>
    name: string
    price: number
    concession: Generated<boolean>
    position: Generated<number>
    withdrawn: Generated<boolean>
    proof: string | null
    ageMin: number | null
    ageMax: number | null
    vatRate: number | null
  }
  providerCustomer: {
    customerId: number
    provider: string
    reference: string
  }
  publication: {
    id: Generated<number>
    operatorId: number
    draftId: number | null
    undoesId: number | null
    name: string
    reason: string
    publishedBy: number | null
    publishedAt: Date
    edits: Json
    inverse: Json
    effect: Json
    firstStartsAt: Date | null
    undoneAt: Date | null
    approvedBy: number | null
  }
  question: {
    id: Generated<number>
    operatorId: number
    restrictionId: number | null
    activityId: number | null
    slug: string
    text: string
    type: 'text' | 'number' | 'date' | 'select' | 'checkbox'
    options: Json
    required: Generated<boolean>
    position: Generated<number>
    withdrawn: Generated<boolean>
  }
  rateCount: {
    bucket: string
    windowEndsAt: Date
    attempts: number
  }
  recoveryCode: {
    id: Generated<number>
    customerId: number
    codeHash: string
  }
  refund: {
    id: Generated<number>
    uuid: Generated<string>
    orderId: number
    bookingId: number | null
    paymentId: number
    destination: 'credit' | 'card' | 'account' | 'desk' | 'partner'
    amount: number
    status: 'due' | 'done' | 'failed'
    createdAt: Date
    settledAt: Date | null
    nextAttemptAt: Date | null
    attempts: Generated<number>
    penaltyId: number | null
  }
  rehearsal: {
    id: Generated<number>
    operatorId: number
    venueId: number
    day: string
    opensAt: Date
    audience: 'everybody' | 'customers' | 'visitors'
    visitors: number
    arrival: 'at_once' | 'usual' | 'even'
    paying: number
    begunBy: number | null
    begunAt: Date
    state: Generated<'waiting' | 'copying' | 'running' | 'done' | 'stopped' | 'failed'>
    stopWanted: Generated<boolean>
    problem:
      | 'staff'
      | 'live_slow'
      | 'live_busy'
      | 'restart'
      | 'no_right'
      | 'no_room'
      | 'nothing_to_book'
      | 'too_long'
      | 'node_lost'
      | 'fault'
      | null
    progress: Json | null
    report: Json | null
    shadow: string | null
    aliveUntil: Date | null
    endedAt: Date | null
  }
  reportFile: {
    id: Generated<number>
    operatorId: number
    report: string
    fromDay: string
    untilDay: string
    filters: Json
    recipientId: number
    isScheduled: boolean
    state: Generated<'waiting' | 'ready' | 'failed'>
    createdAt: Date
    attempts: Generated<number>
    content: string | null
    rowCount: number | null
    problem: 'too_large' | 'too_slow' | 'fault' | null
  }
  reportSchedule: {
    id: Generated<number>
    operatorId: number
    report: string
    every: 'day' | 'week' | 'month'
    filters: Json
    recipientId: number
    createdBy: number | null
    createdAt: Date
    nextOn: string
  }
  restriction: {
    id: Generated<number>
    operatorId: number
    slug: string
    kind: 'waiver' | 'induction' | 'criteria'
    name: string
    html: Generated<string>
    perAttendee: Generated<boolean>
    validMonths: number | null
    withdrawn: Generated<boolean>
  }
  savedAudience: {
    id: Generated<number>
    operatorId: number
    venueId: number
    name: string
    people: 'booked' | 'absent' | 'waiting' | 'members' | 'hirers'
    fromInDays: number
    untilInDays: number
    activityId: number | null
    locationId: number | null
    planId: number | null
    hirerId: number | null
    savedBy: number | null
    savedAt: Date
  }
  savedCard: {
    id: Generated<number>
    customerId: number
    provider: string
    externalIdentifier: string
    cardHolderName: string
    brand: string
    lastFour: string
    expiry: string
    createdAt: Date
    removedAt: Date | null
    transactionId: number | null
  }
  secondFactor: {
    customerId: number
    secret: Buffer
    createdAt: Date
    confirmedAt: Date | null
    lastStep: Generated<number>
    keyId: string | null
  }
  securityEvent: {
    id: Generated<number>
    at: Date
    lastAt: Date
    times: number
    event: string
    operatorId: number | null
    personId: number | null
    customerId: number | null
    network: string
    route: string
  }
  series: {
    id: Generated<number>
    activityId: number
    slug: string
    name: string | null
    description: string | null
    weekdays: number[]
    startTime: string
    durationMinutes: number
    untilTime: string | null
    stepMinutes: number | null
    capacity: number
    validFrom: string | null
    validUntil: string | null
    band: Generated<string>
    instructorIds: Generated<number[]>
    tagIds: Generated<number[]>
    withdrawn: Generated<boolean>
    exceptions: Generated<string[]>
  }
  seriesLocation: {
    seriesId: number
    locationId: number
  }
  session: {
    tokenDigest: Buffer
    customerId: number
    createdAt: Date
    lastSeenAt: Date
    expiresAt: Date
    tillId: number | null
    userAgent: Generated<string>
  }
  space: {
    id: Generated<number>
    venueId: number
    slug: string
  }
  spaceClaim: {
    id: Generated<number>
    spaceId: number
    during: string
    holdId: number | null
    occurrenceId: number | null
    hireDateId: number | null
  }
  staffRole: {
    id: Generated<number>
    customerId: number
    role: 'instructor' | 'desk' | 'duty_manager' | 'programme' | 'finance' | 'administrator'
    venueId: number | null
    instructorId: number | null
    lastDay: string | null
  }
  tag: {
    id: Generated<number>
    operatorId: number
    slug: string
    name: string
    means: Generated<'' | 'level' | 'women_only' | 'men_only'>
  }
  terms: {
    id: Generated<number>
    operatorId: number
    slug: string
    name: string
    html: string
    required: Generated<boolean>
    withdrawn: Generated<boolean>
    purpose: Generated<'booking' | 'membership'>
    changedAt: Generated<Date>
  }
  termsAcceptance: {
    customerId: number
    termsId: number
    acceptedAt: Date
  }
  theme: {
    id: Generated<number>
    operatorId: number
    slug: string
    appLogo: string | null
    primaryColour: string | null
    secondaryColourOne: string | null
    secondaryColourTwo: string | null
    headerBgColour: string | null
    darkBgColour: string | null
    headingFont: 'garage_gothic' | 'lato' | 'open_sans' | 'roboto' | null
    bodyFont: 'garage_gothic' | 'lato' | 'open_sans' | 'roboto' | null
    secondaryButtonStyle: 'outline' | 'solid' | null
    headerPrimaryColour: string | null
    mailLogo: string | null
  }
  ticketType: {
    id: Generated<number>
    publicId: string
    activityId: number
    slug: string
    name: string
    places: Generated<number>
    maxQuantity: number | null
    position: Generated<number>
    withdrawn: Generated<boolean>
    ageMin: number | null
    ageMax: number | null
  }
  till: {
    id: Generated<number>
    venueId: number
    slug: string
    name: string
    position: Generated<number>
    withdrawn: Generated<boolean>
  }
  tillCount: {
    tillSessionId: number
    tenderType: 'cash' | 'offline-voucher' | 'cheque' | 'card_terminal'
    expected: number
    counted: number
  }
  tillEntry: {
    id: Generated<number>
    operatorId: number
    venueId: number
    localDate: string
    tillId: number | null
    tillSessionId: number | null
    actorId: number
    at: Date
    tenderType:
      | 'cash'
      | 'offline-voucher'
      | 'cheque'
      | 'card'
      | 'card_terminal'
      | 'credit'
      | 'customer_account_online'
      | 'booking_partner'
      | 'at_venue'
    creditType: 'general' | 'membership' | null
    amount: number
    tendered: number | null
    reference: string | null
    orderId: number | null
    paymentId: number | null
    bookingId: number | null
    invoiceId: number | null
  }
  tillMovement: {
    id: Generated<number>
    tillSessionId: number
    kind: 'float_in' | 'banking' | 'petty_cash'
    amount: number
    reference: Generated<string>
    actorId: number
    at: Date
  }
  tillSession: {
    id: Generated<number>
    tillId: number
    floatAmount: number
    openedAt: Date
    openedBy: number
    zNumber: number | null
    closedAt: Date | null
    closedBy: number | null
    reason: Generated<string>
  }
  trustedDevice: {
    tokenDigest: Buffer
    customerId: number
    lastUsedAt: Date
    secondFactorUntil: Date | null
  }
  venue: {
    id: Generated<number>
    operatorId: number
    slug: string
    name: string
    venueType: Generated<string>
    status: Generated<'open' | 'maintenance' | 'closed'>
    addressLineOne: Generated<string>
    town: Generated<string>
    postcode: Generated<string>
    lat: number | null
    lng: number | null
    phone: Generated<string>
    email: Generated<string>
    timezone: string
    activitiesV2Enabled: Generated<boolean>
    migrationDate: string | null
    displayVenueSelectionButton: Generated<boolean>
    onlineJoiningEnabled: Generated<boolean>
    themeId: number | null
    footerHtml: Generated<string>
    description: Generated<string>
    amenities: Generated<string[]>
    openingHours: Generated<Json>
    releaseDaysVisitor: Generated<number>
    releaseDaysCustomer: Generated<number>
    releaseTime: Generated<string>
    position: Generated<number>
    plannedOn: string | null
    accessibility: Generated<string[]>
    region: Generated<string>
  }
  venueClosing: {
    id: Generated<number>
    venueId: number
    startsAt: Date
    endsAt: Date | null
    reason: Generated<string>
    note: Generated<string>
    withdrawnOneOffs: Generated<number[]>
    closedAt: Date
    confirmedAt: Date | null
  }
  waitlistEntry: {
    id: Generated<number>
    occurrenceId: number
    personId: number
    joinedById: number
    idForm: 'v1' | 'v2'
    places: number
    state: Generated<'waiting' | 'offered' | 'paused' | 'taken' | 'passed' | 'closed' | 'left'>
    joinedAt: Date
    offerExpiresAt: Date | null
    endedAt: Date | null
    rangeId: number | null
    insteadOfId: number | null
  }
  waitlistEvent: {
    id: Generated<number>
    entryId: number
    what:
      | 'joined'
      | 'left'
      | 'offered'
      | 'taken'
      | 'passed'
      | 'lapsed'
      | 'booked'
      | 'clash'
      | 'called_off'
      | 'too_late'
      | 'withdrawn'
      | 'passed_over'
      | 'paused'
      | 'resumed'
    at: Date
    untilAt: Date | null
    actorId: number | null
    notified: Generated<boolean>
  }
  waitlistRange: {
    id: Generated<number>
    activityId: number
    localDate: string
    fromTime: string
    toTime: string
    personId: number
    joinedById: number
    joinedAt: Date
    leftAt: Date | null
  }
  waiver: {
    id: Generated<number>
    restrictionId: number
    basketItemId: number | null
    attendeeId: number
    html: string
    agreedAt: Date
    validUntil: string | null
    signedById: number | null
    signedByName: Generated<string>
    signedByRelation: Generated<'' | 'parent' | 'guardian' | 'relative' | 'other'>
  }
  waiverAnswer: {
    waiverId: number
    questionId: number
    text: string
    value: string
  }
  webhook: {
    id: Generated<number>
    operatorId: number
    address: string
    events: string[]
    state: Generated<'on' | 'off' | 'removed'>
    offBecause: 'gone' | 'failing' | null
    failingSince: Date | null
    secret: Buffer
    secretKeyId: string | null
    previousSecret: Buffer | null
    previousSecretKeyId: string | null
    previousUntil: Date | null
    createdBy: number
    createdAt: Date
  }
  webhookDelivery: {
    id: Generated<number>
    webhookId: number
    eventId: number
    subject: string
    state: Generated<'waiting' | 'delivered' | 'failed'>
    dueAt: Date
    lockedUntil: Date | null
    attempts: Generated<number>
    lastAt: Date | null
    status: number | null
    answer: string | null
    problem: 'address_not_allowed' | 'timed_out' | 'no_answer' | null
  }
}
