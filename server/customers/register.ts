import { randomInt } from 'node:crypto'
import { z } from 'zod'
import type { customers } from '#contract/customers.ts'
import { dayFromText } from '#contract/dayText.ts'
import type { Body, Query } from '#contract/endpoint.ts'
import { normalEmail, normalPhone, normalPostcode } from '#contract/identifiers.ts'
import type { LoggedIn } from '#contract/sessions.ts'
import { acceptedTerms } from '#contract/terms.ts'
import { localDay } from '#contract/time.ts'
import type { NoticeKind } from '#server/notices/rules.ts'
import { sendNotice } from '#server/notices/send.ts'
import type { Actor, Operator } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { failInvariant, invalid, Refusal } from '#server/platform/errors.ts'
import type { FurtherErrors } from '#server/platform/requests.ts'
import { createVerification, proveAddress } from '#server/sessions/emailAddress.ts'
import { logIn } from '#server/sessions/logIn.ts'
import type { LoginHooks } from '#server/sessions/logIn.ts'
import { confirmationLink } from '#server/sessions/messages.ts'
import { hashOf } from '#server/sessions/passwords.ts'
import { whyWeakPassword } from '#server/sessions/rules.ts'
import type { Session } from '#server/sessions/tokens.ts'
import { recordConsent, refuseFields } from './details.ts'
import {
  referenceOf,
  referencePrefix,
  termsMissing,
  whyInvalidDateOfBirth,
  whyInvalidPhone,
  whyInvalidPostcode,
  whyTooYoung,
} from './rules.ts'
import {
  accountOf,
  addCustomer,
  hasOtherOperator,
  recordAcceptedTerms,
  termsOf,
  venueIdBySlug,
} from './sql.ts'
import type { NewCustomer } from './sql.ts'

type Registration = Body<typeof customers.register> & Query<typeof customers.register>

/** Registers a customer and logs them in. @throws the refusals of `registerCustomer` */
export const register = async (
  tx: Tx,
  loginHooks: Pick<LoginHooks, 'mergeBasket'>,
  actor: Actor,
  input: Registration,
  now: Date,
): Promise<Session & { answer: LoggedIn }> => {
  const customerId = await registerCustomer(tx, actor, input, { isEmailProven: false }, now)
  return logIn(tx, loginHooks, actor, customerId, now)
}

type Required = 'firstName' | 'lastName' | 'email' | 'password' | 'dateOfBirth' | 'terms' | 'termsAccepted'

type NewAccount = Partial<Omit<Registration, Required>> & Pick<Registration, Required>

/**
 * Creates a customer with a password. An unproven address gets a welcome with the link that proves it.
 * @returns their id @throws Refusal `already_logged_in`; `invalid` by field
 */
export const registerCustomer = async (
  tx: Tx,
  actor: Pick<Actor, 'operator' | 'person' | 'messages'>,
  {
    terms,
    termsAccepted,
    homeVenueSlug,
    clientId = '',
    password,
    marketingConsent = false,
    source = 'bookings',
    onboardingType = 'standard',
    ...input
  }: NewAccount,
  { isEmailProven }: { isEmailProven: boolean },
  now: Date,
): Promise<number> => {
  if (actor.person !== null)
    throw new Refusal('already_logged_in', (messages) => messages.customers.alreadyLoggedIn)
  const { operator } = actor
  const operatorTerms = await termsOf(tx, operator.id)
  const required = operatorTerms.filter((one) => one.required).map((one) => one.id)
  const homeVenueId = homeVenueSlug ? await venueIdBySlug(tx, operator.id, homeVenueSlug) : null
  refuseFields({
    password: whyWeakPassword(password, { email: input.email, operatorName: operator.name }),
    date_of_birth: whyTooYoung(input.dateOfBirth, localDay(now, operator.timezone)),
    phone: whyInvalidPhone(input.phone),
    postcode: whyInvalidPostcode(input.postcode),
    home_venue_slug: homeVenueId === undefined ? (messages) => messages.customers.venueUnknown : null,
    terms:
      termsMissing(required, termsAccepted || terms).length > 0
        ? (messages) => messages.customers.termsRequired
        : null,
    client_id: (await hasOtherOperator(tx, clientId, operator.id))
      ? (messages) => messages.customers.foreignClient
      : null,
  })

  const { id: customerId, reference } = await addWithReference(tx, operator.name, {
    ...input,
    marketingConsent,
    language: actor.messages.format.language,
    source,
    onboardingType,
    phone: input.phone ?? '',
    addressLineOne: input.addressLineOne ?? '',
    addressLineTwo: input.addressLineTwo ?? '',
    city: input.city ?? '',
    postcode: input.postcode ?? '',
    operatorId: operator.id,
    passwordHash: await hashOf(password),
    homeVenueId: homeVenueId ?? null,
    createdAt: now,
  })
  const agreed = termsAccepted
    ? required
    : operatorTerms.map((one) => one.id).filter((id) => terms.includes(id))
  await recordAcceptedTerms(tx, customerId, agreed, now)
  await recordConsent(tx, customerId, { before: false, after: marketingConsent, how: 'registering' }, now)
  if (isEmailProven) await proveAddress(tx, customerId, input.email, now)
  else await sendWelcome(tx, operator, { ...input, customerId, reference }, now)
  return customerId
}

