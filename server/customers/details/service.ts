import type { CustomerDetails, customers } from '#contract/customers.ts'
import type { Body } from '#contract/endpoint.ts'
import { recordConsent } from '#server/customers/consents/service.ts'
import { changeCustomer, readDetails, venueIdBySlug } from '#server/customers/queries.ts'
import { whyInvalidPhone, whyInvalidPostcode } from '#server/customers/rules.ts'
import { refuseFields } from '#server/customers/service.ts'
import { photoAddress, photoOf } from '#server/documents/list.ts'
import * as acts from '#server/messages/en/audit.ts'
import * as messages from '#server/messages/en/customers.ts'
import type { Actor } from '#server/platform/actor.ts'
import { auditForSelected } from '#server/platform/audit.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { loggedOut } from '#server/platform/errors.ts'
import { limitRate } from '#server/platform/rateLimits.ts'
import { transact } from '#server/platform/transact.ts'
import { pendingAddressOf, requestEmailChange } from '#server/sessions/emailAddress.ts'
import { changePassword, requirePasswordOf } from '#server/sessions/passwords.ts'
import { whyWeakPassword } from '#server/sessions/rules.ts'

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
  const isSameAddress = email === before.email
  const homeVenueId = homeVenueSlug ? await venueIdBySlug(db, operator.id, homeVenueSlug) : null
  refuseFields({
    // What was stored before it was checked must not keep the rest from being saved.
    phone: otherFields.phone === before.phone ? null : whyInvalidPhone(otherFields.phone),
    postcode: otherFields.postcode === before.postcode ? null : whyInvalidPostcode(otherFields.postcode),
    home_venue_slug: homeVenueId === undefined ? messages.venueUnknown : null,
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

export const definedFields = <T extends object>(values: T): DefinedFields<T> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as DefinedFields<T>

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
