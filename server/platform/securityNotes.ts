import type { Endpoint } from '#contract/endpoint.ts'
import type { SecurityEventKind } from '#contract/security-events.ts'
import type { Actor } from './actor.ts'
import { addressOf } from './caller.ts'
import { Refusal } from './errors.ts'
import type { IncomingRequest, Route } from './requestContext.ts'
import type { SecurityNote } from './securityLog.ts'

/** Records what a call has done. Call it after its transaction is committed. */
export const recordDone = (
  context: IncomingRequest,
  endpoint: Endpoint,
  call: { actor: Actor; params: unknown; body: unknown; answer: unknown },
): void => {
  for (const note of context.deps.security?.rules.done({ endpoint, ...call }) ?? [])
    record(context, endpoint, note)
}

/** Records what was refused, where that concerns security. */
export const recordRefusal = (context: IncomingRequest, route: Route, error: unknown): void => {
  if (!(error instanceof Refusal)) return
  const endpoint = 'allow' in route ? (route as Endpoint) : null
  const note = context.deps.security?.rules.refused({ endpoint, refusal: error, body: context.seen.body })
  if (note != null) record(context, route, note)
}

/** Records an answer of a route that has a form of its own for refusals. */
export const recordStatus = (context: IncomingRequest, path: string, event: SecurityEventKind): void =>
  record(context, { method: context.c.req.method, path }, { event })

const record = (
  { c, deps, now, operator, seen }: IncomingRequest,
  { method, path = '' }: Pick<Route, 'method' | 'path'>,
  note: SecurityNote,
): void =>
  deps.security?.log.record(
    {
      ...note,
      operatorId: operator?.id ?? null,
      personId: seen.person?.id ?? null,
      address: addressOf(c, deps.config),
      route: `${method} ${path}`.trim(),
    },
    now,
  )
