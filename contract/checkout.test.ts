import { describe, expect, it } from 'vitest'
import { checkout } from './checkout.ts'
import { fromWire } from './wire.ts'

const authorised = (body: object) => checkout.authorise.body.parse(fromWire({ session_key: 'k', ...body }))
const completed = (body: object) => checkout.complete.body.parse(fromWire(body))

describe('what checkout takes', () => {
  it('takes billing, browser, card, tenders and terms under the names of the specification', () => {
    expect(
      authorised({
        billing_address_line_one: '1 Example Road',
        browser_colour_depth: 24,
        browser_java_enabled: false,
        card_identifier: 'invented-id',
        cardholder_name: 'A Example',
        save_card: false,
        saved_card_id: null,
        payments: [{ tender_type: 'credit', type: 'general', amount: 500 }],
        terms: [1],
        terms_accepted: true,
        completed_waivers: [9301],
        item_hash: 'NjEwMDE=',
        selected_user_id: null,
      }),
    ).toMatchObject({
      billingAddressLineOne: '1 Example Road',
      browserColourDepth: 24,
      browserJavaEnabled: false,
      cardIdentifier: 'invented-id',
      cardholderName: 'A Example',
      saveCard: false,
      payments: [{ tenderType: 'credit', type: 'general', amount: 500 }],
      terms: [1],
      termsAccepted: true,
      completedWaivers: [9301],
      itemHash: 'NjEwMDE=',
      source: 'activity-booking',
    })
  })

  it('takes the names and forms other programs use', () => {
    expect(
      authorised({
        card_holder_name: 'A Example',
        browser_color_depth: '24',
        browser_tz: -60,
        browser_java_enabled: 0,
        browser_javascript_enabled: 1,
        save_card: 1,
        saved_card_id: 31,
        challenge_window_size: '05',
        notification_url: 'https://elsewhere.example/',
      }),
    ).toMatchObject({
      cardholderName: 'A Example',
      browserColourDepth: 24,
      browserTimezoneOffset: -60,
      browserJavaEnabled: false,
      browserJavascriptEnabled: true,
      saveCard: true,
      savedCardId: '31',
    })
    expect(authorised({ notification_url: 'https://elsewhere.example/' })).not.toHaveProperty(
      'notificationUrl',
    )
  })

  it('prefers our name where both are sent', () => {
    expect(authorised({ card_holder_name: 'Theirs', cardholder_name: 'Ours' }).cardholderName).toBe('Ours')
  })

  it.each([
    [{ terms: [1, '2'] }, [1, 2], undefined],
    [{ terms: [true] }, [], true],
    [{ terms: true }, [], true],
    [{ terms: [false] }, [], false],
    [{ terms: false }, [], false],
    [{ terms: [1], terms_accepted: false }, [1], false],
    [{ terms_accepted: 1 }, [], true],
    [{ terms: null }, [], undefined],
    [{}, [], undefined],
  ])('%o agrees to terms %o, accepted %s', (body, terms, termsAccepted) => {
    const agreed = completed(body)
    expect([agreed.terms, agreed.termsAccepted]).toEqual([terms, termsAccepted])
  })

  it('completes with nothing but terms, or with a transaction in either place', () => {
    expect(completed({ terms: [1] })).toMatchObject({
      payments: [],
      completedWaivers: [],
      source: 'activity-booking',
    })
    expect(completed({ terms: [1], transaction_uuid: 'a' }).transactionUuid).toBe('a')
    const payments = [{ tender_type: 'card', amount: 845, transaction_id: 'b', info: { any: 'thing' } }]
    expect(completed({ terms: [1], payments }).transactionUuid).toBe('b')
    expect(completed({ terms: [1], payments, transaction_uuid: 'a' }).transactionUuid).toBe('a')
    for (const tender_type of [undefined, null, ''])
      expect(completed({ payments: [{ tender_type, transaction_id: 'b' }] })).toMatchObject({
        transactionUuid: 'b',
        payments: [{ tenderType: 'card', amount: 0, transactionId: 'b' }],
      })
  })

  it('refuses what is no body at all', () => {
    for (const body of [null, [], 'x', 7]) expect(checkout.complete.body.safeParse(body).success).toBe(false)
  })
})
