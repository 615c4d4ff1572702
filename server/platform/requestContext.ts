import type { Context } from 'hono'
import type { Endpoint } from '#contract/endpoint.ts'
import type { Operator, Person } from './actor.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Database } from './database.ts'
import type { Log } from './log.ts'

/** What the binder needs of the nouns beneath which it stands. */
export type Authenticator = {
  /** Whom a token belongs to, or null. `prolongedUntil` when the browser's cookie should last longer, too. */
  identify: (token: string, now: Date) => Promise<{ person: Person; prolongedUntil: Date | null } | null>
  /** The operator named by `Origin`, `Referer` or `Client-Domain-Identifier`, else the default one. */
  operatorFor: (hints: { origins: string[]; slug: string | null }) => Promise<Operator>
  /** Whether this customer is one of the operator's, for staff who act for them. */
  isCustomerOf: (customerId: number, operatorId: number) => Promise<boolean>
}

export type HttpDeps = { db: Database; clock: Clock; config: Config; log: Log; authenticator: Authenticator }

/** One request on its way through. */
export type IncomingRequest = {
  c: Context
  deps: HttpDeps
  now: Date
  requestId: string
  /** null until it is known for whom the call is. */
  operator: Operator | null
  /** Whether `Origin` names one of our pages. */
  isOurs: boolean
}

/** One whose operator is known. */
export type RequestContext = IncomingRequest & { operator: Operator }

/** What is asked for: an endpoint, another address, or nothing we know. */
export type Route = { method: string; path?: string; errors?: Endpoint['errors'] | undefined }
