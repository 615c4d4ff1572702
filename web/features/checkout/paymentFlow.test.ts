import { describe, expect, it } from 'vitest'
import type { TransactionState } from '#contract/transactions.ts'
import { api, ApiError, type Client } from '#web/platform/api.ts'
import { paymentReducer, initialPayment, type Payment } from './paymentState.ts'
import { CardRefusedError } from './cardInput.ts'
import { createPaymentFlow, type PaymentOrder, type PaymentFlow } from './paymentFlow.ts'
import type { CheckoutError } from './checkoutErrors.ts'

/** The answers of a fake server by call, in turn; the last one repeats. */
type Answer = object | Error | (() => object)
type Script = Partial<Record<'prepare' | 'authorise' | 'transaction' | 'complete', Answer[]>>
type Request = { name: string; args: Record<string, unknown>; key: string | undefined }

const session = {
  paymentProvider: 'demo',
  sessionKey: 'second-session',
  sessionExpiresAt: '2027-02-28T10:32:00Z',
  mode: 'test',
  url: 'https://pay.example',
  paymentProviderConfiguration: {
    url: 'https://pay.example',
    fieldsUrl: 'https://pay.example/fields',
    walletsUrl: null,
    currency: 'gbp',
  },
  savedCard: null,
  savedCards: [],
  tenders: ['card'],
  balance: 845,
  formattedBalance: '£8.45',
} as const

const names = new Map<unknown, string>([
  [api.checkout.prepare, 'prepare'],
  [api.checkout.authorise, 'authorise'],
  [api.checkout.transaction, 'transaction'],
  [api.checkout.complete, 'complete'],
])

const refused = (
  status: number,
  code: string,
  message = 'No.',
  errors?: Record<string, string[]>,
): ApiError => new ApiError({ status, code, message, ...(errors && { errors }) })

const noAnswer = (): ApiError => refused(0, 'unreachable', '')

const authorisation = (transactionStatus: string, more: object = {}) => ({
  transactionUuid: 'tx-1',
  transactionStatus,
  scaUrl: null,
  scaData: null,
  amount: 845,
  ...more,
})

const transaction = (transactionStatus: string, more: Partial<TransactionState> = {}) => ({
  transactionUuid: 'tx-1',
  transactionStatus,
  completeOrderId: null,
  reference: null,
  ...more,
})

const completed = { status: 'success', completeOrderId: 70991, reference: 'DEMO-7K2Q9X' }

const order = (card: PaymentOrder['card'] = { identify: async () => ({ cardIdentifier: 'card-1' }) }) => ({
  card,
  authorise: { sessionKey: 'first-session', termsAccepted: true },
  complete: { termsAccepted: true },
})

/** A checkout page with its state, its requests and what it stores for a reload. */
const atCheckout = (script: Script) => {
  const requests: Request[] = []
  const stored: (string | null)[] = []
  const stops: (CheckoutError | null)[] = []
  const stages: string[] = []
  const whenWaiting: (() => void)[] = []
  let payment: Payment = initialPayment({ ...session, sessionKey: 'first-session' } as never)
  const send = (async (
    call: unknown,
    args: Record<string, unknown>,
    options?: { idempotencyKey?: string },
  ) => {
    const name = names.get(call) as keyof Script
    requests.push({ name, args, key: options?.idempotencyKey })
    const left = script[name] ?? []
    const answer = left.length > 1 ? left.shift() : left[0]
    if (answer === undefined) throw new Error(`Unexpected call: ${name}`)
    if (answer instanceof Error) throw answer
    return typeof answer === 'function' ? answer() : answer
  }) as Client['send']
  const flow: PaymentFlow = createPaymentFlow({
    send,
    wait: async () => {
      whenWaiting.shift()?.()
    },
    dispatch: (event) => {
      payment = paymentReducer(payment, event)
      if (stages.at(-1) !== payment.stage) stages.push(payment.stage)
    },
    remember: (uuid) => stored.push(uuid),
    onStopped: (error) => stops.push(error),
  })
  return {
    flow,
    requests,
    stored,
    stops,
    stages,
    /** Run while the flow waits, one at each wait. */
    whenWaiting,
    payment: () => payment,
    calls: () => requests.map(({ name }) => name),
    keys: (name: string) => requests.filter((one) => one.name === name).map(({ key }) => key),
  }
}

