import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Random } from '#test/fuzz/random.ts'
import type { Acknowledged } from './checker.ts'

type Answer = { status: number; body: Record<string, unknown> }

export type Buyers = {
  acknowledged: Acknowledged[]
  /** How many answers had each status, refusals with their code; 0 counts calls without an answer. */
  statuses: Record<string, number>
  /** How many purchases were given up or refused. */
  unfinished: number
  /** Lets the purchases in progress come to their end. */
  stop: () => Promise<void>
}

/** As often as the page tries a call again while the server does not answer. */
const attempts = 30
const pauseMs = 300

const billing = {
  billing_first_name: 'Ann',
  billing_last_name: 'Example',
  billing_address_line_one: '1 Example Road',
  billing_city: 'Exampleton',
  billing_postcode: 'ZZ1 1ZZ',
  email: 'visitor@example.test',
}

/** Visitors who buy one class after the other from any node, and try again like the page does. */
export const startBuyers = (settings: {
  count: number
  bases: () => readonly string[]
  occurrenceIds: readonly number[]
  random: Random
}): Buyers => {
  const { count, bases, occurrenceIds, random } = settings
  const buyers: Buyers = { acknowledged: [], statuses: {}, unfinished: 0, stop: () => Promise.resolve() }
  let isOpen = true

  const send = async (
    method: string,
    path: string,
    headers: Record<string, string>,
    body?: object,
  ): Promise<Answer> => {
    try {
      const response = await fetch(`${random.pick(bases())}/api${path}`, {
        method,
        headers: { 'content-type': 'application/json', ...headers },
        signal: AbortSignal.timeout(20_000),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      const answer = (await response.json()) as Record<string, unknown>
      return { status: response.status, body: (answer['data'] ?? answer) as Record<string, unknown> }
    } catch {
      // The connection is lost: the server has done it or not.
      return { status: 0, body: {} }
    }
  }

  /** The same call with the same key, until there is an answer that stays. */
  const call = async (
    method: string,
    path: string,
    more: Record<string, string>,
    body?: object,
  ): Promise<Answer> => {
    const headers = { ...more, ...(method === 'POST' ? { 'idempotency-key': randomUUID() } : {}) }
    let answer: Answer = { status: 0, body: {} }
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      answer = await send(method, path, headers, body)
      const code = answer.status === 409 ? ` ${String(answer.body['code'])}` : ''
      const status = `${answer.status}${code}`
      buyers.statuses[status] = (buyers.statuses[status] ?? 0) + 1
      const mayPass =
        answer.status === 0 ||
        answer.status >= 500 ||
        answer.status === 429 ||
        ['busy', 'in_progress'].includes(String(answer.body['code']))
      if (!mayPass) return answer
      await wait(pauseMs)
    }
    return answer
  }

  const buy = async (): Promise<boolean> => {
    const from = { 'x-forwarded-for': `10.${random.below(250)}.${random.below(250)}.${random.below(250)}` }
    const basket = await call('POST', '/activities/cart/add', from, {
      items: [{ id: random.pick(occurrenceIds), type: 'activity' }],
    })
    if (basket.status !== 200) return false
    const mine = { ...from, 'cart-uuid': String(basket.body['uuid']) }
    const prepared = await call('GET', '/checkout/prepare', mine)
    const terms = await call('GET', '/terms', mine)
    if (prepared.status !== 200 || terms.status !== 200) return false
    // Some leave between the calls.
    if (random.chance(0.05)) return false
    const agreed = {
      ...billing,
      terms: (terms.body as unknown as { id: number }[]).map(({ id }) => id),
      terms_accepted: true,
    }
    const paid = await call('POST', '/checkout/authorise', mine, {
      ...agreed,
      session_key: prepared.body['session_key'],
      card_identifier: random.chance(0.1) ? 'pm_declined' : 'pm_card',
    })
    if (paid.status !== 200 || random.chance(0.05)) return false
    const order = await call('POST', '/checkout/complete', mine, {
      ...agreed,
      transaction_uuid: paid.body['transaction_uuid'],
    })
    if (order.status !== 200) return false
    buyers.acknowledged.push({
      orderId: Number(order.body['complete_order_id']),
      paid: Number(basket.body['total']),
    })
    return true
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
