import { sql } from 'kysely'
import type { CustomerDetails, customers } from '#contract/customers.ts'
import type { Body } from '#contract/endpoint.ts'
import { photoAddress, photoOf } from '#server/documents/list.ts'
import { messagesIn } from '#server/messages/languages.ts'
import type { Language, Text } from '#server/messages/languages.ts'
import type { Actor } from '#server/platform/actor.ts'
import { acts, auditForSelected } from '#server/platform/audit.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { invalid, loggedOut } from '#server/platform/errors.ts'
import { offeredLanguage } from '#server/platform/readerLanguage.ts'
import { limitRate } from '#server/platform/rateLimits.ts'
import { transact } from '#server/platform/transact.ts'
import { pendingAddressOf, requestEmailChange, stopEmailChange } from '#server/sessions/emailAddress.ts'
import { changePassword, requirePasswordOf } from '#server/sessions/passwords.ts'
import { whyWeakPassword } from '#server/sessions/rules.ts'
import { whyInvalidPhone, whyInvalidPostcode } from './rules.ts'
import { changeCustomer, readDetails, venueIdBySlug } from './sql.ts'

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
  languages: readonly Language[],
  {
    password,
    currentPassword,
    homeVenueSlug,
    language: wanted,
    ...input
  }: Body<typeof customers.changeDetails>,
  now: Date,
): Promise<CustomerDetails> => {
  const { person, customerId, operator } = actor
  if (person === null || customerId === null) throw loggedOut()
  const before = await readDetails(db, customerId)
  const { email: newEmail, ...otherFields } = input
  const email = newEmail ?? before.email
  const isSameAddress = email === before.email
  const homeVenueId = homeVenueSlug ? await venueIdBySlug(db, operator.id, homeVenueSlug) : null
  const language = offeredLanguage(wanted, languages)
  refuseFields({
    language:
      wanted !== undefined && language === undefined
        ? (messages) => messages.customers.languageNotOffered
        : null,
    // What was stored before it was checked must not keep the rest from being saved.
    phone: otherFields.phone === before.phone ? null : whyInvalidPhone(otherFields.phone),
    postcode: otherFields.postcode === before.postcode ? null : whyInvalidPostcode(otherFields.postcode),
    home_venue_slug: homeVenueId === undefined ? (messages) => messages.customers.venueUnknown : null,
    password:
      password === undefined ? null : whyWeakPassword(password, { email, operatorName: operator.name }),
  })
  if (password !== undefined || email !== before.email) {
    await requirePasswordOf(db, before.id, currentPassword, now)
  }
  if (!isSameAddress) await limitRate(db, `address changes of ${customerId}`, addressChangeLimit, now)

  await transact(db, async (tx) => {
    const changes = {
      ...definedFields(otherFields),
      // Another case of the letters is the same mailbox.
      ...(isSameAddress && email !== before.email ? { email } : {}),
      ...(homeVenueId == null ? {} : { homeVenueId }),
      ...(language === undefined ? {} : { language: messagesIn(language).format.language }),
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
      await changePassword(
        tx,
        mailbox,
        { password, stoppedAddress: isSameAddress ? await stopEmailChange(tx, customerId) : null },
        isOwn ? person.tokenDigest : null,
        now,
      )
    }
    if (!isSameAddress)
      await requestEmailChange(tx, customerId, { email, tokenDigest: person.tokenDigest }, now)
    const subject = Object.keys({
      ...changes,
      ...(isSameAddress ? {} : { email }),
      ...(password === undefined ? {} : { password }),
    }).join(' ')
    await auditForSelected(tx, actor, { act: acts.detailsChanged, subject }, now)
  })
  return detailsOf(db, customerId, actor.site)
}

type DefinedFields<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

const definedFields = <T extends object>(values: T): DefinedFields<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as DefinedFields<T>

/** Changes what the venue should know of a person. */
export const changePerson = async (
  tx: Tx,
  personId: number,
  changes: {
    firstName?: string | undefined
    lastName?: string | undefined
    dateOfBirth?: string | undefined
    medicalNotes?: string | undefined
    emergencyContactName?: string | undefined
    emergencyContactPhone?: string | undefined
  },
): Promise<void> => {
  await changeCustomer(tx, personId, definedFields(changes))
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

export const refuseFields = (whys: Readonly<Record<string, Text | null>>): void => {
  const errors: Record<string, Text[]> = {}
  for (const [field, why] of Object.entries(whys)) if (why !== null) errors[field] = [why]
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

/** Records a change of marketing consent. Writes nothing when it is unchanged. */
export const recordConsent = async (
  tx: Tx,
  customerId: number,
  { before, after, how }: { before: boolean; after: boolean; how: ConsentSource },
  now: Date,
): Promise<void> => {
  if (before !== after) await addConsent(tx, customerId, { given: after, at: now, how })
}

type ConsentSource = 'registering' | 'details' | 'desk' | 'import' | 'link'

export type ConsentRow = { given: boolean; at: Date; how: ConsentSource }

const addConsent = async (tx: Tx, customerId: number, consent: ConsentRow): Promise<void> => {
  await tx
    .insertInto('consentEvent')
    .values({ customerId, ...consent })
    .execute()
}

/** A customer's marketing consent events, newest first. */
export const consentsOf = async (tx: Tx, customerId: number): Promise<ConsentRow[]> =>
  await tx
    .selectFrom('consentEvent')
    .select(['given', 'at', 'how'])
    .where('customerId', '=', customerId)
    .orderBy('id', 'desc')
    .execute()

export type AcceptedTerms = {
  id: number
  name: string
  acceptedAt: Date
  how: 'registering' | 'booking' | 'joining'
}

/** The terms a customer accepted, each with the last time and occasion. */
export const termsAcceptedBy = async (tx: Tx, customerId: number): Promise<AcceptedTerms[]> => {
  const { rows } = await sql<AcceptedTerms>`
    select t.id, t.name, x.how, max(x.at) as accepted_at
    from (
      select a.terms_id, a.accepted_at as at, 'registering' as how from terms_acceptance a
        where a.customer_id = ${customerId}
      union all
      select unnest(o.terms_accepted), o.placed_at, case o.source when 'online-joining' then 'joining' else 'booking' end
        from customer_order o where o.customer_id = ${customerId}
      union all
      select unnest(j.terms), j.created_at, 'joining' from joining j
        where j.customer_id = ${customerId} and j.status = 'complete'
    ) x
    join terms t on t.id = x.terms_id
    group by t.id, t.name, x.how
    order by max(x.at) desc, t.id, x.how`.execute(tx)
  return rows
}
