import { z } from 'zod'
import { reach } from './bookings.ts'
import { endpoint } from './endpoint.ts'
import { day, id, optional, text } from './fields.ts'
import { displayDate, instant } from './shapes.ts'

/** Days of a message's audience, both included. */
export const mostAudienceDays = 62

/** The words in braces that a message may have, which everybody reads as theirs. */
export const placeholders = ['first_name', 'session', 'when', 'place'] as const
export type Placeholder = (typeof placeholders)[number]

const audience = {
  /** Its slug. */
  venue: z.string(),
  from: day(),
  until: day(),
  /** Left out: whatever they have booked. */
  activityId: optional(id),
}

const words = { subject: text(100), text: text(2000) }

const broadcast = z
  .object({
    id: z.int(),
    subject: z.string(),
    text: z.string(),
    from: displayDate,
    until: displayDate,
    /** The activity's name; null: whatever was booked. */
    activity: z.string().nullable(),
    sentBy: z.string(),
    /** `queued`: nothing has left yet, and nothing will for a minute after it was sent. */
    state: z.enum(['queued', 'sending', 'sent', 'stopped']),
    dueAt: instant,
    /** People, by how they are reached. */
    reach,
    /** Of those reached by e-mail, whose mail is on its way or has left; the others wait for their turn. */
    handedOver: z.int(),
    /** Whose mail could not be delivered. They are among those to ring. */
    undelivered: z.int(),
  })
  .meta({ id: 'Broadcast' })
export type Broadcast = z.output<typeof broadcast>

/** Who would be written to now. */
const reached = z
  .object({
    /** Another one as soon as other people would be written to. Who sends names the one they have seen. */
    digest: z.string(),
    reach,
    /** The first ten of them. */
    names: z.array(z.string()),
    /** What is booked at the venue on those days, whether or not it was chosen. */
    activities: z.array(z.object({ id: z.int(), name: z.string() })),
  })
  .meta({ id: 'Audience' })
export type Audience = z.output<typeof reached>

export const broadcasts = {
  audience: endpoint({
    method: 'GET',
    path: '/office/broadcasts/audience',
    summary: 'Whom a message to those who have booked at a venue on some days would reach, and how.',
    allow: 'staff',
    needs: 'messages.many',
    query: z.object(audience),
    returns: reached,
    reads: ['bookings'],
  }),
  preview: endpoint({
    method: 'POST',
    path: '/office/broadcasts/preview',
    summary: 'A message as the first of its readers would get it. Sends nothing.',
    allow: 'staff',
    needs: 'messages.many',
    body: z.object({ ...audience, ...words }),
    returns: z.object({ subject: z.string(), text: z.string() }),
    errors: { empty_audience: 409 },
  }),
  send: endpoint({
    method: 'POST',
    path: '/office/broadcasts',
    summary:
      'Write to everybody who has booked at a venue on some days, each person once. Nothing leaves for a minute; then twenty mails a second.',
    allow: 'staff',
    needs: 'messages.many',
    body: z.object({
      ...audience,
      ...words,
      /** Of the audience that the caller has seen: refused where it is another by now. */
      digest: text(64),
    }),
    returns: broadcast,
    errors: { empty_audience: 409, effect_changed: 409 },
    idempotent: true,
    changes: ['broadcasts'],
  }),
  stop: endpoint({
    method: 'POST',
    path: '/office/broadcasts/{broadcastId}/stop',
    summary: 'Send no more of a message. Within its first minute nobody has got it.',
    allow: 'staff',
    needs: 'messages.many',
    params: z.object({ broadcastId: id }),
    returns: broadcast,
    errors: { already_sent: 409 },
    idempotent: true,
    changes: ['broadcasts'],
  }),
  list: endpoint({
    method: 'GET',
    path: '/office/broadcasts',
    summary: 'The last messages to many of a venue, the newest first.',
    allow: 'staff',
    needs: 'messages.many',
    query: z.object({ venue: z.string() }),
    returns: z.object({ broadcasts: z.array(broadcast) }),
    reads: ['broadcasts'],
  }),
} as const
