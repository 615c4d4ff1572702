import { operatorMessages } from '#server/messages/languages.ts'
import type { Messages, Text } from '#server/messages/languages.ts'
import type { SecurityEventKind } from '#contract/security-events.ts'

type FurtherFields = (messages: Messages) => Record<string, unknown>

/** Sentences by the path of the field they are about. */
export type FieldErrors = Readonly<Record<string, readonly Text[]>>

/**
 * The business says no. `code` must be declared by the endpoint, which gives it its HTTP status. Its sentences are worded
 * where it is answered, for who reads them; `message` has them in the operator's language, for the log.
 */
export class Refusal extends Error {
  readonly code: string
  readonly text: Text
  readonly errors: FieldErrors | undefined
  readonly availableAt: Date | undefined
  readonly retryAfterSeconds: number | undefined
  /** Further fields of the answer, where the wire names some (a declined card's transaction). */
  readonly fields: FurtherFields | undefined
  /** What the security log records where the code does not say it, and whose account it is about. Never answered. */
  readonly event: SecurityEventKind | undefined
  readonly about: number | undefined

  constructor(
    code: string,
    text: Text,
    more: {
      errors?: FieldErrors
      availableAt?: Date | undefined
      retryAfterSeconds?: number
      fields?: FurtherFields
      event?: SecurityEventKind
      about?: number
    } = {},
  ) {
    super(text(operatorMessages()))
    this.code = code
    this.text = text
    this.errors = more.errors
    this.availableAt = more.availableAt
    this.retryAfterSeconds = more.retryAfterSeconds
    this.fields = more.fields
    this.event = more.event
    this.about = more.about
  }
}

export const notFound = (text: Text = (messages) => messages.platform.notFound): Refusal =>
  new Refusal('not_found', text)
export const loggedOut = (): Refusal =>
  new Refusal('logged_out', (messages) => messages.platform.unauthenticated)
export const forbidden = (text: Text = (messages) => messages.platform.unauthorised): Refusal =>
  new Refusal('forbidden', text)

/** Malformed input, by field path: `{ email: [(messages) => messages.families.addressTaken] }`. */
export const invalid = (errors: FieldErrors): Refusal =>
  new Refusal(
    'invalid',
    Object.values(errors).flat()[0] ?? ((messages) => messages.platform.requestInvalid),
    {
      errors,
    },
  )

/** A database guard refused the write because the person's account was closed meanwhile. */
export const isAccountClosed = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ON410'

/** What the operator has to mend before a program can run; printed without a stack trace. */
export class SetupError extends Error {}

/** The database server does not answer, or not in time. What was asked may or may not have been done. */
export class DatabaseUnavailable extends Error {
  constructor(options?: ErrorOptions) {
    super('The database is not available.', options)
  }
}

/** Codes of sockets, and of PostgreSQL about its connections: shutting down, starting up, too many, lost. */
const connectionErrorCode =
  /^(ECONN\w+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOENT|EAI_AGAIN|57P0[123]|53300|08\w{3})$/
/** What the driver says without a code. */
const connectionErrorMessage =
  /^(Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error)/

/** Whether a statement failed because its connection did. */
export const isConnectionError = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && connectionErrorCode.test(String(error.code))) ||
    connectionErrorMessage.test(error.message))

/** A statement took longer than it may (serverPool.ts), as in a database that is overloaded. */
export const isStatementTimeout = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '57014'

/** The same, as the pool has passed it on. */
export const isTooSlow = (error: unknown): boolean =>
  isStatementTimeout(error) || (error instanceof DatabaseUnavailable && isStatementTimeout(error.cause))

/** The database gave up on one of several transactions that wanted the same rows; a retry may succeed. */
export const isLockConflict = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && ['40001', '40P01', '55P03'].includes(String(error.code))

/** Fails on a state that the code rules out. It becomes a 500. */
export const failInvariant = (what: string): never => {
  throw new Error(`Broken invariant: ${what}`)
}
