import type { z } from 'zod'
import type { Permission } from './permissions.ts'

/** Who may call: anyone; a logged-in customer; the holder of the basket, logged in or not; staff. */
export type Allow = 'anyone' | 'customer' | 'owner' | 'staff'

/** What a call reads or makes stale. The browser refetches every read named in a write's `changes`. */
export type Resource =
  | 'account'
  | 'attendance'
  | 'attendees'
  | 'basket'
  | 'bookings'
  | 'broadcasts'
  | 'catalogue'
  | 'documents'
  | 'drafts'
  | 'favourites'
  | 'hirers'
  | 'operator'
  | 'rehearsals'
  | 'reports'
  | 'session'
  | 'tills'
  | 'timetable'
  | 'waitlists'

/** One call of the API: its input, response and refusals. Paths are below `/api`. */
export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** `/activities/cart/{cartItemId}`: the names in braces are those of `params`. */
  readonly path: string
  /** One sentence for the reader of the API's own documentation. */
  readonly summary: string
  readonly allow: Allow
  /**
   * What the member of staff must be permitted to do: at the venue that the call is about, where it names one or
   * something of one (server/sessions/subjects.ts); else at any.
   */
  readonly needs?: Permission
  /** It is about the whole operator: permission at some venues is not enough. */
  readonly everywhere?: true
  /** Also for instructors, about sessions that they give. */
  readonly ownSessions?: true
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodType<object>
  /** The answer's `data`, or the whole answer when `bare`. It is the allow-list of what may leave. */
  readonly returns: z.ZodType
  /** Refusals of the business: code and HTTP status. One thrown but not declared here becomes a 500. */
  readonly errors?: Readonly<Record<string, number>>
  /** Not wrapped in `data`. */
  readonly bare?: true
  /** Its names are those of another standard and are not converted. */
  readonly ownNames?: true
  /** Takes an `Idempotency-Key`. */
  readonly idempotent?: true
  /** It calls a provider between two short transactions of its own, so the binder opens none. */
  readonly inTransaction?: false
  /** Its `password` is a new one, which is looked up in a list of breached ones before anything else happens. */
  readonly setsPassword?: true
  /** Takes bodies of so many bytes; without it those of a form. */
  readonly largestBody?: number
  /** At most so many calls from one network address in so many seconds; the next is refused with `too_many`. */
  readonly limit?: { readonly attempts: number; readonly seconds: number }
  /**
   * `public` for what is the same for everybody; `never` where a secret in the address shows what is a person's. Answers
   * carry an ETag either way.
   */
  readonly cache?: 'public' | 'never'
  readonly reads?: readonly Resource[]
  readonly changes?: readonly Resource[]
}

/** Declares an endpoint, keeping its literal types. */
export const endpoint = <const E extends Endpoint>(declared: E): E => declared

type Out<T> = T extends z.ZodType ? z.output<T> : Record<never, never>
type In<T> = T extends z.ZodType ? z.input<T> : Record<never, never>

/** What a handler receives, already checked and turned into our types. */
export type Params<E extends Endpoint> = Out<E['params']>
export type Query<E extends Endpoint> = Out<E['query']>
export type Body<E extends Endpoint> = Out<E['body']>
/** What a handler must answer: checked against `returns` before it leaves. */
export type Answer<E extends Endpoint> = z.input<E['returns']>

/** What a caller sends, and what it reads back. */
export type Sent<E extends Endpoint> = In<E['params']> & In<E['query']> & In<E['body']>
export type Received<E extends Endpoint> = z.output<E['returns']>
