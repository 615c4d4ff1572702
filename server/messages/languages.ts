import * as attendance from './en/attendance.ts'
import * as baskets from './en/baskets.ts'
import * as bookings from './en/bookings.ts'
import * as broadcasts from './en/broadcasts.ts'
import * as checkout from './en/checkout.ts'
import * as closures from './en/closures.ts'
import * as credits from './en/credits.ts'
import * as customers from './en/customers.ts'
import * as dashboard from './en/dashboard.ts'
import * as documents from './en/documents.ts'
import * as eligibility from './en/eligibility.ts'
import * as families from './en/families.ts'
import * as favourites from './en/favourites.ts'
import * as firstRun from './en/first-run.ts'
import * as format from './en/format.ts'
import * as guestPasses from './en/guest-passes.ts'
import * as drafts from './en/drafts.ts'
import * as hirers from './en/hirers.ts'
import * as importChanges from './en/import-changes.ts'
import * as importing from './en/import.ts'
import * as joining from './en/joining.ts'
import * as memberships from './en/memberships.ts'
import * as metrics from './en/metrics.ts'
import * as moves from './en/moves.ts'
import * as notices from './en/notices.ts'
import * as office from './en/office.ts'
import * as openBooking from './en/open-booking.ts'
import * as openId from './en/open-id.ts'
import * as openactive from './en/openactive.ts'
import * as packages from './en/packages.ts'
import * as payments from './en/payments.ts'
import * as platform from './en/platform.ts'
import * as pricing from './en/pricing.ts'
import * as privacy from './en/privacy.ts'
import * as providers from './en/providers.ts'
import * as reference from './en/reference.ts'
import * as rehearsals from './en/rehearsals.ts'
import * as reports from './en/reports.ts'
import * as sessions from './en/sessions.ts'
import * as startup from './en/startup.ts'
import * as tenders from './en/tenders.ts'
import * as tills from './en/tills.ts'
import * as timetable from './en/timetable.ts'
import * as venues from './en/venues.ts'
import * as waitlists from './en/waitlists.ts'
import * as waivers from './en/waivers.ts'
import * as webhooks from './en/webhooks.ts'

const english = {
  attendance,
  baskets,
  bookings,
  broadcasts,
  checkout,
  closures,
  credits,
  customers,
  dashboard,
  documents,
  eligibility,
  families,
  favourites,
  firstRun,
  format,
  guestPasses,
  drafts,
  hirers,
  importChanges,
  importing,
  joining,
  memberships,
  metrics,
  moves,
  notices,
  office,
  openBooking,
  openId,
  openactive,
  packages,
  payments,
  platform,
  pricing,
  privacy,
  providers,
  reference,
  rehearsals,
  reports,
  sessions,
  startup,
  tenders,
  tills,
  timetable,
  venues,
  waitlists,
  waivers,
  webhooks,
}

/** The same names and values in another language: what is a sentence in English is one there. */
type Translation<T> = T extends string
  ? string
  : T extends (...values: infer Values) => infer Result
    ? (...values: Values) => Translation<Result>
    : { readonly [Name in keyof T]: Translation<T[Name]> }

/** Every sentence that the server writes, by noun, in the language of who reads it. */
export type Messages = Translation<typeof english>

/** A sentence before it is known who reads it: a reason or a refusal carries it to where the answer is written. */
export type Text = (messages: Messages) => string

/** By language: a folder beside `en` is entered here. */
export const catalogues = { en: english } satisfies Record<string, Messages>

export type Language = keyof typeof catalogues

export const languages = Object.keys(catalogues) as readonly Language[]

/** Of the operator: what is stored, printed or logged is worded in it. */
const operatorLanguage: Language = 'en'

export const messagesIn = (language: Language): Messages => catalogues[language]

export const operatorMessages = (): Messages => messagesIn(operatorLanguage)
