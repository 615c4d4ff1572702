import { Stripe } from 'stripe'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { CardsUnavailable } from '#server/providers/cards/port.ts'
import { clockAt } from '#test/support/clock.ts'
import { startStripeStub } from '#test/support/stripe.ts'
import type { StripeStub } from '#test/support/stripe.ts'
import { createStripeCards } from './adapter.ts'
import type { StripeCards } from './adapter.ts'

const now = new Date('2027-02-28T10:00:00Z')
const site = 'https://bookings.example'
const settings = { secretKey: 'sk_test_stub', publishableKey: 'pk_test_stub', webhookSecret: 'whsec_stub' }

let stub: StripeStub
let cards: StripeCards
let clock: ReturnType<typeof clockAt>
let count = 0

beforeAll(async () => {
  stub = await startStripeStub()
})
afterAll(() => stub.close())
beforeEach(() => {
  stub.breakDown(null)
  stub.requests.length = 0
  clock = clockAt(now)
  cards = createStripeCards({ ...settings, apiUrl: stub.url }, { clock })
})

const opened = async (more: object = {}) => {
  const transactionUuid = `transaction-${(count += 1)}`
  const { sessionKey } = await cards.prepare({ site })
  const ask = {
    transactionUuid,
    amount: 845,
    currency: 'gbp',
    sessionKey,
    payerReference: null,
    description: 'Demo',
    ...more,
  }
  const opening = await cards.open(ask)
  if (opening.state !== 'opened') throw new Error('Not opened.')
  return { transactionUuid, sessionKey, reference: opening.reference, ask }
}

type More = { saveCard?: boolean; isRecurring?: boolean; payerReference?: string }

const authorise = async (card: string, more: More = {}) => {
  const payment = await opened({ payerReference: more.payerReference ?? null })
  const ask = {
    ...payment,
    card: { kind: 'new' as const, identifier: card },
    saveCard: more.saveCard ?? false,
    isRecurring: more.isRecurring ?? false,
    billing: {
      firstName: 'Ann',
      lastName: 'Example',
      addressLineOne: '',
      addressLineTwo: '',
      city: '',
      postcode: '',
    },
    browser: {
      colourDepth: 24,
      javaEnabled: false,
      javascriptEnabled: true,
      language: 'en-GB',
      screenHeight: 1080,
      screenWidth: 1920,
      timezoneOffset: 0,
      challengeWindowSize: null,
    },
    returnUrl: `${site}/api/checkout/transactions/${payment.transactionUuid}/challenge`,
    site,
  }
  return { ...payment, ask, state: await cards.authorise(ask) }
}

describe('a session', () => {
  it('E01: names Stripe, our page with its fields, and how long it is good', async () => {
    expect(await cards.prepare({ site })).toEqual({
      sessionKey: expect.any(String) as string,
      url: stub.url,
      fieldsUrl: 'https://bookings.example/api/stripe-cards/fields',
      walletsUrl: 'https://bookings.example/api/stripe-cards/wallets',
      mode: 'test',
      expiresAt: new Date('2027-02-28T10:30:00Z'),
    })
  })

  it('runs out, and cannot be made up', async () => {
    const { ask } = await opened()
    clock.forward(30 * 60_000)
    expect(await cards.open(ask)).toEqual({ state: 'session_expired' })
    const later = `${now.getTime() + 10 ** 9}.nonce.${'x'.repeat(43)}`
    expect(await cards.open({ ...ask, sessionKey: later })).toEqual({ state: 'session_expired' })
    expect(await cards.open({ ...ask, sessionKey: 'nonsense' })).toEqual({ state: 'session_expired' })
  })
})

