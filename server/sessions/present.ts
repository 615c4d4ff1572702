import { formatted } from '#contract/money.ts'
import type { CustomerDocument, LoggedIn, LoggedInCustomer } from '#contract/sessions.ts'
import type { MemberSummary } from '#server/memberships/service.ts'
import type { LinkedPerson } from '#server/linked-people/service.ts'
import type { CustomerProfile } from './queries.ts'

/**
 * USER (wire §4).
 * @param members by person, for those with a membership
 * @param documents uploaded and required documents, the type their membership requires, and the URL of
 * their photo
 * @param money general credit in pence, and whether a penalty is outstanding
 */
export const presentCustomer = (
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

/**
 * The login answer. API clients look for the token and the person in different places, so both have them.
 */
export const presentLogIn = (token: string, user: LoggedInCustomer): LoggedIn => ({
  status: 'success',
  token,
  user,
  data: { token },
  result: { homeVenueSlug: user.homeVenueSlug },
})
