import { randomInt } from 'node:crypto'
import type { customers, CustomerDetails } from '#contract/customers.ts'
import type { Body, Query } from '#contract/endpoint.ts'
import type { LoggedIn } from '#contract/sessions.ts'
import { photoAddress, photoOf } from '#server/documents/service.ts'
import type { Actor, Operator } from '#server/platform/actor.ts'
import { recordAudit } from '#server/platform/audit.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { failInvariant, invalid, loggedOut, Refusal } from '#server/platform/errors.ts'
import { forgiveAttempt, limitRate } from '#server/platform/rateLimits.ts'
import { addressChanged, welcome } from '#server/customers/messages/service.ts'
import { sendNotice } from '#server/notices/service.ts'
import { dayOf } from '#server/platform/wallclock.ts'
import { recordConsent } from '#server/customers/consents/service.ts'
import { whyWeakPassword } from '#server/sessions/rules.ts'
import { changePassword, logIn, hashOf, isPassword } from '#server/sessions/service.ts'
import type { LoginHooks, Session } from '#server/sessions/service.ts'
import * as rows from './queries.ts'
import { referencePrefix, termsMissing, whyInvalidDateOfBirth, whyTooYoung } from './rules.ts'
import { transact } from '#server/platform/transact.ts'

type Registration = Body<typeof customers.register> & Query<typeof customers.register>

const emailTaken = 'There is an account with this e-mail address already. Log in, or ask for a new password.'
const venueUnknown = 'We do not know this venue.'

/**
 * Makes somebody a customer and logs them in.
 * @throws Refusal `already_logged_in`; `invalid` by field
 */
export const register = async (
  tx: Tx,
  loginHooks: Pick<LoginHooks, 'mergeBasket'>,
  actor: Actor,
  { terms, termsAccepted, homeVenueSlug, clientId, password, ...given }: Registration,
  now: Date,
): Promise<Session & { answer: LoggedIn }> => {
  if (actor.person !== null) throw new Refusal('already_logged_in', 'You are logged in already.')
  const { operator } = actor
  const operatorTerms = await rows.termsOf(tx, operator.id)
  const required = operatorTerms.filter((one) => one.required).map((one) => one.id)
  const homeVenueId = homeVenueSlug ? await rows.venueIdBySlug(tx, operator.id, homeVenueSlug) : null
  refuseFields({
    password: whyWeakPassword(password, given),
    date_of_birth: whyTooYoung(given.dateOfBirth, dayOf(now, operator.timezone)),
    home_venue_slug: homeVenueId === undefined ? venueUnknown : null,
    terms: termsMissing(required, termsAccepted || terms).length > 0 ? 'Please agree to the terms.' : null,
    client_id: (await rows.hasOtherOperator(tx, clientId, operator.id)) ? 'This is another operator.' : null,
  })

  const { id: customerId, reference } = await addWithReference(tx, operator.name, {
    ...given,
    phone: given.phone ?? '',
    addressLineOne: given.addressLineOne ?? '',
    addressLineTwo: given.addressLineTwo ?? '',
    city: given.city ?? '',
    postcode: given.postcode ?? '',
    operatorId: operator.id,
    passwordHash: await hashOf(password),
    homeVenueId: homeVenueId ?? null,
    createdAt: now,
  })
  const agreed = termsAccepted
    ? required
    : operatorTerms.map((one) => one.id).filter((id) => terms.includes(id))
  await rows.recordAcceptedTerms(tx, customerId, agreed, now)
  await recordConsent(
    tx,
    customerId,
    { before: false, after: given.marketingConsent, how: 'registering' },
    now,
  )
  const { email: to, firstName } = given
  const recipient = { operatorId: operator.id, to }
  await sendNotice(tx, welcome, recipient, { customerId, firstName, reference }, now)
  return logIn(tx, loginHooks, actor, customerId, now)
}

type AtDesk = Body<typeof customers.registerAtDesk>

/**
 * Makes somebody a customer who stands at the desk, without a password: they choose one by e-mail.
 * @throws Refusal `invalid` by field
 */
