import { activities } from './activities.ts'
import { apiKeys } from './api-keys.ts'
import { attendance } from './attendance.ts'
import { baskets } from './baskets.ts'
import { broadcasts } from './broadcasts.ts'
import { bookings } from './bookings.ts'
import { checkout } from './checkout.ts'
import { closures } from './closures.ts'
import { credits } from './credits.ts'
import { customers } from './customers.ts'
import { dashboard } from './dashboard.ts'
import { families } from './families.ts'
import { favourites } from './favourites.ts'
import { hirers } from './hirers.ts'
import { guestPasses } from './guest-passes.ts'
import { memberships } from './memberships.ts'
import { devices } from './devices.ts'
import { documents } from './documents.ts'
import { moves } from './moves.ts'
import { geocoding } from './geocoding.ts'
import { openactive } from './openactive.ts'
import { openBooking } from './open-booking.ts'
import { office } from './office.ts'
import { operator } from './operator.ts'
import { operations } from './operations.ts'
import { packages } from './packages.ts'
import { penalties } from './penalties.ts'
import { priceSteps } from './price-steps.ts'
import { pricing } from './pricing.ts'
import { passkeys } from './passkeys.ts'
import { payments } from './payments.ts'
import { privacy } from './privacy.ts'
import { reports } from './reports.ts'
import { search } from './search.ts'
import { secondFactor } from './second-factor.ts'
import { audit } from './audit.ts'
import { securityEvents } from './security-events.ts'
import { sessions } from './sessions.ts'
import { staff } from './staff.ts'
import { tills } from './tills.ts'
import { timetable } from './timetable.ts'
import { venues } from './venues.ts'
import { webhooks } from './webhooks.ts'
import { waitlists } from './waitlists.ts'
import { waivers } from './waivers.ts'

/** Written out: inferred, it is longer than the compiler declares. */
type Nouns = {
  operator: typeof operator
  sessions: typeof sessions
  secondFactor: typeof secondFactor
  passkeys: typeof passkeys
  devices: typeof devices
  customers: typeof customers
  venues: typeof venues
  geocoding: typeof geocoding
  search: typeof search
  activities: typeof activities
  timetable: typeof timetable
  baskets: typeof baskets
  credits: typeof credits
  waivers: typeof waivers
  checkout: typeof checkout
  bookings: typeof bookings
  moves: typeof moves
  dashboard: typeof dashboard
  families: typeof families
  favourites: typeof favourites
  documents: typeof documents
  guestPasses: typeof guestPasses
  hirers: typeof hirers
  memberships: typeof memberships
  packages: typeof packages
  payments: typeof payments
  waitlists: typeof waitlists
  pricing: typeof pricing
  priceSteps: typeof priceSteps
  attendance: typeof attendance
  closures: typeof closures
  office: typeof office
  apiKeys: typeof apiKeys
  webhooks: typeof webhooks
  tills: typeof tills
  penalties: typeof penalties
  staff: typeof staff
  securityEvents: typeof securityEvents
  audit: typeof audit
  reports: typeof reports
  broadcasts: typeof broadcasts
  privacy: typeof privacy
  openactive: typeof openactive
  openBooking: typeof openBooking
  operations: typeof operations
}

/** Every call of the API, by noun. */
export const api: Nouns = {
  operator,
  sessions,
  secondFactor,
  passkeys,
  devices,
  customers,
  venues,
  geocoding,
  search,
  activities,
  timetable,
  baskets,
  credits,
  waivers,
  checkout,
  bookings,
  moves,
  dashboard,
  families,
  favourites,
  documents,
  guestPasses,
  hirers,
  memberships,
  packages,
  payments,
  waitlists,
  pricing,
  priceSteps,
  attendance,
  closures,
  office,
  apiKeys,
  webhooks,
  tills,
  penalties,
  staff,
  securityEvents,
  audit,
  reports,
  broadcasts,
  privacy,
  openactive,
  openBooking,
  operations,
}
