import { formatted } from '#contract/money.ts'
import type { LoggedIn, LoggedInCustomer } from '#contract/sessions.ts'
import type { MemberShown } from '#server/memberships/service.ts'
import type { LinkedPerson, ShownCustomer } from './queries.ts'

/**
 * USER (wire §4).
 * @param members by person, of those who have a membership
 * @param money general credit in pence, and whether a penalty is outstanding
 */
export const presentCustomer = (
  customer: ShownCustomer,
  linked: readonly LinkedPerson[],
  members: ReadonlyMap<number, MemberShown>,
  money: { credit: number; owesPenalty: boolean },
  currencySymbol: string,
): LoggedInCustomer => ({
  ...customer,
  currency: { symbol: currencySymbol },
  membershipUser: membershipUserOf(members.get(customer.id)),
  credit: { balance: money.credit, formattedBalance: formatted(money.credit, currencySymbol) },
  hasInstruction: members.get(customer.id)?.paymentMethod === 'direct_debit',
  hasBillingDate: members.get(customer.id)?.billingDay != null,
  hasOutstandingPenalties: money.owesPenalty,
  documentExpiry: [],
  membershipDocumentUploadRequired: false,
  profilePhoto: null,
  linkedUsers: linked.map((person) => ({
    ...person,
    membershipUserId: members.get(person.id)?.id ?? null,
  })),
})

const membershipUserOf = (member: MemberShown | undefined): LoggedInCustomer['membershipUser'] =>
  member === undefined ? null : { id: member.id, name: member.name, status: member.status }

/** What a log-in answers: the token and the person, each where programs in use look for it. */
export const presentLogIn = (token: string, user: LoggedInCustomer): LoggedIn => ({
  status: 'success',
  token,
  user,
  data: { token },
  result: { homeVenueSlug: user.homeVenueSlug },
})
