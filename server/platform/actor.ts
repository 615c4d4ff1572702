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
}

/** Somebody recognised by a token. */
export type Person = {
  id: number
  operatorId: number
  role: 'customer' | 'staff'
  /** Whom they may book for besides themselves. */
  linkedIds: number[]
  /** Which of their log-ins this is. */
  tokenDigest: Buffer
}

/** Who calls, and for whom. Resolved once, by the binder; the core trusts it. */
export type Actor = {
  operator: Operator
  person: Person | null
  /** Whom the call is for: oneself, or the customer a member of staff has selected. null for a visitor. */
  customerId: number | null
  isStaff: boolean
  /** The anonymous basket the caller holds, from the cookie or the `Cart-Uuid` header. */
  basketUuid: string | null
  /** Where the call comes from, for rate limits only. Never logged. */
  address: string
  /** Where the caller reaches this server, base path included: `https://bookings.example/book`. */
  site: string
}
