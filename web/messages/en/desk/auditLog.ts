import type { AuditAct } from '#contract/audit.ts'

export const title = 'What staff did'
export const page = 'What staff did – Front desk'
export const lead =
  "Every act of staff in customers' bookings, money, data and in the settings, with what was before. Newest first."

export const act = 'What was done'
export const personHint = 'Staff or customer: name, e-mail or customer number'
export const download = 'Download CSV'
export const about = ({ name }: { name: string }): string => `About ${name}`
export const program = 'A program of the operator'
export const changed = ({ name, before, value }: { name: string; before: string; value: string }): string =>
  `${name}: ${before} → ${value}`
export const fact = ({ name, value }: { name: string; value: string }): string => `${name}: ${value}`
export const nothing = 'Nothing found'
export const nothingHelp = 'Choose other days, or another person.'

const bookings = {
  'checked in': 'Checked in',
  'marked absent': 'Marked absent',
  'attendance undone': 'Attendance undone',
  'booking cancelled': 'Booking cancelled',
  'booking refunded': 'Booking refunded',
  'sale taken back': 'Sale taken back',
  'booking moved': 'Booking moved',
  'session of a booking replaced': 'Session of a booking replaced',
  'booked to pay on arrival': 'Booked to pay on arrival',
  'held places freed': 'Held places freed',
  'rung about a booking': 'Rung about a booking',
  'booking request accepted': 'Booking request accepted',
  'booking request rejected': 'Booking request rejected',
  'booking request accepted for another session': 'Booking request accepted for another session',
} as const satisfies Partial<Record<AuditAct, string>>

const money = {
  'refund paid out': 'Refund paid out',
  'payment taken': 'Payment taken',
  'payment at the venue taken': 'Payment at the venue taken',
  'penalty waived': 'Penalty waived',
  'penalty refunded': 'Penalty refunded',
  'till chosen': 'Till chosen',
  'till opened': 'Till opened',
  'float put into a till': 'Float put into a till',
  'cash banked': 'Cash banked',
  'petty cash paid': 'Petty cash paid',
  'till closed': 'Till closed',
  'till opened again': 'Till opened again',
} as const satisfies Partial<Record<AuditAct, string>>

const sessions = {
  'session changed': 'Session changed',
  'session cancelled': 'Session cancelled',
  'cancellation of a session taken back': 'Cancellation of a session taken back',
  'instructor of a session replaced': 'Instructor of a session replaced',
  'places of a session changed': 'Places of a session changed',
  'message sent to a session': 'Message sent to a session',
  'places closed': 'Places closed',
  'closure taken back': 'Closure taken back',
  'closure confirmed': 'Closure confirmed',
  'closure ended': 'Closure ended',
  'hirer added': 'Hirer added',
  'hirer changed': 'Hirer changed',
  'hire made': 'Places let to a hirer',
  'hire confirmed': 'Hire confirmed',
  'dates of a hire left out': 'Dates of a hire left out',
  'hire ended': 'Hire ended',
  'invoicing of a hire changed': 'Invoicing of a hire changed',
  'hire invoiced': 'Hire invoiced',
  'invoice of a hire paid': 'Invoice of a hire paid',
  'closure of the files ended': 'Closure of the files ended',
  'waitlist joined': 'Waitlist joined',
  'waitlist left': 'Waitlist left',
  'left waitlist joined again': 'Left waitlist joined again',
  'waitlist place offered': 'Waitlist place offered',
} as const satisfies Partial<Record<AuditAct, string>>

const customers = {
  'customers searched': 'Customers searched',
  'orders searched': 'Orders searched',
  'customer opened': 'Customer opened',
  'customer registered': 'Customer registered',
  'details changed': 'Details changed',
  'data given to the customer': 'Data given to the customer',
  'document added': 'Document added',
  'document accepted': 'Document accepted',
  'document refused': 'Document refused',
  'family member added': 'Family member added',
  'family member changed': 'Family member changed',
  'family member confirmed': 'Family member confirmed',
  'family member removed': 'Family member removed',
  'family invitation sent': 'Family invitation sent',
  'family invitation withdrawn': 'Family invitation withdrawn',
  'guest pass sent': 'Guest pass sent',
  'guest pass withdrawn': 'Guest pass withdrawn',
  'guest pass opened': 'Guest pass opened',
  'guest admitted': 'Guest admitted',
  'guest admission undone': 'Guest admission undone',
  'waivers agreed to': 'Waivers agreed to',
  'induction given': 'Induction given',
  'induction withdrawn': 'Induction withdrawn',
  'saved card removed': 'Saved card removed',
} as const satisfies Partial<Record<AuditAct, string>>

