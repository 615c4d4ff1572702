import { money } from '#contract/money.ts'
import type { TenderId } from '#contract/tenders.ts'
import type { TakenByTender, Takings } from '#contract/tills.ts'
import { date, instant, localDay, time } from '#contract/time.ts'
import type { Messages } from '#server/messages/languages.ts'
import { staffOf } from '#server/platform/actor.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Tx } from '#server/platform/database.ts'
import { forbidden } from '#server/platform/errors.ts'
import { mayAt } from '#server/platform/rights.ts'
import { requireVenue } from '#server/venues/find.ts'
import type { DeskVenue } from '#server/venues/find.ts'
import { byTender, groupsBy, sumsOf } from './rules.ts'
import type { Sums } from './rules.ts'
import {
  addEntries,
  disputesAt,
  dueAt,
  entriesOf,
  owedAt,
  sellerOfOrder,
  tillLocation,
} from './sql/entries.ts'
import type { DisputeRow, DueRow, EntryRow, NewEntry, OwedRow } from './sql/entries.ts'

/** One payment of an order that was taken at the desk. */
type ReceivedTender = {
  paymentId: number
  tenderType: TenderId
  creditType: 'general' | 'membership' | null
  amount: number
  tendered?: number | null
  reference?: string | null
}

/**
 * Records the payments of an order that staff sold to a customer: by whom, at which till, on which day of the venue.
 * What customers buy for themselves is not recorded.
 */
export const recordTakings = async (
  tx: Tx,
  orderId: number,
  taken: readonly ReceivedTender[],
  sellerLogin: Buffer | null,
  now: Date,
): Promise<void> => {
  const seller = taken.length === 0 ? undefined : await sellerOfOrder(tx, orderId)
  if (seller === undefined) return
  const at = await tillLocation(tx, seller.actorId, sellerLogin, orderId)
  if (at === undefined) throw new Error('An order was taken at no venue.')
  await addEntries(
    tx,
    taken.map(({ tendered = null, reference = null, ...payment }) => ({
      ...seller,
      ...payment,
      tendered,
      reference,
      venueId: at.venueId,
      tillId: at.tillId,
      localDate: localDay(now, at.timezone),
      at: now,
      orderId,
      invoiceId: null,
      bookingId: null,
    })),
  )
}

/** A refund by staff. */
type RefundPaid = {
  orderId: number
  bookingId: number | null
  tenderType: TenderId
  creditType: 'general' | 'membership' | null
  /** Pence, more than 0. */
  amount: number
  reason: string
}

/** Records a refund by staff, with its place and tender. */
export const recordRefundPaid = async (
  tx: Tx,
  actor: Actor,
  { amount, reason, ...given }: RefundPaid,
  now: Date,
): Promise<void> => {
  const { orderId, bookingId, tenderType, creditType } = given
  await addEntry(
    tx,
    actor,
    {
      orderId,
      invoiceId: null,
      bookingId,
      tenderType,
      creditType,
      amount: -amount,
      tendered: null,
      reference: reason,
      paymentId: null,
    },
    now,
  )
}

/** Records what staff take for an order that was placed before: what is due at the venue, or what a move costs. Pence. */
export const recordDuePaid = (
  tx: Tx,
  actor: Actor,
  { tendered = null, reference = null, ...due }: DuePaid,
  now: Date,
): Promise<void> =>
  addEntry(
    tx,
    actor,
    { ...due, invoiceId: null, tendered, reference, bookingId: null, creditType: null },
    now,
  )

/** Records what staff take for an invoice of a hire. Pence. */
export const recordInvoicePaid = (
  tx: Tx,
  actor: Actor,
  paid: {
    invoiceId: number
    tenderType: 'cash' | 'cheque' | 'card_terminal'
    amount: number
    reference: string
  },
  now: Date,
): Promise<void> =>
  addEntry(
    tx,
    actor,
    { ...paid, orderId: null, paymentId: null, bookingId: null, creditType: null, tendered: null },
    now,
  )

type DuePaid = {
  orderId: number
  paymentId: number
  tenderType: TenderId
  amount: number
  tendered?: number | null
  reference?: string | null
}

type Entered = Pick<
  NewEntry,
  | 'orderId'
  | 'invoiceId'
  | 'bookingId'
  | 'paymentId'
  | 'tenderType'
  | 'creditType'
  | 'amount'
  | 'tendered'
  | 'reference'
>

const addEntry = async (tx: Tx, actor: Actor, entered: Entered, now: Date): Promise<void> => {
  const { id: actorId, tokenDigest } = staffOf(actor)
  const at = await tillLocation(tx, actorId, tokenDigest, entered.orderId)
  if (at === undefined) throw new Error('Something was taken or given back at no venue.')
  await addEntries(tx, [
    {
      ...entered,
      operatorId: actor.operator.id,
      venueId: at.venueId,
      tillId: at.tillId,
      localDate: localDay(now, at.timezone),
      actorId,
      at: now,
    },
  ])
}

/** How long a dispute that is closed stays on the list. */
const closedDisputeDays = 30

/**
 * The takings and refunds at a venue's desk on a day.
 * @throws Refusal `forbidden` when desk staff request those of others
 */
export const takingsOf = async (
  tx: Tx,
  actor: Actor,
  query: { venue: string; date: string; who: 'mine' | 'all' },
  now: Date,
): Promise<Takings> => {
  const { id: actorId } = staffOf(actor)
  const venue = await requireVenue(tx, actor, query.venue)
  if (query.who === 'all' && !mayAt(actor, 'till.all', venue.id))
    throw forbidden((messages) => messages.tills.othersTakings)
  const whose = query.who === 'mine' ? actorId : null
  const entries = await entriesOf(tx, { venueId: venue.id, day: query.date, actorId: whose })
  const { currencySymbol } = actor.operator
  const disputes = await disputesAt(tx, venue.id, new Date(now.getTime() - closedDisputeDays * 86_400_000))
  const due = await dueAt(tx, venue.id)
  const owed = await owedAt(tx, venue.id, query.date)
  return presentTakings(
    actor.messages,
    venue,
    query.date,
    entries,
    { due, owed, disputes },
    { currencySymbol, now },
  )
}

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
const presentTakings = (
  messages: Messages,
  venue: DeskVenue,
  day: string,
  entries: readonly EntryRow[],
  {
    due,
    owed,
    disputes,
  }: { due: readonly DueRow[]; owed: readonly OwedRow[]; disputes: readonly DisputeRow[] },
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
      name: some[0]?.till ?? messages.tills.noTill,
      ...presentSums(sumsOf(some), symbol),
      cash: money(sumsOf(some.filter(({ tenderType }) => tenderType === 'cash')).net, symbol),
    }))
    .toSorted((one, other) => one.name.localeCompare(other.name)),
  due: due.map(({ amount, ...row }) => ({ ...row, amount: money(amount, symbol) })),
  owed: owed.map(({ amount, startsAt, localDate, ...row }) => ({
    ...row,
    amount: money(amount, symbol),
    day: localDate,
    time: time(startsAt, venue.timezone).format24Hour,
  })),
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
