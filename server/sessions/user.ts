import { formatted } from '#contract/money.ts'
import { permissions } from '#contract/permissions.ts'
import type { CustomerDocument, LoggedInCustomer } from '#contract/sessions.ts'
import { localDay } from '#contract/time.ts'
import { creditOf } from '#server/credits/balance.ts'
import { listDocumentsAndPhoto, photoAddress } from '#server/documents/list.ts'
import { listLinkedPeople } from '#server/linked-people/list.ts'
import type { LinkedPerson } from '#server/linked-people/list.ts'
import { readMembers } from '#server/memberships/list.ts'
import type { MemberSummary } from '#server/memberships/list.ts'
import { outstandingOf } from '#server/penalties/owed.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { maySomewhere } from '#server/platform/rights.ts'
import { readCurrentRights } from './currentRights.ts'
import { readCustomerProfile } from './sql/people.ts'
import type { CustomerProfile } from './sql/people.ts'
import { venuesOf } from './sql/roles.ts'

/** USER (wire §4). */
export const loadUser = async (
  tx: Tx,
  { operator, site }: Pick<Actor, 'operator' | 'site'>,
  customerId: number,
  now: Date,
): Promise<LoggedInCustomer> => {
  const linked = await listLinkedPeople(tx, customerId)
  const everybody = [customerId, ...linked.map(({ id }) => id)]
  const members = await readMembers(tx, everybody, now)
  const requestedType = members.get(customerId)?.documentType
  const { documents, photoId } = await listDocumentsAndPhoto(
    tx,
    customerId,
    requestedType ? [requestedType] : [],
    localDay(now, operator.timezone),
  )
  const profile = await readCustomerProfile(tx, customerId)
  const user = presentCustomer(
    profile,
    linked,
    members,
    {
      sent: documents,
      requestedType: requestedType ?? null,
      photo: photoAddress(site, photoId),
    },
    {
      credit: (await creditOf(tx, customerId, now)).general.balance,
      owesPenalty: (await outstandingOf(tx, customerId)).length > 0,
    },
    operator.currencySymbol,
  )
  return profile.role === 'staff'
    ? { ...user, rights: await readRights(tx, operator.id, customerId, now) }
    : user
}

/** What a member of staff may do, and where. */
const readRights = async (
  tx: Tx,
  operatorId: number,
  customerId: number,
  now: Date,
): Promise<LoggedInCustomer['rights']> => {
  const rights = await readCurrentRights(tx, customerId, now)
  const isEverywhere = rights.some(({ venueId }) => venueId === null)
  const venues = isEverywhere ? [] : await venuesOf(tx, operatorId)
  const held = permissions.filter((permission) =>
    rights.some((right) => right.permissions.includes(permission)),
  )
  return {
    permissions: held,
    venues: isEverywhere
      ? null
      : venues.filter(({ id }) => rights.some(({ venueId }) => venueId === id)).map(({ slug }) => slug),
    ownSessionsOnly: held.includes('check_in') && !maySomewhere({ person: { rights } }, 'check_in'),
  }
}

/**
 * USER (wire §4).
 * @param members by person, for those with a membership
 * @param documents uploaded and required documents, the type their membership requires, and the URL of
 * their photo
 * @param money general credit in pence, and whether a penalty is outstanding
 */
const presentCustomer = (
  customer: CustomerProfile,
  linked: readonly LinkedPerson[],
  members: ReadonlyMap<number, MemberSummary>,
  documents: { sent: CustomerDocument[]; requestedType: string | null; photo: string | null },
  money: { credit: number; owesPenalty: boolean },
  currencySymbol: string,
): LoggedInCustomer => ({
  ...customer,
  currency: { symbol: currencySymbol },
  membershipUser: membershipUserOf(customer.id, members.get(customer.id)),
  credit: { balance: money.credit, formattedBalance: formatted(money.credit, currencySymbol) },
  hasInstruction: members.get(customer.id)?.paymentMethod === 'direct_debit',
  hasBillingDate: members.get(customer.id)?.billingDay != null,
  hasOutstandingPenalties: money.owesPenalty,
  documentExpiry: documents.sent.filter(({ uploadedAt }) => uploadedAt !== null),
  membershipDocumentUploadRequired: shouldSendLink(documents),
  profilePhoto: documents.photo,
  linkedUsers: linked.map((person) => ({
    ...person,
    membershipUserId: members.get(person.id)?.id ?? null,
  })),
})

/** Whether a membership requires a document that is missing, refused or expired. */
const shouldSendLink = ({
  sent,
  requestedType,
}: {
  sent: CustomerDocument[]
  requestedType: string | null
}): boolean =>
  requestedType !== null &&
  sent.some(
    ({ documentType, status }) =>
      documentType.replaceAll('_', '-') === requestedType && status !== 'accepted' && status !== 'in_review',
  )

/** An object for everybody (wire §4): programs in use read its id also where there is no membership. */
const membershipUserOf = (
  customerId: number,
  member: MemberSummary | undefined,
): LoggedInCustomer['membershipUser'] =>
  member === undefined
    ? { id: customerId, name: null, status: null }
    : { id: member.id, name: member.name, status: member.status }
