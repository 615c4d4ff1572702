import type { Answer } from '#contract/endpoint.ts'
import { money } from '#contract/money.ts'
import type { tills } from '#contract/tills.ts'
import { instant } from '#contract/time.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { notFound } from '#server/platform/errors.ts'
import { venueBySlug } from './sql/entries.ts'
import { bankingOf } from './sql/sessions.ts'

/**
 * What was expected, counted and banked at a venue's tills in a period.
 * @throws Refusal `not_found`
 */
export const readBanking = async (
  tx: Tx,
  actor: Actor,
  query: { venue: string; from: string; until: string },
): Promise<Answer<typeof tills.banking>> => {
  const venue = await venueBySlug(tx, actor.operator.id, query.venue)
  if (venue === undefined) throw notFound((messages) => messages.tills.venueNotFound)
  const symbol = actor.operator.currencySymbol
  const rows = await bankingOf(tx, venue.id, query)
  return {
    venueName: venue.name,
    timezone: venue.timezone,
    rows: rows.map(({ opened, closed, expected, counted, banked, ...row }) => ({
      ...row,
      opened: instant(opened),
      closed: instant(closed),
      expected: money(expected, symbol),
      counted: money(counted, symbol),
      difference: money(counted - expected, symbol),
      banked: money(banked, symbol),
    })),
  }
}
