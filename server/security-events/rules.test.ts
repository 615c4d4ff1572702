import { describe, expect, it } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import * as api from '#contract/index.ts'
import { Refusal } from '#server/platform/errors.ts'
import type { FieldErrors } from '#server/platform/errors.ts'
import { securityRules } from './events.ts'

type Call = Parameters<typeof securityRules.done>[0]

const actor = { person: { id: 501 }, customerId: 502 } as Call['actor']
const done = (endpoint: Endpoint, more: Partial<Omit<Call, 'endpoint'>> = {}) =>
  securityRules.done({ endpoint, actor, params: {}, body: {}, answer: {}, ...more })

describe('what is done', () => {
  const answer = { user: { id: 507 } }

  it.each([
    ['sessions', 'login'],
    ['sessions', 'logInByLink'],
    ['secondFactor', 'finishLogin'],
    ['passkeys', 'login'],
    ['customers', 'register'],
    ['bookings', 'makeAccount'],
    ['families', 'takeOver'],
  ] as const)('%s.%s logs in', (noun, name) => {
    const endpoint = (api[noun] as Readonly<Record<string, Endpoint>>)[name] as Endpoint
    expect(done(endpoint, { answer })).toEqual([{ event: 'logged_in', customerId: 507 }])
  })

  it.each([
    [api.sessions.withdrawEmailChange, 'email_change_stopped'],
    [api.secondFactor.confirm, 'second_factor_on'],
    [api.secondFactor.renewRecoveryCodes, 'recovery_codes_renewed'],
    [api.secondFactor.turnOff, 'second_factor_off'],
    [api.passkeys.add, 'passkey_added'],
    [api.passkeys.remove, 'passkey_removed'],
    [api.devices.logOut, 'sessions_ended'],
    [api.devices.logOutOthers, 'sessions_ended'],
    [api.privacy.close, 'account_closed'],
  ])('is about the account of the caller: %#', (endpoint, event) => {
    expect(done(endpoint)).toEqual([{ event, customerId: 501 }])
    expect(done(endpoint, { actor: { ...actor, person: null } })).toEqual([{ event, customerId: undefined }])
  })

  it.each([
    [api.staff.rename, 'staff_changed'],
    [api.staff.changeRoles, 'staff_changed'],
    [api.staff.remove, 'staff_changed'],
    [api.staff.resetSecondFactor, 'second_factor_reset'],
  ])('is about a colleague: %#', (endpoint, event) => {
    expect(done(endpoint, { params: { customerId: 9 } })).toEqual([{ event, customerId: 9 }])
  })

  it.each([
    [api.openBooking.registerPartner, 'partner_key_made'],
    [api.openBooking.replacePartnerKey, 'partner_key_made'],
    [api.openBooking.revokePartner, 'partner_key_revoked'],
  ])('is about the key of a partner: %#', (endpoint, event) => {
    expect(done(endpoint)).toEqual([{ event }])
  })

  it('is a log-out only where a person was logged in', () => {
    expect(done(api.sessions.logout)).toEqual([{ event: 'logged_out', customerId: 501 }])
    expect(done(api.sessions.logout, { actor: { ...actor, person: null } })).toEqual([])
  })

  it('names the account by what was typed', () => {
    const body = { emailOrReference: 'ann@example.com' }
    expect(done(api.sessions.requestLoginLink, { body })).toEqual([
      { event: 'login_link_requested', name: 'ann@example.com' },
    ])
    expect(done(api.sessions.forgottenPassword, { body })).toEqual([
      { event: 'password_reset_requested', name: 'ann@example.com' },
    ])
  })

  it('is two events where it logs in besides', () => {
    expect(done(api.sessions.resetPassword, { answer })).toEqual([
      { event: 'password_reset', customerId: 507 },
      { event: 'logged_in', customerId: 507 },
    ])
    expect(done(api.secondFactor.finishSetup, { answer })).toEqual([
      { event: 'second_factor_on', customerId: 507 },
      { event: 'logged_in', customerId: 507 },
    ])
  })

  it('is a changed address, or a change that its owner stopped', () => {
    const confirm = (result: string) =>
      done(api.sessions.confirmEmail, { answer: { result, email: 'ann@example.com' } })
    expect(confirm('changed')).toEqual([{ event: 'email_changed', name: 'ann@example.com' }])
    expect(confirm('refused')).toEqual([{ event: 'email_change_stopped', name: 'ann@example.com' }])
    expect(confirm('confirmed')).toEqual([])
  })

  it('is a new password or address among the details of a customer', () => {
    const change = (body: object, pendingEmail: string | null = null, customerId: number | null = 502) =>
      done(api.customers.changeDetails, { actor: { ...actor, customerId }, body, answer: { pendingEmail } })
    expect(change({ firstName: 'Ann' })).toEqual([])
    expect(change({ password: 'a-good-password' })).toEqual([{ event: 'password_changed', customerId: 502 }])
    expect(change({ password: 'a-good-password' }, null, null)).toEqual([
      { event: 'password_changed', customerId: undefined },
    ])
    expect(change({ email: 'new@example.com' }, 'new@example.com')).toEqual([
      { event: 'email_change_requested', customerId: 502 },
    ])
    expect(change({ email: 'same@example.com' })).toEqual([])
    expect(change({}, 'earlier@example.com')).toEqual([])
  })

  it('is nothing for security elsewhere', () => {
    expect(done(api.sessions.handover)).toEqual([])
    expect(done(api.baskets.add)).toEqual([])
  })
})

