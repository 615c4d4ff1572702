import { sql } from 'kysely'
import { lockCreditAccounts } from '#server/credits/reserve.ts'
import { linesOf } from '#server/penalties/owed.ts'
import type { PenaltyLine } from '#server/penalties/owed.ts'
import { basketOwner } from '#server/platform/actor.ts'
import type { Actor, BasketOwner } from '#server/platform/actor.ts'
import { createBatchedStatement } from '#server/platform/batcher.ts'
import type { Tx } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { isLapsed, isLive, itemHashOf, totalsOf } from './rules.ts'
import type { BasketRow, Bookable, ItemRow } from './rules.ts'
import {
  abandonChallenge,
  insertDetachedBasket,
  listItemsOfBaskets,
  openBasketWithItems,
  visitorBasketWithItems,
} from './sql/lines.ts'
import type { BasketWithItems } from './sql/lines.ts'

/** The basket of a call: the customer's own, or the one a visitor carries. null when there is none yet. */
export const findBasket = async (tx: Tx, actor: Actor): Promise<BasketRow | null> => {
  if (actor.person !== null) return (await findOpenBasket(tx, basketOwner(actor.person))) ?? null
  if (actor.basketUuid === null) return null
  return (await findVisitorBasket(tx, actor.operator.id, actor.basketUuid)) ?? null
}

/** The same with its lines. One query. */
export const findBasketWithItems = async (tx: Tx, actor: Actor): Promise<BasketWithItems | null> => {
  if (actor.person !== null) return (await openBasketWithItems(tx, basketOwner(actor.person))) ?? null
  if (actor.basketUuid === null) return null
  const found = await visitorBasketWithItems(tx, actor.basketUuid)
  return found?.basket.operatorId === actor.operator.id ? found : null
}

/** The basket that `findBasket` finds, locked until the end of the transaction. */
export const lockBasketOf = async (tx: Tx, actor: Actor): Promise<BasketRow | null> => {
  if (actor.person !== null) return (await lockOpenBasket(tx, basketOwner(actor.person))) ?? null
  if (actor.basketUuid === null) return null
  return (await lockVisitorBasket(tx, actor.operator.id, actor.basketUuid)) ?? null
}

/** A customer always has a basket, which may be empty. For a visitor who only looks nothing is stored. */
export const createCustomerBasket = async (
  tx: Tx,
  { operator, person }: Actor,
  now: Date,
): Promise<BasketRow | null> =>
  person === null ? null : createBasket(tx, operator.id, basketOwner(person), now)

/**
 * Makes sure that a basket may be changed. A payment that waits for the card holder's bank is abandoned, since the
 * customer has come back to the basket; any other payment must end first.
 * @throws Refusal `busy`
 */
export const openForChange = async (tx: Tx, basket: BasketRow, now: Date): Promise<void> => {
  if (basket.status === 'paymentProcessing') {
    // Abandoning locks places; people are locked before places.
    await lockCreditAccounts(tx, basket.id)
    if (await abandonChallenge(tx, basket.id, now)) basket.status = 'open'
  }
  if (basket.status !== 'open') throw busyRefusal()
}

export const busyRefusal = (): Refusal =>
  new Refusal('busy', (messages) => messages.baskets.paymentInProgress)

/** The caller's basket, locked and open. @throws Refusal `busy` */
export const lockBasketForChange = async (tx: Tx, actor: Actor, now: Date): Promise<BasketRow | null> => {
  const basket = await lockBasketOf(tx, actor)
  if (basket !== null) await openForChange(tx, basket, now)
  return basket
}

/** A basket with its live and its lapsed lines; what checkout sells. */
type LoadedBasket = {
  basket: BasketRow
  live: ItemRow[]
  lapsed: ItemRow[]
  penalties: PenaltyLine[]
  total: number
  taxTotal: number
  subTotal: number
  itemHash: string
}

/**
 * Reads and sums a basket. Amounts are pence.
 * @param read its lines, where the caller has them
 */
export const loadBasket = async (
  tx: Tx,
  basket: BasketRow,
  now: Date,
  read?: readonly ItemRow[],
): Promise<LoadedBasket> => {
  const items = read ?? (await listItems(tx, basket.id))
  const live = items.filter((item) => isLive(item, now))
  const penalties = await listPenalties(tx, basket)
  const sorted = [...live, ...penalties].toSorted(
    (one, other) => one.sortBy - other.sortBy || one.id - other.id,
  )
  return {
    basket,
    live,
    lapsed: items.filter((item) => isLapsed(item, now)),
    penalties,
    ...totalsOf(live, penalties),
    itemHash: itemHashOf(sorted.map((item) => item.id)),
  }
}

