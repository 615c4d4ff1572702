import { describe, expect, it } from 'vitest'
import { ApiError } from '#web/platform/api.ts'
import { isOutcomeUnknown, toCheckoutError } from './checkoutErrors.ts'

const unableToComplete = 'Unable to complete your order, please try again.'

const refused = (
  status: number,
  code: string,
  message: string,
  errors?: Record<string, string[]>,
): ApiError => new ApiError({ status, code, message, ...(errors && { errors }) })

describe('checkout errors', () => {
  it("assigns sentences to the form's fields, in either case of the wire's names", () => {
    const { kind, fields, toast } = toCheckoutError(
      refused(422, 'invalid', 'Please look again.', {
        billing_postcode: ['Enter a postcode.'],
        billingCity: ['Too long.'],
        card_identifier: ['Unknown card.'],
        cardholder_name: ['Too long.'],
      }),
    )
    expect(kind).toBe('form')
    expect(toast).toBe('Please look again.')
    expect(fields).toEqual({
      billingPostcode: ['Enter a postcode.'],
      billingCity: ['Too long.'],
      card: ['Unknown card.', 'Too long.'],
    })
  })

  it('assigns terms that were not accepted to their checkbox', () => {
    expect(toCheckoutError(refused(422, 'terms_not_accepted', 'Accept the terms.')).fields).toEqual({
      terms: ['Accept the terms.'],
    })
  })

  it("E05: uses the server's sentence, or the catalogue's", () => {
    expect(toCheckoutError(refused(422, 'payment_mismatch', 'The sums differ.')).toast).toBe(
      'The sums differ.',
    )
    expect(toCheckoutError(refused(500, 'failed', 'Oh no.')).toast).toBe('Oh no.')
    expect(toCheckoutError(refused(503, 'provider_unavailable', 'Down.')).toast).toBe('Down.')
    expect(toCheckoutError(refused(409, 'busy', 'A payment for this basket is in progress.'))).toMatchObject({
      kind: 'unknown',
      title: 'A payment for this basket is in progress.',
      toast: 'A payment for this basket is in progress.',
    })
    expect(toCheckoutError(refused(500, 'failed', '')).toast).toBe(unableToComplete)
    expect(toCheckoutError(refused(500, 'failed', 'Something has gone wrong, please try again.')).toast).toBe(
      unableToComplete,
    )
  })

  it("keeps the bank's words for a declined card and says that nothing was charged", () => {
    const { title, detail } = toCheckoutError(refused(402, 'card_declined', 'The card has run out.'))
    expect(title).toBe('The card has run out.')
    expect(detail).toContain("You haven't been charged")
  })

  it('names the lost items', () => {
    const errors = { items: ['Yoga - Thu 4 Mar - 13:30'], 'items.1': ['Swim - Thu 4 Mar - 15:00'] }
    expect(toCheckoutError(refused(409, 'place_lost', 'Gone.', errors)).items).toEqual([
      'Yoga - Thu 4 Mar - 13:30',
      'Swim - Thu 4 Mar - 15:00',
    ])
  })

  it.each([
    [0, 'unreachable', true],
    [500, 'failed', true],
    [502, 'failed', true],
    [409, 'in_progress', true],
    [409, 'busy', true],
    [503, 'provider_unavailable', false],
    [409, 'place_lost', false],
    [402, 'card_declined', false],
    [422, 'invalid', false],
  ])('%s %s has an unknown outcome: %s', (status, code, unsure) => {
    expect(isOutcomeUnknown(refused(status, code, ''))).toBe(unsure)
  })
})
