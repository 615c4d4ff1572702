import { z } from 'zod'
import { factsOf } from '#server/openactive/opportunities.ts'
import type { Facts } from '#server/openactive/opportunities.ts'
import { nextModified, openBookingPath } from '#server/openactive/rules.ts'
import type { Database } from '#server/platform/database.ts'
import { transact } from '#server/platform/transact.ts'
import type { BookingAnswer, BookingCall } from './calls.ts'
import { presentFeedOrder, presentItemStatus, presentRemainingTotals, siteOf } from './present.ts'
import type { FirstAnswer } from './present.ts'
import { BookingError, proposalStatusOf, uuidOf } from './rules.ts'
import {
  bookedItemsOf,
  feedPage,
  hasOrderChanges,
  lockOrdersFeed,
  proposalsPage,
  readPartnerOrder,
  saveModified,
  stampOrders,
  stampProposals,
  takeOrderChanges,
} from './sql/orders.ts'
import type { BookedItem, FeedRow, ProposalFeedRow } from './sql/orders.ts'

/**
 * The state of an order: what was answered when it was booked, with what has become of its items.
 * @throws BookingError `UnknownOrderError`
 */
export const readStatus = async ({ db, partner, params }: BookingCall): Promise<BookingAnswer> => {
  const uuid = uuidOf(params)
  const order = uuid === null ? undefined : await readPartnerOrder(db, partner.id, uuid)
  if (order?.state !== 'order' || order.answer === null) throw new BookingError('UnknownOrderError')
  const booked = await bookedItemsOf(db, [order.id])
  const first = JSON.parse(order.answer) as FirstAnswer
  const body = {
    ...first,
    orderedItem: booked.map((item) => presentItemStatus(item, siteOf(first))),
    ...presentRemainingTotals(booked, first),
  }
  return { status: 200, body }
}

/**
 * A page of the orders that have changed since they were booked, of this partner alone, the oldest change first.
 * @throws BookingError
 */
export const readOrdersFeed = async (call: BookingCall): Promise<BookingAnswer> => {
  const { db, partner } = call
  const rows = await feedPage(db, partner.id, placeInFeed(call), maxPageItems)
  if (rows.length === 0) return presentPage(call, 'orders-rpde', [])
  const booked = await bookedItemsOf(
    db,
    rows.map(({ id }) => id),
  )
  const facts = await factsOf(db, [...new Set(booked.map(({ occurrenceId }) => occurrenceId))], call.now)
  return presentPage(
    call,
    'orders-rpde',
    rows.map((row) => itemOf(row, booked, facts)),
  )
}

const itemOf = (
  row: FeedRow,
  booked: readonly (BookedItem & { partnerOrderId: number })[],
  facts: ReadonlyMap<number, Facts>,
) => {
  const { uuid: id, modified, answer } = row
  if (row.state === 'deleted' || answer === null) return { state: 'deleted', kind: 'Order', id, modified }
  const items = booked.filter(({ partnerOrderId }) => partnerOrderId === row.id)
  return {
    state: 'updated',
    kind: 'Order',
    id,
    modified,
    data: presentFeedOrder({ uuid: id, answer }, items, facts),
  }
}

/**
 * A page of the proposals that have been decided on, of this partner alone, the oldest change first.
 * @throws BookingError
 */
export const readProposalsFeed = async (call: BookingCall): Promise<BookingAnswer> => {
  const rows = await proposalsPage(call.db, call.partner.id, placeInFeed(call), maxPageItems)
  return presentPage(call, 'order-proposals-rpde', rows.map(presentProposalItem))
}

/** One that is an order by now is deleted. */
const presentProposalItem = ({ uuid: id, state, status, version, item, modified }: ProposalFeedRow) => {
  if (state !== 'proposal') return { state: 'deleted', kind: 'OrderProposal', id, modified }
  return {
    state: 'updated',
    kind: 'OrderProposal',
    id,
    modified,
    data: {
      ...item,
      orderProposalVersion: `${String(item['@id'])}/versions/${version}`,
      orderProposalStatus: proposalStatusOf(status),
    },
  }
}

/**
 * Puts into the orders feeds what has changed since it was last called. One publisher at a time numbers the changes, so
 * that a reader never passes one by that is committed later.
 */
export const publishOrders = async (db: Database, now: Date): Promise<void> => {
  if (!(await hasOrderChanges(db))) return
  await transact(db, async (tx) => {
    const last = await lockOrdersFeed(tx)
    const orderIds = await takeOrderChanges(tx)
    const modified = nextModified(last, now)
    if (orderIds.length > 0) await stampOrders(tx, orderIds, modified)
    await stampProposals(tx, modified)
    await saveModified(tx, modified)
  })
}

/** As many items as a page has at the most. */
const maxPageItems = 500

/** Below every uuid. */
const nilUuid = '00000000-0000-0000-0000-000000000000'

const paging = z.object({
  afterTimestamp: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0),
  afterId: z.uuid().default(nilUuid),
})

/** After which item a page begins. @throws BookingError */
const placeInFeed = ({ query }: Pick<BookingCall, 'query'>): { modified: number; uuid: string } => {
  const given = paging.safeParse(Object.fromEntries(query))
  if (!given.success) throw new BookingError('OpenBookingError')
  return { modified: given.data.afterTimestamp, uuid: given.data.afterId.toLowerCase() }
}

/** A page of a feed of orders, with the address of the next. */
const presentPage = (
  { query, site }: Pick<BookingCall, 'query' | 'site'>,
  feed: string,
  items: readonly { id: string; modified: number }[],
): BookingAnswer => {
  const last = items.at(-1)
  const asGiven = query.size === 0 ? '' : `?${query.toString()}`
  const search =
    last === undefined ? asGiven : `?afterTimestamp=${last.modified}&afterId=${encodeURIComponent(last.id)}`
  return { status: 200, body: { next: `${site}${openBookingPath}/${feed}${search}`, items } }
}
