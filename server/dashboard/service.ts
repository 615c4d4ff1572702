import type { dashboard } from '#contract/dashboard.ts'
import type { Answer } from '#contract/endpoint.ts'
import { formatted, money } from '#contract/money.ts'
import { shownBookings } from '#server/bookings/service.ts'
import { creditOf } from '#server/credits/service.ts'
import { shownMemberships } from '#server/memberships/service.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { loggedOut } from '#server/platform/errors.ts'
import { shownEntries } from '#server/waitlists/service.ts'
import { outstandingPenalties } from './queries.ts'
import { offerNotices, penaltyNotice } from './rules.ts'

/** As many as fit a first page; all of them stand on their own. */
const mostBookings = 3

/** The account's first page (wire §4). */
export const shownDashboard = async (
  tx: Tx,
  actor: Actor,
  now: Date,
): Promise<Answer<typeof dashboard.read>> => {
  const { customerId, operator } = actor
  if (customerId === null) throw loggedOut()
  const symbol = operator.currencySymbol
  const [bookings, entries, memberships, credit, penalties] = await Promise.all([
    shownBookings(tx, actor, 'future', now),
    shownEntries(tx, actor, now),
    shownMemberships(tx, customerId, now),
    creditOf(tx, customerId, now),
    outstandingPenalties(tx, customerId),
  ])
  const open = entries.filter(({ status }) => status === 'waiting' || status === 'offered')
  const { balance } = credit.general
  return {
    nextBookings: bookings.filter(({ status }) => status === 'booked').slice(0, mostBookings),
    waitlists: open,
    membership: memberships.find(({ status }) => status !== 'ended') ?? null,
    credit: { balance, formattedBalance: formatted(balance, symbol) },
    outstandingPenalties: money(penalties, symbol),
    notices: [...offerNotices(open), ...penaltyNotice(penalties, formatted(penalties, symbol))],
  }
}
