import { randomBytes } from 'node:crypto'

/* What Stripe says of cards and intents, as it publishes it. The payment method's name decides what a card does. */

export type Answer = { status: number; body: object }

export const nameOf = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`

export const failure = (status: number, error: object): Answer => ({ status, body: { error } })

/** By the name of the payment method; a number may follow it, where each customer needs a card of their own. */
const declines: Readonly<Record<string, string>> = {
  pm_declined: 'generic_decline',
  pm_funds: 'insufficient_funds',
  pm_expired: 'expired_card',
  pm_code: 'incorrect_cvc',
}

/** Cards that are known and not detached. */
export const isMethod = (method: string, detached: ReadonlySet<string>): boolean =>
  method.startsWith('pm_') && method !== 'pm_unknown' && !detached.has(method)

export const noMethod = (method: string): Answer =>
  failure(400, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    param: 'payment_method',
    message: `No such PaymentMethod: '${method}'`,
  })

/** What Stripe says of a card that is declined. undefined: it is not. */
export const declineOf = (method: string): object | undefined => {
  const code = declines[method.replace(/_\d+$/, '')]
  if (code === undefined) return undefined
  const isOwnCode = code === 'incorrect_cvc' || code === 'expired_card'
  return {
    type: 'card_error',
    code: isOwnCode ? code : 'card_declined',
    ...(isOwnCode ? {} : { decline_code: code }),
    message: 'Words of the company that nobody of ours may read.',
  }
}

export const questionOf = (id: string, returnUrl: string | undefined): object => ({
  type: 'redirect_to_url',
  redirect_to_url: { url: `https://bank.example/question/${id}`, return_url: returnUrl },
})

export const withMethod = (intent: { payment_method: string | null }): object => ({
  ...intent,
  payment_method:
    intent.payment_method === null
      ? null
      : {
          id: intent.payment_method,
          object: 'payment_method',
          type: 'card',
          billing_details: { name: 'A Example' },
          card: { brand: 'visa', last4: '4242', exp_month: 9, exp_year: 2030 },
        },
})
