import type { SecurityEventKind } from '#contract/security-events.ts'

export const title = 'Security log'
export const page = 'Security log – Front desk'
export const lead = 'Log-ins, changes of how people log in, and what was refused. Newest first.'

// Tabs of the pages about staff and security
export const pages = 'Staff and security'
export const staffTab = 'Staff'
export const logTab = 'Security log'
export const auditTab = 'What staff did'

export const event = 'What happened'
export const everything = 'Everything'
export const done = 'Done'
export const refused = 'Refused'
export const person = 'Person'
export const personHint = 'Name, e-mail or customer number'
export const from = 'From'
export const until = 'To'
export const show = 'Show'
export const clear = 'Clear filters'

export const acts = {
  logged_in: 'Logged in',
  logged_out: 'Logged out',
  sessions_ended: 'Logged out elsewhere',
  login_link_requested: 'Log-in link requested',
  password_reset_requested: 'Password reset requested',
  password_reset: 'Password reset',
  password_changed: 'Password changed',
  email_change_requested: 'Change of e-mail requested',
  email_change_stopped: 'Change of e-mail stopped',
  email_changed: 'E-mail changed',
  second_factor_on: 'Two-step verification turned on',
  second_factor_off: 'Two-step verification turned off',
  second_factor_reset: 'Two-step verification reset',
  recovery_codes_renewed: 'New recovery codes',
  passkey_added: 'Passkey added',
  passkey_removed: 'Passkey removed',
  account_closed: 'Account closed',
  staff_changed: 'Staff details or rights changed',
  partner_key_made: 'Booking partner key created',
  partner_key_revoked: 'Booking partner key revoked',
} as const satisfies Partial<Record<SecurityEventKind, string>>

export const refusals = {
  login_failed: 'Wrong password or account',
  password_wrong: 'Wrong current password',
  second_factor_failed: 'Wrong code',
  passkey_failed: 'Passkey not accepted',
  link_refused: 'Link from an e-mail not valid',
  reference_refused: 'Customer number without a discount',
  rate_limited: 'Too many attempts',
  hoarding_limited: 'Too many places held',
  origin_refused: 'Request from a foreign page',
  rights_refused: 'No permission',
  record_refused: "Record not found, or someone else's",
  partner_refused: 'Booking partner not let in',
} as const satisfies Partial<Record<SecurityEventKind, string>>

export const kinds: Readonly<Record<SecurityEventKind, string>> = { ...acts, ...refusals }

export const times = ({ count }: { count: number }): string => `× ${count}`
export const forAccount = ({ name }: { name: string }): string => `Account: ${name}`
export const unknownPerson = 'Not logged in'
export const network = ({ network: of }: { network: string }): string => `Network ${of}`
export const nothing = 'Nothing found'
export const nothingHelp = 'Choose other days, or another person.'
export const older = 'Older entries'
export const newest = 'Back to the newest'
export const list = 'Entries'
