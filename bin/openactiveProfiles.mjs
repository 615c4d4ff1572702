// What the Open Booking API's test suite reads about this server: see openactive-suite.mjs. A feature that is true is
// tested; of one that is false the suite makes sure that it is not there; null is left out.

const untested = {
  'opportunity-feed': null,
  'reseller-broker-tax-calculation': null,
  'offer-overrides': null,
  'dynamic-payment': null,
  'booking-restrictions': null,
  'terms-of-service-with-consent': null,
  'terms-of-service-with-consent-with-date-modified': null,
}

const features = (isOn) =>
  Object.fromEntries(
    [
      'test-interface',
      'dataset-site',
      'availability-check',
      'common-error-conditions',
      'past-opportunities',
      'amending-order-quote',
      'order-deletion',
      'agent-broker',
      'free-opportunities',
      'non-free-opportunities',
      'prepayment-required',
      'prepayment-required-unavailable',
      'prepayment-optional',
      'prepayment-unavailable',
      'minimal-proposal',
      'proposal-amendment',
      'single-seller',
      'multiple-sellers',
      'payment-reconciliation-detail-validation',
      'booking-window',
      'customer-requested-cancellation',
      'customer-requested-cancellation-always-allowed',
      'cancellation-window',
      'seller-requested-cancellation',
      'seller-requested-cancellation-message',
      'seller-requested-replacement',
      'named-leasing',
      'anonymous-leasing',
      'customer-details-capture-non-essential',
      'customer-details-capture-identifier',
      'attendee-details-capture',
      'additional-details-capture',
      'access-code',
      'access-pass-image',
      'access-pass-barcode-seller-provided',
      'reseller-broker',
      'no-broker',
      'business-to-consumer-tax-calculation-net',
      'business-to-consumer-tax-calculation-gross',
      'business-to-business-tax-calculation-net',
      'business-to-business-tax-calculation-gross',
      'customer-notice-notifications',
      'change-of-logistics-notifications',
      'access-code-update-notifications',
      'access-pass-update-notifications',
      'opportunity-attendance-updates',
      'terms-of-service-for-booking-system',
      'terms-of-service-for-seller',
      'booking-partner-authentication',
      'booking-partner-openid-authentication',
      'booking-partner-openid-authentication-for-multiple-sellers',
      'dynamic-client-registration',
      'access-channel',
      'access-channel-update-notifications',
    ].map((name) => [name, isOn.includes(name)]),
  )

const simple = [
  'test-interface',
  'dataset-site',
  'availability-check',
  'common-error-conditions',
  'past-opportunities',
  'amending-order-quote',
  'order-deletion',
  'agent-broker',
  'single-seller',
  'free-opportunities',
  'non-free-opportunities',
  'prepayment-required',
  'prepayment-optional',
  'prepayment-unavailable',
  'prepayment-required-unavailable',
  'business-to-consumer-tax-calculation-gross',
  'customer-requested-cancellation',
  'cancellation-window',
  'seller-requested-cancellation',
  'named-leasing',
  'anonymous-leasing',
  'customer-details-capture-non-essential',
  'terms-of-service-for-booking-system',
  'terms-of-service-for-seller',
]

/** Besides: what the server has that a first certificate can do without. */
const wide = [
  ...simple,
  'booking-window',
  'seller-requested-cancellation-message',
  'customer-notice-notifications',
  'change-of-logistics-notifications',
  'access-code',
  'no-broker',
  'reseller-broker',
  'attendee-details-capture',
  'additional-details-capture',
]

const openId = 'booking-partner-openid-authentication'

/** Partners authenticate by OpenID Connect, each for the sellers that allow it. */
const byOpenId = [
  'multiple-sellers',
  'booking-partner-authentication',
  openId,
  'booking-partner-openid-authentication-for-multiple-sellers',
  'dynamic-client-registration',
]

const ofManySellers = (names) => [...names.filter((name) => name !== 'single-seller'), ...byOpenId]

/** What both sellers' payments name, in the files of an operator and in the suite's configuration. */
const payee = { name: 'Quillmoor Leisure', account_id: 'QL-1', provider_id: 'BANK' }
export const paymentDetails = {
  name: payee.name,
  accountId: payee.account_id,
  paymentProviderId: payee.provider_id,
}

/** The demo's operator with them. */
export const withPayee = (operator) => ({
  ...operator,
  open_booking: { ...operator.open_booking, payee },
})

/** What the two sellers have: payments that name an account, and one that sells net of tax. */
const ofTheSecond = [
  'payment-reconciliation-detail-validation',
  'business-to-consumer-tax-calculation-net',
  'business-to-business-tax-calculation-gross',
  'business-to-business-tax-calculation-net',
]

/** Besides: with the desk's approval, two sellers, and payments that name an account. */
const full = [
  ...ofManySellers(wide),
  ...ofTheSecond,
  'minimal-proposal',
  'proposal-amendment',
  'seller-requested-replacement',
  'opportunity-attendance-updates',
  'customer-details-capture-identifier',
  'access-channel',
  'access-channel-update-notifications',
  'access-code-update-notifications',
  'access-pass-image',
  'access-pass-barcode-seller-provided',
  'access-pass-update-notifications',
]

/** The operator that is the second seller, as its files. */
export const secondSupervisor = { username: 'second@example.test', password: 'onside-demo' }
export const secondSeller = {
  operator: {
    slug: 'second-seller',
    name: 'Second Seller',
    currency_symbol: '£',
    timezone: 'Europe/London',
    email: 'hello@second.example',
    phone: '01632 960900',
    open_booking: { on: true, tax_mode: 'net', terms: 'https://second.example/terms-of-booking', payee },
  },
  people: [
    {
      reference: 'SS-1',
      first_name: 'Sam',
      last_name: 'Second',
      email: secondSupervisor.username,
      password: secondSupervisor.password,
      role: 'staff',
      staff_level: 'supervisor',
    },
  ],
}

/** Kinds of opportunities of a shorter run. */
export const sessionsAlone = {
  ScheduledSession: true,
  FacilityUseSlot: false,
  IndividualFacilityUseSlot: false,
}

const profile = (isOn, flows) => ({
  bookableOpportunityTypesInScope: {
    ScheduledSession: true,
    FacilityUseSlot: false,
    IndividualFacilityUseSlot: true,
  },
  bookingFlowsInScope: { OpenBookingSimpleFlow: true, OpenBookingApprovalFlow: flows.includes('approval') },
  implementedFeatures: {
    ...features(isOn),
    ...untested,
    // It is there for those who do not test it, too.
    ...(isOn.includes(openId) ? {} : { [openId]: null }),
  },
})

export const profiles = {
  authentication: profile([...ofManySellers(simple), ...ofTheSecond], []),
  simple: profile(simple, []),
  wide: profile(wide, []),
  full: profile(full, ['approval']),
}