const memberships = {
  'membership joining started': 'Membership joining started',
  'membership cancelled': 'Membership cancelled',
  'membership cancellation withdrawn': 'Membership cancellation withdrawn',
  'membership withdrawn from': 'Membership withdrawn from',
  'membership plan changed': 'Membership plan changed',
  'planned change of membership taken back': 'Planned change of membership taken back',
  'membership members changed': 'Membership members changed',
  'membership frozen': 'Membership frozen',
  'planned freeze withdrawn': 'Planned freeze withdrawn',
  'membership freeze ended': 'Membership freeze ended',
  'missed membership payment charged': 'Missed membership payment charged',
  'missed membership payment waived': 'Missed membership payment waived',
} as const satisfies Partial<Record<AuditAct, string>>

const settings = {
  'venue changed': 'Venue changed',
  'activity changed': 'Activity changed',
  'price set': 'Price set',
  'coming price taken back': 'Coming price taken back',
  'price of a plan set': 'Price of a membership plan set',
  'coming price of a plan taken back': 'Coming price of a membership plan taken back',
  'value of the files taken': 'Value of the files taken',
  'own value kept': 'Own value kept',
  'all values of the files taken': 'All values of the files taken',
  'files imported': 'Files imported',
  'catalogue changed': 'Catalogue changed',
  'draft begun': 'Draft begun',
  'draft discarded': 'Draft discarded',
  'draft scheduled': 'Draft scheduled',
  'schedule of a draft taken back': 'Schedule of a draft taken back',
  'draft held back': 'Draft held back',
  'approval of a draft requested': 'Approval of a draft requested',
  'approval of a draft not wanted any more': 'Approval of a draft not wanted any more',
  'draft approved': 'Draft approved',
  'draft published': 'Draft published',
  'publication undone': 'Publication undone',
  'booking partner registered': 'Booking partner registered',
  'booking partner allowed': 'Booking partner allowed',
  'key of a booking partner replaced': 'Key of a booking partner replaced',
  'booking partner revoked': 'Booking partner revoked',
  'message to many sent': 'Message sent to many',
  'message to many approved': 'Message to many approved',
  'message to many stopped': 'Message to many stopped',
  'list of people saved': 'List of people saved',
  'list of people deleted': 'List of people deleted',
  'rehearsal begun': 'Rehearsal started',
  'rehearsal stopped': 'Rehearsal stopped',
  'report with people in it saved': 'Report with customers saved',
  'report scheduled': 'Report scheduled',
  'report schedule ended': 'Scheduled report ended',
  'staff added': 'Staff added',
  'staff changed': 'Staff changed',
  'key of the API made': 'Key of the API made',
  'key of the API revoked': 'Key of the API revoked',
  'webhook added': 'Webhook added',
  'webhook changed': 'Webhook changed',
  'webhook removed': 'Webhook removed',
  'webhook tested': 'Webhook tested',
  'webhook event sent again': 'Webhook event sent again',
  'staff left': 'Staff left',
  'staff removed': 'Staff removed',
  'second factor reset': 'Second factor reset',
} as const satisfies Partial<Record<AuditAct, string>>

/** In the list of the filter. */
export const groups = [
  { label: 'Bookings and attendance', acts: bookings },
  { label: 'Money and tills', acts: money },
  { label: 'Sessions and closures', acts: sessions },
  { label: 'Customers and their data', acts: customers },
  { label: 'Memberships', acts: memberships },
  { label: 'Settings and staff', acts: settings },
] as const

export const acts: Readonly<Record<AuditAct, string>> = {
  ...bookings,
  ...money,
  ...sessions,
  ...customers,
  ...memberships,
  ...settings,
}

/** Of what the log records of an act. What has no words here is named as the log does. */
export const facts: Readonly<Record<string, string>> = {
  reason: 'Reason',
  fromDay: 'From',
  price: 'Price',
  publicReason: 'Reason for customers',
  field: 'Field',
  amount: 'Amount',
  to: 'To',
  from: 'From',
  until: 'Until',
  by: 'By',
  change: 'Change given',
  float: 'Float',
  variance: 'Difference',
  zNumber: 'Z report',
  places: 'Places',
  bookings: 'Bookings',
  refund: 'Refund',
  notified: 'Written to',
  added: 'Added',
  removed: 'Removed',
  partner: 'Partner',
  search: 'Searched for',
  query: 'Searched for',
  name: 'Name',
  firstName: 'First name',
  lastName: 'Last name',
  staffLevel: 'Rights',
  roles: 'Roles',
  lastDay: 'Last day',
  scopes: 'May',
  venues: 'Venues',
  networks: 'From',
  expiresOn: 'Works until',
  startsAt: 'Begins',
  endsAt: 'Ends',
  where: 'Place',
  payments: 'Payments',
  parts: 'Paid back as',
  lost: 'Values given up',
  before: 'Before',
  after: 'After',
  value: 'Value',
  files: 'Files',
  accept: 'Accepted',
}

export const by = ({ person, apiKey }: { person: string | null; apiKey: string | null }): string =>
  apiKey === null ? (person ?? program) : `${person ?? program}, by the key ${apiKey}`