/** The penalties in a basket. A visitor's has none. */
export const listPenalties = async (tx: Tx, { id, customerId }: BasketRow): Promise<PenaltyLine[]> =>
  customerId === null ? [] : linesOf(tx, id)

/** Makes the basket that checkout locks while a joining is paid for; it holds nothing. */
export const createJoiningBasket = (tx: Tx, operatorId: number, now: Date): Promise<number> =>
  insertDetachedBasket(tx, operatorId, 'online-joining', now)

/** Makes the basket that holds the new place of a booking while the move is paid for. */
export const createMoveBasket = (tx: Tx, operatorId: number, now: Date): Promise<number> =>
  insertDetachedBasket(tx, operatorId, 'booking-move', now)

/** Makes the basket that checkout locks while an invoice of a hire is paid for; it holds nothing. */
export const createInvoiceBasket = (tx: Tx, operatorId: number, now: Date): Promise<number> =>
  insertDetachedBasket(tx, operatorId, 'hire-invoice', now)

/** Makes the basket whose lines are a booking partner's lease. */
export const createPartnerBasket = (tx: Tx, operatorId: number, now: Date): Promise<number> =>
  insertDetachedBasket(tx, operatorId, 'open-booking', now)

/** The lines of a basket in order, live and lapsed ones. One query. */
export const listItems = createBatchedStatement(listItemsOfBaskets, {
  name: 'basket_items',
  batchSize: 64,
  inFlight: 1,
})

const basketColumns = [
  'id',
  'uuid',
  'operatorId',
  'customerId',
  'status',
  'renewalsUsed',
  'notices',
  'pricedForId',
] as const

export const findOpenBasket = async (tx: Tx, owner: BasketOwner): Promise<BasketRow | undefined> =>
  (await tx.selectFrom('basket').select(basketColumns).where(isOpenOf(owner)).executeTakeFirst()) as
    | BasketRow
    | undefined

const isOpenOf = ({ customerId, loginDigest }: BasketOwner) =>
  sql<boolean>`customer_id = ${customerId} and login_digest is not distinct from ${loginDigest}::bytea
    and status <> 'paymentComplete'`

/** The basket a visitor carries. A customer's basket is never found this way. */
export const findVisitorBasket = async (
  tx: Tx,
  operatorId: number,
  uuid: string,
): Promise<BasketRow | undefined> => {
  const basket = await visitorBasket(tx, uuid)
  return basket?.operatorId === operatorId ? basket : undefined
}

const reads = (name: string) => ({ name, batchSize: 64, inFlight: 1 })

/** Each caller gets a row of its own, which it may change. */
const copyOf = (basket: BasketRow | undefined): BasketRow | undefined =>
  basket === undefined ? undefined : { ...basket }

const visitorBasket = createBatchedStatement(async (tx, uuids: string[]) => {
  const baskets = await tx
    .selectFrom('basket')
    .select(basketColumns)
    .where(sql<boolean>`uuid = any(${uuids}::uuid[])`)
    .where('customerId', 'is', null)
    .where('status', '<>', sql.lit('paymentComplete'))
    .$castTo<BasketRow>()
    .execute()
  return uuids.map((uuid) => copyOf(baskets.find((basket) => basket.uuid === uuid)))
}, reads('visitor_baskets'))

export const findBasketById = createBatchedStatement(async (tx, ids: number[]) => {
  const baskets = await tx
    .selectFrom('basket')
    .select(basketColumns)
    .where(sql<boolean>`id = any(${ids}::int[])`)
    .$castTo<BasketRow>()
    .execute()
  return ids.map((id) => copyOf(baskets.find((basket) => basket.id === id)))
}, reads('baskets'))

