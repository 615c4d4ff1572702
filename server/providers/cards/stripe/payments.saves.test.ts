import { Stripe } from 'stripe'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CardsUnavailable } from '#server/providers/cards/port.ts'
import { clockAt } from '#test/support/clock.ts'
import { startStripeStub } from '#test/support/stripe.ts'
import type { StripeStub } from '#test/support/stripe.ts'
import { createStripeCards } from './adapter.ts'
import type { StripeCards } from './adapter.ts'

const now = new Date('2027-02-28T10:00:00Z')
const site = 'https://account.example'
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
  stub.loseAnswers(null)
  stub.requests.length = 0
  stub.detached.clear()
  clock = clockAt(now)
  cards = createStripeCards({ ...settings, apiUrl: stub.url }, { clock })
})

const requestOf = async (identifier: string, more: object = {}) => {
  const key = `change-${(count += 1)}`
  const { sessionKey } = await cards.prepare({ site })
  return {
    key,
    sessionKey,
    payerReference: 'cus_1',
    card: { kind: 'new' as const, identifier },
    returnUrl: `${site}/back`,
    site,
    ...more,
  }
}

const onlyReference = async (key: string): Promise<string> =>
  [...stub.setups.values()].find(({ metadata }) => metadata['save'] === key)?.id ?? ''

describe('a card saved without a payment', () => {
  it('is set up for charges without its holder, once for a key', async () => {
    const ask = await requestOf('pm_good')
    const saved = await cards.saveCard(ask)
    expect(saved).toMatchObject({
      state: 'saved',
      card: { externalIdentifier: 'pm_good', brand: 'Visa', lastFour: '4242', expiry: '0930' },
    })
    expect(await cards.saveCard(ask)).toEqual(saved)
    expect(await onlyReference(ask.key)).toBe('reference' in saved ? saved.reference : '')
    expect(stub.requests[0]).toMatchObject({
      path: '/v1/setup_intents',
      key: `${ask.key}:save`,
      body: { usage: 'off_session', confirm: 'true', customer: 'cus_1', return_url: `${site}/back` },
    })
  })

  it.each([
    ['pm_declined', 'declined'],
    ['pm_funds', 'insufficient_funds'],
    ['pm_expired', 'expired_card'],
    ['pm_code', 'wrong_code'],
    ['pm_unknown', 'not_recognised'],
  ])('%s is refused as %s', async (card, reason) => {
    expect(await cards.saveCard(await requestOf(card))).toEqual({
      state: 'declined',
      reference: null,
      reason,
    })
  })

  it.each([
    [true, 'saved'],
    [false, 'declined'],
  ])('waits for the bank, which says %s', async (isYes, state) => {
    const ask = await requestOf('pm_bank')
    const challenge = await cards.saveCard(ask)
    const reference = await onlyReference(ask.key)
    expect(challenge).toEqual({
      state: 'challenge',
      reference,
      url: `${site}/api/stripe-cards/challenge`,
      data: [{ name: 'payment', value: reference }],
    })
    expect(await cards.questionAddress(reference)).toBe(`https://bank.example/question/${reference}`)
    stub.answerBank(reference, isYes)
    expect(await cards.saveStatus({ reference, site })).toMatchObject({ state, reference })
  })

  it('may take its time', async () => {
    expect(await cards.saveCard(await requestOf('pm_slow'))).toMatchObject({ state: 'pending' })
  })

  it('needs a session that has not run out', async () => {
    const ask = await requestOf('pm_good')
    clock.forward(30 * 60_000)
    expect(await cards.saveCard(ask)).toEqual({ state: 'session_expired' })
  })

  it('is unknown when the company is down', async () => {
    stub.breakDown(/setup_intents/)
    await expect(cards.saveCard(await requestOf('pm_good'))).rejects.toThrow(CardsUnavailable)
  })

  it('is an event that Stripe reports', async () => {
    const body = JSON.stringify({ type: 'setup_intent.succeeded', data: { object: { id: 'seti_1' } } })
    const signature = await new Stripe('sk_test_stub').webhooks.generateTestHeaderStringAsync({
      payload: body,
      secret: 'whsec_stub',
      timestamp: Math.floor(now.getTime() / 1000),
    })
    expect(await cards.readMessage(body, signature)).toEqual({ type: 'payment_changed', reference: 'seti_1' })
  })
})

describe('an attempt that is given up', () => {
  const abandon = (key: string, more: object = {}) =>
    cards.abandonSave({ key, reference: null, payerReference: 'cus_1', isNewCard: true, ...more })

  it('is found by its key where its answer was lost, and its card is forgotten', async () => {
    const ask = await requestOf('pm_lost')
    stub.loseAnswers(/setup_intents$/)
    await expect(cards.saveCard(ask)).rejects.toThrow(CardsUnavailable)
    stub.loseAnswers(null)
    await abandon(ask.key)
    expect([...stub.detached]).toEqual(['pm_lost'])
  })

  it('leaves alone a card that was saved before', async () => {
    const ask = await requestOf('pm_before')
    await cards.saveCard(ask)
    await abandon(ask.key, { isNewCard: false })
    expect([...stub.detached]).toEqual([])
  })

  it('can be approved by the bank no more', async () => {
    const ask = await requestOf('pm_bank')
    await cards.saveCard(ask)
    const reference = await onlyReference(ask.key)
    await abandon(ask.key, { reference })
    expect(await cards.saveStatus({ reference, site })).toEqual({ state: 'ended', reference })
    await abandon(ask.key, { reference })
    expect([...stub.detached]).toEqual([])
  })

  it('may never have reached the company', async () => {
    await abandon('never')
    await abandon('never', { payerReference: null })
    expect([...stub.detached]).toEqual([])
  })
})
