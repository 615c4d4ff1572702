import { describe, expect, it } from 'vitest'
import {
  refused,
  noAnswer,
  authorisation,
  transaction,
  completed,
  order,
  atCheckout,
  session,
} from '#test/support/scriptedPayment.ts'

describe('a payment that is sent or continued again', () => {
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
})
