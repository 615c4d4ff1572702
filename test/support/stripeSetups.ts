import { declineOf, failure, isMethod, nameOf, noMethod, questionOf, withMethod } from './stripeAnswers.ts'
import type { Answer } from './stripeAnswers.ts'

/** A card saved without a payment, confirmed as it is made. */
export type Setup = {
  id: string
  object: 'setup_intent'
  customer: string
  usage: string
  metadata: Record<string, string>
  payment_method: string
  status: string
  next_action: object | null
  last_setup_error: object | null
}

/** The stand-in's SetupIntents. */
export const createSetups = (detached: ReadonlySet<string>) => {
  const setups = new Map<string, Setup>()

  const save = (body: Record<string, string>): Answer => {
    const method = body['payment_method'] ?? ''
    if (!isMethod(method, detached)) return noMethod(method)
    const error = declineOf(method)
    const id = nameOf('seti')
    const setup: Setup = {
      id,
      object: 'setup_intent',
      customer: body['customer'] ?? '',
      usage: body['usage'] ?? 'off_session',
      metadata: { save: body['metadata[save]'] ?? '' },
      payment_method: method,
      status: statusOfSave(method),
      next_action: method === 'pm_bank' ? questionOf(id, body['return_url']) : null,
      last_setup_error: error ?? null,
    }
    setups.set(id, setup)
    return error === undefined ? { status: 200, body: withMethod(setup) } : failure(402, error)
  }

  const act = (method: string, path: string, body: Record<string, string>): Answer => {
    if (path === '/v1/setup_intents' && method === 'POST') return save(body)
    if (path === '/v1/setup_intents') {
      const data = [...setups.values()].filter(({ customer }) => customer === body['customer'])
      return { status: 200, body: { object: 'list', has_more: false, data } }
    }
    const [, id = '', deed] = /^\/v1\/setup_intents\/(seti_\w+)(?:\/(\w+))?$/.exec(path) ?? []
    const setup = setups.get(id)
    if (setup === undefined)
      return failure(404, {
        type: 'invalid_request_error',
        code: 'resource_missing',
        message: 'No such setup',
      })
    if (method === 'GET')
      return { status: 200, body: body['expand[0]'] === undefined ? setup : withMethod(setup) }
    if (deed === 'cancel' && !['succeeded', 'canceled', 'processing'].includes(setup.status)) {
      setup.status = 'canceled'
      return { status: 200, body: setup }
    }
    return failure(400, {
      type: 'invalid_request_error',
      code: 'setup_intent_unexpected_state',
      message: `This SetupIntent has a status of ${setup.status}.`,
    })
  }

  /** The person answers the bank. false: it does not ask this one. */
  const answerBank = (id: string, isYes: boolean): boolean => {
    const setup = setups.get(id)
    if (setup?.status !== 'requires_action') return false
    setup.next_action = null
    setup.status = isYes ? 'succeeded' : 'requires_payment_method'
    if (!isYes) setup.last_setup_error = { type: 'card_error', code: 'setup_intent_authentication_failure' }
    return true
  }

  return { setups, act, answerBank }
}

const statusOfSave = (method: string): string => {
  if (declineOf(method) !== undefined) return 'requires_payment_method'
  if (method === 'pm_bank') return 'requires_action'
  return method === 'pm_slow' ? 'processing' : 'succeeded'
}
