import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { dateOfBirth, id, optional, optionalText, text } from './fields.ts'
import { displayDate } from './shapes.ts'

const forWhom = { selectedUserId: optional(id) }

/** A person a customer books for, or the customer: what the venue knows of them. */
export const familyPerson = z
  .object({
    id: z.int(),
    firstName: z.string(),
    lastName: z.string(),
    /** null: the customer themselves. */
    relation: z.string().nullable(),
    dateOfBirth: displayDate.nullable(),
    /** Whether they log in with an account of their own, and so change their details themselves. */
    hasLogin: z.boolean(),
    /** What an instructor should know; staff see it on the session's list. */
    medicalNotes: z.string(),
    emergencyContactName: z.string(),
    emergencyContactPhone: z.string(),
    /** What they or their guardian have agreed to, and until when it is valid; null: for one booking. */
    waivers: z.array(
      z.object({
        name: z.string(),
        agreedOn: displayDate,
        validUntil: displayDate.nullable(),
        signedBy: z.string().nullable(),
      }),
    ),
    proofs: z.array(z.object({ type: z.string(), validUntil: displayDate.nullable() })),
  })
  .meta({ id: 'FamilyPerson' })
export type FamilyPerson = z.output<typeof familyPerson>

export const families = {
  mine: endpoint({
    method: 'GET',
    path: '/my-account/family',
    summary: 'The customer and the people they book for.',
    allow: 'customer',
    query: z.object(forWhom),
    returns: z.array(familyPerson),
    reads: ['account', 'attendees', 'documents'],
  }),
  addChild: endpoint({
    method: 'POST',
    path: '/my-account/family',
    summary: 'Add a child, so that the customer can book for them.',
    allow: 'customer',
    body: z.object({ firstName: text(80), lastName: text(80), dateOfBirth: dateOfBirth(), ...forWhom }),
    returns: familyPerson,
    idempotent: true,
    changes: ['account', 'session', 'timetable'],
  }),
  change: endpoint({
    method: 'PUT',
    path: '/my-account/family/{personId}',
    summary: 'Change what the venue should know of a person. Fields left out stay.',
    allow: 'customer',
    params: z.object({ personId: id }),
    body: z.object({
      medicalNotes: optionalText(1000),
      emergencyContactName: optionalText(),
      emergencyContactPhone: optionalText(40),
      ...forWhom,
    }),
    returns: familyPerson,
    changes: ['account', 'attendance'],
  }),
}
