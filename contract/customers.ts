import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import {
  dateOfBirth,
  day,
  emailAddress,
  flag,
  id,
  newPassword,
  optional,
  optionalPhone,
  optionalPostcode,
  optionalText,
  otherwise,
  text,
} from './fields.ts'
import { optionalMessages } from './optionalMessages.ts'
import { changesWithThePerson, loggedIn, loggedInCustomer } from './sessions.ts'
import { displayDate } from './shapes.ts'
import { acceptedTerms } from './terms.ts'

/** What has to be shown to people before they take part in some activities. */
const inductions = z
  .object({
    /** `byAttending`: a booking of theirs that was attended gave it. */
    given: z.array(
      z.object({ id: z.int(), name: z.string(), givenOn: displayDate, byAttending: z.boolean() }),
    ),
    others: z.array(z.object({ id: z.int(), name: z.string() })),
  })
  .meta({ id: 'Inductions' })
export type Inductions = z.output<typeof inductions>

/** What a customer sees and changes about themselves. */
export const customerDetails = z
  .object({
    id: z.int(),
    reference: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    emailVerified: z.boolean(),
    /** The address that `email` becomes once it is confirmed. */
    pendingEmail: z.string().nullable(),
    dateOfBirth: displayDate.nullable(),
    phone: z.string(),
    addressLineOne: z.string(),
    addressLineTwo: z.string(),
    city: z.string(),
    postcode: z.string(),
    homeVenueSlug: z.string().nullable(),
    emergencyContactName: z.string(),
    emergencyContactPhone: z.string(),
    marketingConsent: z.boolean(),
    /** Ours: the kinds of e-mail that they do without. */
    unwantedMessages: z.array(z.enum(optionalMessages)),
    /** In which language they read, as a page names it; null: nobody has said. */
    language: z.string().nullable(),
    profilePhoto: z.string().nullable(),
  })
  .meta({ id: 'CustomerDetails' })
export type CustomerDetails = z.output<typeof customerDetails>

/** USER as staff see them: with what tells people of one name apart. */
export const customerFound = z
  .object({
    ...loggedInCustomer.shape,
    dateOfBirth: displayDate.nullable(),
    phone: z.string(),
    city: z.string(),
    postcode: z.string(),
  })
  .meta({ id: 'CustomerFound' })
export type CustomerFound = z.output<typeof customerFound>

const address = {
  phone: optionalPhone(),
  addressLineOne: optionalText(),
  addressLineTwo: optionalText(),
  city: optionalText(),
  postcode: optionalPostcode(),
}

export const customers = {
  register: endpoint({
    method: 'POST',
    path: '/auth/customer/register',
    summary: 'Become a customer, and be logged in.',
    allow: 'anyone',
    query: z.object({ onboardingType: otherwise(z.enum(['standard', 'joining']), 'standard') }),
    body: acceptedTerms(
      z.object({
        firstName: text(100),
        lastName: text(100),
        email: emailAddress,
        password: newPassword,
        dateOfBirth: dateOfBirth(),
        ...address,
        homeVenueSlug: optional(z.string()),
        marketingConsent: otherwise(flag, false),
        clientId: text(),
        source: z.enum(['bookings', 'online-joining', 'kiosk']),
      }),
    ),
    setsPassword: true,
    returns: loggedIn,
    errors: { already_logged_in: 409 },
    bare: true,
    idempotent: true,
    // A leisure centre may be one address to us, and everybody joins in January.
    limit: { attempts: 60, seconds: 3600 },
    changes: changesWithThePerson,
  }),
  details: endpoint({
    method: 'GET',
    path: '/my-account/details',
    summary: 'The details of the customer.',
    allow: 'customer',
    query: z.object({ selectedUserId: optional(id) }),
    returns: customerDetails,
    reads: ['account'],
  }),
  search: endpoint({
    method: 'GET',
    path: '/foh/customers',
    summary:
      'Customers by name, e-mail address, postcode, customer or membership number or the code of a guest pass: 2 letters or more, at most 20 found.',
    allow: 'staff',
    needs: 'customers.view',
    query: z.object({ query: optional(z.string().max(100)) }),
    returns: z.array(customerFound),
    reads: ['account'],
  }),
  atDesk: endpoint({
    method: 'GET',
    path: '/foh/customers/{customerId}',
    summary: 'One customer, for staff.',
    allow: 'staff',
    needs: 'customers.view',
    params: z.object({ customerId: id }),
    returns: customerFound,
    reads: ['account', 'session'],
  }),
  inductions: endpoint({
    method: 'GET',
    path: '/foh/customers/{customerId}/inductions',
    summary: 'The inductions that a customer has had, and the others there are.',
    allow: 'staff',
    needs: 'customers.view',
    params: z.object({ customerId: id }),
    returns: inductions,
    reads: ['account'],
  }),
  giveInduction: endpoint({
    method: 'POST',
    path: '/foh/customers/{customerId}/inductions',
    summary: 'Record that a customer has had an induction.',
    allow: 'staff',
    needs: 'check_in',
    params: z.object({ customerId: id }),
    body: z.object({
      restrictionId: id,
      /** Today, or a day before. */
      givenOn: day(),
    }),
    returns: inductions,
    idempotent: true,
    changes: ['account'],
  }),
  withdrawInduction: endpoint({
    method: 'DELETE',
    path: '/foh/customers/{customerId}/inductions/{restrictionId}',
    summary: 'Take back an induction that was recorded by mistake.',
    allow: 'staff',
    needs: 'check_in',
    params: z.object({ customerId: id, restrictionId: id }),
    returns: inductions,
    idempotent: true,
    changes: ['account'],
  }),
  registerAtDesk: endpoint({
    method: 'POST',
    path: '/foh/customers',
    summary: 'Register a customer at the desk. They choose a password later, by e-mail.',
    allow: 'staff',
    needs: 'customers.change',
    body: acceptedTerms(
      z.object({
        firstName: text(100),
        lastName: text(100),
        /** Who has none is found by name or reference, and cannot log in. */
        email: optional(emailAddress),
        dateOfBirth: dateOfBirth(),
        ...address,
        homeVenueSlug: optional(z.string()),
        marketingConsent: otherwise(flag, false),
      }),
    ),
    returns: customerFound,
    idempotent: true,
    changes: ['account'],
  }),
  changeDetails: endpoint({
    method: 'PUT',
    path: '/my-account/details',
    summary:
      'Change any of the details. A new e-mail address or password needs the current password; the address changes once the links sent to the old and the new one are followed.',
    allow: 'customer',
    query: z.object({ selectedUserId: optional(id) }),
    body: z.object({
      // What is left out stays; a name taken away is a mistake.
      firstName: text(100).optional(),
      lastName: text(100).optional(),
      email: optional(emailAddress),
      ...address,
      homeVenueSlug: optional(z.string()),
      emergencyContactName: optionalText(),
      emergencyContactPhone: optionalPhone(),
      marketingConsent: optional(flag),
      unwantedMessages: optional(z.array(z.enum(optionalMessages))),
      /** One that the operator offers: `en`. */
      language: optional(z.string().max(20)),
      password: optional(newPassword),
      currentPassword: optional(z.string().max(200)),
    }),
    setsPassword: true,
    returns: customerDetails,
    // Wrong passwords are counted, which a refusal must not roll back.
    inTransaction: false,
    changes: ['account', 'session'],
  }),
}
