import { money } from '#contract/money.ts'
import type { Alerts } from '#contract/operations.ts'
import { localDay } from '#contract/time.ts'
import { listWaitingDocuments } from '#server/documents/list.ts'
import { listEndingPapers } from '#server/hirers/papers.ts'
import type { Actor } from '#server/platform/actor.ts'
import { instantOf } from '#server/platform/clock.ts'
import type { Tx } from '#server/platform/database.ts'
import { findTillAlerts } from '#server/tills/list.ts'
import { requireVenue } from '#server/venues/find.ts'
import { readBacklog } from './metrics.ts'

/** Seconds that a mail or money for the card company may wait before they are said to fail. */
const failingAfter = { mail: 15 * 60, cards: 60 * 60 } as const

/** What a venue's desk has to see to. @throws Refusal `not_found` */
export const readAlerts = async (tx: Tx, actor: Actor, venueSlug: string, now: Date): Promise<Alerts> => {
  const venue = await requireVenue(tx, actor, venueSlug)
  const { id: venueId, timezone } = venue
  const midnight = instantOf(localDay(now, timezone), '00:00', timezone)
  const { due, leftOpen } = await findTillAlerts(tx, venueId, midnight)
  const { oldestNotice, payments, refunds } = await readBacklog(tx, now)
  const isMailLate = oldestNotice > failingAfter.mail
  const areCardsLate = [refunds, ...payments].some(({ oldest }) => oldest > failingAfter.cards)
  return {
    cashDue: { count: due.count, amount: money(due.amount, actor.operator.currencySymbol) },
    tillsLeftOpen: leftOpen.map(({ openedAt, ...till }) => ({
      ...till,
      openedOn: localDay(openedAt, timezone),
    })),
    hirerPapers: await listEndingPapers(tx, actor, venue, now),
    documents: (await listWaitingDocuments(tx, actor, now)).length,
    failing: [...(isMailLate ? (['mail'] as const) : []), ...(areCardsLate ? (['cards'] as const) : [])],
  }
}
