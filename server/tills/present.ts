import type { TakenByTender, Takings, Till } from '#contract/tills.ts'
import { money } from '#contract/money.ts'
import { date, instant, localDay, time } from '#contract/time.ts'
import * as messages from '#server/messages/en/tills.ts'
import type { DisputeRow, DueRow, EntryRow, TillRow, VenueRow } from './queries.ts'
import { byTender, groupsBy, sumsOf } from './rules.ts'
import type { Sums } from './rules.ts'

export const presentTill = ({ id, name, venueSlug, venueName }: TillRow): Till => ({
  id,
  name,
  venueSlug,
  venueName,
})

type PresentOptions = { currencySymbol: string; now: Date }

const presentSums = ({ count, taken, givenBack, net }: Sums, symbol: string) => ({
  count,
  taken: money(taken, symbol),
  givenBack: money(givenBack, symbol),
  net: money(net, symbol),
})

const presentTenders = (entries: readonly EntryRow[], symbol: string): TakenByTender[] =>
  byTender(entries).map(({ tenderType, creditType, ...sums }) => ({
    tenderType,
    type: creditType,
    ...presentSums(sums, symbol),
  }))

/** A venue's day: in total, by person and by till. All parts are summed from the same entries. */
export const presentTakings = (
  venue: VenueRow,
  day: string,
  entries: readonly EntryRow[],
  { due, disputes }: { due: readonly DueRow[]; disputes: readonly DisputeRow[] },
  { currencySymbol: symbol, now }: PresentOptions,
): Takings => ({
  date: date(day, venue.timezone, now),
  venueSlug: venue.slug,
  venueName: venue.name,
  ...presentSums(sumsOf(entries), symbol),
  tenders: presentTenders(entries, symbol),
  people: groupsBy(entries, ({ actorId }) => actorId)
    .map((some) => ({
      userId: some[0]?.actorId ?? 0,
      name: some[0]?.name ?? '',
      ...presentSums(sumsOf(some), symbol),
      tenders: presentTenders(some, symbol),
    }))
    .toSorted((one, other) => one.name.localeCompare(other.name)),
  tills: groupsBy(entries, ({ tillId }) => tillId)
    .map((some) => ({
      id: some[0]?.tillId ?? null,
      name: some[0]?.till ?? messages.noTill,
      ...presentSums(sumsOf(some), symbol),
      cash: money(sumsOf(some.filter(({ tenderType }) => tenderType === 'cash')).net, symbol),
    }))
    .toSorted((one, other) => one.name.localeCompare(other.name)),
  due: due.map(({ amount, ...row }) => ({ ...row, amount: money(amount, symbol) })),
  disputes: disputes.map(({ amount, frozen, openedAt, ...row }) => ({
    ...row,
    amount: money(amount, symbol),
    frozen: money(frozen, symbol),
    openedOn: localDay(openedAt, venue.timezone),
  })),
  entries: entries.map((entry) => ({
    id: entry.id,
    at: instant(entry.at),
    time: time(entry.at, venue.timezone).format24Hour,
    userId: entry.actorId,
    name: entry.name,
    till: entry.till,
    tenderType: entry.tenderType,
    type: entry.creditType,
    amount: money(entry.amount, symbol),
    tendered: entry.tendered === null ? null : money(entry.tendered, symbol),
    reference: entry.reference,
    orderId: entry.orderId,
    orderReference: entry.orderReference,
    customer: entry.customer,
  })),
})
