import type { Context } from 'hono'
import type { Endpoint } from '#contract/endpoint.ts'
import { messagesIn } from '#server/messages/languages.ts'
import type { Messages, Text } from '#server/messages/languages.ts'
import type { Operator, Person } from './actor.ts'
import { languageFor } from './caller.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Database } from './database.ts'
import type { Log } from './log.ts'
import type { Subject } from './rights.ts'
import type { SecurityLog, SecurityRules } from './securityLog.ts'

/** What the binder needs from sessions, operator and customers. The composition passes it in. */
export type Authenticator = {
  /** The person of a token, or null. `prolongedUntil` when the browser's cookie has to be renewed. */
  identify: (
    token: string,
    now: Date,
    userAgent?: string,
  ) => Promise<{ person: Person; prolongedUntil: Date | null } | null>
  /** The operator named by `Origin`, `Referer` or `Client-Domain-Identifier`, else the default one. */
  operatorFor: (hints: { origins: string[]; slug: string | null }) => Promise<Operator>
  /** Whom a key of the API acts for; null: it is none that works here. */
  identifyKey: (
    token: string,
    call: { operatorId: number; method: Endpoint['method']; address: string },
    now: Date,
  ) => Promise<Person | null>
  /** What a call is about, by the names and values of its parameters. What is not there is left out. */
  subjectsOf: (operatorId: number, named: Readonly<Record<string, unknown>>) => Promise<Subject[]>
  /** For staff who act for a customer. */
  isCustomerOf: (customerId: number, operatorId: number) => Promise<boolean>
}

export type HttpDeps = {
  db: Database
  clock: Clock
  config: Config
  log: Log
  authenticator: Authenticator
  /** Why a new password may not be used, found out at another company; null when it may. */
  whyBreached?: (password: string) => Promise<Text | null>
  /** This process among those on the database (nodeLease.ts). */
  nodeId?: string | undefined
  /** Omitted, nothing is recorded. */
  security?: { log: SecurityLog; rules: SecurityRules } | undefined
}

/** A request whose operator may not be known yet. */
export type IncomingRequest = {
  c: Context
  deps: HttpDeps
  now: Date
  requestId: string
  /** null until it has been looked up. */
  operator: Operator | null
  /** Whether `Origin` names one of our pages. */
  isOurs: boolean
  /** What is known of the call when it is refused. */
  seen: { person: Person | null; body: unknown }
}

/** A request whose operator is known. */
export type RequestContext = IncomingRequest & { operator: Operator }

/** An endpoint, a raw route, or an unknown address. */
export type Route = {
  method: string
  path?: string
  errors?: Endpoint['errors'] | undefined
  /** Whether pages of any origin may read the answer; they may unless this is false. */
  anyOrigin?: boolean
}

/** What we write, in the language of who asks. */
export const messagesFor = ({ c, deps, seen }: Pick<IncomingRequest, 'c' | 'deps' | 'seen'>): Messages =>
  messagesIn(languageFor(c, deps.config, seen.person))

/** Says in which language the answer is, and what chose it where there is a choice. */
export const sayLanguage = (context: Pick<IncomingRequest, 'c' | 'deps' | 'seen'>): void => {
  const { c, deps } = context
  c.header('Content-Language', messagesFor(context).format.language)
  if (deps.config.languages.length > 1) c.header('Vary', 'Accept-Language', { append: true })
}
