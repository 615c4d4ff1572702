import { operatorMessages } from '#server/messages/languages.ts'
import type { Messages } from '#server/messages/languages.ts'
import type { OrderSource } from '#contract/orderSources.ts'
import { venueTender } from '#contract/tenders.ts'
import type { TenderId } from '#contract/tenders.ts'
import { sql } from 'kysely'
import type { BasketItem } from '#contract/baskets.ts'
import { chargeAccount } from '#server/credits/balance.ts'
import { lockPeopleOf, spendReserved } from '#server/credits/reserve.ts'
import type { LostPlace } from '#server/holds/places.ts'
import { settleCollectionsOfPenalties } from '#server/memberships/unpaidPayments.ts'
import { lockOutstanding, settlePenalties } from '#server/penalties/owed.ts'
import { clearCode } from '#server/platform/clearCode.ts'
import type { Tx } from '#server/platform/database.ts'
import { failInvariant, Refusal } from '#server/platform/errors.ts'
import { confirmUses } from '#server/pricing/uses.ts'
import { recordTakings } from '#server/tills/takings.ts'

/** The days that a line pays a membership for; worded for who reads it. */
export type PaidDays = 'once' | { from: string; until: string; isMonth: boolean }

/** A line as an order keeps it. */
export type SoldItem = BasketItem & { paidDays?: PaidDays }

/** What a payer agreed to, line by line. Amounts are pence. An order is made from this alone. */
export type Sale = {
  items: SoldItem[]
  lines: { itemId: number; price: number; vatRate: number; tax: number }[]
  /** Penalties of the buyer that the order pays. */
  penalties: { itemId: number; penaltyId: number; price: number }[]
  total: number
  taxTotal: number
  itemHash: string
}

export type NewOrder = {
  operatorId: number
  basketId: number
  customerId: number | null
  email: string | null
  /** `phone`: left at the desk by who has no account. */
  payer: { firstName: string; lastName: string; phone?: string }
  /** In which the payer reads; absent where nobody knows: at the desk, or from a partner. */
  language?: string
  source: OrderSource
  terms: number[]
  sale: Sale
  payments: {
    tenderType: TenderId
    creditType: 'general' | 'membership' | null
    amount: number
    transactionId: number | null
    /** At the desk: the amount received, and the number of a voucher or cheque. */
    tendered?: number | null
    reference?: string | null
    /** Of a card at the desk's terminal. */
    cardLastFour?: string | null
  }[]
  /** At the desk: the login that sells, whose till takes the money. Otherwise the seller's newest login. */
  sellerLogin?: Buffer
}

export type PlacedOrder = { id: number; reference: string; basketUuid: string }

/**
 * Makes the order of a basket: confirms its places and turns each line into a booking. The caller holds the lock of
 * the basket, which is unpaid.
 * @throws Refusal `place_lost` naming the lines whose places are lost; the caller must then roll back
 */
export const placeOrder = async (tx: Tx, order: NewOrder, now: Date): Promise<PlacedOrder> => {
  const [placed] = await placeOrders(tx, [order], now)
  if (placed === undefined || placed instanceof Refusal)
    throw placed ?? new Error('place_orders has not answered.')
  return placed
}

/**
 * Makes the orders of baskets, of which no two share a basket, a buyer or a penalty. The caller holds the locks of the
 * baskets.
 * @returns each order or, where nothing of it has been written, the refusal `place_lost`
 */
export const placeOrders = async (
  tx: Tx,
  orders: readonly NewOrder[],
  now: Date,
): Promise<(Inserted | Refusal)[]> => {
  // People are locked before occurrences.
  const reserving = await lockPeopleOf(
    tx,
    orders.map(({ basketId, customerId, sale: { lines } }) => ({
      basketId,
      customerId,
      itemIds: lines.map(({ itemId }) => itemId),
    })),
  )
  const refused = await lockPenalties(tx, orders)
  const inserted = await insertOrders(
    tx,
    orders.filter((order) => !refused.has(order)),
    now,
  )
  const answers: (Inserted | Refusal)[] = []
  for (const order of orders) {
    const placed = refused.get(order) ?? inserted.get(order) ?? failInvariant('an order was not answered')
    if (!(placed instanceof Refusal)) await settleOrder(tx, order, placed, reserving, now)
    answers.push(placed)
  }
  return answers
}

