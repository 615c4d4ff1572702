import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { anyId, dateOfBirth, emailAddress, flag, id, optional, otherwise, text } from './fields.ts'
import { bookableId, displayDate } from './shapes.ts'

const forWhom = { selectedUserId: optional(id) }

/** What an adult who signs for a person under 18 is to them. */
export const guardianRelations = ['parent', 'guardian', 'relative', 'other'] as const
export type GuardianRelation = (typeof guardianRelations)[number]

/** An agreement as the people concerned and staff see it. */
export const waiverRecord = z
  .object({
    name: z.string(),
    agreedOn: displayDate,
    /** null: for one booking. */
    validUntil: displayDate.nullable(),
    /** The adult who signed for a person under 18; null for a person who signed themselves. */
    signedBy: z.string().nullable(),
    signedByRelation: z.enum(guardianRelations).nullable(),
  })
  .meta({ id: 'WaiverRecord' })
export type WaiverRecord = z.output<typeof waiverRecord>

export const questionTypes = ['text', 'number', 'date', 'select', 'checkbox'] as const

/** Something to answer. `options` are those of a `select`. */
const questionFields = {
  id: z.int(),
  text: z.string(),
  type: z.enum(questionTypes),
  options: z.array(z.object({ value: z.string(), label: z.string() })),
  required: z.boolean(),
}

export const waiverQuestion = z.object(questionFields).meta({ id: 'WaiverQuestion' })
export type WaiverQuestion = z.output<typeof waiverQuestion>

/** A question about a line of the basket. `activityId` is the id, in either form, whose answers call takes it. */
export const bookingQuestion = z
  .object({ ...questionFields, cartItemId: z.int(), activityId: bookableId, answer: z.string().nullable() })
  .meta({ id: 'BookingQuestion' })
export type BookingQuestion = z.output<typeof bookingQuestion>

const person = { firstName: z.string(), lastName: z.string(), dateOfBirth: displayDate.nullable() }

/**
 * What a line of the basket still needs of a waiver (ours). `person` is who the line is for, null until that is decided;
 * `validUntil` the day to which what they agreed to before holds. `open` waivers are still to be sent.
 */
export const waiverLine = z
  .object({
    cartItemId: z.int(),
    total: z.int(),
    open: z.int(),
    person: z.object({ ...person, validUntil: displayDate.nullable() }).nullable(),
    sent: z.array(
      z.object({ id: z.int(), attendeeId: z.int(), ...person, validUntil: displayDate.nullable() }),
    ),
  })
  .meta({ id: 'WaiverLine' })
export type WaiverLine = z.output<typeof waiverLine>

export const waiverRequest = z
  .object({
    restrictionId: z.int(),
    title: z.string(),
    html: z.string(),
    perAttendee: z.boolean(),
    questions: z.array(waiverQuestion),
    /** The lines of the caller's basket that need it. */
    lines: z.array(waiverLine),
  })
  .meta({ id: 'Waiver' })
export type WaiverRequest = z.output<typeof waiverRequest>

/** An attendee of an earlier booking. `waiverValidUntil`: the last day of their agreement. */
export const foundAttendee = z
  .object({
    id: z.int(),
    firstName: z.string(),
    lastName: z.string(),
    dateOfBirth: displayDate,
    waiverValidUntil: displayDate.nullable(),
  })
  .meta({ id: 'FoundAttendee' })
export type FoundAttendee = z.output<typeof foundAttendee>

const answerSent = z.union([z.string().max(2000), z.number(), z.boolean()])

/** An answer as it is sent: what is left empty counts as not answered. */
const answerTo = { questionId: id, value: optional(answerSent) }

const answersBody = z.object({
  answers: z
    .array(z.object({ ...answerTo, cartItemId: id }))
    .min(1)
    .max(500),
  ...forWhom,
})

const storedAnswers = z.array(
  z.object({ questionId: z.int(), cartItemId: z.int(), value: z.string().nullable() }),
)

const answersEndpoint = <const Path extends string, P extends z.ZodObject>(path: Path, params: P) =>
  endpoint({
    method: 'POST',
    path,
    summary: 'Answer the questions about lines of the basket. A later answer replaces the earlier one.',
    allow: 'owner',
    params,
    body: answersBody,
    returns: storedAnswers,
    idempotent: true,
    changes: ['basket'],
  })

export const waivers = {
  questions: endpoint({
    method: 'POST',
    path: '/activities/cart/{cartId}/questions',
    summary: 'The questions about the lines of the basket.',
    allow: 'owner',
    params: z.object({ cartId: id }),
    body: z.object(forWhom),
    returns: z.array(bookingQuestion),
  }),
  answers: answersEndpoint('/activities/{id}/questions/answers', z.object({ id })),
  occurrenceAnswers: answersEndpoint(
    '/activities/occurrences/{id}/questions/answers',
    z.object({ id: anyId }),
  ),
  occurrenceAnswersV1: answersEndpoint(
    '/v1/activities/occurrences/{id}/questions/answers',
    z.object({ id: anyId }),
  ),
  requests: endpoint({
    method: 'GET',
    path: '/activities/{restriction}/question-waivers',
    summary: 'The waiver to agree to, and which lines of the basket need it.',
    allow: 'owner',
    params: z.object({ restriction: id }),
    query: z.object(forWhom),
    returns: waiverRequest,
    reads: ['basket'],
  }),
  previousAttendees: endpoint({
    method: 'GET',
    path: '/activities/{restriction}/question-waivers/previous-attendees',
    summary: 'Attendees this buyer brought before, by name; none for a visitor. At least two letters.',
    allow: 'owner',
    params: z.object({ restriction: id }),
    query: z.object({
      query: z.string().trim().min(2, 'Type at least two letters.').max(100),
      ...forWhom,
    }),
    returns: z.array(foundAttendee),
    reads: ['attendees'],
  }),
  send: endpoint({
    method: 'POST',
    path: '/activities/question-waivers',
    summary: 'Agree to waivers for the people who take part. All are stored, or none.',
    allow: 'owner',
    body: z.object({
      waivers: z
        .array(
          z.object({
            cartItemId: id,
            restrictionId: id,
            attendee: z.object({
              id: optional(id),
              firstName: optional(z.string().trim().max(80)),
              lastName: optional(z.string().trim().max(80)),
              dateOfBirth: optional(dateOfBirth()),
              email: optional(emailAddress),
            }),
            accepted: otherwise(flag, false),
            answers: otherwise(z.array(z.object(answerTo)).max(100), []),
          }),
        )
        .min(1)
        .max(200),
      /** Ours: the adult who signs for everyone here under 18; without it the adult whose account it is. */
      guardian: optional(z.object({ name: text(160), relation: z.enum(guardianRelations) })),
      ...forWhom,
    }),
    returns: z.object({
      waivers: z.array(
        z.object({
          id: z.int(),
          cartItemId: z.int(),
          restrictionId: z.int(),
          attendeeId: z.int(),
          validUntil: displayDate.nullable(),
        }),
      ),
      totalWaiversRequired: z.int(),
      totalWaiversCompleted: z.int(),
    }),
    idempotent: true,
    changes: ['attendees', 'basket'],
  }),
}
