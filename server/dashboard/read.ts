import type { dashboard } from '#contract/dashboard.ts'
import type { Answer } from '#contract/endpoint.ts'
import { formatted, money } from '#contract/money.ts'
import { localDay } from '#contract/time.ts'
import { nextBookings } from '#server/bookings/read.ts'
import { creditOf } from '#server/credits/balance.ts'
import { listDocuments } from '#server/documents/list.ts'
import { listMemberships, readMembers } from '#server/memberships/list.ts'
import { outstandingOf } from '#server/penalties/owed.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { loggedOut } from '#server/platform/errors.ts'
import { listWaitlistEntries } from '#server/waitlists/list.ts'
import { documentNotices, failedPaymentNotices, offerNotices, penaltyNotice } from './rules.ts'

/** As many as fit a first page; all of them stand on their own. */
const maxBookings = 3

/** The account's first page (wire §4). */
export const readDashboard = async (
  tx: Tx,
  actor: Actor,
  now: Date,
): Promise<Answer<typeof dashboard.read>> => {
  const { customerId, operator } = actor
  if (customerId === null) throw loggedOut()
  const symbol = operator.currencySymbol
  const today = localDay(now, operator.timezone)
  const documentType = (await readMembers(tx, [customerId], now)).get(customerId)?.documentType
  const [bookings, entries, memberships, credit, penalties, documents] = await Promise.all([
    nextBookings(tx, actor, maxBookings, now),
    listWaitlistEntries(tx, actor, now),
    listMemberships(tx, customerId, now),
    creditOf(tx, customerId, now),
    outstandingOf(tx, customerId),
    listDocuments(tx, customerId, documentType ? [documentType] : [], today),
  ])
  const sumOf = (some: typeof penalties) => some.reduce((sum, { amount }) => sum + amount, 0)
  const owed = sumOf(penalties)
  // What a membership failed to bring in is told of as such.
  const missedPayments = sumOf(penalties.filter(({ isForMembership }) => !isForMembership))
  const open = entries.filter(({ status }) => status === 'waiting' || status === 'offered')
  const { balance } = credit.general
  return {
    nextBookings: bookings,
    waitlists: open,
    membership: memberships.find(({ status }) => status !== 'ended') ?? null,
    credit: { balance, formattedBalance: formatted(balance, symbol) },
    outstandingPenalties: money(owed, symbol),
    notices: [
      ...offerNotices(open),
      // Paid by hand, it waits only for the job that settles it.
      ...failedPaymentNotices(
        memberships.filter(
          ({ failedPayment }) => missedPayments !== owed || failedPayment?.triedAgainOn !== null,
        ),
      ),
      ...penaltyNotice(missedPayments, formatted(missedPayments, symbol)),
      ...documentNotices(documents, documentType ?? null),
    ].map(({ message, ...notice }) => ({ ...notice, message: message(actor.messages) })),
  }
}
