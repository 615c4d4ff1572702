import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import {
  dateOfBirth,
  emailAddress,
  id,
  newPassword,
  optional,
  optionalPhone,
  optionalText,
  text,
} from './fields.ts'
import { changesWithThePerson, loggedIn } from './sessions.ts'
import { displayDate, instant } from './shapes.ts'
import { waiverRecord } from './waivers.ts'

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
    /** Looked after by others, and old enough to take over their own record. */
    mayTakeOver: z.boolean(),
    /** The address that they accepted the customer's invitation with, while the customer has yet to confirm who they are. */
    acceptedWith: z.string().nullable(),
    /** false until an invitation is confirmed: the fields below are empty, and cannot be changed. */
    healthShared: z.boolean(),
    /** What an instructor should know; staff see it on the session's list. */
    medicalNotes: z.string(),
    emergencyContactName: z.string(),
    emergencyContactPhone: z.string(),
    /** What they or their guardian have agreed to, and until when it is valid; null: for one booking. */
    waivers: z.array(waiverRecord),
    proofs: z.array(z.object({ type: z.string(), validUntil: displayDate.nullable() })),
  })
  .meta({ id: 'FamilyPerson' })
export type FamilyPerson = z.output<typeof familyPerson>

/** An invitation that has not been accepted yet. */
export const familyInvitation = z
  .object({
    id: z.int(),
    email: z.string(),
    /** Who is to take over their own record; null for somebody with an account of their own. */
    person: z.object({ id: z.int(), firstName: z.string() }).nullable(),
    expiresAt: instant,
  })
  .meta({ id: 'FamilyInvitation' })
export type FamilyInvitation = z.output<typeof familyInvitation>

/** The code in the link of an invitation. */
const code = text(200)

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
    summary:
      'Change what the venue should know of a person, and of a child also name and date of birth. Fields left out stay.',
    allow: 'customer',
    params: z.object({ personId: id }),
    body: z.object({
      firstName: optional(text(80)),
      lastName: optional(text(80)),
      dateOfBirth: optional(dateOfBirth()),
      medicalNotes: optionalText(1000),
      emergencyContactName: optionalText(),
      emergencyContactPhone: optionalPhone(),
      ...forWhom,
    }),
    returns: familyPerson,
    errors: { not_confirmed: 409 },
    changes: ['account', 'attendance', 'session', 'timetable'],
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/my-account/family/{personId}/confirm',
    summary:
      'Confirm that somebody who accepted an invitation is who the customer invited: the households then share health details.',
    allow: 'customer',
    params: z.object({ personId: id }),
    body: z.object(forWhom),
    returns: z.array(familyPerson),
    changes: ['account'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/my-account/family/{personId}',
    summary:
      'End sharing a household with somebody who has an account: neither can book for the other any more. Or take out a child for whom nothing is booked.',
    allow: 'customer',
    params: z.object({ personId: id }),
    returns: z.array(familyPerson),
    errors: { has_bookings: 409 },
    idempotent: true,
    changes: ['account', 'session', 'timetable'],
  }),
  invitations: endpoint({
    method: 'GET',
    path: '/my-account/family/invitations',
    summary: 'Invitations that have not been accepted.',
    allow: 'customer',
    returns: z.array(familyInvitation),
    reads: ['account'],
  }),
  invite: endpoint({
    method: 'POST',
    path: '/my-account/family/invitations',
    summary:
      'Invite somebody to share the household, or a person of 16 or over to take over their own record.',
    allow: 'customer',
    body: z.object({ email: emailAddress, personId: optional(id) }),
    returns: familyInvitation,
    errors: { not_confirmed: 409 },
    idempotent: true,
    limit: { attempts: 20, seconds: 3600 },
    changes: ['account'],
  }),
  withdrawInvitation: endpoint({
    method: 'DELETE',
    path: '/my-account/family/invitations/{invitationId}',
    summary: 'Take back an invitation; its link ends.',
    allow: 'customer',
    params: z.object({ invitationId: id }),
    returns: z.array(familyInvitation),
    idempotent: true,
    changes: ['account'],
  }),
  readInvitation: endpoint({
    method: 'GET',
    path: '/family-invitation',
    summary: 'Whose invitation a link is, and for whom.',
    allow: 'anyone',
    cache: 'never',
    query: z.object({ code }),
    returns: z.object({
      inviterName: z.string(),
      email: z.string(),
      /** Who takes over their own record; null for somebody with an account of their own. */
      person: z.object({ firstName: z.string() }).nullable(),
    }),
    errors: { token_expired: 410 },
    limit: { attempts: 100, seconds: 3600 },
  }),
  acceptInvitation: endpoint({
    method: 'POST',
    path: '/my-account/family/invitations/accept',
    summary:
      'Share a household with whoever sent the invitation, in the account of the address that was invited.',
    allow: 'customer',
    body: z.object({ code }),
    returns: z.array(familyPerson),
    errors: { token_expired: 410, email_differs: 403, email_unverified: 403 },
    idempotent: true,
    changes: ['account', 'session', 'timetable'],
  }),
  takeOver: endpoint({
    method: 'POST',
    path: '/auth/customer/take-over',
    summary:
      'Choose a password for a record that others have looked after, and log in. They no longer manage it.',
    allow: 'anyone',
    body: z.object({ code, password: newPassword }),
    setsPassword: true,
    returns: loggedIn,
    errors: { token_expired: 410 },
    bare: true,
    limit: { attempts: 30, seconds: 3600 },
    changes: changesWithThePerson,
  }),
}