export const insertDeskCustomer = async (
  tx: Tx,
  operator: Operator,
  { terms, termsAccepted, homeVenueSlug, ...given }: AtDesk,
  now: Date,
): Promise<number> => {
  const operatorTerms = await rows.termsOf(tx, operator.id)
  const required = operatorTerms.filter((one) => one.required).map((one) => one.id)
  const homeVenueId = homeVenueSlug ? await rows.venueIdBySlug(tx, operator.id, homeVenueSlug) : null
  refuseFields({
    date_of_birth: whyInvalidDateOfBirth(given.dateOfBirth, dayOf(now, operator.timezone)),
    home_venue_slug: homeVenueId === undefined ? venueUnknown : null,
    terms: termsMissing(required, termsAccepted || terms).length > 0 ? 'Please agree to the terms.' : null,
  })
  const email = given.email ?? ''
  const { id, reference } = await addWithReference(tx, operator.name, {
    ...given,
    email,
    phone: given.phone ?? '',
    addressLineOne: given.addressLineOne ?? '',
    addressLineTwo: given.addressLineTwo ?? '',
    city: given.city ?? '',
    postcode: given.postcode ?? '',
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
  await rows.recordAcceptedTerms(tx, id, agreed, now)
  await recordConsent(tx, id, { before: false, after: given.marketingConsent, how: 'desk' }, now)
  if (email !== '') {
    const { firstName } = given
    const recipient = { operatorId: operator.id, to: email }
    await sendNotice(tx, welcome, recipient, { customerId: id, firstName, reference }, now)
  }
  return id
}

const refuseFields = (whys: Readonly<Record<string, string | null>>): void => {
  const errors: Record<string, string[]> = {}
  for (const [field, why] of Object.entries(whys)) if (why !== null) errors[field] = [why]
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

/** A reference also logs in, so it is drawn, not counted: the next customer's cannot be told from one's own. */
const addWithReference = async (
  tx: Tx,
  operatorName: string,
  customer: Omit<rows.NewCustomer, 'reference'>,
): Promise<{ id: number; reference: string }> => {
  const prefix = referencePrefix(operatorName)
  for (let attempt = 0; attempt < 10; attempt += 1) {
    const reference = `${prefix}-${randomInt(100_000, 10_000_000)}`
    const added = await rows.addCustomer(tx, { ...customer, reference })
    if (added !== undefined) return { id: added.id, reference }
    if (customer.email !== '' && (await rows.hasEmail(tx, customer.operatorId, customer.email)))
      throw invalid({ email: [emailTaken] })
  }
  return failInvariant('ten references in a row are taken')
}

/** What a customer sees and changes about themselves. */
export const detailsOf = async (tx: Tx, customerId: number, site: string): Promise<CustomerDetails> => {
  const { passwordHash: _, ...details } = await rows.detailsOf(tx, customerId)
  return { ...details, profilePhoto: photoAddress(site, await photoOf(tx, customerId)) }
}

/** Wrong passwords that somebody who is logged in may give before a pause. */
const passwordLimit = { attempts: 10, seconds: 900 } as const

/**
 * Changes what is named. Whoever finds a device logged in can neither take the account over nor guess the
 * password: those changes need it, and wrong ones are counted.
 * @throws Refusal `invalid` by field; `too_many`
 */
export const changeDetails = async (
  db: Database,
  actor: Actor,
  { password, currentPassword, homeVenueSlug, ...given }: Body<typeof customers.changeDetails>,
  now: Date,
): Promise<CustomerDetails> => {
  const { person, customerId, operator } = actor
  if (person === null || customerId === null) throw loggedOut()
  const before = await rows.detailsOf(db, customerId)
  const email = given.email ?? before.email
  const homeVenueId = homeVenueSlug ? await rows.venueIdBySlug(db, operator.id, homeVenueSlug) : null
  refuseFields({
    home_venue_slug: homeVenueId === undefined ? venueUnknown : null,
    password: password === undefined ? null : whyWeakPassword(password, { email }),
  })
  if (password !== undefined || email !== before.email) {
    await requireCurrentPassword(db, before, currentPassword, now)
  }

  await transact(db, async (tx) => {
    const changes = { ...named(given), ...(homeVenueId == null ? {} : { homeVenueId }) }
    if (!(await rows.changeCustomer(tx, customerId, changes))) throw invalid({ email: [emailTaken] })
    await recordConsent(
      tx,
      customerId,
      {
        before: before.marketingConsent,
        after: given.marketingConsent ?? before.marketingConsent,
        how: customerId === person.id ? 'details' : 'desk',
      },
      now,
    )
    if (password !== undefined) {
      await changePassword(tx, customerId, password, customerId === person.id ? person.tokenDigest : null)
    }
    if (email.toLowerCase() !== before.email.toLowerCase() && before.email !== '') {
      const recipient = { operatorId: operator.id, to: before.email }
      const facts = { customerId, firstName: before.firstName, changedAt: now.toISOString() }
      await sendNotice(tx, addressChanged, recipient, facts, now)
    }
    if (customerId !== person.id) {
      const subject = Object.keys({ ...changes, ...(password === undefined ? {} : { password }) }).join(' ')
      await recordAudit(
        tx,
        { actorId: person.id, forCustomerId: customerId, act: 'details changed', subject },
        now,
      )
    }
  })
  return detailsOf(db, customerId, actor.site)
}

type Named<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

const named = <T extends object>(values: T): Named<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Named<T>

/**
 * Makes sure that it is the customer who asks, and not whoever found their device logged in. Not to be called in a
 * transaction: wrong passwords are counted.
 * @throws Refusal `invalid` for a wrong password; `too_many`
 */
export const requirePasswordOf = async (
  db: Database,
  customerId: number,
  password: string | undefined,
  now: Date,
): Promise<void> => requireCurrentPassword(db, await rows.detailsOf(db, customerId), password, now)

const requireCurrentPassword = async (
  db: Database,
  { id, passwordHash }: rows.Details,
  password: string | undefined,
  now: Date,
): Promise<void> => {
  if (password === undefined) throw invalid({ current_password: ['Please give your current password.'] })
  const bucket = `current password ${id}`
  await limitRate(db, bucket, passwordLimit, now)
  if (!(await isPassword(passwordHash, password))) {
    throw invalid({ current_password: ['This is not your current password.'] })
  }
  await forgiveAttempt(db, bucket)
}

/** Whether this customer is one of the operator's, for staff who act for them. */
export const isCustomerOf = rows.isOfOperator
