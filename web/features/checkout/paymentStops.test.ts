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
import { CardRefusedError } from './cardInput.ts'

const challenged = authorisation('challenge', { scaUrl: 'https://bank.example', scaData: [] })

describe('preparing', () => {
  it('offers to try again while the provider is away, and shows any other error', async () => {
    const away = atCheckout({ prepare: [refused(502, 'provider_unavailable')] })
    await away.flow.prepare()
    expect(away.payment()).toMatchObject({ session: null, error: null })

    const empty = atCheckout({ prepare: [refused(409, 'basket_empty')] })
    await empty.flow.prepare()
    expect(empty.payment()).toMatchObject({ error: { kind: 'basket_empty' } })
  })

  it('leaves on screen why the payment before it ended', async () => {
    const page = atCheckout({
      authorise: [refused(402, 'card_declined')],
      prepare: [refused(502, 'provider_unavailable')],
    })
    await page.flow.pay(order())
    expect(page.payment()).toMatchObject({ session: null, error: { kind: 'declined' } })
  })

  it('hides no fault of the page', async () => {
    const page = atCheckout({ prepare: [new TypeError('A fault.')] })
    await expect(page.flow.prepare()).rejects.toThrow('A fault.')
  })

  it('is not tried where the basket is empty', async () => {
    const page = atCheckout({ authorise: [refused(409, 'basket_empty')] })
    await page.flow.pay(order())
    expect(page.calls()).toEqual(['authorise'])
    expect(page.payment().error?.kind).toBe('basket_empty')
  })
})

describe('a payment whose session has ended', () => {
  it('leaves form and card for when the customer has logged in again, and says nothing of an empty basket', async () => {
    const page = atCheckout({ authorise: [refused(409, 'basket_empty')] }, { isLoggedOut: true })
    await page.flow.pay(order())
    expect(page.payment()).toMatchObject({
      stage: 'ready',
      session: { sessionKey: 'first-session' },
      error: { kind: 'login_required', title: 'You were logged out before you paid.' },
    })
    expect(page.stops).toEqual([])
  })

  it('leaves them too where the payment itself is refused for it', async () => {
    const page = atCheckout({ authorise: [refused(401, 'logged_out')] })
    await page.flow.pay(order())
    expect(page.calls()).toEqual(['authorise'])
    expect(page.payment()).toMatchObject({
      stage: 'ready',
      session: { sessionKey: 'first-session' },
      error: { kind: 'login_required' },
    })
    expect(page.stops).toEqual([])
  })

  it('says nothing of an empty basket where a new session is refused for it', async () => {
    const page = atCheckout({ prepare: [refused(409, 'basket_empty')] }, { isLoggedOut: true })
    await page.flow.prepare()
    expect(page.payment()).toMatchObject({ error: { kind: 'login_required' } })
  })
})

describe('a payment that ends otherwise', () => {
  it('hides no fault of the page, and lets the next one run', async () => {
    const page = atCheckout({ authorise: [authorisation('authorised')], complete: [completed] })
    const faulty = order({ identify: () => Promise.reject(new TypeError('A fault.')) })
    await expect(page.flow.pay(faulty)).rejects.toThrow('A fault.')
    expect(page.payment().error).toBeNull()
    page.flow.edited()
    await page.flow.pay(order())
    expect(page.payment().stage).toBe('placed')
  })

  it('gets a new session when the one of the card form is over', async () => {
    const page = atCheckout({ prepare: [session] })
    const expired = () => Promise.reject(new CardRefusedError({}, { sessionExpired: true }))
    await page.flow.pay(order({ identify: expired }))
    expect(page.calls()).toEqual(['prepare'])
    expect(page.payment()).toMatchObject({
      error: { kind: 'session_expired' },
      session: { sessionKey: 'second-session' },
    })
  })

  it('keeps its key when there were too many calls', async () => {
    const page = atCheckout({
      authorise: [refused(429, 'rate_limited'), authorisation('authorised')],
      complete: [completed],
    })
    await page.flow.pay(order())
    expect(page.payment()).toMatchObject({ stage: 'ready', session: { sessionKey: 'first-session' } })
    await page.flow.pay(order())
    expect(new Set(page.keys('authorise')).size).toBe(1)
    expect(page.calls()).toEqual(['authorise', 'authorise', 'complete'])
  })

  it('a change of the form while it runs does not make it another payment', async () => {
    const page = atCheckout({
      authorise: [noAnswer(), noAnswer(), noAnswer(), noAnswer(), authorisation('authorised')],
      complete: [completed],
    })
    page.flow.edited()
    page.whenWaiting.push(() => {
      page.flow.edited()
    })
    await page.flow.pay(order())
    await page.flow.pay(order())
    expect(page.keys('authorise')).toHaveLength(5)
    expect(new Set(page.keys('authorise')).size).toBe(1)
  })
})

