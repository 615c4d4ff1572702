import type { Endpoint, Resource } from '#contract/endpoint.ts'
import type * as api from '#contract/index.ts'

declare const endpoint: unique symbol

/** The part of an endpoint that the browser needs to call it, with its types. Schemas stay on the server. */
export type Call<E extends Endpoint = Endpoint> = {
  readonly method: string
  /** Under `/api`; names in braces are arguments. */
  readonly path: string
  readonly bare?: true
  readonly idempotent?: true
  /** The arguments of a write that are sent in the query; the others are in the body. A read has no body. */
  readonly query?: readonly string[]
  /** Staff call it for the selected customer. */
  readonly personalCalls?: true
  readonly reads?: readonly Resource[]
  readonly changes?: readonly Resource[]
  readonly [endpoint]?: E
}

type Api = typeof api

/** The calls of one noun. */
export type CallsOf<Noun extends keyof Api> = {
  readonly [Name in keyof Api[Noun]]: Api[Noun][Name] extends Endpoint ? Call<Api[Noun][Name]> : never
}
