import type { BasketItem } from '#contract/baskets.ts'
import { listItems } from '#server/baskets/find.ts'
import { presentItem } from '#server/baskets/read.ts'
import { sessionChanged } from '#server/bookings/changes/notices/service.ts'
import { bookingsOfItems } from '#server/bookings/changes/queries.ts'
import { saveItems } from '#server/bookings/orders/queries.ts'
import type { Sale } from '#server/bookings/orders/service.ts'
import { sendNotices } from '#server/notices/send.ts'
import type { Tx } from '#server/platform/database.ts'
import { instantOf } from '#server/platform/wallclock.ts'

type Payment = {
  operatorId: number
  basketId: number
  /** What the payer agreed to. */
  agreement: { sale: Pick<Sale, 'items'>; email: string | null }
}

/**
 * A session may move while its payment is under way, which the payer cannot see. The order then has its present time, and
 * the payer gets the message that those with a booking got. The caller has made the order, which locks its sessions.
 */
export const reconcileMovedSessions = async (
  tx: Tx,
  { operatorId, basketId, agreement }: Payment,
  orderId: number,
  now: Date,
): Promise<void> => {
  const { email } = agreement
  const { items: agreed } = agreement.sale
  const context = { currencySymbol: '', selectedUserId: null, isEstimated: false, now }
  const lines = (await listItems(tx, basketId)).map((line) => presentItem(line, context))
  const moved = agreed.filter((item) => {
    const line = lines.find(({ id }) => id === item.id)
    return line !== undefined && whenAndWhere(line) !== whenAndWhere(item)
  })
  if (moved.length === 0) return
  const items = agreed.map((item) => {
    const line = moved.includes(item) ? lines.find(({ id }) => id === item.id) : undefined
    return line === undefined ? item : { ...item, name: line.name, cartableResource: line.cartableResource }
  })
  await saveItems(tx, orderId, items)
  if (email === null) return
  const bookings = await bookingsOfItems(
    tx,
    moved.map(({ id }) => id),
  )
  const addressed = bookings.flatMap(({ id: bookingId, itemId }) => {
    const was = describeAgreed(moved.find(({ id }) => id === itemId)?.cartableResource ?? null)
    const facts = { bookingId, message: '', at: now.toISOString() }
    return was === null ? [] : [{ operatorId, to: email, facts: { ...facts, was } }]
  })
  await sendNotices(tx, sessionChanged, addressed, now)
}

const whenAndWhere = ({ cartableResource }: BasketItem): string => {
  if (cartableResource === null) return ''
  const { date, startsAt, endsAt, location } = cartableResource
  return [date.raw, startsAt.format24Hour, endsAt.format24Hour, location.id].join(' ')
}

const describeAgreed = (resource: BasketItem['cartableResource']) => {
  if (resource === null) return null
  const { name, date, startsAt, endsAt, location } = resource
  const at = (clock: string) => instantOf(date.raw, clock, date.tz).toISOString()
  return {
    name,
    startsAt: at(startsAt.format24Hour),
    endsAt: at(endsAt.format24Hour),
    timezone: date.tz,
    where: location.name,
  }
}
