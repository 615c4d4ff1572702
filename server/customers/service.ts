import { randomInt } from 'node:crypto'
import type { customers, CustomerDetails } from '#contract/customers.ts'
import type { Body, Query } from '#contract/endpoint.ts'
import type { LoggedIn } from '#contract/sessions.ts'
import { photoAddress, photoOf } from '#server/documents/service.ts'
import * as acts from '#server/messages/en/audit.ts'
import * as messages from '#server/messages/en/customers.ts'
import type { Actor, Operator } from '#server/platform/actor.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { failInvariant, invalid, loggedOut, Refusal } from '#server/platform/errors.ts'
import { forgiveAttempt, limitRate } from '#server/platform/rateLimits.ts'
import { welcome } from '#server/customers/notices/service.ts'
import { sendNotice } from '#server/notices/service.ts'
import { dayOf } from '#server/platform/wallclock.ts'
import { recordConsent } from '#server/customers/consents/service.ts'
import {
  createVerification,
  pendingAddressOf,
  requestAddressChange,
} from '#server/sessions/addresses/service.ts'
import { whyWeakPassword } from '#server/sessions/rules.ts'
import { logIn } from '#server/sessions/service.ts'
import { changePassword, hashOf, isPassword } from '#server/sessions/passwords/service.ts'
import type { LoginHooks, Session } from '#server/sessions/service.ts'
import {
  type Details,
  type NewCustomer,
  addCustomer,
  changeCustomer,
  hasEmail,
  hasOtherOperator,
  isOfOperator,
  readDetails,
  recordAcceptedTerms,
  termsOf,
  venueIdBySlug,
} from './queries.ts'
import {
  referencePrefix,
  termsMissing,
  whyInvalidDateOfBirth,
  whyInvalidPhone,
  whyInvalidPostcode,
  whyTooYoung,
} from './rules.ts'
import { transact } from '#server/platform/transact.ts'

type Registration = Body<typeof customers.register> & Query<typeof customers.register>

