import type { BasketItem } from '#contract/baskets.ts'
import type { Tx } from '#server/platform/database.ts'

export type NewOrderRow = {
  operatorId: number
  basketId: number
  customerId: number | null
  reference: string
  placedAt: Date
  email: string | null
  payerFirstName: string
  payerLastName: string
  source: string
  total: number
  taxTotal: number
  itemHash: string
  items: BasketItem[]
  termsAccepted: number[]
}

/** Inserts an order. null: the reference is in use. Throws when the basket already has an order. */
export const insertOrder = async (tx: Tx, order: NewOrderRow): Promise<number | null> => {
  const row = await tx
    .insertInto('customerOrder')
    .values({ ...order, items: JSON.stringify(order.items) })
    .onConflict((conflict) => conflict.columns(['operatorId', 'reference']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** What a basket line holds, for the booking it becomes. */
export type LineRow = {
  itemId: number
  holdId: number
  occurrenceId: number
  venueId: number
  idForm: 'v1' | 'v2'
  personId: number | null
  quantity: number
}

export const linesOf = async (tx: Tx, itemIds: number[]): Promise<LineRow[]> => {
  if (itemIds.length === 0) return []
  return await tx
    .selectFrom('basketItem as bi')
    .innerJoin('hold as h', 'h.id', 'bi.holdId')
    .innerJoin('occurrence as o', 'o.id', 'bi.occurrenceId')
    .select([
      'bi.id as itemId',
      'h.id as holdId',
      'o.id as occurrenceId',
      'o.venueId',
      'bi.idForm',
      'h.personId',
      'bi.quantity',
    ])
    .where('bi.id', 'in', itemIds)
    .execute()
}

export type NewBookingRow = {
  orderId: number
  basketItemId: number
  holdId: number
  occurrenceId: number
  idForm: 'v1' | 'v2'
  customerId: number | null
  personId: number | null
  quantity: number
  price: number
  vatRate: number
  tax: number
  accessCode: string
  position: number
  createdAt: Date
}

export const insertBookings = async (tx: Tx, bookings: NewBookingRow[]): Promise<void> => {
  if (bookings.length > 0) await tx.insertInto('booking').values(bookings).execute()
}

export type NewPaymentRow = {
  orderId: number
  tenderType: string
  creditType: 'general' | 'membership' | null
  amount: number
  transactionId: number | null
  paidAt: Date
}

export const insertPayments = async (tx: Tx, payments: NewPaymentRow[]): Promise<void> => {
  if (payments.length > 0) await tx.insertInto('orderPayment').values(payments).execute()
}

/** Takes the name of the buyer off an order. */
export const erasePayer = async (tx: Tx, orderId: number): Promise<void> => {
  await tx
    .updateTable('customerOrder')
    .set({ payerFirstName: '', payerLastName: '' })
    .where('id', '=', orderId)
    .execute()
}
