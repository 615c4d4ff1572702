// Made from the contract by `npm run calls`. Change the contract, not this file.

export const calls = {
  operator: {
    theme: {
      method: 'GET',
      path: '/frontend/theme',
      reads: ['operator'],
    },
    config: {
      method: 'GET',
      path: '/frontend/client-config',
      reads: ['operator'],
    },
    footer: {
      method: 'GET',
      path: '/frontend/footer',
      reads: ['operator'],
    },
  },
  sessions: {
    login: {
      method: 'POST',
      path: '/auth/customer/login',
      bare: true,
      changes: ['session', 'account', 'basket', 'bookings', 'timetable'],
    },
    user: {
      method: 'GET',
      path: '/auth/user',
      bare: true,
      reads: ['session'],
    },
    logout: {
      method: 'POST',
      path: '/auth/logout',
      bare: true,
      changes: ['session', 'account', 'basket', 'bookings', 'timetable'],
    },
    handover: {
      method: 'POST',
      path: '/auth/handover',
    },
    forgottenPassword: {
      method: 'POST',
      path: '/auth/customer/forgotten-password',
      bare: true,
    },
    resetPassword: {
      method: 'POST',
      path: '/auth/customer/reset-password',
      bare: true,
      changes: ['session', 'account', 'basket', 'bookings', 'timetable'],
    },
  },
  customers: {
    register: {
      method: 'POST',
      path: '/auth/customer/register',
      query: ['onboardingType'],
      bare: true,
      idempotent: true,
      changes: ['session', 'account', 'basket', 'bookings', 'timetable'],
    },
    details: {
      method: 'GET',
      path: '/my-account/details',
      personalCalls: true,
      reads: ['account'],
    },
    search: {
      method: 'GET',
      path: '/foh/customers',
      reads: ['account'],
    },
    atDesk: {
      method: 'GET',
      path: '/foh/customers/{customerId}',
      reads: ['account', 'session'],
    },
    registerAtDesk: {
      method: 'POST',
      path: '/foh/customers',
      idempotent: true,
      changes: ['account'],
    },
    changeDetails: {
      method: 'PUT',
      path: '/my-account/details',
      changes: ['account', 'session'],
    },
  },
  venues: {
    all: {
      method: 'GET',
      path: '/activities/venues',
      reads: ['catalogue'],
    },
    joinable: {
      method: 'GET',
      path: '/activities/venues/online-joining',
      reads: ['catalogue'],
    },
    one: {
      method: 'GET',
      path: '/activities/venues/{venue}',
      reads: ['catalogue'],
    },
  },
  geocoding: {
    search: {
      method: 'GET',
      path: '/geocoding',
      reads: ['catalogue'],
    },
  },
  activities: {
    categories: {
      method: 'GET',
      path: '/activities/venue/{venue}/categories',
      reads: ['catalogue'],
    },
    category: {
      method: 'GET',
      path: '/activities/venue/{venue}/categories/{activity}',
      reads: ['catalogue'],
    },
    dates: {
      method: 'GET',
      path: '/activities/venue/{venue}/activity-category/{category}/dates',
      reads: ['catalogue', 'session'],
    },
  },
  timetable: {
    times: {
      method: 'GET',
      path: '/activities/venue/{venue}/activity/{activity}/times',
      personalCalls: true,
      reads: ['timetable'],
    },
    timesV2: {
      method: 'GET',
      path: '/activities/venue/{venue}/activity/{activity}/v2/times',
      personalCalls: true,
      reads: ['timetable'],
    },
    slots: {
      method: 'GET',
      path: '/activities/venue/{venue}/activity/{activity}/slots',
      personalCalls: true,
      reads: ['timetable'],
    },
    slotsV2: {
      method: 'GET',
      path: '/activities/venue/{venue}/activity/{activity}/v2/slots',
      personalCalls: true,
      reads: ['timetable'],
    },
    classes: {
      method: 'GET',
      path: '/activities/venue/{venue}/activity/{activity}/timetable',
      personalCalls: true,
      reads: ['timetable'],
    },
    classesV2: {
      method: 'GET',
      path: '/activities/venue/{venue}/activity/{activity}/v2/timetable',
      personalCalls: true,
      reads: ['timetable'],
    },
    classById: {
      method: 'GET',
      path: '/activities/venue/{venue}/activity/{activity}/timetable/{id}',
      personalCalls: true,
      reads: ['timetable'],
    },
    classByIdV2: {
      method: 'GET',
      path: '/activities/venue/{venue}/activity/{activity}/v2/timetable/{id}',
      personalCalls: true,
      reads: ['timetable'],
    },
    tickets: {
      method: 'GET',
      path: '/activities/venue/{venue}/activity-category/{category}/activity/{activity}/tickets',
      personalCalls: true,
      reads: ['timetable'],
    },
    occurrence: {
      method: 'GET',
      path: '/v1/activities/occurrences/{id}',
      personalCalls: true,
      reads: ['timetable'],
    },
  },
  baskets: {
    read: {
      method: 'GET',
      path: '/activities/cart',
      personalCalls: true,
      reads: ['basket'],
    },
    add: {
      method: 'POST',
      path: '/activities/cart/add',
      personalCalls: true,
      idempotent: true,
      changes: ['timetable'],
    },
    remove: {
      method: 'POST',
      path: '/activities/cart/remove',
      query: ['membershipUserId', 'selectedUserId'],
      personalCalls: true,
      idempotent: true,
      changes: ['timetable'],
    },
    clear: {
      method: 'DELETE',
      path: '/activities/cart',
      personalCalls: true,
      idempotent: true,
      changes: ['timetable'],
    },
    update: {
      method: 'PUT',
      path: '/activities/cart/{cartItemId}',
      personalCalls: true,
      idempotent: true,
      changes: ['timetable'],
    },
    renew: {
      method: 'POST',
      path: '/activities/cart/renew',
      personalCalls: true,
      idempotent: true,
      changes: ['timetable'],
    },
  },
  credits: {
    apply: {
      method: 'POST',
      path: '/credits/apply',
      personalCalls: true,
      bare: true,
      idempotent: true,
      changes: ['account', 'basket', 'session'],
    },
    applyToBasket: {
      method: 'POST',
      path: '/activities/cart/apply-credits',
      personalCalls: true,
      bare: true,
      idempotent: true,
      changes: ['account', 'basket', 'session'],
    },
  },
  waivers: {
    questions: {
      method: 'POST',
      path: '/activities/cart/{cartId}/questions',
      personalCalls: true,
    },
    answers: {
      method: 'POST',
      path: '/activities/{id}/questions/answers',
      personalCalls: true,
      idempotent: true,
      changes: ['basket'],
    },
    occurrenceAnswers: {
      method: 'POST',
      path: '/activities/occurrences/{id}/questions/answers',
      personalCalls: true,
      idempotent: true,
      changes: ['basket'],
    },
    occurrenceAnswersV1: {
      method: 'POST',
      path: '/v1/activities/occurrences/{id}/questions/answers',
      personalCalls: true,
      idempotent: true,
      changes: ['basket'],
    },
    requests: {
      method: 'GET',
      path: '/activities/{restriction}/question-waivers',
      personalCalls: true,
      reads: ['basket'],
    },
    previousAttendees: {
      method: 'GET',
      path: '/activities/{restriction}/question-waivers/previous-attendees',
      personalCalls: true,
      reads: ['attendees'],
    },
    send: {
      method: 'POST',
      path: '/activities/question-waivers',
      personalCalls: true,
      idempotent: true,
      changes: ['attendees', 'basket'],
    },
  },
  checkout: {
    terms: {
      method: 'GET',
      path: '/terms',
      reads: ['basket'],
    },
    prepare: {
      method: 'GET',
      path: '/checkout/prepare',
      personalCalls: true,
      bare: true,
    },
    authorise: {
      method: 'POST',
      path: '/checkout/authorise',
      personalCalls: true,
      bare: true,
      idempotent: true,
      changes: ['basket'],
    },
    transaction: {
      method: 'GET',
      path: '/checkout/transactions/{uuid}',
      bare: true,
    },
    complete: {
      method: 'POST',
      path: '/checkout/complete',
      personalCalls: true,
      bare: true,
      idempotent: true,
      changes: ['account', 'attendees', 'basket', 'bookings', 'session', 'timetable'],
    },
    payAtDesk: {
      method: 'POST',
      path: '/foh/checkout/pay',
      personalCalls: true,
      bare: true,
      idempotent: true,
      changes: ['account', 'attendance', 'basket', 'bookings', 'session', 'tills', 'timetable'],
    },
  },
  bookings: {
    order: {
      method: 'GET',
      path: '/activities/orders/{completeOrderId}',
      reads: ['bookings'],
    },
    mine: {
      method: 'GET',
      path: '/my-account/bookings',
      personalCalls: true,
      reads: ['bookings'],
    },
    one: {
      method: 'GET',
      path: '/bookings/{bookingId}',
      reads: ['bookings'],
    },
    cancel: {
      method: 'DELETE',
      path: '/activities/bookings/{bookingId}/',
      personalCalls: true,
      idempotent: true,
      changes: ['account', 'bookings', 'session', 'timetable', 'waitlists'],
    },
    change: {
      method: 'PATCH',
      path: '/v1/activities/bookings',
      personalCalls: true,
      idempotent: true,
      changes: ['account', 'bookings', 'session', 'timetable', 'waitlists'],
    },
    feed: {
      method: 'GET',
      path: '/my-account/calendar-feed',
      reads: ['account'],
    },
    makeFeed: {
      method: 'POST',
      path: '/my-account/calendar-feed',
      idempotent: true,
      changes: ['account'],
    },
    endFeed: {
      method: 'DELETE',
      path: '/my-account/calendar-feed',
      idempotent: true,
      changes: ['account'],
    },
    cancelAtDesk: {
      method: 'POST',
      path: '/foh/bookings/{bookingId}/cancel',
      idempotent: true,
      changes: ['account', 'bookings', 'session', 'timetable', 'waitlists', 'attendance', 'tills'],
    },
    handOut: {
      method: 'POST',
      path: '/foh/refunds/{refundId}/hand-out',
      idempotent: true,
      changes: ['tills', 'bookings'],
    },
  },
  dashboard: {
    read: {
      method: 'GET',
      path: '/dashboard',
      reads: ['account', 'bookings', 'waitlists', 'timetable', 'session'],
    },
  },
  documents: {
    waiting: {
      method: 'GET',
      path: '/foh/documents',
      reads: ['documents'],
    },
    review: {
      method: 'POST',
      path: '/foh/documents/{documentId}/review',
      idempotent: true,
      changes: ['account', 'documents', 'session'],
    },
    mine: {
      method: 'GET',
      path: '/my-account/documents',
      reads: ['account'],
    },
    add: {
      method: 'POST',
      path: '/my-account/documents',
      idempotent: true,
      changes: ['account', 'session'],
    },
  },
  guestPasses: {
    mine: {
      method: 'GET',
      path: '/my-account/guest-passes',
      reads: ['account'],
    },
    send: {
      method: 'POST',
      path: '/my-account/guest-passes',
      idempotent: true,
      changes: ['account'],
    },
    withdraw: {
      method: 'DELETE',
      path: '/my-account/guest-passes/{id}',
      idempotent: true,
      changes: ['account'],
    },
  },
  memberships: {
    plans: {
      method: 'GET',
      path: '/online-joining/venues/{venue}/plans',
      reads: ['catalogue'],
    },
    join: {
      method: 'POST',
      path: '/online-joining/join',
      idempotent: true,
      changes: ['account'],
    },
    joining: {
      method: 'GET',
      path: '/online-joining/join/{id}',
      reads: ['account'],
    },
    mine: {
      method: 'GET',
      path: '/my-account/memberships',
      personalCalls: true,
      reads: ['account'],
    },
    unfinished: {
      method: 'GET',
      path: '/my-account/memberships/unfinished',
      personalCalls: true,
      reads: ['account'],
    },
  },
  packages: {
    mine: {
      method: 'GET',
      path: '/my-account/packages',
      reads: ['account'],
    },
  },
  payments: {
    mine: {
      method: 'GET',
      path: '/my-account/payments',
      personalCalls: true,
      reads: ['account', 'basket', 'bookings'],
    },
    removeCard: {
      method: 'DELETE',
      path: '/my-account/saved-cards/{cardId}',
      idempotent: true,
      changes: ['account'],
    },
  },
  waitlists: {
    join: {
      method: 'POST',
      path: '/v1/activities/occurrences/{id}/waitlist/members',
      personalCalls: true,
      idempotent: true,
      changes: ['timetable', 'waitlists'],
    },
    joinNumeric: {
      method: 'POST',
      path: '/activities/waitlist/add',
      personalCalls: true,
      idempotent: true,
      changes: ['timetable', 'waitlists'],
    },
    leave: {
      method: 'DELETE',
      path: '/v1/activities/occurrences/{occurrenceId}/waitlist/members/{userId}',
      personalCalls: true,
      idempotent: true,
      changes: ['timetable', 'waitlists'],
    },
    leaveNumeric: {
      method: 'DELETE',
      path: '/activities/waitlist/remove/{waitlistId}',
      personalCalls: true,
      idempotent: true,
      changes: ['timetable', 'waitlists'],
    },
    mine: {
      method: 'GET',
      path: '/my-account/waitlists',
      personalCalls: true,
      reads: ['waitlists', 'timetable'],
    },
  },
  pricing: {
    removeBenefit: {
      method: 'DELETE',
      path: '/activities/benefit/remove/{id}',
      personalCalls: true,
      idempotent: true,
      changes: ['timetable'],
    },
    removePackage: {
      method: 'DELETE',
      path: '/activities/package/remove/{id}',
      personalCalls: true,
      idempotent: true,
      changes: ['timetable'],
    },
    ticket: {
      method: 'POST',
      path: '/activities/price/{venue}/ticket/{activityId}',
      personalCalls: true,
    },
  },
  attendance: {
    day: {
      method: 'GET',
      path: '/foh/venues/{venue}/sessions',
      reads: ['attendance', 'timetable'],
    },
    register: {
      method: 'GET',
      path: '/foh/sessions/{sessionId}',
      reads: ['attendance', 'timetable', 'waitlists'],
    },
    mark: {
      method: 'PUT',
      path: '/foh/bookings/{bookingId}/attendance',
      changes: ['attendance', 'bookings'],
    },
    checkIn: {
      method: 'POST',
      path: '/foh/venues/{venue}/check-in',
      idempotent: true,
      changes: ['attendance', 'bookings'],
    },
    offer: {
      method: 'POST',
      path: '/foh/waitlist/{waitlistId}/offer',
      idempotent: true,
      changes: ['attendance', 'waitlists', 'timetable'],
    },
  },
  tills: {
    list: {
      method: 'GET',
      path: '/foh/tills',
      reads: ['tills'],
    },
    stand: {
      method: 'PUT',
      path: '/foh/till',
      changes: ['tills'],
    },
    takings: {
      method: 'GET',
      path: '/foh/venues/{venue}/takings',
      reads: ['tills'],
    },
  },
  penalties: {
    waive: {
      method: 'POST',
      path: '/foh/penalties/{penaltyId}/waive',
      idempotent: true,
      changes: ['account', 'session'],
    },
  },
  privacy: {
    overview: {
      method: 'GET',
      path: '/my-account/privacy',
      reads: ['account', 'bookings', 'basket'],
    },
    data: {
      method: 'GET',
      path: '/my-account/data',
      reads: ['account', 'bookings', 'waitlists'],
    },
    close: {
      method: 'POST',
      path: '/my-account/close',
    },
  },
  openactive: {
    feed: {
      method: 'GET',
      path: '/openactive/{operator}/{feed}',
      bare: true,
    },
  },
} as const
