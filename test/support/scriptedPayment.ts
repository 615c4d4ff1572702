import type { TransactionState } from '#contract/transactions.ts'
import type { CheckoutError } from '#web/features/checkout/checkoutErrors.ts'
import { createPaymentFlow, type PaymentFlow, type PaymentOrder } from '#web/features/checkout/paymentFlow.ts'
import { initialPayment, paymentReducer, type Payment } from '#web/features/checkout/paymentState.ts'
import { api, ApiError, type Client } from '#web/platform/api.ts'

/** The answers of a fake server by call, in turn; the last one repeats. */
type Answer = object | Error | (() => object)
export type Script = Partial<Record<'prepare' | 'authorise' | 'transaction' | 'complete', Answer[]>>
type Request = { name: string; args: Record<string, unknown>; key: string | undefined }

export const session = {
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

export const refused = (
  status: number,
  code: string,
  message = 'No.',
  errors?: Record<string, string[]>,
): ApiError => new ApiError({ status, code, message, ...(errors && { errors }) })

export const noAnswer = (): ApiError => refused(0, 'unreachable', '')

export const authorisation = (transactionStatus: string, more: object = {}) => ({
  transactionUuid: 'tx-1',
  transactionStatus,
  scaUrl: null,
  scaData: null,
  amount: 845,
  ...more,
})

const endReasons: Readonly<Record<string, TransactionState['endReason']>> = {
  failed: 'declined',
  aborted: 'left',
  voided: 'unavailable',
  refunded: 'unavailable',
}

export const transaction = (transactionStatus: string, more: Partial<TransactionState> = {}) => ({
  transactionUuid: 'tx-1',
  transactionStatus,
  endReason: endReasons[transactionStatus] ?? null,
  completeOrderId: null,
  reference: null,
  ...more,
})

export const completed = { status: 'success', completeOrderId: 70991, reference: 'DEMO-7K2Q9X' }

export const order = (
  card: PaymentOrder['card'] = { identify: async () => ({ cardIdentifier: 'card-1' }) },
) => ({
  card,
  authorise: { sessionKey: 'first-session', termsAccepted: true },
  complete: { termsAccepted: true },
})

/** A checkout page with its state, its requests and what it stores for a reload. */
export const atCheckout = (script: Script, { isLoggedOut = false } = {}) => {
  const requests: Request[] = []
  const stored: (string | null)[] = []
  const stops: (CheckoutError | null)[] = []
  const stages: string[] = []
  const whenWaiting: (() => void)[] = []
  const waits: { ms: number; isCut: boolean }[] = []
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
    wait: async (ms, signal) => {
      whenWaiting.shift()?.()
      waits.push({ ms, isCut: signal.aborted })
    },
    dispatch: (event) => {
      payment = paymentReducer(payment, event)
      if (stages.at(-1) !== payment.stage) stages.push(payment.stage)
    },
    remember: (uuid) => stored.push(uuid),
    hasSessionEnded: async () => isLoggedOut,
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
    /** How long the flow wanted to wait, and whether it was told to go on at once. */
    waits,
    payment: () => payment,
    calls: () => requests.map(({ name }) => name),
    keys: (name: string) => requests.filter((one) => one.name === name).map(({ key }) => key),
  }
}
