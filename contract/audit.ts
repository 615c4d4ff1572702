import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { countUpTo, optional } from './fields.ts'
import { logFilters, loggedPerson } from './security-events.ts'
import { instant } from './shapes.ts'

/** What staff do, as the audit log stores it. Programs compare them. */
export const auditAct = z.enum([
  'checked in',
  'marked absent',
  'attendance undone',
  'booking cancelled',
  'booking refunded',
  'sale taken back',
  'booking moved',
  'session of a booking replaced',
  'booked to pay on arrival',
  'held places freed',
  'rung about a booking',
  'booking request accepted',
  'booking request rejected',
  'booking request accepted for another session',
  'refund paid out',
  'payment taken',
  'payment at the venue taken',
  'penalty waived',
  'penalty refunded',
  'till chosen',
  'till opened',
  'float put into a till',
  'cash banked',
  'petty cash paid',
  'till closed',
  'till opened again',
  'session changed',
  'session cancelled',
  'cancellation of a session taken back',
  'instructor of a session replaced',
  'places of a session changed',
  'message sent to a session',
  'places closed',
  'closure taken back',
  'closure confirmed',
  'closure ended',
  'closure of the files ended',
  'waitlist joined',
  'waitlist left',
  'left waitlist joined again',
  'waitlist place offered',
  'customers searched',
  'orders searched',
  'customer opened',
  'customer registered',
  'details changed',
  'data given to the customer',
  'document added',
  'document accepted',
  'document refused',
  'family member added',
  'family member changed',
  'family member confirmed',
  'family member removed',
  'family invitation sent',
  'family invitation withdrawn',
  'guest pass sent',
  'guest pass withdrawn',
  'guest pass opened',
  'guest admitted',
  'guest admission undone',
  'waivers agreed to',
  'induction given',
  'induction withdrawn',
  'saved card removed',
  'membership joining started',
  'membership cancelled',
  'membership cancellation withdrawn',
  'membership withdrawn from',
  'membership plan changed',
  'planned change of membership taken back',
  'membership members changed',
  'membership frozen',
  'planned freeze withdrawn',
  'membership freeze ended',
  'missed membership payment charged',
  'missed membership payment waived',
  'venue changed',
  'activity changed',
  'price set',
  'coming price taken back',
  'value of the files taken',
  'own value kept',
  'all values of the files taken',
  'files imported',
  'booking partner registered',
  'booking partner allowed',
  'key of a booking partner replaced',
  'booking partner revoked',
  'message to many sent',
  'message to many stopped',
  'report with people in it saved',
  'report scheduled',
  'report schedule ended',
  'key of the API made',
  'key of the API revoked',
  'webhook added',
  'webhook changed',
  'webhook tested',
  'webhook event sent again',
  'staff added',
  'staff changed',
  'staff removed',
  'staff left',
  'second factor reset',
])
export type AuditAct = z.output<typeof auditAct>

/** Something that is recorded of an act, by the name that the log has for it. */
const auditFact = z.object({
  name: z.string(),
  /** Null: it is not about a change. */
  before: z.string().nullable(),
  value: z.string(),
})
export type AuditFact = z.output<typeof auditFact>

export const auditEntry = z
  .object({
    id: z.int(),
    at: instant,
    /** An `AuditAct`, or what an earlier version of the product called it. */
    act: z.string(),
    /** Null: a program that the operator has run, such as an import. */
    actor: loggedPerson,
    /** The key of the API by which they did it; null: themselves. */
    apiKey: z.string().nullable(),
    customer: loggedPerson,
    /** What it was done to: `booking:12`, `session:7`; empty where there is nothing but the customer. */
    subject: z.string(),
    facts: z.array(auditFact),
  })
  .meta({ id: 'AuditEntry' })
export type AuditEntry = z.output<typeof auditEntry>

export const audit = {
  entries: endpoint({
    method: 'GET',
    path: '/foh/audit-entries',
    summary: 'The audit log of the operator: what staff have done, newest first.',
    allow: 'staff',
    needs: 'audit',
    everywhere: true,
    query: z.object({
      act: optional(auditAct),
      ...logFilters,
      /** How many entries; 50 if it is not said. */
      most: optional(countUpTo(1000)),
    }),
    returns: z.object({ entries: z.array(auditEntry), nextBefore: z.int().nullable() }),
  }),
}