describe('what is refused', () => {
  const refused = (
    refusal: Refusal,
    { endpoint = api.sessions.login, body = {} }: { endpoint?: Endpoint | null; body?: unknown } = {},
  ) => securityRules.refused({ endpoint, refusal, body })
  const eventOf = (code: string) => refused(new Refusal(code, () => ''))?.event

  it.each([
    ['invalid_credentials', 'login_failed'],
    ['invalid_code', 'second_factor_failed'],
    ['passkey_refused', 'passkey_failed'],
    ['token_expired', 'link_refused'],
    ['discount_refused', 'reference_refused'],
    ['too_many', 'rate_limited'],
    ['origin_refused', 'origin_refused'],
    ['forbidden', 'rights_refused'],
  ])('%s is %s', (code, event) => {
    expect(eventOf(code)).toBe(event)
  })

  it('is nothing where it does not concern security', () => {
    expect(refused(new Refusal('full', () => ''))).toBeNull()
    expect(refused(new Refusal('invalid', () => ''))).toBeNull()
    expect(refused(new Refusal('invalid', () => '', { errors: { email: [() => 'Enter it.'] } }))).toBeNull()
    expect(
      refused(new Refusal('invalid', () => '', { errors: { current_password: [() => 'Enter it.'] } })),
    ).toBeNull()
    expect(refused(new Refusal('invalid', () => '', { errors: { current_password: [] } }))).toBeNull()
  })

  it('is a wrong password where the present one was wrong', () => {
    const errors: FieldErrors = { current_password: [(messages) => messages.sessions.currentPasswordWrong] }
    expect(refused(new Refusal('invalid', () => '', { errors }))?.event).toBe('password_wrong')
  })

  it('is the record of another person, unless all may read it', () => {
    const missing = new Refusal('not_found', () => '')
    expect(refused(missing, { endpoint: api.privacy.close })?.event).toBe('record_refused')
    expect(api.search.find.allow).toBe('anyone')
    expect(refused(missing, { endpoint: api.search.find })).toBeNull()
    expect(refused(missing, { endpoint: null })).toBeNull()
  })

  it('is what the refusal says of itself, and about whom', () => {
    const refusal = new Refusal('not_found', () => '', { event: 'link_refused', about: 507 })
    expect(refused(refusal, { endpoint: null })).toMatchObject({ event: 'link_refused', customerId: 507 })
  })

  it('names the account by what was typed', () => {
    const wrong = new Refusal('invalid_credentials', () => '')
    expect(refused(wrong, { body: { username: 'ann', emailOrReference: 'bo' } })?.name).toBe('ann')
    expect(refused(wrong, { body: { emailOrReference: 'bo' } })?.name).toBe('bo')
    expect(refused(wrong, { body: { username: 7 } })?.name).toBeUndefined()
  })
})
