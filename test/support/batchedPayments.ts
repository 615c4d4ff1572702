/** What starts or completes a payment together with those of others. */
import { randomUUID } from 'node:crypto'
import { findBasketWithItems } from '#server/baskets/find.ts'
import { toOrderRow } from '#server/bookings/orders.ts'
import type { NewOrderRow } from '#server/bookings/orders.ts'
import type { Agreement, Starting, Transaction } from '#server/checkout/sql.ts'
import type { Actor } from '#server/platform/actor.ts'
import type { Database } from '#server/platform/database.ts'
import { cardEnding, payWith } from './payments.ts'
import type { Shop } from './shop.ts'

/** The payment of a basket as it is, not yet started. */
export const readyToPay = async (db: Database, actor: Actor, createdAt: Date): Promise<Starting> => {
  const found = await findBasketWithItems(db, actor)
  if (found === null) throw new Error('There is no basket.')
  const { basket, items, version } = found
  return {
    version,
    itemIds: items.map(({ id }) => id),
    payment: {
      uuid: randomUUID(),
      operatorId: basket.operatorId,
      basketId: basket.id,
      customerId: actor.customerId,
      provider: 'demo',
      amount: 500,
      currency: 'gbp',
      status: 'started',
      agreement: {} as Agreement,
      saveCard: false,
      site: '',
      createdAt,
      authorisedAt: null,
      nextAttemptAt: createdAt,
    },
  }
}

/** A payment that the bank has decided, and the order to be made of it. */
export type Paid = {
  paymentId: number
  payment: Transaction
  order: NewOrderRow
  actor: Actor
  basketId: number
  itemId: number
}

export const aDecidedPayment = async (
  shop: Shop,
  options: Parameters<Shop['buyer']>[0] = {},
  card: string = cardEnding.accepted,
): Promise<Paid> => {
  const actor = await shop.buyer(options)
  const { transactionUuid } = await payWith(shop, actor, card)
  const payment = (await shop.db
    .selectFrom('paymentTransaction')
    .selectAll()
    .where('uuid', '=', transactionUuid)
    .executeTakeFirstOrThrow()) as Transaction
  const { id, agreement, operatorId, basketId, customerId, amount } = payment
  const payments =
    amount === 0 ? [] : [{ tenderType: 'card' as const, creditType: null, amount, transactionId: id }]
  const order = toOrderRow({ ...agreement, operatorId, basketId, customerId, payments })
  return { paymentId: id, payment, order, actor, basketId, itemId: agreement.sale.lines[0]?.itemId ?? 0 }
}