type AtDesk = Body<typeof customers.registerAtDesk>

/**
 * Creates a customer at the desk without a password; they set one by e-mail.
 * @throws Refusal `invalid` by field
 */
export const insertDeskCustomer = async (
  tx: Tx,
  operator: Operator,
  { terms, termsAccepted, homeVenueSlug, ...input }: AtDesk,
  now: Date,
): Promise<number> => {
  const operatorTerms = await termsOf(tx, operator.id)
  const required = operatorTerms.filter((one) => one.required).map((one) => one.id)
  const homeVenueId = homeVenueSlug ? await venueIdBySlug(tx, operator.id, homeVenueSlug) : null
  refuseFields({
    date_of_birth: whyInvalidDateOfBirth(input.dateOfBirth, localDay(now, operator.timezone)),
    phone: whyInvalidPhone(input.phone),
    postcode: whyInvalidPostcode(input.postcode),
    home_venue_slug: homeVenueId === undefined ? (messages) => messages.customers.venueUnknown : null,
    terms:
      termsMissing(required, termsAccepted || terms).length > 0
        ? (messages) => messages.customers.termsRequired
        : null,
  })
  const email = input.email ?? ''
  const { id, reference } = await addWithReference(tx, operator.name, {
    ...input,
    email,
    phone: input.phone ?? '',
    addressLineOne: input.addressLineOne ?? '',
    addressLineTwo: input.addressLineTwo ?? '',
    city: input.city ?? '',
    postcode: input.postcode ?? '',
    operatorId: operator.id,
    passwordHash: null,
    homeVenueId: homeVenueId ?? null,
    language: null,
    source: 'front-of-house',
    onboardingType: 'standard',
    createdAt: now,
  })
  const agreed = termsAccepted
    ? required
    : operatorTerms.map((one) => one.id).filter((term) => terms.includes(term))
  await recordAcceptedTerms(tx, id, agreed, now)
  await recordConsent(tx, id, { before: false, after: input.marketingConsent, how: 'desk' }, now)
  if (email !== '') await sendWelcome(tx, operator, { ...input, email, customerId: id, reference }, now)
  return id
}

/** Welcomes a new customer, with the link that proves the address. */
const sendWelcome = async (
  tx: Tx,
  { id: operatorId }: Operator,
  {
    customerId,
    email,
    firstName,
    reference,
  }: { customerId: number; email: string; firstName: string; reference: string },
  now: Date,
): Promise<void> => {
  const code = await createVerification(tx, { id: customerId, email }, now)
  await sendNotice(tx, welcome, { operatorId, to: email }, { customerId, firstName, reference, code }, now)
}

/** Creates the account of a new member of staff, without a password. @returns their id */
export const addForStaff = (
  tx: Tx,
  operator: Operator,
  person: { firstName: string; lastName: string; email: string },
  now: Date,
): Promise<number> => addPerson(tx, operator, { ...person, dateOfBirth: null, source: 'front-of-house' }, now)

