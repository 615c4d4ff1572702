import { describe, expect, it } from 'vitest'
import { appSecretOf, isAppCode, nextStepOf, recoveryCodeFrom, stepOf } from './rules.ts'

/** The secret of the examples in RFC 6238, appendix B; its codes here are the last six digits. */
const secret = Buffer.from('12345678901234567890')
const seconds = (at: number) => new Date(at * 1000)

describe('a code of an app (RFC 6238)', () => {
  it.each([
    [59, '287082', 1],
    [1_111_111_109, '081804', 37_037_036],
    [1_111_111_111, '050471', 37_037_037],
    [1_234_567_890, '005924', 41_152_263],
    [2_000_000_000, '279037', 66_666_666],
  ])('at second %i is %s', (at, code, step) => {
    expect(stepOf(secret, code, seconds(at))).toBe(step)
  })

  it('counts one step earlier and later, and as the step that it is of', () => {
    expect(stepOf(secret, '287082', seconds(60))).toBe(1)
    expect(stepOf(secret, '287082', seconds(89))).toBe(1)
    expect(stepOf(secret, '287082', seconds(90))).toBeNull()
    expect(stepOf(secret, '287082', seconds(29))).toBe(1)
    expect(stepOf(secret, '081804', seconds(1_111_111_049))).toBeNull()
    expect(stepOf(secret, '000000', seconds(59))).toBeNull()
  })

  it('has a secret for typing and an address for a QR code', () => {
    const { secret: typed, uri } = appSecretOf(secret, { issuer: 'Demo Leisure', label: 'ann@example.com' })
    expect(typed).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
    expect(uri).toMatch(/^otpauth:\/\/totp\/Demo%20Leisure:ann%40example\.com\?/)
    expect(uri).toContain(`secret=${typed}`)
    expect(uri).toContain('digits=6&period=30')
  })

  it('has six digits', () => {
    expect(isAppCode('287082')).toBe(true)
    for (const code of ['28708', '2870821', 'a87082', '']) expect(isAppCode(code)).toBe(false)
  })
})

it('a recovery code is three groups of four, of letters that do not look alike', () => {
  let at = 0
  expect(recoveryCodeFrom(() => at++)).toBe('abcd-efgh-jkmn')
  expect(recoveryCodeFrom((below) => below - 1)).toBe('9999-9999-9999')
})

describe('what is left to do after the right password', () => {
  const now = new Date('2027-03-04T09:00:00Z')
  const later = new Date(now.getTime() + 1)
  const customer = {
    isOn: false,
    role: 'customer' as const,
    isForStaff: true,
    hasRoleAboveDesk: false,
    isTrial: false,
    rememberedUntil: null,
    hasPasskey: false,
  }
  const staff = { ...customer, role: 'staff' as const }

  it.each([
    ['nothing for a customer without one', customer, null],
    ['nothing for a customer with a passkey alone', { ...customer, hasPasskey: true }, null],
    ['a code', { ...customer, isOn: true }, ['code']],
    ['a code or a passkey', { ...customer, isOn: true, hasPasskey: true }, ['code', 'passkey']],
    ['nothing in a browser that is remembered', { ...customer, isOn: true, rememberedUntil: later }, null],
    ['a code once that has ended', { ...customer, isOn: true, rememberedUntil: now }, ['code']],
    ['to set one up, for staff', staff, 'setup'],
    [
      'to set one up, for staff in a browser that is remembered',
      { ...staff, rememberedUntil: later },
      'setup',
    ],
    ['the passkey, for staff who have one', { ...staff, hasPasskey: true }, ['passkey']],
    ['nothing, where staff need none', { ...staff, isForStaff: false }, null],
    [
      'to set one up, for a role above Desk',
      { ...staff, isForStaff: false, hasRoleAboveDesk: true },
      'setup',
    ],
    [
      'nothing for such a role on a trial, where no real money is taken',
      { ...staff, isForStaff: false, hasRoleAboveDesk: true, isTrial: true },
      null,
    ],
  ])('is %s', (_what, facts, step) => {
    expect(nextStepOf(facts, now)).toEqual(step)
  })
})
