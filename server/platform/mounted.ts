import type { Operator, Person } from './actor.ts'

/** A call of an API of another standard that is mounted below ours. */
export type MountedCall = {
  request: Request
  /** Below its base: `/order-quotes/3f0c8f2e…`; `''` for the base itself. */
  path: string
  /** The operator by the request's origin, as of any call. */
  operator: Operator
  /** Where the call comes from, for rate limits only. Never logged. */
  address: string
  /** Where the caller reaches this server. */
  site: string
  requestId: string
  /** Who is logged in by the request's cookie; its origin has not been checked. */
  identify: () => Promise<Person | null>
  now: Date
}

/** Answers every verb and path below its base in its own form, failures included. */
export type MountedApi = {
  /** From the root: `/api/open-booking`. */
  base: string
  answer: (call: MountedCall) => Promise<Response>
}
