import type { Permission } from '#contract/permissions.ts'
import type { Messages } from '#server/messages/languages.ts'
import { forbidden } from './errors.ts'

/** The operator a call is for, as every noun needs it. */
export type Operator = {
  id: number
  slug: string
  name: string
  currencySymbol: string
  timezone: string
  migrationDate: string | null
  basketHoldSeconds: number
  frameOrigins: string[]
  bearerTokenEnabled: boolean
  /** What its checkout asks for besides the card. */
  billingAddress: 'full' | 'postcode'
  /** Whether only people who have logged in get prices by another customer's number. */
  benefitsNeedLogin?: boolean
  /** Whether no real money is taken on this server. */
  isTrial?: boolean
  /** Scripts of other companies that visitors may agree to. */
  analyticsContainerIds?: string[]
}

/** Permissions at a venue. */
export type Right = {
  permissions: readonly Permission[]
  /** null: at every venue of the operator. */
  venueId: number | null
  /** Not null: only for sessions that this instructor gives. */
  instructorId: number | null
}

/** Somebody recognised by a token. */
export type Person = {
  id: number
  operatorId: number
  role: 'customer' | 'staff'
  /** What staff may do, and where; none for customers. */
  rights: readonly Right[]
  /** Whom they may book for besides themselves. */
  linkedIds: number[]
  /** Whether their e-mail address is proved to be theirs. */
  isVerified: boolean
  /** In which language they read, as a page names it; null: nobody has said. */
  language: string | null
  /** Which of their log-ins this is. */
  tokenDigest: Buffer
  /** Not they themselves: a key that they have made (server/sessions/apiKeys.ts). */
  apiKeyId?: number
}

/** Who calls, and for whom. Resolved once, by the binder; the core trusts it. */
export type Actor = {
  operator: Operator
  person: Person | null
  /**
   * Whom the call is for: oneself, or the customer a member of staff has selected. null for a visitor, and for a
   * walk-in: when staff select nobody at the desk.
   */
  customerId: number | null
  /** Whether they serve customers: staff who may see customers at a venue. Others act for themselves alone. */
  isStaff: boolean
  /** The anonymous basket the caller holds, from the cookie or the `Cart-Uuid` header. */
  basketUuid: string | null
  /** What opens orders of visitors in this browser: secrets of links, and baskets that were paid for in it. */
  orderSecrets: readonly string[]
  /** Where the call comes from, for rate limits only. Never logged. */
  address: string
  /** Where the caller reaches this server, base path included: `https://bookings.example/book`. */
  site: string
  /** What we write, in the caller's language. */
  messages: Messages
}

/** Whose basket it is: a customer's, or that of one log-in of staff. */
export type BasketOwner = { customerId: number; loginDigest: Buffer | null }

/** Several people at a desk may serve under one name, each in a browser of their own. */
export const basketOwner = ({
  id,
  role,
  tokenDigest,
}: Pick<Person, 'id' | 'role' | 'tokenDigest'>): BasketOwner => ({
  customerId: id,
  loginDigest: role === 'staff' ? tokenDigest : null,
})

/** Who does something at the desk, for the books. Endpoints that call it are for staff alone. */
export const staffOf = ({ person }: Actor): Person => {
  if (person === null || person.role !== 'staff') throw forbidden()
  return person
}
