import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { day, id, optional, text } from './fields.ts'
import { instant } from './shapes.ts'

/** What was done. */
export const securityActs = [
  'logged_in',
  'logged_out',
  'sessions_ended',
  'login_link_requested',
  'password_reset_requested',
  'password_reset',
  'password_changed',
  'email_change_requested',
  'email_change_stopped',
  'email_changed',
  'second_factor_on',
  'second_factor_off',
  'second_factor_reset',
  'recovery_codes_renewed',
  'passkey_added',
  'passkey_removed',
  'account_closed',
  'staff_changed',
  'partner_key_made',
  'partner_key_revoked',
] as const

/** What was refused. */
export const securityRefusals = [
  'login_failed',
  'password_wrong',
  'second_factor_failed',
  'passkey_failed',
  'link_refused',
  'reference_refused',
  'rate_limited',
  'hoarding_limited',
  'origin_refused',
  'rights_refused',
  'record_refused',
  'partner_refused',
] as const

export const securityEventKind = z.enum([...securityActs, ...securityRefusals])
export type SecurityEventKind = z.output<typeof securityEventKind>

/** A person whom an entry of a log names. */
export const loggedPerson = z
  .object({ id: z.int(), name: z.string(), role: z.enum(['customer', 'staff']) })
  .nullable()

/** Which entries of a log are wanted, besides their kind. */
export const logFilters = {
  /** An e-mail address, a customer number, or the beginning of a name. */
  person: optional(text(254)),
  from: optional(day()),
  until: optional(day()),
  /** Continue after this entry. */
  before: optional(id),
}

/** Equal events of a few seconds are one, `times` says how many. */
export const securityEvent = z
  .object({
    id: z.int(),
    at: instant,
    times: z.int(),
    event: securityEventKind,
    /** Who was logged in. */
    person: loggedPerson,
    /** Whose account or record it is about, where that is someone else's or the caller was not logged in. */
    account: loggedPerson,
    /** Shortened: `203.0.113.0/24`; empty where there is none. */
    network: z.string(),
    route: z.string(),
  })
  .meta({ id: 'SecurityEvent' })
export type SecurityEvent = z.output<typeof securityEvent>

export const securityEvents = {
  list: endpoint({
    method: 'GET',
    path: '/foh/security-events',
    summary: 'The security log of the operator, newest first, 50 at a time.',
    allow: 'staff',
    needs: 'audit',
    everywhere: true,
    query: z.object({
      event: optional(securityEventKind),
      ...logFilters,
    }),
    returns: z.object({ events: z.array(securityEvent), nextBefore: z.int().nullable() }),
  }),
}
