import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { anyId, id, optional } from './fields.ts'
import { bookableId, instant, personRefusals, occurrenceRefusals, when } from './shapes.ts'

/** What became of an entry, in the order in which it happened. */
const waitlistEvent = z.object({
  what: z.enum([
    'joined',
    'left',
    'offered',
    'taken',
    'passed',
    'lapsed',
    'booked',
    'clash',
    'called_off',
    'too_late',
    'withdrawn',
    'passed_over',
  ]),
  message: z.string(),
  at: instant,
})

/** ENTRY. `position` is 1 for the next one, 0 for whom a place is kept and for entries that have ended. */
export const waitlistEntry = z
  .object({
    id: z.int(),
    waitlistId: z.int(),
    userId: z.int(),
    /** For whom, by first name (ours): a parent sees the children's entries among their own. */
    firstName: z.string(),
    status: z.enum(['waiting', 'offered', 'taken', 'passed', 'closed']),
    position: z.int(),
    waitlistLength: z.int(),
    joinedAt: instant,
    offerExpiresAt: instant.nullable(),
    closesAt: instant,
    item: z.object({
      id: bookableId,
      name: z.string(),
      compositeKey: z.string(),
      categorySlug: z.string(),
      venueSlug: z.string(),
      venueName: z.string(),
      ...when,
    }),
    /** Ours: nobody is passed over without a reason that can be read. */
    history: z.array(waitlistEvent),
  })
  .meta({ id: 'WaitlistEntry' })
export type WaitlistEntry = z.output<typeof waitlistEntry>

const left = z.object({ id: z.int(), waitlistId: z.int(), status: z.literal('left') })

const joinErrors = {
  already_on_waitlist: 409,
  places_free: 409,
  already_booked: occurrenceRefusals.already_booked,
  clash: occurrenceRefusals.clash,
  closed: occurrenceRefusals.closed,
  cancelled: occurrenceRefusals.cancelled,
  not_open_yet: occurrenceRefusals.not_open_yet,
  ...personRefusals,
} as const

const changes = ['timetable', 'waitlists'] as const

const forWhom = { selectedUserId: optional(id) }

export const waitlists = {
  join: endpoint({
    method: 'POST',
    path: '/v1/activities/occurrences/{id}/waitlist/members',
    summary: 'Join the waitlist of a session, oneself or somebody one may book for.',
    allow: 'customer',
    params: z.object({ id: anyId }),
    body: z.object({ data: z.object({ userId: id }), ...forWhom }),
    returns: waitlistEntry,
    errors: joinErrors,
    idempotent: true,
    changes,
  }),
  joinNumeric: endpoint({
    method: 'POST',
    path: '/activities/waitlist/add',
    summary: 'Join the waitlist of a session that is known by its number.',
    allow: 'customer',
    body: z.object({
      item: z.object({ id: anyId, type: optional(z.enum(['activity', 'purchasableOccurrence'])) }),
      ...forWhom,
    }),
    returns: waitlistEntry,
    errors: joinErrors,
    idempotent: true,
    changes,
  }),
  leave: endpoint({
    method: 'DELETE',
    path: '/v1/activities/occurrences/{occurrenceId}/waitlist/members/{userId}',
    summary: 'Leave a waitlist; a place that was kept goes to the next.',
    allow: 'customer',
    params: z.object({ occurrenceId: anyId, userId: id }),
    query: z.object(forWhom),
    returns: left,
    idempotent: true,
    changes,
  }),
  leaveNumeric: endpoint({
    method: 'DELETE',
    path: '/activities/waitlist/remove/{waitlistId}',
    summary: 'Leave a waitlist, by the number of the entry.',
    allow: 'customer',
    params: z.object({ waitlistId: id }),
    query: z.object(forWhom),
    returns: left,
    idempotent: true,
    changes,
  }),
  mine: endpoint({
    method: 'GET',
    path: '/my-account/waitlists',
    summary: 'What the customer and those linked to them wait for or waited for, open entries first.',
    allow: 'customer',
    query: z.object(forWhom),
    returns: z.array(waitlistEntry),
    reads: ['waitlists', 'timetable'],
  }),
}