describe('a payment', () => {
  it('is opened by hand for capture, once for a transaction', async () => {
    const { ask, reference, transactionUuid } = await opened()
    expect(await cards.open(ask)).toEqual({ state: 'opened', reference })
    expect(stub.requests[0]).toMatchObject({
      path: '/v1/payment_intents',
      key: `${transactionUuid}:open`,
      body: {
        amount: '845',
        currency: 'gbp',
        capture_method: 'manual',
        'metadata[transaction]': transactionUuid,
      },
    })
    expect(await cards.status({ reference, site })).toEqual({ state: 'opened' })
  })

  it('is authorised, then taken; either twice is once', async () => {
    const { ask, state, reference, transactionUuid } = await authorise('pm_fine')
    expect(state).toEqual({ state: 'authorised', savedCard: null })
    expect(await cards.authorise(ask)).toEqual(state)
    const payment = { transactionUuid, reference, amount: 845 }
    expect(await cards.capture(payment)).toEqual({ state: 'captured' })
    expect(await cards.capture(payment)).toEqual({ state: 'captured' })
    expect(stub.requests.map(({ key }) => key)).toEqual(
      expect.arrayContaining([`${transactionUuid}:authorise`, `${transactionUuid}:capture`]),
    )
  })

  it.each([
    ['pm_declined', 'declined'],
    ['pm_funds', 'insufficient_funds'],
    ['pm_expired', 'expired_card'],
    ['pm_code', 'wrong_code'],
    ['pm_unknown', 'not_recognised'],
    ['31', 'not_recognised'],
  ])('%s is declined in our words: %s', async (card, reason) => {
    const { state, reference } = await authorise(card)
    expect(state).toEqual({ state: 'declined', reason })
    // A card that Stripe does not know was never tried.
    const later = reason === 'not_recognised' ? { state: 'opened' } : { state: 'declined', reason }
    expect(await cards.status({ reference, site })).toEqual(later)
  })

  it.each([
    [true, { state: 'authorised', savedCard: null }],
    [false, { state: 'declined', reason: 'declined' }],
  ])("E02: the bank's question leads through a page of ours; answered %s", async (isYes, outcome) => {
    const { state, reference } = await authorise('pm_bank')
    expect(state).toEqual({
      state: 'challenge',
      url: 'https://bookings.example/api/stripe-cards/challenge',
      data: [{ name: 'payment', value: reference }],
    })
    expect(await cards.questionAddress(reference)).toBe(`https://bank.example/question/${reference}`)
    stub.answerBank(reference, isYes)
    expect(await cards.status({ reference, site })).toEqual(outcome)
    expect(await cards.questionAddress(reference)).toBeNull()
  })

  it('may be thought about', async () => {
    expect((await authorise('pm_slow')).state).toEqual({ state: 'pending' })
  })

  it('is let go; after that it can neither be authorised nor taken', async () => {
    const { reference, transactionUuid, ask } = await authorise('pm_bank')
    expect(await cards.void({ transactionUuid, reference })).toEqual({ state: 'voided' })
    expect(await cards.void({ transactionUuid, reference })).toEqual({ state: 'voided' })
    expect(await cards.capture({ transactionUuid, reference, amount: 845 })).toEqual({ state: 'voided' })
    await expect(cards.authorise({ ...ask, transactionUuid: `${transactionUuid}-late` })).rejects.toThrow(
      CardsUnavailable,
    )
  })

  it('that has been taken is not let go but given back', async () => {
    const { reference, transactionUuid } = await authorise('pm_fine')
    await cards.capture({ transactionUuid, reference, amount: 845 })
    expect(await cards.void({ transactionUuid, reference })).toEqual({ state: 'captured' })
    const payment = { transactionUuid, reference, amount: 845 }
    const refund = { ...payment, refundKey: 'one' }
    expect(await cards.refund(refund)).toEqual({ state: 'refunded' })
    await cards.refund(refund)
    expect(stub.refunds).toEqual([{ payment_intent: reference, amount: 845 }])
  })

  it('is still taken where the refund fails', async () => {
    const { reference, transactionUuid } = await authorise('pm_fine')
    await cards.capture({ transactionUuid, reference, amount: 845 })
    stub.answerRefunds('failed')
    onTestFinished(() => {
      stub.answerRefunds('succeeded')
    })
    expect(await cards.refund({ refundKey: 'another', reference, amount: 845 })).toEqual({
      state: 'captured',
    })
  })
})

it.each([
  ['for the next time, with its holder', false, 'on_session'],
  ['for later collections, without its holder', true, 'off_session'],
])('a card is kept %s', async (_why, isRecurring, usage) => {
  await authorise('pm_card_visa', { saveCard: true, isRecurring, payerReference: 'cus_1' })
  expect(stub.requests.map(({ body }) => body['setup_future_usage'])).toContain(usage)
})