/** Creates the record of a person without a log-in, for whom another customer books. @returns their id */
export const insertDependant = (
  tx: Tx,
  operator: Operator,
  person: { firstName: string; lastName: string; dateOfBirth: string },
  now: Date,
): Promise<number> => addPerson(tx, operator, { ...person, email: '', source: 'family' }, now)

const addPerson = async (
  tx: Tx,
  operator: Operator,
  person: Pick<NewCustomer, 'firstName' | 'lastName' | 'dateOfBirth' | 'email' | 'source'>,
  now: Date,
): Promise<number> => {
  const { id } = await addWithReference(tx, operator.name, {
    ...person,
    phone: '',
    addressLineOne: '',
    addressLineTwo: '',
    city: '',
    postcode: '',
    operatorId: operator.id,
    passwordHash: null,
    homeVenueId: null,
    marketingConsent: false,
    language: null,
    onboardingType: 'standard',
    createdAt: now,
  })
  return id
}

/** References are login names, so they are random: a sequence would reveal the next customer's. */
const addWithReference = async (
  tx: Tx,
  operatorName: string,
  customer: Omit<NewCustomer, 'reference'>,
): Promise<{ id: number; reference: string }> => {
  const prefix = referencePrefix(operatorName)
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const reference = referenceOf(prefix, randomInt(1_000_000_000))
    const added = await addCustomer(tx, { ...customer, reference })
    if (added !== undefined) return { id: added.id, reference }
    // The address is another's, or the reference is.
    if ((await accountOf(tx, customer.operatorId, customer.email)) !== undefined)
      throw invalid({ email: [(messages) => messages.customers.emailTaken] })
  }
  return failInvariant('ten references in a row are taken')
}

const terms = acceptedTerms(z.object({}))

/** What else is wrong with a registration whose fields are refused, so that every mistake is displayed at once. */
export const furtherErrors: FurtherErrors = async ({ db, operator, body, now }) => {
  const textOf = (name: string): string => {
    const value = body[name]
    return typeof value === 'string' ? value.trim() : ''
  }
  const dateOfBirth = dayFromText(textOf('dateOfBirth'))
  const password = textOf('password')
  const required = (await termsOf(db, operator.id)).filter((one) => one.required).map(({ id }) => id)
  const accepted = terms.safeParse(body).data
  const isMissing =
    accepted !== undefined && termsMissing(required, accepted.termsAccepted || accepted.terms).length > 0
  return {
    date_of_birth:
      dateOfBirth === undefined ? null : whyTooYoung(dateOfBirth, localDay(now, operator.timezone)),
    phone: whyInvalidPhone(normalPhone(textOf('phone'))),
    postcode: whyInvalidPostcode(normalPostcode(textOf('postcode'))),
    // One that is missing is not the address that is missing too.
    password:
      password === ''
        ? null
        : whyWeakPassword(password, { email: normalEmail(textOf('email')), operatorName: operator.name }),
    terms: isMissing ? (messages) => messages.customers.termsRequired : null,
  }
}

/** `code` proves the address; messages written before there were codes have none. */
export const welcome: NoticeKind<{
  customerId: number
  firstName: string
  reference: string
  code?: string
}> = {
  kind: 'welcome',
  about: ({ customerId }) => `customer:${customerId}`,
  write: ({ firstName, reference, code }, { messages, ...context }) => ({
    subject: messages.customers.welcomeSubject({ seller: context.seller.name }),
    heading: messages.customers.welcomeHeading({ firstName }),
    blocks: [
      {
        type: 'text',
        text: messages.customers.welcomeText({ reference }),
      },
      ...(code === undefined
        ? []
        : [
            { type: 'text' as const, text: messages.customers.confirmAddressText },
            {
              type: 'link' as const,
              label: messages.customers.confirmAddress,
              href: confirmationLink(context, code),
              isSecret: true,
            },
          ]),
      {
        type: 'link',
        label: messages.customers.bookActivity,
        href: context.sites.bookings,
        ...(code === undefined ? {} : { isSecondary: true as const }),
      },
    ],
  }),
}
