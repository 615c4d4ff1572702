import { z } from 'zod'
import { endpoint, type Resource } from './endpoint.ts'
import { flag, loginName, newPassword, otherwise, text } from './fields.ts'
import { permissions } from './permissions.ts'
import { credit, displayDate, instant } from './shapes.ts'

/** A proof or a photo a customer gave, and until when it holds. `daysToExpiry` is negative when past. */
export const customerDocument = z
  .object({
    id: z.int(),
    documentType: z.string(),
    name: z.string(),
    status: z.enum(['required', 'in_review', 'accepted', 'refused', 'expired']),
    uploadedAt: instant.nullable(),
    expiresOn: displayDate.nullable(),
    documentExpiringSoon: z.boolean(),
    daysToExpiry: z.int().nullable(),
    message: z.string().nullable(),
  })
  .meta({ id: 'Document' })
export type CustomerDocument = z.output<typeof customerDocument>

/** USER: the person who is logged in. */
export const loggedInCustomer = z
  .object({
    id: z.int(),
    reference: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    /** Whether the person has followed a link sent to `email`. */
    emailVerified: z.boolean(),
    homeVenueSlug: z.string().nullable(),
    role: z.enum(['customer', 'staff']),
    /** What staff may do (ours); null for customers. */
    staffLevel: z.enum(['desk', 'supervisor']).nullable(),
    /** Of staff alone (ours). */
    rights: z
      .object({
        /** Those that they have at a venue, at least. */
        permissions: z.array(z.enum(permissions)),
        /** Slugs of the venues where they have any; null: at every venue. */
        venues: z.array(z.string()).nullable(),
        /** Whether of sessions they see those alone that they give. */
        ownSessionsOnly: z.boolean(),
      })
      .optional(),
    currency: z.object({ symbol: z.string() }),
    /** Their membership. Without one it still has an id, the person's own: programs in use read it in order to pay. */
    membershipUser: z.object({ id: z.int(), name: z.string().nullable(), status: z.string().nullable() }),
    credit,
    hasInstruction: z.boolean(),
    hasBillingDate: z.boolean(),
    hasOutstandingPenalties: z.boolean(),
    documentExpiry: z.array(customerDocument),
    membershipDocumentUploadRequired: z.boolean(),
    profilePhoto: z.string().nullable(),
    linkedUsers: z.array(
      z.object({
        id: z.int(),
        membershipUserId: z.int().nullable(),
        firstName: z.string(),
        lastName: z.string(),
        relation: z.string(),
      }),
    ),
  })
  .meta({ id: 'User', description: 'The person who is logged in' })
export type LoggedInCustomer = z.output<typeof loggedInCustomer>

/** What a log-in answers: programs in use read it at the top level, others in `data` and `result`. */
export const loggedIn = z
  .object({
    status: z.literal('success'),
    token: z.string(),
    user: loggedInCustomer,
    data: z.object({ token: z.string() }),
    result: z.object({ homeVenueSlug: z.string().nullable() }),
  })
  .meta({ id: 'LoggedIn' })
export type LoggedIn = z.output<typeof loggedIn>

/**
 * What following a link of an e-mail has done: the address is proved; a change of address is made, waits for the other
 * end, or is refused. `email` is the address that the account has or will have.
 */
const emailConfirmed = z
  .object({
    status: z.literal('success'),
    result: z.enum(['verified', 'changed', 'new_address_pending', 'old_address_pending', 'refused']),
    email: z.string(),
  })
  .meta({ id: 'EmailConfirmed' })
export type EmailConfirmed = z.output<typeof emailConfirmed>

/** All that is different for another person. */
export const changesWithThePerson = [
  'session',
  'account',
  'basket',
  'bookings',
  'timetable',
] as const satisfies readonly Resource[]

/**
 * The password was right, and the person has to give a second factor, or to set one up: see `secondStep` of the failure.
 */
export const secondStepErrors = { second_factor_required: 401, second_factor_setup_required: 401 } as const

/** A colleague who may be logged in on one screen only is, on another. */
export const loginErrors = { logged_in_elsewhere: 409 } as const