/** Writes what an order changes besides its bookings: benefits, takings, penalties and the buyer's own tenders. */
const settleOrder = async (
  tx: Tx,
  order: NewOrder,
  placed: Inserted,
  reserving: ReadonlySet<number>,
  now: Date,
): Promise<void> => {
  const { sale, basketId } = order
  const { id, reference } = placed
  if (placed.hasUses) {
    const itemIds = sale.lines.map((line) => line.itemId)
    if ((await confirmUses(tx, itemIds, now)).length > 0) failInvariant('a use that was locked is gone')
  }
  if (placed.isSoldByStaff) await recordOrderTakings(tx, order, placed, now)
  if (sale.penalties.length > 0) {
    const penaltyIds = sale.penalties.map(({ penaltyId }) => penaltyId)
    const accountDebts = await settlePenalties(tx, penaltyIds, id, now)
    for (const { id: debtId, customerId } of accountDebts) {
      const paidOff = sale.penalties.find(({ penaltyId }) => penaltyId === debtId)?.price ?? 0
      const description = operatorMessages().bookings.accountPaid({ reference })
      await chargeAccount(tx, { customerId, at: now, amount: -paidOff, description, orderId: id })
    }
    await settleCollectionsOfPenalties(tx, penaltyIds, now)
  }
  await spendCustomerTenders(tx, order, { ...placed, hasReserved: reserving.has(basketId) }, now)
  for (const venueId of placed.venueIds ?? []) tx.invalidate(venueId)
}

/** A penalty is paid once; it may have been paid at the desk or waived meanwhile. @returns the orders that are refused */
const lockPenalties = async (tx: Tx, orders: readonly NewOrder[]): Promise<Map<NewOrder, Refusal>> => {
  const paying = orders.filter(({ sale }) => sale.penalties.length > 0)
  if (paying.length === 0) return new Map()
  const owed = await lockOutstanding(
    tx,
    paying.flatMap(({ sale }) => sale.penalties.map(({ penaltyId }) => penaltyId)),
  )
  return new Map(
    paying.flatMap((order) => {
      const { penalties, items } = order.sale
      const settled = penalties.filter(({ penaltyId }) => !owed.includes(penaltyId))
      if (settled.length === 0) return []
      const nameOf = (id: number) => items.find((item) => item.id === id)?.name
      const errors = {
        items: settled.map(
          ({ itemId }) =>
            (messages: Messages) =>
              messages.bookings.penaltySettledItem({ name: nameOf(itemId) ?? messages.bookings.penalty }),
        ),
      }
      const refusal = new Refusal('place_lost', (messages) => messages.bookings.penaltySettled, { errors })
      return [[order, refusal] as const]
    }),
  )
}

/** Spends the customer's own tenders: credit and account. */
const spendCustomerTenders = async (
  tx: Tx,
  { basketId, customerId, payments }: NewOrder,
  { id: orderId, reference, hasReserved }: { id: number; reference: string; hasReserved: boolean },
  now: Date,
): Promise<void> => {
  if (customerId === null) return
  const credits = payments.flatMap(({ tenderType, creditType, amount }) =>
    tenderType === 'credit' && creditType !== null ? [{ type: creditType, amount }] : [],
  )
  const description = operatorMessages().bookings.orderEntry({ reference })
  if (hasReserved || credits.length > 0)
    await spendReserved(tx, { basketId, customerId, orderId, description, credits }, now)
  for (const { tenderType, amount } of payments) {
    if (tenderType !== 'customer_account_online') continue
    await chargeAccount(tx, { customerId, at: now, amount, description, orderId })
  }
}

/** An order with a new reference and codes, as the database functions read it. */
export const toOrderRow = ({ sale, payer, ...order }: NewOrder): NewOrderRow => ({
  operatorId: order.operatorId,
  basketId: order.basketId,
  customerId: order.customerId,
  reference: `ONS-${clearCode(6)}`,
  email: order.email,
  payerFirstName: payer.firstName,
  payerLastName: payer.lastName,
  payerPhone: payer.phone ?? '',
  language: order.language ?? null,
  source: order.source,
  total: sale.total,
  taxTotal: sale.taxTotal,
  itemHash: sale.itemHash,
  items: sale.items,
  termsAccepted: order.terms,
  lines: sale.lines.map((line, position) => ({ ...line, position, accessCode: clearCode(6) })),
  payments: order.payments,
})

type Inserted = PlacedOrder &
  Pick<OrderPlaced, 'venueIds' | 'paymentIds' | 'hasUses' | 'isSoldByStaff' | 'hasChangedSessions'>

