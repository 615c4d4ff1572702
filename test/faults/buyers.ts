import { setTimeout as wait } from 'node:timers/promises'
import type { Random } from '#test/fuzz/random.ts'
import { createCall } from './calls.ts'
import type { Acknowledged } from './checker.ts'

/** Times that buyers take, by what they cost. */
export type Classes = {
  ids: readonly number[]
  /** Times of the same class that cost `surcharge` pence more. */
  dearerIds: readonly number[]
  surcharge: number
}

export type Buyers = {
  acknowledged: Acknowledged[]
  /** How many answers had each status, refusals with their code; 0 counts calls without an answer. */
  statuses: Record<string, number>
  /** How many purchases were given up or refused. */
  unfinished: number
  /** How many moves to a dearer time were given up or refused. */
  unfinishedMoves: number
  /** Lets the purchases in progress come to their end. */
  stop: () => Promise<void>
}

const billing = {
  billing_first_name: 'Ann',
  billing_last_name: 'Example',
  billing_address_line_one: '1 Example Road',
  billing_city: 'Exampleton',
  billing_postcode: 'ZZ1 1ZZ',
  email: 'visitor@example.test',
}

/** Visitors who buy one class after the other from any node, and move some of them to dearer times. */
export const startBuyers = (settings: {
  count: number
  bases: () => readonly string[]
  classes: Classes
  random: Random
}): Buyers => {
  const { count, bases, classes, random } = settings
  const buyers: Buyers = {
    acknowledged: [],
    statuses: {},
    unfinished: 0,
    unfinishedMoves: 0,
    stop: () => Promise.resolve(),
  }
  let isOpen = true
  const call = createCall({ bases, random, statuses: buyers.statuses })

  /** Pays for a basket, or for a move. @returns the order, null when it came to nothing */
  const pay = async (
    mine: Record<string, string>,
    agreed: object,
    what: { source?: string; moveId?: string } = {},
  ): Promise<number | null> => {
    const query = new URLSearchParams(what).toString()
    const prepared = await call('GET', `/checkout/prepare${query === '' ? '' : `?${query}`}`, mine)
    if (prepared.status !== 200) return null
    const paid = await call('POST', '/checkout/authorise', mine, {
      ...agreed,
      ...what,
      session_key: prepared.body['session_key'],
      card_identifier: random.chance(0.1) ? 'pm_declined' : 'pm_card',
    })
    // Some leave between the calls.
    if (paid.status !== 200 || random.chance(0.05)) return null
    const order = await call('POST', '/checkout/complete', mine, {
      ...agreed,
      ...what,
      transaction_uuid: paid.body['transaction_uuid'],
    })
    return order.status === 200 ? Number(order.body['complete_order_id']) : null
  }

  const buy = async (): Promise<boolean> => {
    const from = { 'x-forwarded-for': `10.${random.below(250)}.${random.below(250)}.${random.below(250)}` }
    const basket = await call('POST', '/activities/cart/add', from, {
      items: [{ id: random.pick(classes.ids), type: 'activity' }],
    })
    if (basket.status !== 200) return false
    const mine = { ...from, 'cart-uuid': String(basket.body['uuid']) }
    const terms = await call('GET', '/terms', mine)
    if (terms.status !== 200 || random.chance(0.05)) return false
    const accepted = (terms.body as unknown as { id: number }[]).map(({ id }) => id)
    const orderId = await pay(mine, { ...billing, terms: accepted, terms_accepted: true })
    if (orderId === null) return false
    const order = { orderId, paid: Number(basket.body['total']) }
    const moveId = random.chance(0.4) ? await move(mine, order) : null
    buyers.acknowledged.push({ ...order, moveId })
    return true
  }

  /** Moves the booking of an order to a dearer time. @returns the move, null when it came to nothing */
  const move = async (
    mine: Record<string, string>,
    { orderId, paid }: { orderId: number; paid: number },
  ): Promise<number | null> => {
    const order = await call('GET', `/activities/orders/${orderId}`, mine)
    const [booking] = (order.body['bookings'] ?? []) as { id: number }[]
    const held =
      booking &&
      (await call('POST', `/activities/orders/${orderId}/bookings/${booking.id}/move-payments`, mine, {
        to: random.pick(classes.dearerIds),
        price: paid + classes.surcharge,
      }))
    if (held?.status === 200) {
      const moveId = Number(held.body['id'])
      if (random.chance(0.1)) await call('DELETE', `/move-payments/${moveId}`, mine)
      else if ((await pay(mine, billing, { source: 'booking-move', moveId: String(moveId) })) !== null)
        return moveId
    }
    buyers.unfinishedMoves += 1
    return null
  }

  const loops = Array.from({ length: count }, async () => {
    while (isOpen) {
      if (!(await buy())) buyers.unfinished += 1
      await wait(random.below(200))
    }
  })
  buyers.stop = async () => {
    isOpen = false
    await Promise.all(loops)
  }
  return buyers
}
