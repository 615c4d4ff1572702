import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { decryptSecret, encryptSecret, isOutdated, secretKeysFrom } from './secretKeys.ts'

const key = (name: string): string => `${name}:${randomBytes(32).toString('base64')}`
const secret = Buffer.from('12345678901234567890')
const [older, newer] = [key('2026'), key('2027')]

describe('a secret in the database', () => {
  it('is stored as it is without a key', () => {
    const keys = secretKeysFrom([])
    const stored = encryptSecret(keys, secret, 'ann')
    expect(stored).toEqual({ secret, keyId: null })
    expect(decryptSecret(keys, stored, 'ann')).toEqual(secret)
    expect(isOutdated(keys, stored)).toBe(false)
  })

  it('is encrypted differently each time, and read with its key', () => {
    const keys = secretKeysFrom([older])
    const [one, two] = [encryptSecret(keys, secret, 'ann'), encryptSecret(keys, secret, 'ann')]
    expect(one.keyId).toBe('2026')
    expect(one.secret.equals(two.secret)).toBe(false)
    expect(one.secret.includes(secret)).toBe(false)
    expect(decryptSecret(keys, one, 'ann')).toEqual(secret)
  })

  it('goes over to the first key and is read with either', () => {
    const before = encryptSecret(secretKeysFrom([older]), secret, 'ann')
    const both = secretKeysFrom([newer, older])
    expect(isOutdated(both, before)).toBe(true)
    expect(isOutdated(both, { secret, keyId: null })).toBe(true)
    const after = encryptSecret(both, decryptSecret(both, before, 'ann'), 'ann')
    expect(isOutdated(both, after)).toBe(false)
    expect(decryptSecret(secretKeysFrom([newer]), after, 'ann')).toEqual(secret)
  })

  it('is not read with another key, for another person, or when it was changed', () => {
    const keys = secretKeysFrom([older])
    const stored = encryptSecret(keys, secret, 'ann')
    expect(() => decryptSecret(secretKeysFrom([key('2026')]), stored, 'ann')).toThrow()
    expect(() => decryptSecret(secretKeysFrom([newer]), stored, 'ann')).toThrow('2026')
    expect(() => decryptSecret(keys, stored, 'bo')).toThrow()
    for (let i = 0; i < stored.secret.length; i += 1) {
      const changed = Buffer.from(stored.secret)
      changed.writeUInt8(changed.readUInt8(i) ^ 1, i)
      expect(() => decryptSecret(keys, { ...stored, secret: changed }, 'ann')).toThrow()
    }
    expect(() => decryptSecret(keys, { ...stored, secret: stored.secret.subarray(0, 20) }, 'ann')).toThrow()
  })

  it.each(['2027', '2027:short', `:${'A'.repeat(43)}=`, `2027:${'A'.repeat(40)}`, `${older},${older}`])(
    'takes no %j for a key, and says nothing of it',
    (text) => {
      const list = text.split(',')
      expect(() => secretKeysFrom(list)).toThrow('SECOND_FACTOR_KEYS')
      expect(() => secretKeysFrom(list)).not.toThrow('AAAA')
    },
  )
})
