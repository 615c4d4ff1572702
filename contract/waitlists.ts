import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { anyId, day, hour, id, optional } from './fields.ts'
import { bookableId, calendarDate, clockTime, instant, when } from './shapes.ts'
import { personRefusals, occurrenceRefusals } from './refusals.ts'

/** An event in the history of an entry. */
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
    'paused',
    'resumed',
  ]),
  message: z.string(),
  at: instant,
})

/** ENTRY. `position` is 1 for the next one, 0 for entries with an offered place and for closed ones. */
export const waitlistEntry = z
  .object({
    id: z.int(),
    waitlistId: z.int(),
    userId: z.int(),
    /** Ours: the first name of its person, since parents see their children's entries. */
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
    /** Ours: says why others were offered a place first. */
    history: z.array(waitlistEvent),
  })
  .meta({ id: 'WaitlistEntry' })
export type WaitlistEntry = z.output<typeof waitlistEntry>

/** One waitlist for any place of an activity between two times of a day (ours). */
export const waitlistRange = z
  .object({
    id: z.int(),
    userId: z.int(),
    firstName: z.string(),
    /** `left` for a short time after leaving, when that can still be undone. */
    status: z.enum(['waiting', 'offered', 'left']),
    activityName: z.string(),
    categorySlug: z.string(),
    kind: z.enum(['classes', 'courts', 'tickets']),
    venueSlug: z.string(),
    venueName: z.string(),
    date: calendarDate,
    /** Places begin at `from` or later and end at `to` or earlier. */
    from: clockTime,
    to: clockTime,
    /** As people read it: of what lasts past midnight, the hour and the day. */
    end: z.string(),
    /** How many places are waited for. */
    places: z.int(),
    joinedAt: instant,
    /** The place on offer: the others are paused until it is taken or declined. */
    offer: waitlistEntry.nullable(),
  })
  .meta({ id: 'WaitlistRange', description: 'One waitlist for any place between two times of a day' })
export type WaitlistRange = z.output<typeof waitlistRange>

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
    summary: 'Join the waitlist of a session, for oneself or a linked person.',
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
    summary: 'Join the waitlist of a session, by its numeric id.',
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
    summary: 'Leave a waitlist; an offered place goes to the next person.',
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
    summary: 'Leave a waitlist, by the numeric id of the entry.',
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
    summary: 'The waitlist entries of the customer and their linked people, open ones first.',
    allow: 'customer',
    query: z.object(forWhom),
    returns: z.array(waitlistEntry),
    reads: ['waitlists', 'timetable'],
  }),
  ranges: endpoint({
    method: 'GET',
    path: '/my-account/waitlist-ranges',
    summary: 'The open waitlists of the customer and their linked people for any place between two times.',
    allow: 'customer',
    query: z.object(forWhom),
    returns: z.array(waitlistRange),
    reads: ['waitlists', 'timetable'],
  }),
  joinRange: endpoint({
    method: 'POST',
    path: '/v1/activities/venue/{venue}/activity/{activity}/waitlist-ranges',
    summary: 'Join one waitlist for any place of an activity between two times of a day.',
    allow: 'customer',
    params: z.object({ venue: z.string(), activity: z.string() }),
    body: z.object({ date: day(), from: hour, to: hour, userId: id, ...forWhom }),
    returns: waitlistRange,
    errors: joinErrors,
    idempotent: true,
    changes,
  }),
  leaveRange: endpoint({
    method: 'DELETE',
    path: '/v1/waitlist-ranges/{id}',
    summary: 'Leave the waitlist for any place between two times; an offered place goes to the next person.',
    allow: 'customer',
    params: z.object({ id }),
    query: z.object(forWhom),
    returns: waitlistRange,
    idempotent: true,
    changes,
  }),
  rejoinRange: endpoint({
    method: 'POST',
    path: '/v1/waitlist-ranges/{id}/rejoin',
    summary: 'Undo leaving, within a few minutes: the old places in the queue are back.',
    allow: 'customer',
    params: z.object({ id }),
    body: z.object(forWhom),
    returns: waitlistRange,
    errors: { too_late: 409 },
    idempotent: true,
    changes,
  }),
}
