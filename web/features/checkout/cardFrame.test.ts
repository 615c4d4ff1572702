import { describe, expect, it } from 'vitest'
import { savedCard } from '#messages/shared/checkout.ts'
import { cardExpiry } from './cardExpiry.ts'
import { isBankReturn, readCardMessage, startMessage } from './cardFrame.ts'

describe('what the card fields say across the frame', () => {
  it.each(['card:ready', 'card:enter', 'card:expired', 'card:failed'])(
    'takes %s, and nothing that comes with it',
    (type) => {
      expect(readCardMessage({ type, cardNumber: '4000000000000001' })).toEqual({ type })
    },
  )

  it('E01: takes the name of a card, and nothing else of it', () => {
    expect(
      readCardMessage({
        type: 'card:done',
        cardIdentifier: 'cid_1',
        cardholderName: 'A Example',
        cardNumber: '4',
      }),
    ).toEqual({ type: 'card:done', cardIdentifier: 'cid_1', cardholderName: 'A Example' })
  })

  it.each([
    null,
    undefined,
    'card:ready',
    42,
    {},
    { type: 'card:unknown' },
    { type: 'card:done' },
    { type: 'card:done', cardIdentifier: '' },
    { type: 'card:done', cardIdentifier: 7 },
    { type: 'card:height', height: '100' },
    { type: 'card:height', height: Number.NaN },
    { type: 'card:height', height: -1 },
    { type: ['card:ready'] },
  ])('makes nothing of %j', (data) => {
    expect(readCardMessage(data)).toBeNull()
  })

  it('takes what is wrong with each field, as words alone', () => {
    expect(
      readCardMessage({ type: 'card:invalid', message: 'A', errors: { cardNumber: 'A', expiryDate: 7 } }),
    ).toEqual({ type: 'card:invalid', message: 'A', errors: { cardNumber: 'A' } })
    expect(readCardMessage({ type: 'card:invalid', message: 'A' })).toEqual({
      type: 'card:invalid',
      message: 'A',
      errors: {},
    })
    expect(readCardMessage({ type: 'card:edited', field: 'cardNumber' })).toEqual({
      type: 'card:edited',
      field: 'cardNumber',
    })
  })

  it('lets no frame push the page away', () => {
    expect(readCardMessage({ type: 'card:height', height: 1e9 })).toEqual({
      type: 'card:height',
      height: 1200,
    })
    expect(readCardMessage({ type: 'card:height', height: 240.4 })).toEqual({
      type: 'card:height',
      height: 241,
    })
  })

  const saved = {
    id: 31,
    externalIdentifier: 'ext-31',
    cardHolderName: 'A Example',
    brand: 'Visa',
    lastFour: '0006',
    expiry: '0930',
  }

  it('E01: starts the form for a new card, or for the security code of a saved one', () => {
    const session = { sessionKey: 'key' }
    const look = { fontFamily: 'Lato', fontSize: '16px', focus: '#123456', fonts: [] }
    expect(startMessage(session, null, 'Ann Example', look)).toEqual({
      type: 'card:start',
      sessionKey: 'key',
      savedCard: null,
      cardholderName: 'Ann Example',
      asksName: false,
      look,
    })
    expect(startMessage(session, saved, 'Ann Example', look).savedCard).toEqual({
      externalIdentifier: 'ext-31',
      label: 'Visa ending in 0006',
    })
  })

  it('labels a saved card as printed on it', () => {
    expect(savedCard(saved)).toBe('Visa ending in 0006')
    expect(cardExpiry('0930')).toBe('09/30')
  })

  it('E02: hears of its own payment only when the bank comes back', () => {
    expect(isBankReturn({ transaction_uuid: 'tx-1', transaction_status: 'authorised' }, 'tx-1')).toBe(true)
    expect(isBankReturn({ transaction_uuid: 'tx-2' }, 'tx-1')).toBe(false)
    expect(isBankReturn('tx-1', 'tx-1')).toBe(false)
    expect(isBankReturn(null, 'tx-1')).toBe(false)
  })
})
