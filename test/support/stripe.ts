import { createServer } from 'node:http'
import type { IncomingMessage, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { declineOf, failure, isMethod, nameOf, noMethod, questionOf, withMethod } from './stripeAnswers.ts'
import type { Answer } from './stripeAnswers.ts'
import { createSetups } from './stripeSetups.ts'
import type { Setup } from './stripeSetups.ts'

/*
 * A stand-in for Stripe's API on a port of this machine: the few calls we make, as Stripe publishes them, with
 * its idempotency keys and its error bodies. The payment method's name decides what a card does.
 */

type Intent = {
  id: string
  object: 'payment_intent'
  amount: number
  currency: string
  capture_method: string
  customer: string | null
  metadata: Record<string, string>
  payment_method: string | null
  setup_future_usage: string | null
  status: string
  next_action: object | null
  last_payment_error: object | null
}

type StripeRequest = { method: string; path: string; body: Record<string, string>; key: string | undefined }

export type StripeStub = {
  url: string
  requests: StripeRequest[]
  intents: Map<string, Intent>
  setups: Map<string, Setup>
  /** Cards that were detached from their customer: nothing can be charged to them. */
  detached: Set<string>
  refunds: { payment_intent: string; amount: number }[]
  /** What becomes of the next refunds. */
  answerRefunds: (status: 'succeeded' | 'failed') => void
  /** The person answers the bank. */
  answerBank: (id: string, isYes: boolean) => void
  /** The next calls of this path fail as a company does that is down. */
  breakDown: (path: RegExp | null) => void
  /** The next calls of this path are carried out and their answer is lost. */
  loseAnswers: (path: RegExp | null) => void
  close: () => Promise<void>
}

export const startStripeStub = async (): Promise<StripeStub> => {
  const intents = new Map<string, Intent>()
  const detached = new Set<string>()
  const setupIntents = createSetups(detached)
  const { setups } = setupIntents
  const refunds: StripeStub['refunds'] = []
  let refundStatus = 'succeeded'
  const cards = new Map<string, Answer>()
  const requests: StripeRequest[] = []
  let broken: RegExp | null = null
  let deaf: RegExp | null = null

  const wrongState = (intent: Intent): Answer =>
    failure(400, {
      type: 'invalid_request_error',
      code: 'payment_intent_unexpected_state',
      message: `This PaymentIntent has a status of ${intent.status}.`,
      payment_intent: intent,
    })

  const confirm = (intent: Intent, body: Record<string, string>): Answer => {
    if (!['requires_payment_method', 'requires_confirmation'].includes(intent.status))
      return wrongState(intent)
    const method = body['payment_method'] ?? ''
    if (!isMethod(method, detached)) return noMethod(method)
    intent.payment_method = method
    intent.setup_future_usage = body['setup_future_usage'] ?? null
    const error = declineOf(method)
    if (error !== undefined) {
      intent.status = 'requires_payment_method'
      intent.last_payment_error = error
      return failure(402, error)
    }
    if (method === 'pm_bank') {
      intent.status = 'requires_action'
      intent.next_action = questionOf(intent.id, body['return_url'])
    } else {
      intent.status = method === 'pm_slow' ? 'processing' : 'requires_capture'
    }
    return { status: 200, body: intent }
  }

  const act = (method: string, path: string, body: Record<string, string>): Answer => {
    if (method === 'POST' && path === '/v1/customers')
      return { status: 200, body: { id: nameOf('cus'), object: 'customer' } }
    if (path.startsWith('/v1/setup_intents')) return setupIntents.act(method, path, body)
    const card = /^\/v1\/payment_methods\/([^/]+)\/detach$/.exec(path)?.[1]
    if (method === 'POST' && card !== undefined) {
      if (card === 'pm_unknown')
        return failure(404, {
          type: 'invalid_request_error',
          code: 'resource_missing',
          message: 'No such card',
        })
      detached.add(card)
      return { status: 200, body: { id: card, object: 'payment_method' } }
    }
    if (method === 'POST' && path === '/v1/refunds') {
      const refund = { payment_intent: body['payment_intent'] ?? '', amount: Number(body['amount']) }
      refunds.push(refund)
      return { status: 200, body: { id: nameOf('re'), object: 'refund', status: refundStatus, ...refund } }
    }
    if (method === 'POST' && path === '/v1/payment_intents') {
      const intent: Intent = {
        id: nameOf('pi'),
        object: 'payment_intent',
        amount: Number(body['amount']),
        currency: body['currency'] ?? '',
        capture_method: body['capture_method'] ?? 'automatic',
        customer: body['customer'] ?? null,
        metadata: { transaction: body['metadata[transaction]'] ?? '' },
        payment_method: null,
        setup_future_usage: null,
        status: 'requires_payment_method',
        next_action: null,
        last_payment_error: null,
      }
      intents.set(intent.id, intent)
      if (body['confirm'] !== 'true') return { status: 200, body: intent }
      intent.metadata = { collection: body['metadata[collection]'] ?? '' }
      const confirmed = confirm(intent, body)
      // A bank that wants to ask its customer, who is not there.
      if (intent.status === 'requires_action') {
        return failure(402, { type: 'card_error', code: 'authentication_required', message: 'Ask.' })
      }
      if (intent.status === 'requires_capture') intent.status = 'succeeded'
      return confirmed
    }
    if (method === 'GET' && path === '/v1/payment_intents') {
      const data = [...intents.values()].filter(({ customer }) => customer === body['customer'])
      return { status: 200, body: { object: 'list', has_more: false, data } }
    }
    const [, id = '', deed] = /^\/v1\/payment_intents\/(pi_\w+)(?:\/(\w+))?$/.exec(path) ?? []
    const intent = intents.get(id)
    if (intent === undefined) {
      return failure(404, {
        type: 'invalid_request_error',
        code: 'resource_missing',
        message: 'No such payment_intent',
      })
    }
    if (method === 'GET') return { status: 200, body: withMethod(intent) }
    if (deed === 'confirm') {
      const answer = confirm(intent, body)
      return answer.status === 200 ? { status: 200, body: withMethod(intent) } : answer
    }
    if (deed === 'capture') {
      if (intent.status !== 'requires_capture') return wrongState(intent)
      intent.status = 'succeeded'
      return { status: 200, body: intent }
    }
    if (deed === 'cancel') {
      if (['succeeded', 'canceled'].includes(intent.status)) return wrongState(intent)
      intent.status = 'canceled'
      return { status: 200, body: intent }
    }
    return failure(404, { type: 'invalid_request_error', message: 'Unrecognized request URL' })
  }

  const server = createServer((request, response) => {
    void (async () => {
      const text = await bodyOf(request)
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://stub')
      const body = Object.fromEntries(new URLSearchParams(text || searchParams.toString()))
      const key = request.headers['idempotency-key'] as string | undefined
      requests.push({ method: request.method ?? '', path: pathname, body, key })
      const send = ({ status, body: answer }: Answer, more: Record<string, string> = {}) => {
        response.writeHead(status, {
          'Content-Type': 'application/json',
          'Request-Id': nameOf('req'),
          ...more,
        })
        response.end(JSON.stringify(answer))
      }
      if (request.headers.authorization !== 'Bearer sk_test_stub') {
        return send(failure(401, { type: 'invalid_request_error', message: 'Invalid API Key provided' }))
      }
      if (broken?.test(pathname)) {
        // Not tried again by the SDK, so that a test need not wait.
        return send(failure(500, { type: 'api_error', message: 'Down.' }), { 'Stripe-Should-Retry': 'false' })
      }
      const existing = key === undefined ? undefined : cards.get(key)
      if (existing !== undefined) return send(existing, { 'Idempotent-Replayed': 'true' })
      const answer = act(request.method ?? '', pathname, body)
      const frozen = JSON.parse(JSON.stringify(answer)) as Answer
      if (key !== undefined) cards.set(key, frozen)
      if (deaf?.test(pathname)) {
        return send(failure(500, { type: 'api_error', message: 'Lost.' }), { 'Stripe-Should-Retry': 'false' })
      }
      return send(frozen)
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    intents,
    setups,
    detached,
    refunds,
    answerRefunds: (status) => {
      refundStatus = status
    },
    loseAnswers: (path) => {
      deaf = path
    },
    answerBank: (id, isYes) => {
      if (setupIntents.answerBank(id, isYes)) return
      const intent = intents.get(id)
      if (intent?.status !== 'requires_action') throw new Error('The bank asks nothing.')
      intent.next_action = null
      intent.status = isYes ? 'requires_capture' : 'requires_payment_method'
      if (!isYes)
        intent.last_payment_error = { type: 'card_error', code: 'payment_intent_authentication_failure' }
    },
    breakDown: (path) => {
      broken = path
    },
    close: () => closed(server),
  }
}

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}

const closed = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