it('a card is kept for a customer whom Stripe knows', async () => {
  const payerReference = await cards.knowPayer({ id: 501, email: 'ann@example.test' })
  expect(await cards.knowPayer({ id: 501, email: 'ann@example.test' })).toBe(payerReference)
  const { state, reference } = await authorise('pm_fine', { saveCard: true, payerReference })
  expect(state).toEqual({
    state: 'authorised',
    savedCard: {
      externalIdentifier: 'pm_fine',
      cardHolderName: 'A Example',
      brand: 'Visa',
      lastFour: '4242',
      expiry: '0930',
    },
  })
  expect(stub.intents.get(reference)).toMatchObject({
    customer: payerReference,
    setup_future_usage: 'on_session',
  })
})

it.each(['/v1/payment_intents$', '/confirm$', '/capture$', '/cancel$'])(
  'when Stripe is down (%s) no one knows',
  async (path) => {
    const { ask, reference, transactionUuid } = await authorise('pm_bank')
    stub.breakDown(new RegExp(path))
    const calls = {
      '/v1/payment_intents$': () => opened(),
      '/confirm$': () => cards.authorise(ask),
      '/capture$': () => cards.capture({ transactionUuid, reference, amount: 845 }),
      '/cancel$': () => cards.void({ transactionUuid, reference }),
    }
    await expect(calls[path as keyof typeof calls]()).rejects.toThrow(CardsUnavailable)
  },
)

describe('a message', () => {
  const signed = (body: string, secret = settings.webhookSecret, at = now) =>
    new Stripe('sk_test_stub').webhooks.generateTestHeaderString({
      payload: body,
      secret,
      timestamp: Math.floor(at.getTime() / 1000),
    })
  const message = (type: string) =>
    JSON.stringify({
      id: 'evt_1',
      object: 'event',
      type,
      data: { object: { id: 'pi_1', object: 'payment_intent' } },
    })

  it('names its payment when Stripe has signed it', async () => {
    const body = message('payment_intent.amount_capturable_updated')
    expect(await cards.readMessage(body, signed(body))).toEqual({
      type: 'payment_changed',
      reference: 'pi_1',
    })
  })

  it('about something else names none', async () => {
    const body = message('charge.updated')
    expect(await cards.readMessage(body, signed(body))).toBeNull()
  })

  it.each([
    ['with another secret', (body: string) => signed(body, 'whsec_other')],
    ['of other words', (body: string) => signed(`${body} `)],
    [
      'of long ago',
      (body: string) => signed(body, settings.webhookSecret, new Date(now.getTime() - 600_000)),
    ],
    ['not at all', () => ''],
  ])('signed %s is refused', async (_, sign) => {
    const body = message('payment_intent.succeeded')
    await expect(cards.readMessage(body, sign(body))).rejects.toThrow()
  })
})

describe('a card that is to be forgotten', () => {
  it('is detached, and one that Stripe does not know is forgotten already', async () => {
    await cards.forgetCard({ externalIdentifier: 'pm_kept' })
    await cards.forgetCard({ externalIdentifier: 'pm_unknown' })
    expect(stub.requests.map(({ path }) => path)).toEqual([
      '/v1/payment_methods/pm_kept/detach',
      '/v1/payment_methods/pm_unknown/detach',
    ])
  })

  it('goes with its owner, whom Stripe forgets once', async () => {
    await cards.forgetPayer({ payerReference: 'cus_kept', payments: ['pi_1'] })
    await cards.forgetPayer({ payerReference: 'cus_unknown', payments: [] })
    await cards.forgetPayer({ payerReference: null, payments: ['pi_2'] })
    expect(stub.requests.map(({ path }) => path)).toEqual([
      '/v1/customers/cus_kept',
      '/v1/customers/cus_unknown',
    ])
  })

  it('is requested again when Stripe is down', async () => {
    stub.breakDown(/detach/)
    await expect(cards.forgetCard({ externalIdentifier: 'pm_kept' })).rejects.toThrow(CardsUnavailable)
  })
})
