import { describe, expect, it } from 'vitest'
import {
  basketStatusOf,
  isInProgress,
  paymentReducer,
  initialPayment,
  type PaymentEvent,
} from './paymentState.ts'
import { bankDeclined } from './checkoutErrors.ts'

const session = { paymentProvider: 'demo', sessionKey: 'key' } as never
const after = (...events: PaymentEvent[]) => events.reduce(paymentReducer, initialPayment(session))

const challenged: PaymentEvent = {
  type: 'authorised',
  authorisation: {
    transactionUuid: 'tx-1',
    transactionStatus: 'challenge',
    scaUrl: 'https://bank.example',
    scaData: [{ name: 'creq', value: 'x' }],
    amount: 845,
  },
}

describe('the payment state', () => {
  it('D04: is seen as paymentProcessing until it is paid, then as paymentComplete', () => {
    expect(basketStatusOf(after())).toBe('open')
    expect(basketStatusOf(after({ type: 'identifying' }))).toBe('paymentProcessing')
    expect(basketStatusOf(after({ type: 'authorising' }, challenged))).toBe('paymentProcessing')
    expect(basketStatusOf(after({ type: 'completing' }))).toBe('paymentProcessing')
    const placed = after({ type: 'placed', order: { completeOrderId: 1, reference: 'R' } })
    expect(basketStatusOf(placed)).toBe('paymentComplete')
    expect(isInProgress(placed)).toBe(false)
  })

  it('E03: stopping clears SCA, session and transaction', () => {
    const stopped = after({ type: 'authorising' }, challenged, { type: 'stopped', error: bankDeclined })
    expect(stopped).toMatchObject({
      stage: 'ready',
      session: null,
      scaUrl: null,
      scaData: null,
      transactionUuid: null,
      transactionStatus: null,
      error: bankDeclined,
    })
  })

  it('an interruption keeps the transaction, so that it can be resumed', () => {
    const interrupted = after({ type: 'authorising' }, challenged, {
      type: 'interrupted',
      error: bankDeclined,
    })
    expect(interrupted).toMatchObject({ stage: 'ready', session, transactionUuid: 'tx-1' })
  })

  it('late events do not change a placed order', () => {
    const order = { completeOrderId: 1, reference: 'R' }
    const late = after({ type: 'placed', order }, { type: 'stopped', error: bankDeclined }, challenged)
    expect(late).toMatchObject({ stage: 'placed', placed: order, error: null })
  })

  it('waits for a challenge that has nothing to post, instead of showing it', () => {
    const transaction = {
      transactionUuid: 'tx-1',
      transactionStatus: 'challenge',
      endReason: null,
      completeOrderId: null,
      reference: null,
    } as const
    expect(
      after({ type: 'resumed', transactionUuid: 'tx-1' }, { type: 'transaction', transaction }).stage,
    ).toBe('checking')
  })

  it('a session clears the error that requested a login, and no other', () => {
    const loginFirst = { ...bankDeclined, kind: 'login_required' as const }
    const afterLogin = paymentReducer(initialPayment(null, loginFirst), { type: 'prepared', session })
    expect(afterLogin).toMatchObject({ error: null, session })
    const declined = paymentReducer(initialPayment(null, bankDeclined), { type: 'prepared', session })
    expect(declined.error).toBe(bankDeclined)
  })
})
