import { z } from 'zod'
import { audiencePeople, messageKinds } from './audiences.ts'
import { reach } from './bookings.ts'
import { endpoint } from './endpoint.ts'
import { day, id, optional, otherwise, text } from './fields.ts'
import { clockTime, displayDate, instant } from './shapes.ts'

const whom = {
  people: otherwise(z.enum(audiencePeople), 'booked'),
  /** Its slug. */
  venue: z.string(),
  from: day(),
  until: day(),
  /** Left out: whatever they have booked or wait for. */
  activityId: optional(id),
  /** Where that is, or what is let to hirers. */
  placeId: optional(id),
  /** Of members. Left out: any. */
  planId: optional(id),
  /** Left out: every hirer. */
  hirerId: optional(id),
}

const audience = {
  ...whom,
  /** `news`: only those of them who agreed to it, at the address of their account. */
  kind: otherwise(z.enum(messageKinds), 'service'),
  /** One session of those days. */
  sessionId: optional(id),
}

const words = { subject: text(100), text: text(2000) }

const broadcast = z
  .object({
    id: z.int(),
    subject: z.string(),
    text: z.string(),
    kind: z.enum(messageKinds),
    people: z.enum(audiencePeople),
    from: displayDate,
    until: displayDate,
    /** Names of the activity, place, session, plan and hirer that it was for alone. */
    narrowedTo: z.array(z.string()),
    sentBy: z.string(),
    /** Whether the caller has sent it. */
    isOwn: z.boolean(),
    /**
     * `awaiting_approval`: nothing leaves before another person has agreed. `queued`: nothing has left yet, and nothing will
     * for a minute after it was sent or approved.
     */
    state: z.enum(['awaiting_approval', 'queued', 'sending', 'sent', 'stopped']),
    dueAt: instant,
    /** People, by how they are reached. */
    reach,
    /** Of those reached by e-mail, whose mail is on its way or has left; the others wait for their turn. */
    handedOver: z.int(),
    /** Whose mail could not be delivered, who are to be rung; of news also who has unsubscribed meanwhile. */
    undelivered: z.int(),
  })
  .meta({ id: 'Broadcast' })
export type Broadcast = z.output<typeof broadcast>

const choice = z.array(z.object({ id: z.int(), name: z.string() }))

/** An audience under a name: whom to look for. Its days are those of its use. */
const savedAudience = z
  .object({
    id: z.int(),
    name: z.string(),
    people: z.enum(audiencePeople),
    from: displayDate,
    until: displayDate,
    activityId: z.int().nullable(),
    placeId: z.int().nullable(),
    planId: z.int().nullable(),
    hirerId: z.int().nullable(),
  })
  .meta({ id: 'SavedAudience' })
export type SavedAudience = z.output<typeof savedAudience>

/** Who would be written to now. */
const reached = z
  .object({
    /** Another one as soon as other people would be written to. Who sends names the one they have seen. */
    digest: z.string(),
    reach,
    /** Of news: people of the audience who did not agree to it, and get none. */
    notAgreed: z.int(),
    /** The first ten of them. */
    names: z.array(z.string()),
    /** What can be chosen to narrow it, of the people it is for. */
    choices: z.object({
      activities: choice,
      places: choice,
      /** Of one day; of several none. */
      sessions: z.array(z.object({ id: z.int(), name: z.string(), startsAt: clockTime })),
      plans: choice,
      hirers: choice,
    }),
  })
  .meta({ id: 'Audience' })
export type Audience = z.output<typeof reached>

export const broadcasts = {
  audience: endpoint({
    method: 'GET',
    path: '/office/broadcasts/audience',
    summary: 'Whom a message to people of a venue on some days would reach, and how.',
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
    errors: { empty_audience: 409, no_consent: 422 },
  }),
  send: endpoint({
    method: 'POST',
    path: '/office/broadcasts',
    summary:
      'Write to people of a venue: those who have booked, wait, are members, did not come, or hire. Each gets it once. Nothing leaves for a minute; then twenty mails a second.',
    allow: 'staff',
    needs: 'messages.many',
    body: z.object({
      ...audience,
      ...words,
      /** Of the audience that the caller has seen: refused where it is another by now. */
      digest: text(64),
    }),
    returns: broadcast,
    errors: { empty_audience: 409, no_consent: 422, effect_changed: 409 },
    idempotent: true,
    changes: ['broadcasts'],
  }),
  approve: endpoint({
    method: 'POST',
    path: '/office/broadcasts/{broadcastId}/approve',
    summary: 'Let news to many people leave that somebody else has written. It leaves a minute later.',
    allow: 'staff',
    needs: 'messages.many',
    params: z.object({ broadcastId: id }),
    returns: broadcast,
    errors: { needs_second_person: 403, already_approved: 409 },
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
  savedAudiences: endpoint({
    method: 'GET',
    path: '/office/audiences',
    summary: 'The audiences of a venue that have a name, with the days they are for today.',
    allow: 'staff',
    needs: 'messages.many',
    query: z.object({ venue: z.string() }),
    returns: z.object({ audiences: z.array(savedAudience) }),
    reads: ['broadcasts'],
  }),
  saveAudience: endpoint({
    method: 'POST',
    path: '/office/audiences',
    summary:
      'Give an audience a name. Each use finds its people anew, on days that move on with the calendar.',
    allow: 'staff',
    needs: 'messages.many',
    body: z.object({ ...whom, name: text(60) }),
    returns: savedAudience,
    errors: { name_in_use: 409 },
    idempotent: true,
    changes: ['broadcasts'],
  }),
  forgetAudience: endpoint({
    method: 'DELETE',
    path: '/office/audiences/{audienceId}',
    summary: 'Take the name of an audience away. Messages sent to it stay as they are.',
    allow: 'staff',
    needs: 'messages.many',
    params: z.object({ audienceId: id }),
    returns: z.object({ id: z.int() }),
    changes: ['broadcasts'],
  }),
} as const
