import { beforeEach, describe, expect, it } from 'vitest'
import { dropDraft, keepDraft, readDraft } from './draft.ts'

describe('what was typed at checkout', () => {
  beforeEach(() => {
    sessionStorage.clear()
  })

  it('is there again when one comes back', () => {
    keepDraft(null, { email: 'ann@example.test', billingCity: 'Exampleton', saveCard: true })
    expect(readDraft(null)).toEqual({ email: 'ann@example.test', billingCity: 'Exampleton', saveCard: true })
    dropDraft()
    expect(readDraft(null)).toEqual({})
  })

  it('is there for the same person only', () => {
    keepDraft(501, { billingCity: 'Exampleton' })
    expect(readDraft(null)).toEqual({})
    expect(readDraft(502)).toEqual({})
    expect(readDraft(501)).toEqual({ billingCity: 'Exampleton' })
  })

  it('is never anything of a card', () => {
    keepDraft(null, {
      email: 'ann@example.test',
      cardNumber: '4000000000000001',
      securityCode: '123',
    } as object)
    expect(sessionStorage.getItem('checkout')).not.toMatch(/4000|123/)
  })

  it('does without a store, and with what is no draft', () => {
    sessionStorage.setItem('checkout', '{"who":null,"typed":[1,2')
    expect(readDraft(null)).toEqual({})
    sessionStorage.setItem('checkout', '{"who":null,"typed":{"email":7,"billingCity":"X"}}')
    expect(readDraft(null)).toEqual({ billingCity: 'X' })
    const forbidden = {
      getItem: () => null,
      setItem: () => {
        throw new DOMException('forbidden', 'SecurityError')
      },
      removeItem: () => undefined,
    }
    expect(() => {
      keepDraft(null, { email: 'x' }, forbidden)
    }).not.toThrow()
  })
})
