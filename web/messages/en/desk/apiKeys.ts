import type { Permission } from '#contract/permissions.ts'
import { plural } from '#messages/format.ts'

export const title = 'Keys'
export const none = 'No keys yet'
export const noneHelp = 'A key lets a program of yours read and change what you choose.'
export const make = 'Make a key'
export const name = 'Name'
export const nameHelp = 'What the key is for, such as "Website" or "Accounts".'
export const mayDo = 'What it may do'
export const nothing = 'Nothing'
export const read = 'Read'
export const write = 'Read and change'
export const venues = 'Venues'
export const venuesHelp = 'Choose none for every venue.'
export const networks = 'Allowed addresses'
export const networksHelp =
  'Leave it empty to allow all. Separate several with commas: 203.0.113.7, 198.51.100.0/24.'
export const expiresOn = 'Works until'
export const expiresHelp = 'At most two years from now.'
export const issuedTitle = ({ name: of }: { name: string }): string => `The key "${of}"`
export const onlyOnce = "Copy it now. We don't store it, so it can't be shown again."
export const key = 'Key'
export const copy = 'Copy key'
export const copied = 'Copied'
export const selected = 'Selected. Press Ctrl+C to copy.'
export const done = 'Done'
export const states = { works: 'Works', expired: 'Expired', revoked: 'Revoked' } as const
export const reads = ({ what }: { what: string }): string => `${what} (read)`
export const changes = ({ what }: { what: string }): string => `${what} (read and change)`
export const everyVenue = 'Every venue'
export const from = ({ networks: of }: { networks: string }): string => `from ${of}`
export const madeBy = ({ person, until }: { person: string; until: string }): string =>
  `Made by ${person}, works until ${until}`
export const neverUsed = 'Not used yet'
export const used = ({ at, count }: { at: string; count: number }): string =>
  `Last used: ${at} · ${plural(count, { one: '1 call', other: `${count} calls` })}`
export const revoke = 'Revoke'
export const revokeOf = ({ name: of }: { name: string }): string => `Revoke ${of}`
export const revokeQuestion = ({ name: of }: { name: string }): string => `Revoke the key "${of}"?`
export const revokeHelp = 'Programs that use it are refused at once. It cannot be given back.'
export const wasRevoked = ({ name: of }: { name: string }): string => `The key "${of}" has been revoked.`
export const cancel = 'Cancel'

export const permissions: Readonly<Record<Permission, string>> = {
  check_in: 'Registers and check-in',
  sell: 'Selling',
  'customers.view': 'Customers and orders',
  'customers.change': 'Details of customers',
  'refund.terms': 'Cancelling within the terms',
  'till.own': 'Tills',
  'sessions.message': 'Messages to a session',
  'sessions.move': 'Moving sessions',
  'refund.limit': 'Refunds up to £50 a day',
  'orders.void': 'Taking back sales',
  waive: 'Waiving penalties',
  'sessions.change': 'Cover and places of sessions',
  'sessions.call_off': 'Calling sessions off',
  close: 'Closing places',
  'customers.data': 'All data of a customer',
  'till.all': 'All takings',
  'timetable.draft': 'Drafts of the timetable',
  hirers: 'Hirers',
  'reports.activity': 'Reports on activity',
  'timetable.publish': 'Publishing the timetable',
  'messages.many': 'Messages to many',
  catalogue: 'Venues and activities',
  rehearse: 'Rehearsals',
  'prices.publish': 'Prices',
  'refund.any': 'Refunds of any amount',
  'reports.money': 'Reports on money',
  invoices: 'Invoices',
  'reports.people': 'Reports with people',
  staff: 'Staff and roles',
  settings: 'Imports and exports',
  connections: 'Connections',
  audit: 'Audit and security log',
}
