import { describe, expect, it } from 'vitest'
import { isHoldShortened, isTrusted, tellsCallersApart, whyTooMany } from './limits.ts'
import type { VisitorLimits } from './limits.ts'

const limits: VisitorLimits = {
  customerItems: 30,
  customerPlaces: 100,
  visitorItems: 4,
  visitorPlaces: 8,
  networkItems: 40,
  networkPlaces: 80,
  visitorAdds: 20,
  networkAdds: 200,
  shortHoldSeconds: 300,
  placeSeconds: 3600,
  loginPlaceSeconds: 3600,
  networkShare: 1 / 3,
}
const held = {
  visitorItems: 4,
  visitorPlaces: 8,
  networkItems: 40,
  networkPlaces: 80,
  itemsOf56: 80,
  placesOf56: 160,
  itemsOf48: 160,
  placesOf48: 320,
}

describe('the limits of people who cannot be reached', () => {
  it('may be reached and not passed, by the visitor or by their network', () => {
    expect(whyTooMany(held, limits)).toBeNull()
    expect(whyTooMany({ ...held, visitorItems: 5 }, limits)).toBe('visitor')
    expect(whyTooMany({ ...held, visitorPlaces: 9 }, limits)).toBe('visitor')
    expect(whyTooMany({ ...held, networkItems: 41 }, limits)).toBe('network')
    expect(whyTooMany({ ...held, networkPlaces: 81 }, limits)).toBe('network')
    expect(whyTooMany({ ...held, itemsOf56: 81 }, limits)).toBe('network')
    expect(whyTooMany({ ...held, placesOf48: 321 }, limits)).toBe('network')
    expect(whyTooMany({ ...held, visitorItems: 5, networkItems: 41 }, limits)).toBe('visitor')
  })

  it('shorten holds of what is nearly full, and of a network that holds what one visitor may', () => {
    expect(isHoldShortened({ networkItems: 3, nearlyFull: false }, limits)).toBe(false)
    expect(isHoldShortened({ networkItems: 4, nearlyFull: false }, limits)).toBe(true)
    expect(isHoldShortened({ networkItems: 0, nearlyFull: true }, limits)).toBe(true)
  })

  it('are not for staff, nor for customers whose address is proved', () => {
    expect(isTrusted({ person: null, isStaff: false })).toBe(false)
    expect(isTrusted({ person: null, isStaff: true })).toBe(true)
    const person = {
      id: 501,
      operatorId: 1,
      role: 'customer' as const,
      rights: [],
      linkedIds: [],
      language: null,
      tokenDigest: Buffer.alloc(0),
    }
    expect(isTrusted({ person: { ...person, isVerified: true }, isStaff: false })).toBe(true)
    expect(isTrusted({ person: { ...person, isVerified: false }, isStaff: false })).toBe(false)
  })

  it('count by network only where addresses tell callers apart', () => {
    for (const address of [
      'in-process',
      '127.0.0.1',
      '127.8.9.10',
      '::1',
      '0:0:0:0::/64',
      '::ffff:127.0.0.1',
    ])
      expect(tellsCallersApart(address)).toBe(false)
    for (const address of ['192.0.2.7', '2001:db8::7', '::ffff:192.0.2.7', 'unknown'])
      expect(tellsCallersApart(address)).toBe(true)
  })
})