describe("the bank's question", () => {
  it('is polled less often while it is open, and at once when the bank redirects back', async () => {
    const page = atCheckout({
      authorise: [challenged],
      transaction: [transaction('challenge'), transaction('challenge'), transaction('authorised')],
      complete: [completed],
    })
    page.whenWaiting.push(
      () => undefined,
      () => {
        page.flow.bankReturned()
      },
    )
    await page.flow.pay(order())
    expect(page.waits).toEqual([
      { ms: 4000, isCut: false },
      { ms: 4000, isCut: true },
      { ms: 2000, isCut: false },
    ])
  })

  it('was not answered by a redirect that nobody waits for', async () => {
    const page = atCheckout({
      authorise: [authorisation('pending')],
      transaction: [transaction('pending'), transaction('failed')],
      prepare: [session],
    })
    page.whenWaiting.push(() => {
      page.flow.bankReturned()
    })
    await page.flow.pay(order())
    expect(page.payment().error?.kind).toBe('declined')
  })

  it('says that the bank did not answer in time where that is why', async () => {
    const page = atCheckout({
      authorise: [authorisation('pending')],
      transaction: [transaction('pending'), transaction('aborted', { endReason: 'unanswered' })],
      prepare: [session],
    })
    await page.flow.pay(order())
    expect(page.payment().error?.title).toBe("Your bank didn't answer in time.")
  })

  it('stays left when the bank redirects afterwards', async () => {
    const page = atCheckout({
      authorise: [challenged],
      transaction: [transaction('challenge')],
      prepare: [session],
    })
    page.whenWaiting.push(() => {
      page.flow.leaveBank()
      page.flow.bankReturned()
    })
    await page.flow.pay(order())
    expect(page.payment().error?.kind).toBe('challenge_abandoned')
  })

  it('of one payment does not concern the next', async () => {
    const page = atCheckout({
      authorise: [challenged, authorisation('pending')],
      transaction: [transaction('failed')],
      prepare: [session],
    })
    await page.flow.pay(order())
    expect(page.payment().error?.kind).toBe('challenge_failed')
    await page.flow.pay(order())
    expect(page.payment().error?.kind).toBe('declined')
  })
})

describe('a page that goes on to a payment', () => {
  it('asks for that payment, shows what it hears, and completes with the terms accepted', async () => {
    const page = atCheckout({
      transaction: [transaction('pending'), transaction('authorised')],
      complete: [completed],
    })
    const statuses: (string | null)[] = []
    page.whenWaiting.push(() => {
      statuses.push(page.payment().transactionStatus)
    })
    await page.flow.resume('tx-9')
    expect(statuses).toEqual(['pending'])
    expect(page.requests).toMatchObject([
      { args: { uuid: 'tx-9' } },
      { args: { uuid: 'tx-9' } },
      { args: { transactionUuid: 'tx-9', termsAccepted: true } },
    ])
  })
})

describe('a page that is left', () => {
  it('waits no longer, hears nothing more, and leaves the payment for the next page', async () => {
    const page = atCheckout({ authorise: [authorisation('pending')], transaction: [transaction('pending')] })
    page.whenWaiting.push(() => {
      page.flow.stop()
    })
    await page.flow.pay(order())
    expect(page.waits).toEqual([{ ms: 1000, isCut: true }])
    expect(page.calls()).toEqual(['authorise'])
    expect(page.payment().stage).toBe('checking')
    expect(page.stored).toEqual(['tx-1'])
    await page.flow.pay(order())
    expect(page.calls()).toEqual(['authorise'])
  })

  it('neither shows a refusal nor prepares again', async () => {
    const page = atCheckout({
      authorise: [
        () => {
          page.flow.stop()
          throw refused(402, 'card_declined')
        },
      ],
    })
    await page.flow.pay(order())
    expect(page.calls()).toEqual(['authorise'])
    expect(page.stops).toEqual([])
    expect(page.payment().error).toBeNull()
  })
})