export const sessions = {
  login: endpoint({
    method: 'POST',
    path: '/auth/customer/login',
    summary: 'Log in with an e-mail address or customer number. Staff log in here too.',
    allow: 'anyone',
    body: z.object({ username: loginName, password: z.string().min(1).max(200) }),
    returns: loggedIn,
    errors: { invalid_credentials: 401, ...loginErrors, ...secondStepErrors },
    bare: true,
    // Failures are counted, which a refusal must not roll back.
    inTransaction: false,
    changes: changesWithThePerson,
  }),
  user: endpoint({
    method: 'GET',
    path: '/auth/user',
    summary: 'The person who is logged in, twice.',
    allow: 'customer',
    returns: z.object({ data: loggedInCustomer, result: loggedInCustomer }),
    bare: true,
    reads: ['session'],
  }),
  logout: endpoint({
    method: 'POST',
    path: '/auth/logout',
    summary: 'Log out: the token is void, the basket emptied and its places free.',
    allow: 'anyone',
    returns: z.object({ status: z.literal('success') }),
    bare: true,
    changes: changesWithThePerson,
  }),
  handover: endpoint({
    method: 'POST',
    path: '/auth/handover',
    summary: "A token for the address of another of the operator's sites: 60 seconds, one use.",
    allow: 'customer',
    returns: z.object({ token: z.string(), expiresAt: instant }),
  }),
  forgottenPassword: endpoint({
    method: 'POST',
    path: '/auth/customer/forgotten-password',
    summary:
      'Request an e-mail to choose a new password. The answer is the same whether or not there is an account.',
    allow: 'anyone',
    body: z.object({ emailOrReference: loginName }),
    returns: z.object({ status: z.literal('success'), message: z.string() }),
    bare: true,
    limit: { attempts: 30, seconds: 3600 },
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/auth/customer/reset-password',
    summary: 'Choose a new password with the token of the e-mail, and log in.',
    allow: 'anyone',
    body: z.object({ token: text(200), password: newPassword }),
    setsPassword: true,
    returns: loggedIn,
    errors: { token_expired: 410, ...secondStepErrors },
    bare: true,
    // The password is saved although the log-in may wait for the second factor.
    inTransaction: false,
    changes: changesWithThePerson,
  }),
  requestLoginLink: endpoint({
    method: 'POST',
    path: '/auth/customer/login-link',
    summary:
      'Request an e-mail with a link to log in. The answer is the same whether or not there is an account; only a confirmed address gets one.',
    allow: 'anyone',
    body: z.object({ emailOrReference: loginName }),
    returns: z.object({ status: z.literal('success'), message: z.string() }),
    bare: true,
    limit: { attempts: 30, seconds: 3600 },
  }),
  logInByLink: endpoint({
    method: 'POST',
    path: '/auth/customer/login-link/use',
    summary:
      'Log in with the token of the e-mail, once. `inOtherBrowser` agrees to a browser that did not request it.',
    allow: 'anyone',
    body: z.object({ token: text(200), inOtherBrowser: otherwise(flag, false) }),
    returns: loggedIn,
    errors: { token_expired: 410, other_browser: 409, ...loginErrors, ...secondStepErrors },
    bare: true,
    // The link is used up although the log-in may wait for the second factor.
    inTransaction: false,
    limit: { attempts: 100, seconds: 3600 },
    changes: changesWithThePerson,
  }),
  confirmEmail: endpoint({
    method: 'POST',
    path: '/auth/customer/confirm-email',
    summary:
      'Confirm an e-mail address with the token of the e-mail; `refuse` stops a change of address. It does not log in.',
    allow: 'anyone',
    body: z.object({ token: text(200), refuse: otherwise(flag, false) }),
    returns: emailConfirmed,
    errors: { token_expired: 410 },
    bare: true,
    limit: { attempts: 100, seconds: 3600 },
    changes: ['session', 'account'],
  }),
  resendEmailLinks: endpoint({
    method: 'POST',
    path: '/my-account/email-links',
    summary: 'Send the links again that the address of the account, or a change of it, waits for.',
    allow: 'customer',
    returns: z.object({ status: z.literal('success'), message: z.string() }),
    bare: true,
    // Requests are counted, which a refusal must not roll back.
    inTransaction: false,
  }),
  withdrawEmailChange: endpoint({
    method: 'DELETE',
    path: '/my-account/email-change',
    summary: 'Stop a change of e-mail address that is not confirmed yet.',
    allow: 'customer',
    returns: z.object({ status: z.literal('success') }),
    bare: true,
    changes: ['account'],
  }),
}
