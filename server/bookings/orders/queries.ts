import { sql } from 'kysely'
import type { BasketItem } from '#contract/baskets.ts'
import type { LostPlace } from '#server/holds/service.ts'
import type { Tx } from '#server/platform/database.ts'

/** An order as `place_order` reads it. Amounts are pence. */
export type NewOrderRow = {
  operatorId: number
  basketId: number
  customerId: number | null
  reference: string
  email: string | null
  payerFirstName: string
  payerLastName: string
  source: string
  total: number
  taxTotal: number
  itemHash: string
  items: BasketItem[]
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
    tenderType: string
    creditType: 'general' | 'membership' | null
    amount: number
    transactionId: number | null
  }[]
}

export type OrderPlaced = {
  /** null: the reference is in use, or places are lost. */
  orderId: number | null
  basketUuid: string
  lost: LostPlace[] | null
  venueIds: number[] | null
  /** In the order of the payments. */
  paymentIds: number[] | null
  /** Whether benefits or visits pay for a line, or should. */
  hasUses: boolean
  /** Whether staff sold it to another person. */
  isSoldByStaff: boolean
}

/** Confirms the places, and inserts the order, its bookings and its payments. Throws when the basket has an order. */
export const insertOrder = async (tx: Tx, order: NewOrderRow, now: Date): Promise<OrderPlaced> => {
  const { rows } = await sql<OrderPlaced>`
    select order_id, basket_uuid, lost, venue_ids, payment_ids, has_uses, is_sold_by_staff
    from place_order(${JSON.stringify(order)}::jsonb, ${now})`.execute(tx)
  const [placed] = rows
  if (placed === undefined) throw new Error('place_order has not answered.')
  return placed
}

/** Takes the name of the buyer off an order. */
export const erasePayer = async (tx: Tx, orderId: number): Promise<void> => {
  await tx
    .updateTable('customerOrder')
    .set({ payerFirstName: '', payerLastName: '' })
    .where('id', '=', orderId)
    .execute()
}

export const updateAccessCode = async (tx: Tx, bookingId: number, accessCode: string): Promise<void> => {
  await tx.updateTable('booking').set({ accessCode }).where('id', '=', bookingId).execute()
}