/** Two concurrent calls for one customer get the same basket. */
const createBasket = async (
  tx: Tx,
  operatorId: number,
  owner: BasketOwner,
  now: Date,
): Promise<BasketRow> => {
  const made = (await tx
    .insertInto('basket')
    .values({ operatorId, ...owner, createdAt: now, updatedAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning(basketColumns)
    .executeTakeFirst()) as BasketRow | undefined
  const basket = made ?? (await findOpenBasket(tx, owner))
  if (basket === undefined) throw new Error('A basket could not be made.')
  return basket
}

/**
 * Locks the basket that `findOpenBasket` finds. One that another call has paid for while this one waited is returned as
 * it is then.
 */
export const lockOpenBasket = async (tx: Tx, owner: BasketOwner): Promise<BasketRow | undefined> =>
  (await tx
    .selectFrom('basket')
    .select(basketColumns)
    .where('id', '=', (query) => query.selectFrom('basket').select('id').where(isOpenOf(owner)))
    .forNoKeyUpdate()
    .executeTakeFirst()) as BasketRow | undefined

/** The same for a visitor's. */
const lockVisitorBasket = async (tx: Tx, operatorId: number, uuid: string): Promise<BasketRow | undefined> =>
  (await tx
    .selectFrom('basket')
    .select(basketColumns)
    .where('id', '=', (query) =>
      query
        .selectFrom('basket')
        .select('id')
        .where('uuid', '=', uuid)
        .where('operatorId', '=', operatorId)
        .where('customerId', 'is', null)
        .where('status', '<>', sql.lit('paymentComplete')),
    )
    .forNoKeyUpdate()
    .executeTakeFirst()) as BasketRow | undefined

export const lockBasket = async (tx: Tx, id: number): Promise<BasketRow | undefined> =>
  (await tx
    .selectFrom('basket')
    .select(basketColumns)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()) as BasketRow | undefined

export type BookableIds = { operatorId: number; v1: number[]; v2: string[] }

const listBookables = async (tx: Tx, requests: readonly BookableIds[]): Promise<Bookable[][]> => {
  const [numbers, publicIds] = [requests.flatMap(({ v1 }) => v1), requests.flatMap(({ v2 }) => v2)]
  // Activities are read once, however many of their occurrences concurrent callers ask for.
  const { rows } = await sql<Bookable & { operatorId: number }>`
    with requested as materialized (
      select v.operator_id, o.id, o.public_id, o.venue_id, o.activity_id, o.starts_at, o.ends_at, o.local_date,
        o.status, o.band, v.timezone, v.release_days_visitor as venue_release_days_visitor,
        v.release_days_customer as venue_release_days_customer, v.release_time as venue_release_time
      from occurrence o join venue v on v.id = o.venue_id
      where v.status = 'open' and (o.id = any(${numbers}::int[]) or o.public_id = any(${publicIds}::text[]))
    ), offered as materialized (
      select a.id as activity_id, a.kind, a.allows_overlap, a.allows_anonymous_bookings, a.last_bookable_minutes,
        a.release_days, a.release_time, a.release_minutes, a.age_min, a.age_max, a.weekly_limit,
        offer.options, offer.induction, offer.members_only,
        (select coalesce(json_agg(json_build_object('id', t.id, 'publicId', t.public_id, 'places', t.places,
            'maxQuantity', t.max_quantity, 'ageMin', t.age_min, 'ageMax', t.age_max) order by t.position, t.id), '[]'::json)
          from ticket_type t where t.activity_id = a.id and not t.withdrawn) as ticket_types
      from activity a join activity_on_offer offer on offer.activity_id = a.id
      -- A session of a withdrawn activity goes on for those who have booked it.
      where a.id in (select activity_id from requested) and not a.withdrawn
    )
    select * from requested join offered using (activity_id)`.execute(tx)
  return requests.map((request) =>
    rows.filter(
      (row) =>
        row.operatorId === request.operatorId &&
        (request.v1.includes(row.id) || request.v2.includes(row.publicId)),
    ),
  )
}

/** The occurrences that ids of either form name, as they can be booked. Unknown ids are left out. */
export const findBookables = createBatchedStatement(listBookables, {
  name: 'bookables',
  batchSize: 64,
  inFlight: 2,
})

/** Whether an id names an occurrence of a venue that sells nothing for now. */
export const isUnderMaintenance = async (
  tx: Tx,
  operatorId: number,
  id: number | string,
): Promise<boolean> => {
  const occurrence = await tx
    .selectFrom('occurrence as o')
    .innerJoin('venue as v', 'v.id', 'o.venueId')
    .select('o.id')
    .where(typeof id === 'number' ? 'o.id' : 'o.publicId', '=', id)
    .where('v.operatorId', '=', operatorId)
    .where('v.status', '=', 'maintenance')
    .executeTakeFirst()
  return occurrence !== undefined
}