describe('the payment flow', () => {
  it('E01 E04: identifies the card, authorises, completes and answers with the order', async () => {
    const page = atCheckout({ authorise: [authorisation('authorised')], complete: [completed] })
    await page.flow.pay(order())
    expect(page.calls()).toEqual(['authorise', 'complete'])
    expect(page.requests[0]?.args).toMatchObject({ cardIdentifier: 'card-1', sessionKey: 'first-session' })
    expect(page.requests[1]?.args).toMatchObject({ transactionUuid: 'tx-1' })
    expect(page.stages).toEqual(['identifying', 'authorising', 'completing', 'placed'])
    expect(page.payment().placed).toEqual({ completeOrderId: 70991, reference: 'DEMO-7K2Q9X' })
    expect(page.stored).toEqual(['tx-1', null])
  })

  it('E13: only completes where nothing is to be paid', async () => {
    const page = atCheckout({ complete: [completed] })
    await page.flow.pay(order(null))
    expect(page.calls()).toEqual(['complete'])
    expect(page.requests[0]?.args).not.toHaveProperty('transactionUuid')
    expect(page.payment().stage).toBe('placed')
  })

  it('E02: shows the challenge, trusts the server and not the redirect, and completes', async () => {
    const page = atCheckout({
      authorise: [
        authorisation('challenge', {
          scaUrl: 'https://bank.example',
          scaData: [{ name: 'creq', value: 'x' }],
        }),
      ],
      transaction: [transaction('challenge'), transaction('authorised')],
      complete: [completed],
    })
    page.whenWaiting.push(() => {
      expect(page.payment()).toMatchObject({ stage: 'challenge', scaUrl: 'https://bank.example' })
      page.flow.bankReturned()
    })
    await page.flow.pay(order())
    expect(page.calls()).toEqual(['authorise', 'transaction', 'transaction', 'complete'])
    expect(page.payment().stage).toBe('placed')
  })

  it("E02: completes when the bank's app answered and nothing redirected back", async () => {
    const page = atCheckout({
      authorise: [authorisation('challenge', { scaUrl: 'https://bank.example', scaData: [] })],
      transaction: [
        transaction('challenge'),
        transaction('completed', { completeOrderId: 5, reference: 'R' }),
      ],
    })
    await page.flow.pay(order())
    expect(page.payment().placed).toEqual({ completeOrderId: 5, reference: 'R' })
  })

  it.each([
    ['declined', { authorise: [refused(402, 'card_declined', 'The card was declined.')] }, 'declined'],
    [
      'a failed challenge',
      {
        authorise: [authorisation('challenge', { scaUrl: 'https://bank.example', scaData: [] })],
        transaction: [transaction('failed')],
      },
      'challenge_failed',
    ],
    ['an expired session', { authorise: [refused(410, 'session_expired')] }, 'session_expired'],
    ['a changed basket', { authorise: [refused(409, 'basket_changed')] }, 'basket_changed'],
  ] as const)('E03: %s resets SCA, clears the session and prepares again', async (_, script, kind) => {
    const page = atCheckout({ ...(script as unknown as Script), prepare: [session] })
    let cleared = false
    page.whenWaiting.push(() => undefined)
    await page.flow.pay(order())
    cleared = page.payment().session?.sessionKey === 'second-session'
    expect(cleared).toBe(true)
    expect(page.payment()).toMatchObject({
      stage: 'ready',
      scaUrl: null,
      scaData: null,
      transactionUuid: null,
      transactionStatus: null,
      error: { kind },
    })
    expect(page.calls().at(-1)).toBe('prepare')
    expect(page.stored.at(-1)).toBeNull()
    expect(page.stops).toHaveLength(1)
  })

  it("E03: leaving the bank's page ends the payment, unless the bank approved it meanwhile", async () => {
    const challenged = authorisation('challenge', { scaUrl: 'https://bank.example', scaData: [] })
    const left = atCheckout({
      authorise: [challenged],
      transaction: [transaction('challenge')],
      prepare: [session],
    })
    left.whenWaiting.push(() => {
      left.flow.leaveBank()
    })
    await left.flow.pay(order())
    expect(left.payment().error?.kind).toBe('challenge_abandoned')

    const approved = atCheckout({
      authorise: [challenged],
      transaction: [transaction('authorised')],
      complete: [completed],
    })
    approved.whenWaiting.push(() => {
      approved.flow.leaveBank()
    })
    await approved.flow.pay(order())
    expect(approved.payment().stage).toBe('placed')
  })

  it('sends a new payment after a refusal', async () => {
    const page = atCheckout({
      authorise: [refused(402, 'card_declined'), authorisation('authorised')],
      prepare: [session],
      complete: [completed],
    })
    await page.flow.pay(order())
    await page.flow.pay(order())
    const [first, second] = page.keys('authorise')
    expect(first).not.toBe(second)
    expect(page.payment().stage).toBe('placed')
  })

  it('keeps the key through its own retries and through trying again', async () => {
    const page = atCheckout({
      authorise: [noAnswer(), noAnswer(), noAnswer(), noAnswer(), authorisation('authorised')],
      complete: [completed],
    })
    let identified = 0
    const paying = order({
      identify: async () => {
        identified += 1
        return { cardIdentifier: `card-${identified}` }
      },
    })
    await page.flow.pay(paying)
    expect(page.payment()).toMatchObject({ stage: 'ready', error: { kind: 'unknown' } })
    await page.flow.pay(paying)
    expect(new Set(page.keys('authorise')).size).toBe(1)
    expect(page.keys('authorise')).toHaveLength(5)
    expect(identified).toBe(1)
    expect(page.payment().stage).toBe('placed')
  })

  it('sends a new payment when the form was changed after no answer', async () => {
    const page = atCheckout({
      authorise: [noAnswer(), noAnswer(), noAnswer(), noAnswer(), authorisation('authorised')],
      complete: [completed],
    })
    await page.flow.pay(order())
    page.flow.edited()
    await page.flow.pay(order())
    expect(new Set(page.keys('authorise')).size).toBe(2)
  })

  it('continues an authorised payment on trying again, whatever the form says', async () => {
    const page = atCheckout({
      authorise: [authorisation('authorised')],
      complete: [
        refused(500, 'failed'),
        refused(500, 'failed'),
        refused(500, 'failed'),
        refused(500, 'failed'),
        completed,
      ],
      transaction: [transaction('authorised')],
    })
    await page.flow.pay(order())
    expect(page.payment()).toMatchObject({
      stage: 'ready',
      transactionUuid: 'tx-1',
      error: { kind: 'unknown' },
    })
    page.flow.edited()
    await page.flow.pay(order())
    expect(page.keys('authorise')).toHaveLength(1)
    expect(new Set(page.keys('complete')).size).toBe(1)
    expect(page.payment().stage).toBe('placed')
  })

  it("E05: shows the server's words of a refused completion", async () => {
    const page = atCheckout({
      authorise: [authorisation('authorised')],
      complete: [refused(422, 'unpaid_balance', 'The order is not paid in full.')],
      prepare: [session],
    })
    await page.flow.pay(order())
    expect(page.payment().error).toMatchObject({ kind: 'refused', toast: 'The order is not paid in full.' })
  })

  it("E05: shows the catalogue's words where the server has none", async () => {
    const page = atCheckout({
      complete: [refused(500, 'failed', 'Something has gone wrong, please try again.')],
    })
    await page.flow.pay(order(null))
    expect(page.payment().error?.toast).toBe('Unable to complete your order, please try again.')
  })

  it('names the lost place and says that nothing was charged', async () => {
    const page = atCheckout({
      authorise: [authorisation('authorised')],
      complete: [refused(409, 'place_lost', 'A place has gone.', { items: ['Yoga - Thu 4 Mar - 13:30'] })],
      prepare: [session],
    })
    await page.flow.pay(order())
    expect(page.payment().error).toMatchObject({ kind: 'place_lost', items: ['Yoga - Thu 4 Mar - 13:30'] })
    expect(page.payment().error?.detail).toMatch(/^You haven't been charged/)
  })

  it('waits for a slow bank through polls without an answer', async () => {
    const page = atCheckout({
      authorise: [authorisation('pending')],
      transaction: [transaction('pending'), noAnswer(), transaction('pending'), transaction('authorised')],
      complete: [completed],
    })
    await page.flow.pay(order())
    expect(page.stages).toEqual(['identifying', 'authorising', 'checking', 'completing', 'placed'])
    expect(page.keys('transaction')).toHaveLength(4)
  })

  it('resumes a pending payment after a reload without authorising again', async () => {
    const page = atCheckout({
      transaction: [transaction('pending'), transaction('authorised')],
      complete: [completed],
    })
    await page.flow.resume('tx-1')
    expect(page.calls()).toEqual(['transaction', 'transaction', 'complete'])
    expect(page.payment().stage).toBe('placed')
  })

  it('forgets a stored payment that the server does not know, without an error', async () => {
    const page = atCheckout({ transaction: [refused(404, 'not_found')], prepare: [session] })
    await page.flow.resume('tx-old')
    expect(page.payment()).toMatchObject({ stage: 'ready', error: null, transactionUuid: null })
    expect(page.stored).toEqual([null])
  })

  it('shows a card error in the form: nothing is sent, nothing is reset', async () => {
    const page = atCheckout({})
    await page.flow.pay(
      order({
        identify: async () => {
          throw new CardRefusedError({ card: ['This card has run out.'] })
        },
      }),
    )
    expect(page.requests).toEqual([])
    expect(page.payment()).toMatchObject({
      stage: 'ready',
      session: { sessionKey: 'first-session' },
      error: { kind: 'form', fields: { card: ['This card has run out.'] }, toast: '' },
    })
  })

  it('ignores a second press while a payment is running', async () => {
    const page = atCheckout({ authorise: [authorisation('authorised')], complete: [completed] })
    await Promise.all([page.flow.pay(order()), page.flow.pay(order())])
    expect(page.calls()).toEqual(['authorise', 'complete'])
  })

  it('prepares nothing more where a login is needed', async () => {
    const page = atCheckout({ authorise: [refused(403, 'login_required', 'Please log in.')] })
    await page.flow.pay(order())
    expect(page.calls()).toEqual(['authorise'])
    expect(page.payment().error?.kind).toBe('login_required')
  })
})
