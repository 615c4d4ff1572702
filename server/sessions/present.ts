import { formatted } from '#contract/money.ts'
import type { LoggedIn, LoggedInCustomer } from '#contract/sessions.ts'
import type { LinkedPerson, ShownCustomer } from './queries.ts'

/** USER (wire §4). Without memberships, credits and documents a customer has none of them. */
export const presentCustomer = (
  customer: ShownCustomer,
  linked: readonly LinkedPerson[],
  currencySymbol: string,
): LoggedInCustomer => ({
  ...customer,
  currency: { symbol: currencySymbol },
  membershipUser: null,
  credit: { balance: 0, formattedBalance: formatted(0, currencySymbol) },
  hasInstruction: false,
  hasBillingDate: false,
  hasOutstandingPenalties: false,
  documentExpiry: [],
  membershipDocumentUploadRequired: false,
  profilePhoto: null,
  linkedUsers: linked.map((person) => ({ ...person, membershipUserId: null })),
})

/** What a log-in answers: the token and the person, each where programs in use look for it. */
export const presentLogIn = (token: string, user: LoggedInCustomer): LoggedIn => ({
  status: 'success',
  token,
  user,
  data: { token },
  result: { homeVenueSlug: user.homeVenueSlug },
})
