import { z } from 'zod'
import { roleIds } from '#contract/permissions.ts'
import {
  day,
  email,
  money,
  optionalPhone,
  optionalPostcode,
  optionalText,
  reference,
  slug,
  text,
} from '#server/import/files/fields.ts'
import { languages, operatorMessages } from '#server/messages/languages.ts'
import { membershipOfPerson, packageOfPerson, unfinishedJoining } from './memberships.ts'

/* Schema of people.json. */

const personFields = {
  /** The operator's own number for the person. */
  reference,
  firstName: text(80),
  lastName: text(80),
  dateOfBirth: z.iso.date({ error: operatorMessages().importing.dateOfBirthForm }).nullable().default(null),
  /** Slugs of the inductions that staff have given the person. */
  inductions: z.array(slug).default([]),
}

/** Credit that a person begins with; `key` is its name, under which it is granted once. */
const creditOfPerson = (today: string, currency: string) =>
  z.strictObject({
    key: slug,
    type: z.enum(['general', 'membership']).default('general'),
    amount: money(currency).refine((pence) => pence > 0, { error: operatorMessages().importing.amountForm }),
    expiresOn: day(today).nullable().default(null),
    description: text(120),
  })

/** A penalty from before; `key` is its name, under which it is raised once. */
const penaltyOfPerson = (currency: string) =>
  z.strictObject({
    key: slug,
    amount: money(currency).refine((pence) => pence > 0, { error: operatorMessages().importing.amountForm }),
    description: text(120),
  })

const guestPassOfPerson = (today: string) =>
  z
    .strictObject({
      /** Known by it, and shown at the door. */
      code: reference,
      name: text(80),
      validFrom: day(today),
      validUntil: day(today),
    })
    .refine(({ validFrom, validUntil }) => validFrom <= validUntil, {
      error: operatorMessages().importing.passBackwards,
    })

/** A proof a person has given before. */
const documentOfPerson = (today: string) =>
  z.strictObject({
    /** The same is taken over once. */
    key: slug,
    type: slug,
    status: z.enum(['in_review', 'accepted', 'refused']).default('accepted'),
    uploadedOn: day(today),
    expiresOn: day(today).nullable().default(null),
    /** Why it was refused. */
    message: text(200).nullable().default(null),
    file: text(200),
  })

/** A role at a venue, or at all of them; of an instructor, who they are in the timetable. */
const roleOfPerson = z.strictObject({
  role: z.enum(roleIds),
  venue: slug.nullable().default(null),
  instructor: slug.nullable().default(null),
})

export const personEntry = (today: string, currency: string) =>
  z.strictObject({
    ...personFields,
    memberships: z.array(membershipOfPerson(today)).default([]),
    packages: z.array(packageOfPerson(today)).default([]),
    joining: unfinishedJoining.optional(),
    credits: z.array(creditOfPerson(today, currency)).default([]),
    penalties: z.array(penaltyOfPerson(currency)).default([]),
    /** How much the person may owe for what is charged to their account; none is no account. */
    accountLimit: money(currency).nullable().default(null),
    guestPasses: z.array(guestPassOfPerson(today)).default([]),
    documents: z.array(documentOfPerson(today)).default([]),
    email,
    /** Set for a new account only; an existing one keeps the password its owner chose. */
    password: z
      .string()
      .min(10, { error: operatorMessages().importing.tooShort({ shortest: 10 }) })
      .max(200)
      .optional(),
    role: z.enum(['customer', 'staff']).default('customer'),
    /** In short what staff may do: `desk`, or `supervisor` for an administrator; desk when left out. */
    staffLevel: z.enum(['desk', 'supervisor']).nullable().default(null),
    /** What staff may do, and where; when left out, what `staff_level` says. */
    roles: z.array(roleOfPerson).default([]),
    phone: optionalPhone,
    addressLineOne: optionalText().default(''),
    addressLineTwo: optionalText().default(''),
    city: optionalText(80).default(''),
    postcode: optionalPostcode,
    homeVenue: slug.nullable().default(null),
    emergencyContactName: optionalText().default(''),
    emergencyContactPhone: optionalPhone,
    marketingConsent: z.boolean().default(false),
    /** In which language they are written to, `en`; the first that the server offers when left out. Later it is theirs to choose. */
    language: z.enum(languages).nullable().default(null),
    /** What to say of the person where demo logins are listed. */
    note: optionalText().default(''),
    children: z.array(z.strictObject({ ...personFields, relation: text(40).default('child') })).default([]),
  })
