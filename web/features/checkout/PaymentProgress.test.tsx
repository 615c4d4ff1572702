import { beforeEach, expect, it, vi } from 'vitest'
import { reactRoot } from '#test/support/reactRoot.ts'
import { PaymentProgress } from './PaymentProgress.tsx'
import { initialPayment, paymentReducer, type Payment } from './paymentState.ts'

const page = reactRoot()

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => {})
})

const stepsOf = (payment: Payment): string[] => {
  page.render(<PaymentProgress payment={payment} onStartAgain={() => {}} />)
  return [...page.element.querySelectorAll('li')].map(({ textContent }) => textContent)
}

const completing = { type: 'completing' } as const

it('E13: says nothing of a bank where no card pays, such as on account', () => {
  expect(stepsOf(paymentReducer(initialPayment(null), completing))).toEqual([
    'Booking your places, in progress',
  ])
})

it('E01: says that the bank has approved a payment by card', () => {
  const resumed = paymentReducer(initialPayment(null), { type: 'resumed', transactionUuid: 'tx-1' })
  expect(stepsOf(resumed)[0]).toBe('Waiting for your bank, in progress')
  expect(stepsOf(paymentReducer(resumed, completing))).toEqual([
    'Your bank approved the payment, done',
    'Booking your places, in progress',
  ])
})
