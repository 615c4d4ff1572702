import { describe, expect, it } from 'vitest'
import { CardRefusedError } from './cardInput.ts'
import {
  refused,
  authorisation,
  transaction,
  completed,
  order,
  atCheckout,
  session,
  type Script,
} from '#test/support/scriptedPayment.ts'

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

  it('names the lost place and gives the reason in the words of the server', async () => {
    const page = atCheckout({
      authorise: [authorisation('authorised')],
      complete: [refused(409, 'place_lost', 'A place has gone.', { items: ['Yoga - Thu 4 Mar - 13:30'] })],
      prepare: [session],
    })
    await page.flow.pay(order())
    expect(page.payment().error).toMatchObject({ kind: 'place_lost', items: ['Yoga - Thu 4 Mar - 13:30'] })
    expect(page.payment().error?.title).toBe('A place has gone.')
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
