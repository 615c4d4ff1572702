import type { Endpoint } from '#contract/endpoint.ts'
import { camelName } from '#contract/wire.ts'
import type { Actor } from './actor.ts'
import type { Database } from './database.ts'
import { Refusal, invalid } from './errors.ts'
import type { RequestContext } from './requestContext.ts'
import { bodyOf, fieldsOf, parseInput } from './requests.ts'

/**
 * Finds what the contract cannot know of an invalid body, by field, so that one answer names every mistake. `body` is
 * as it was sent, without the fields that the contract refuses: these keep its message, and may be of any length.
 */
export type FurtherErrors = (call: {
  db: Database
  operator: Actor['operator']
  body: Readonly<Record<string, unknown>>
  now: Date
}) => Promise<Readonly<Record<string, string | null>>>

/** @throws Refusal `invalid` with every mistake, those that only `furtherErrors` knows included */
export const parseFully = async (
  { c, deps: { db }, operator, now }: RequestContext,
  { endpoint, furtherErrors }: { endpoint: Endpoint; furtherErrors: FurtherErrors | undefined },
  bodyText: string,
): Promise<ReturnType<typeof parseInput>> => {
  try {
    return parseInput(c, endpoint, bodyText)
  } catch (error) {
    if (furtherErrors === undefined || !(error instanceof Refusal) || error.errors === undefined) throw error
    const refused = new Set(Object.keys(error.errors).map(camelName))
    const accepted = Object.entries(fieldsOf(bodyOf(bodyText))).filter(([name]) => !refused.has(name))
    const found = await furtherErrors({ db, operator, body: Object.fromEntries(accepted), now })
    const further = Object.entries(found).flatMap(([field, why]) => (why === null ? [] : [[field, [why]]]))
    // In the order of the fields, which the contract's errors have.
    throw invalid({ ...error.errors, ...Object.fromEntries(further), ...error.errors })
  }
}
