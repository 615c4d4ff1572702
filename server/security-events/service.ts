import type { Answer, Query } from '#contract/endpoint.ts'
import type { securityEvents } from '#contract/security-events.ts'
import { normalEmail, normalReference } from '#contract/identifiers.ts'
import { instant } from '#contract/time.ts'
import { searchTerms } from '#server/customers/rules.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { addDays, instantOf } from '#server/platform/wallclock.ts'
import { findEvents, findPeople } from './queries.ts'

export { securityRules } from './rules.ts'

const pageSize = 50
/** People of one name whose events are listed together. */
const mostPeople = 200

/** A page of the operator's security log. Who is about to be read is for supervisors alone. */
export const listSecurityEvents = async (
  tx: Tx,
  { operator }: Actor,
  { event, person, from, until, before }: Query<typeof securityEvents.list>,
): Promise<Answer<typeof securityEvents.list>> => {
  const people =
    person === undefined
      ? null
      : await findPeople(tx, operator.id, {
          reference: normalReference(person),
          email: normalEmail(person),
          tsquery: searchTerms(person)?.tsquery ?? null,
          most: mostPeople,
        })
  const rows = await findEvents(
    tx,
    operator.id,
    {
      event: event ?? null,
      people,
      from: from === undefined ? null : instantOf(from, '00:00', operator.timezone),
      until: until === undefined ? null : instantOf(addDays(until, 1), '00:00', operator.timezone),
      before: before ?? null,
    },
    pageSize + 1,
  )
  const page = rows.slice(0, pageSize)
  return {
    events: page.map(({ at, ...row }) => ({
      ...row,
      at: instant(at),
      // One's own account is not named twice.
      account: row.account?.id === row.person?.id ? null : row.account,
    })),
    nextBefore: rows.length > pageSize ? (page.at(-1)?.id ?? null) : null,
  }
}