/** Confirms the places of orders and inserts them. @returns each, or its refusal `place_lost` */
const insertOrders = async (
  tx: Tx,
  orders: readonly NewOrder[],
  now: Date,
): Promise<Map<NewOrder, Inserted | Refusal>> => {
  const answers = new Map<NewOrder, Inserted | Refusal>()
  // The odds of a duplicate reference are one in a billion, so ten attempts suffice.
  for (let tries = 0; tries < 10; tries += 1) {
    const rows = new Map(
      orders.flatMap((order) =>
        answers.has(order) ? [] : [[order.basketId, { order, row: toOrderRow(order) }]],
      ),
    )
    if (rows.size === 0) return answers
    const all = await insertOrderRows(
      tx,
      [...rows.values()].map(({ row }) => row),
      now,
    )
    for (const { orderId, basketId, lost, forfeited, ...placed } of all) {
      const { order, row } = rows.get(basketId) ?? failInvariant('an order of another basket was answered')
      const { sale } = order
      if (lost !== null) answers.set(order, placeLostRefusal(lost, sale.items))
      else if (forfeited !== null) answers.set(order, forfeitedUses(forfeited, sale))
      else if (orderId !== null) answers.set(order, { ...placed, id: orderId, reference: row.reference })
    }
  }
  throw new Error('No free reference for an order was found.')
}

/** What staff have taken for an order, by tender. */
const recordOrderTakings = (
  tx: Tx,
  { payments, sellerLogin }: NewOrder,
  { id, paymentIds }: Inserted,
  now: Date,
): Promise<void> =>
  recordTakings(
    tx,
    id,
    payments.flatMap(({ tenderType, creditType, amount, tendered = null, reference = null }, index) => {
      // What is paid on arrival is taken then.
      if (tenderType === venueTender) return []
      const paymentId = paymentIds?.[index] ?? 0
      return [{ paymentId, tenderType, creditType, amount, tendered, reference }]
    }),
    sellerLogin ?? null,
    now,
  )

/** The benefit or visit was used elsewhere after the line's hold had lapsed. */
const forfeitedUses = (itemIds: readonly number[], { items }: Sale): Refusal =>
  new Refusal('place_lost', (messages) => messages.bookings.benefitLost, {
    errors: {
      items: items
        .filter(({ id }) => itemIds.includes(id))
        .map(
          ({ name }) =>
            (messages: Messages) =>
              messages.bookings.benefitLostItem({ name }),
        ),
    },
  })

/** The refusal for lost places, with the name of each. */
export const placeLostRefusal = (
  lost: readonly LostPlace[],
  items: readonly Pick<BasketItem, 'id' | 'name'>[],
): Refusal =>
  new Refusal('place_lost', (messages) => messages.bookings.placeLost, {
    errors: {
      items: lost.map(({ itemId, outcome }) => {
        const name = items.find((item) => item.id === itemId)?.name ?? null
        return (messages: Messages) => messages.bookings.placeLostItem({ name, why: outcome })
      }),
    },
  })

/** An order as `place_orders` reads it. Amounts are pence. */
export type NewOrderRow = {
  operatorId: number
  basketId: number
  customerId: number | null
  reference: string
  email: string | null
  payerFirstName: string
  payerLastName: string
  payerPhone: string
  language: string | null
  source: OrderSource
  total: number
  taxTotal: number
  itemHash: string
  items: SoldItem[]
  termsAccepted: number[]
  lines: {
    itemId: number
    price: number
    vatRate: number
    tax: number
    accessCode: string
    position: number
  }[]
  payments: {
    tenderType: TenderId
    creditType: 'general' | 'membership' | null
    amount: number
    transactionId: number | null
    cardLastFour?: string | null
  }[]
}

export type OrderPlaced = {
  basketId: number
  /** null: the reference is in use, or the order cannot be made. */
  orderId: number | null
  basketUuid: string
  /** Items whose places are gone. */
  lost: LostPlace[] | null
  /** Lines whose benefit or visit is gone. */
  forfeited: number[] | null
  venueIds: number[] | null
  /** In the order of the payments. */
  paymentIds: number[] | null
  /** Whether benefits or visits pay for a line. */
  hasUses: boolean
  /** Whether staff sold it to another person. */
  isSoldByStaff: boolean
  /** Whether a session that it books may have been changed since the payer agreed to it. */
  hasChangedSessions: boolean
}

/** Confirms the places, and inserts orders, their bookings and their payments. Throws when a basket has an order. */
const insertOrderRows = async (tx: Tx, orders: readonly NewOrderRow[], now: Date): Promise<OrderPlaced[]> => {
  const { rows } = await sql<OrderPlaced>`
    select basket_id, order_id, basket_uuid, lost, forfeited, venue_ids, payment_ids, has_uses, is_sold_by_staff,
      has_changed_sessions
    from place_orders(${JSON.stringify(orders)}::jsonb, ${now})`.execute(tx)
  return rows
}

/** Takes the name of the buyer off an order. */
export const erasePayer = async (tx: Tx, orderId: number): Promise<void> => {
  await tx
    .updateTable('customerOrder')
    .set({ payerFirstName: '', payerLastName: '', payerPhone: '' })
    .where('id', '=', orderId)
    .execute()
}