/** Registers a customer and logs them in. @throws Refusal `already_logged_in`; `invalid` by field */
export const register = async (
  tx: Tx,
  loginHooks: Pick<LoginHooks, 'mergeBasket'>,
  actor: Actor,
  { terms, termsAccepted, homeVenueSlug, clientId, password, ...input }: Registration,
  now: Date,
): Promise<Session & { answer: LoggedIn }> => {
  if (actor.person !== null) throw new Refusal('already_logged_in', messages.alreadyLoggedIn)
  const { operator } = actor
  const operatorTerms = await termsOf(tx, operator.id)
  const required = operatorTerms.filter((one) => one.required).map((one) => one.id)
  const homeVenueId = homeVenueSlug ? await venueIdBySlug(tx, operator.id, homeVenueSlug) : null
  refuseFields({
    password: whyWeakPassword(password, input),
    date_of_birth: whyTooYoung(input.dateOfBirth, dayOf(now, operator.timezone)),
    phone: whyInvalidPhone(input.phone),
    postcode: whyInvalidPostcode(input.postcode),
    home_venue_slug: homeVenueId === undefined ? messages.venueUnknown : null,
    terms: termsMissing(required, termsAccepted || terms).length > 0 ? messages.termsRequired : null,
    client_id: (await hasOtherOperator(tx, clientId, operator.id)) ? messages.foreignClient : null,
  })

  const { id: customerId, reference } = await addWithReference(tx, operator.name, {
    ...input,
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
  await recordConsent(
    tx,
    customerId,
    { before: false, after: input.marketingConsent, how: 'registering' },
    now,
  )
  await sendWelcome(tx, operator, { ...input, customerId, reference }, now)
  return logIn(tx, loginHooks, actor, customerId, now)
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
    date_of_birth: whyInvalidDateOfBirth(input.dateOfBirth, dayOf(now, operator.timezone)),
    phone: whyInvalidPhone(input.phone),
    postcode: whyInvalidPostcode(input.postcode),
    home_venue_slug: homeVenueId === undefined ? messages.venueUnknown : null,
    terms: termsMissing(required, termsAccepted || terms).length > 0 ? messages.termsRequired : null,
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

/** Creates the record of a person without a log-in, for whom another customer books. @returns their id */
export const insertDependant = async (
  tx: Tx,
  operator: Operator,
  person: { firstName: string; lastName: string; dateOfBirth: string },
  now: Date,
): Promise<number> => {
  const { id } = await addWithReference(tx, operator.name, {
    ...person,
    email: '',
    phone: '',
    addressLineOne: '',
    addressLineTwo: '',
    city: '',
    postcode: '',
    operatorId: operator.id,
    passwordHash: null,
    homeVenueId: null,
    marketingConsent: false,
    source: 'family',
    onboardingType: 'standard',
    createdAt: now,
  })
  return id
}

/** Changes what the venue should know of a person. */
export const changePerson = async (
  tx: Tx,
  personId: number,
  changes: {
    medicalNotes?: string | undefined
    emergencyContactName?: string | undefined
    emergencyContactPhone?: string | undefined
  },
): Promise<void> => {
  await changeCustomer(tx, personId, definedFields(changes))
}

const refuseFields = (whys: Readonly<Record<string, string | null>>): void => {
  const errors: Record<string, string[]> = {}
  for (const [field, why] of Object.entries(whys)) if (why !== null) errors[field] = [why]
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

/** References are login names, so they are random: a sequence would reveal the next customer's. */
const addWithReference = async (
  tx: Tx,
  operatorName: string,
  customer: Omit<NewCustomer, 'reference'>,
): Promise<{ id: number; reference: string }> => {
  const prefix = referencePrefix(operatorName)
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const reference = `${prefix}-${randomInt(100_000, 10_000_000)}`
    const added = await addCustomer(tx, { ...customer, reference })
    if (added !== undefined) return { id: added.id, reference }
    if (customer.email !== '' && (await hasEmail(tx, customer.operatorId, customer.email)))
      throw invalid({ email: [messages.emailTaken] })
  }
  return failInvariant('ten references in a row are taken')
}

/** The account details that a customer sees and edits. */
export const detailsOf = async (tx: Tx, customerId: number, site: string): Promise<CustomerDetails> => {
  const { passwordHash: _, emailVerifiedAt, ...details } = await readDetails(tx, customerId)
  return {
    ...details,
    emailVerified: emailVerifiedAt !== null,
    pendingEmail: await pendingAddressOf(tx, customerId),
    profilePhoto: photoAddress(site, await photoOf(tx, customerId)),
  }
}

/** Wrong passwords allowed to a logged-in person before a pause. */
const passwordLimit = { attempts: 10, seconds: 900 } as const

/** Changes of address that one account may ask for: each sends a mail to an address that may be a stranger's. */
const addressChangeLimit = { attempts: 5, seconds: 86_400 } as const

/**
 * Updates the given details. E-mail address and password also require the current password, and attempts
 * are limited: a device left logged in must not be enough to take over the account. A new address is requested by
 * mail, at both ends, and nothing shows whether it is another customer's.
 * @throws Refusal `invalid` by field; `too_many`
 */
export const changeDetails = async (
  db: Database,
  actor: Actor,
  { password, currentPassword, homeVenueSlug, ...input }: Body<typeof customers.changeDetails>,
  now: Date,
): Promise<CustomerDetails> => {
  const { person, customerId, operator } = actor
  if (person === null || customerId === null) throw loggedOut()
  const before = await readDetails(db, customerId)
  const { email: newEmail, ...otherFields } = input
  const email = newEmail ?? before.email
  const isSameAddress = email.toLowerCase() === before.email.toLowerCase()
  const homeVenueId = homeVenueSlug ? await venueIdBySlug(db, operator.id, homeVenueSlug) : null
  refuseFields({
    // What was stored before it was checked must not keep the rest from being saved.
    phone: otherFields.phone === before.phone ? null : whyInvalidPhone(otherFields.phone),
    postcode: otherFields.postcode === before.postcode ? null : whyInvalidPostcode(otherFields.postcode),
    home_venue_slug: homeVenueId === undefined ? messages.venueUnknown : null,
    password: password === undefined ? null : whyWeakPassword(password, { email }),
  })
  if (password !== undefined || email !== before.email) {
    await requireCurrentPassword(db, before, currentPassword, now)
  }
  if (!isSameAddress) await limitRate(db, `address changes of ${customerId}`, addressChangeLimit, now)

  await transact(db, async (tx) => {
    const changes = {
      ...definedFields(otherFields),
      // Another case of the letters is the same mailbox.
      ...(isSameAddress && email !== before.email ? { email } : {}),
      ...(homeVenueId == null ? {} : { homeVenueId }),
    }
    await changeCustomer(tx, customerId, changes)
    await recordConsent(
      tx,
      customerId,
      {
        before: before.marketingConsent,
        after: input.marketingConsent ?? before.marketingConsent,
        how: customerId === person.id ? 'details' : 'desk',
      },
      now,
    )
    if (password !== undefined) {
      const isOwn = customerId === person.id
      const mailbox = { ...before, operatorId: operator.id }
      await changePassword(tx, mailbox, password, isOwn ? person.tokenDigest : null, now)
    }
    if (!isSameAddress)
      await requestAddressChange(tx, customerId, { email, tokenDigest: person.tokenDigest }, now)
    if (customerId !== person.id) {
      const subject = Object.keys({
        ...changes,
        ...(isSameAddress ? {} : { email }),
        ...(password === undefined ? {} : { password }),
      }).join(' ')
      await recordAudit(
        tx,
        { actorId: person.id, forCustomerId: customerId, act: acts.detailsChanged, subject },
        now,
      )
    }
  })
  return detailsOf(db, customerId, actor.site)
}

type DefinedFields<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

const definedFields = <T extends object>(values: T): DefinedFields<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as DefinedFields<T>

/**
 * Checks the current password, since the device may have been left logged in. Call it outside a
 * transaction: failed attempts must stay counted.
 * @throws Refusal `invalid` for a wrong password; `too_many`
 */
export const requirePasswordOf = async (
  db: Database,
  customerId: number,
  password: string | undefined,
  now: Date,
): Promise<void> => requireCurrentPassword(db, await readDetails(db, customerId), password, now)

const requireCurrentPassword = async (
  db: Database,
  { id, passwordHash }: Details,
  password: string | undefined,
  now: Date,
): Promise<void> => {
  if (password === undefined) throw invalid({ current_password: [messages.currentPasswordRequired] })
  const bucket = `current password ${id}`
  await limitRate(db, bucket, passwordLimit, now)
  if (!(await isPassword(passwordHash, password))) {
    throw invalid({ current_password: [messages.currentPasswordWrong] })
  }
  await forgiveAttempt(db, bucket)
}

/** Whether staff of the operator may act for this customer. */
export const isCustomerOf = isOfOperator
