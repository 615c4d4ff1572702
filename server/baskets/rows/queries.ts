import { sql } from 'kysely'
import type { BasketNotice } from '#contract/baskets.ts'
import { createSharedRead } from '#server/platform/batcher.ts'
import type { Tx } from '#server/platform/database.ts'

export type BasketRow = {
  id: number
  uuid: string
  operatorId: number
  customerId: number | null
  status: 'open' | 'paymentProcessing' | 'paymentComplete'
  renewalsUsed: number
  notices: BasketNoticeRow[]
  /** The customer whose prices it has, in a basket that staff fill. */
  pricedForId: number | null
}

export type BasketNoticeRow = {
  code: BasketNotice['code']
  message: string
  cartItemId: number | null
}

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

export const findOpenBasket = async (tx: Tx, customerId: number): Promise<BasketRow | undefined> =>
  (await tx
    .selectFrom('basket')
    .select(basketColumns)
    .where('customerId', '=', customerId)
    .where('status', '<>', sql.lit('paymentComplete'))
    .executeTakeFirst()) as BasketRow | undefined

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

const visitorBasket = createSharedRead(async (tx, uuids: string[]) => {
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

export const findBasketById = createSharedRead(async (tx, ids: number[]) => {
  const baskets = await tx
    .selectFrom('basket')
    .select(basketColumns)
    .where(sql<boolean>`id = any(${ids}::int[])`)
    .$castTo<BasketRow>()
    .execute()
  return ids.map((id) => copyOf(baskets.find((basket) => basket.id === id)))
}, reads('baskets'))

/** Two concurrent calls for one customer get the same basket. */
export const createBasket = async (
  tx: Tx,
  of: { operatorId: number; customerId: number | null },
  now: Date,
): Promise<BasketRow> => {
  const made = (await tx
    .insertInto('basket')
    .values({ ...of, createdAt: now, updatedAt: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning(basketColumns)
    .executeTakeFirst()) as BasketRow | undefined
  const basket = made ?? (of.customerId === null ? undefined : await findOpenBasket(tx, of.customerId))
  if (basket === undefined) throw new Error('A basket could not be made.')
  return basket
}

/**
 * Locks the basket that `findOpenBasket` finds. One that another call has paid for while this one waited is returned as
 * it is then.
 */
export const lockOpenBasket = async (tx: Tx, customerId: number): Promise<BasketRow | undefined> =>
  (await tx
    .selectFrom('basket')
    .select(basketColumns)
    .where('id', '=', (query) =>
      query
        .selectFrom('basket')
        .select('id')
        .where('customerId', '=', customerId)
        .where('status', '<>', sql.lit('paymentComplete')),
    )
    .forNoKeyUpdate()
    .executeTakeFirst()) as BasketRow | undefined

/** The same for a visitor's. */
export const lockVisitorBasket = async (
  tx: Tx,
  operatorId: number,
  uuid: string,
): Promise<BasketRow | undefined> =>
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
