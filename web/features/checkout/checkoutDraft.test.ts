import { beforeEach, describe, expect, it } from 'vitest'
import { clearCheckoutDraft, saveCheckoutDraft, readCheckoutDraft } from './checkoutDraft.ts'

describe('what was typed at checkout', () => {
  beforeEach(() => {
    sessionStorage.clear()
  })

  it('is there again when one comes back', () => {
    saveCheckoutDraft(null, { email: 'ann@example.test', billingCity: 'Exampleton', saveCard: true })
    expect(readCheckoutDraft(null)).toEqual({
      email: 'ann@example.test',
      billingCity: 'Exampleton',
      saveCard: true,
    })
    clearCheckoutDraft()
    expect(readCheckoutDraft(null)).toEqual({})
  })

  it('is there for the same person only', () => {
    saveCheckoutDraft(501, { billingCity: 'Exampleton' })
    expect(readCheckoutDraft(null)).toEqual({})
    expect(readCheckoutDraft(502)).toEqual({})
    expect(readCheckoutDraft(501)).toEqual({ billingCity: 'Exampleton' })
  })

  it('is never anything of a card', () => {
    saveCheckoutDraft(null, {
      email: 'ann@example.test',
      cardNumber: '4000000000000001',
      securityCode: '123',
    } as object)
    expect(sessionStorage.getItem('checkout')).not.toMatch(/4000|123/)
  })

  it('does without a store, and with what is no draft', () => {
    sessionStorage.setItem('checkout', '{"customerId":null,"typed":[1,2')
    expect(readCheckoutDraft(null)).toEqual({})
    sessionStorage.setItem('checkout', '{"customerId":null,"typed":{"email":7,"billingCity":"X"}}')
    expect(readCheckoutDraft(null)).toEqual({ billingCity: 'X' })
    const forbidden = {
      getItem: () => null,
      setItem: () => {
        throw new DOMException('forbidden', 'SecurityError')
      },
      removeItem: () => undefined,
    }
    expect(() => {
      saveCheckoutDraft(null, { email: 'x' }, forbidden)
    }).not.toThrow()
  })
})
