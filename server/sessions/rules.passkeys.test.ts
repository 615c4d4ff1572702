import { describe, expect, it } from 'vitest'
import { challengeIn, relyingPartyOf } from './rules.ts'

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('the challenge that a browser has had signed', () => {
  it('is read from what it sends', () => {
    expect(challengeIn(encoded({ type: 'webauthn.get', challenge: 'Zm9v' }))).toBe('Zm9v')
  })
  it('is none where nothing can be read', () => {
    expect(challengeIn(encoded({ challenge: 7 }))).toBeNull()
    expect(challengeIn(encoded(null))).toBeNull()
    expect(challengeIn('{')).toBeNull()
  })
})

it('a passkey is valid on the domain that the sites share, else on the host', () => {
  const site = 'https://book.onside.example:8443/book'
  expect(relyingPartyOf(site, undefined)).toEqual({
    rpId: 'book.onside.example',
    origin: 'https://book.onside.example:8443',
  })
  expect(relyingPartyOf(site, 'onside.example').rpId).toBe('onside.example')
})
