import { TOTP } from 'otpauth'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import * as contract from '#contract/index.ts'
import { securityEventKind } from '#contract/security-events.ts'
import type { SecurityEventKind } from '#contract/security-events.ts'
import { loggedIn } from '#contract/sessions.ts'
import { digestOf } from '#server/sessions/tokens.ts'
import { testApp } from '#test/support/app.ts'
import { anAuthenticator } from '#test/support/authenticator.ts'
import { aCentre } from '#test/support/centre.ts'
import { refusal } from '#test/support/refusal.ts'
import { aSecurityLog, email, kinds, now, password } from '#test/support/securityEvents.ts'
import type { SecurityLog } from '#test/support/securityEvents.ts'
import { api } from '#web/platform/api.ts'
import { decidedEndpoints } from './rules.ts'

let log: SecurityLog

beforeEach(async () => {
  log = await aSecurityLog()
})

/** The kinds that a supervisor has read in these tests. */
const seen = new Set<SecurityEventKind>()

const read = async (query: Parameters<SecurityLog['read']>[0] = {}) => {
  const events = await log.read(query)
  for (const { event } of events) seen.add(event)
  return events
}

it('decides about every endpoint that logs in, and every write about log-ins', () => {
  const nouns = ['sessions', 'secondFactor', 'passkeys', 'devices', 'staff'] as const
  const writes = nouns.flatMap((noun) =>
    Object.values<Endpoint>(contract[noun]).filter(({ method }) => method !== 'GET'),
  )
  const logins = Object.values(contract)
    .flatMap((noun) => Object.values<Endpoint>(noun))
    .filter(({ returns }) => returns === loggedIn)
  const left = [...writes, ...logins].filter((endpoint) => !decidedEndpoints.has(endpoint))
  expect(left.map(({ path }) => path)).toEqual([])
})

describe('the security log', () => {
  it('records log-outs, ended log-ins, wrong passwords, changes of password and address, and the closed account', async () => {
    const [browser, other] = [log.from('203.0.113.77'), log.from('203.0.113.78')]
    await log.logIn(browser)
    await log.logIn(other)
    await other.send(api.sessions.logout, {})
    await browser.send(api.devices.logOutOthers, {})
    const details = { currentPassword: 'wrong', password: 'two otters under the weir' }
    await refusal(browser.send(api.customers.changeDetails, details))
    await browser.send(api.customers.changeDetails, { ...details, currentPassword: password })
    await browser.send(api.customers.changeDetails, {
      email: 'ann.new@example.test',
      currentPassword: details.password,
    })
    await browser.send(api.sessions.withdrawEmailChange, {})
    await refusal(browser.send(api.privacy.close, { currentPassword: 'wrong' }))
    await browser.send(api.privacy.close, { currentPassword: details.password })
    const events = await read()
    expect(kinds(events)).toEqual([
      'logged_in',
      'logged_out',
      'sessions_ended',
      'password_wrong',
      'password_changed',
      'email_change_requested',
      'email_change_stopped',
      'password_wrong',
      'account_closed',
    ])
    // Two log-ins of one second and network are one entry.
    expect(events.at(-1)).toMatchObject({ event: 'logged_in', times: 2 })
  })

  it('records resets, links that are not valid, and an address that is changed', async () => {
    const browser = log.from('203.0.113.77')
    await browser.send(api.sessions.forgottenPassword, { emailOrReference: email })
    const code = async (purpose: 'reset_password' | 'verify_email'): Promise<string> => {
      const token = purpose.padEnd(43, 'x')
      await log.db
        .insertInto('oneTimeCode')
        .values({
          codeDigest: digestOf(token),
          purpose,
          customerId: log.ann.id,
          email,
          expiresAt: new Date(now.getTime() + 60_000),
        })
        .execute()
      return token
    }
    await refusal(
      browser.send(api.sessions.resetPassword, { token: 'guessed', password: 'two otters under the weir' }),
    )
    await browser.send(api.sessions.resetPassword, {
      token: await code('reset_password'),
      password: 'two otters under the weir',
    })
    const events = await read()
    expect(kinds(events)).toEqual(['password_reset_requested', 'link_refused', 'password_reset', 'logged_in'])
    expect(events.map(({ account }) => account?.id)).toEqual([log.ann.id, log.ann.id, undefined, log.ann.id])
  })

  it('records requests for a log-in link, and an address that was changed by its links', async () => {
    const browser = log.from('203.0.113.77')
    await browser.send(api.sessions.requestLoginLink, { emailOrReference: email })
    // Accounts are found by their address when the entry is written.
    await log.app.services.securityLog.flush()
    await log.logIn(browser)
    const changed = 'ann.new@example.test'
    await browser.send(api.customers.changeDetails, { email: changed, currentPassword: password })
    const notices = await log.db.selectFrom('notice').select('data').orderBy('id').execute()
    for (const { data } of notices) {
      const token = (data as { code?: string }).code
      if (token !== undefined) await browser.send(api.sessions.confirmEmail, { token })
    }
    const events = await read()
    expect(kinds(events)).toEqual([
      'login_link_requested',
      'logged_in',
      'email_change_requested',
      'email_changed',
    ])
    expect(events.map(({ account, person }) => account?.id ?? person?.id)).toEqual(
      Array.from({ length: 4 }, () => log.ann.id),
    )
  })

  it('records passkeys that are added, used in vain, used and removed', async () => {
    const browser = log.from('203.0.113.77')
    await log.logIn(browser)
    const authenticator = anAuthenticator()
    const { challenge } = await browser.send(api.passkeys.begin, { currentPassword: password })
    const credential = authenticator.make({ challenge, counter: 1 })
    const list = await browser.send(api.passkeys.add, { name: 'My phone', credential })
    const logInByPasskey = async (key = authenticator) => {
      const begun = await browser.send(api.passkeys.beginLogin, {})
      return browser.send(api.passkeys.login, {
        credential: key.sign({ challenge: begun.challenge, counter: 2 }),
      })
    }
    await refusal(logInByPasskey(anAuthenticator()))
    await logInByPasskey()
    await browser.send(api.passkeys.remove, { passkeyId: list[0]?.id ?? 0, currentPassword: password })
    expect(kinds(await read())).toEqual([
      'logged_in',
      'passkey_added',
      'passkey_failed',
      'logged_in',
      'passkey_removed',
    ])
  })

  it('records staff who are changed, and references that are guessed', async () => {
    await log.desk.send(api.staff.changeRoles, {
      customerId: (await log.aColleague()).id,
      roles: [{ role: 'administrator' }],
    })
    expect(kinds(await read())).toContain('staff_changed')
    const centre = await aCentre(log.db)
    const other = testApp(log.db, { now, settings: { TRUSTED_PROXIES: '1' } })
    const { sessions } = await centre.swim()
    const lookup = log.from('192.0.2.1', 'bookings', other).send(api.pricing.ticket, {
      venue: 'demo-centre',
      activityId: 'swim-for-all',
      occurrenceId: sessions[0]?.publicId ?? '',
      reference: 'XX-1',
    })
    expect((await refusal(lookup)).code).toBe('discount_refused')
    await other.services.securityLog.flush()
    const rows = await log.db.selectFrom('securityEvent').select('event').execute()
    expect(rows).toContainEqual({ event: 'reference_refused' })
    seen.add('reference_refused')
  })

  it('records a second factor from its beginning to its end, and wrong codes', async () => {
    const browser = log.from('203.0.113.77')
    await log.logIn(browser)
    const { secret } = await browser.send(api.secondFactor.begin, { currentPassword: password })
    const codeOf = () => new TOTP({ secret }).generate({ timestamp: log.app.clock.now().getTime() })
    await browser.send(api.secondFactor.confirm, { code: codeOf() })
    log.app.clock.forward(30_000)
    const challenge = async () => {
      const error = await refusal(log.logIn(log.from('203.0.113.77')))
      return error.secondStep?.challenge ?? ''
    }
    await refusal(
      browser.send(api.secondFactor.finishLogin, { challenge: await challenge(), code: '000000' }),
    )
    await browser.send(api.secondFactor.finishLogin, { challenge: await challenge(), code: codeOf() })
    log.app.clock.forward(30_000)
    await browser.send(api.secondFactor.renewRecoveryCodes, { currentPassword: password, code: codeOf() })
    log.app.clock.forward(30_000)
    await browser.send(api.secondFactor.turnOff, { currentPassword: password, code: codeOf() })
    const events = await read({ person: 'Ann' })
    expect(kinds(events)).toEqual([
      'logged_in',
      'second_factor_on',
      'second_factor_failed',
      'logged_in',
      'recovery_codes_renewed',
      'second_factor_off',
    ])
    await log.desk.send(api.staff.resetSecondFactor, { customerId: (await log.aColleague()).id })
    expect((await read({ event: 'second_factor_reset' }))[0]).toMatchObject({
      person: { name: 'Sam Sash' },
      account: { name: 'Cleo Tester' },
    })
  })

  it('records foreign pages, missing rights, and records of others', async () => {
    const browser = log.from('203.0.113.77')
    await browser.logIn(log.ann.id)
    const evil = log.app.browser({
      origin: 'https://evil.example',
      headers: { 'x-forwarded-for': '192.0.2.1' },
    })
    evil.cookies.set('authToken', browser.cookies.get('authToken') ?? '')
    await refusal(evil.send(api.sessions.withdrawEmailChange, {}))
    await refusal(browser.send(api.staff.list, {}))
    await refusal(browser.send(api.bookings.one, { bookingId: 987 }))
    await refusal(browser.send(api.devices.logOut, { deviceId: 'none' }))
    const events = await read()
    expect(kinds(events)).toEqual(['origin_refused', 'rights_refused', 'record_refused', 'record_refused'])
    expect(new Set(events.map(({ person }) => person?.id))).toEqual(
      new Set([null, log.ann.id].filter(Boolean)),
    )
    expect(events[0]?.route).toBe('DELETE /my-account/devices/{deviceId}')
  })

  it('records keys of booking partners, made, revoked and refused', async () => {
    const { partner } = await log.desk.send(api.openBooking.registerPartner, { name: 'FitFinder' })
    await log.desk.send(api.openBooking.replacePartnerKey, { partnerId: partner.id })
    await log.desk.send(api.openBooking.revokePartner, { partnerId: partner.id })
    await log
      .from('192.0.2.1')
      .fetch('/api/open-booking/orders/1', { headers: { authorization: 'Bearer none' } })
    const events = await read()
    expect(kinds(events).filter((kind) => kind.startsWith('partner'))).toEqual([
      'partner_key_made',
      'partner_key_made',
      'partner_key_revoked',
      'partner_refused',
    ])
  })

  it('records limits that are hit, each time', async () => {
    const browser = log.from('203.0.113.77')
    for (let i = 0; i < 31; i += 1) await refusal(log.logIn(browser, 'wrong'))
    const events = await read()
    expect(new Set(kinds(events))).toEqual(new Set(['login_failed', 'rate_limited']))
    // Equal ones of a second are one entry: server/platform/securityLog.test.ts.
    expect(events.reduce((sum, { times }) => sum + times, 0)).toBe(31)
  })

  it('records a visitor who holds too much', async () => {
    const centre = await aCentre(log.db)
    const other = testApp(log.db, {
      now: new Date('2027-03-01T09:00:00Z'),
      settings: { TRUSTED_PROXIES: '1', VISITOR_ITEMS: '1' },
    })
    const yoga = await centre.yoga()
    const hoarder = log.from('192.0.2.1', 'bookings', other)
    await centre.add(hoarder, await centre.aClassOf(yoga, '10:00'))
    await refusal(centre.add(hoarder, await centre.aClassOf(yoga, '12:00')))
    await other.services.securityLog.flush()
    const rows = await log.db.selectFrom('securityEvent').select(['event', 'network']).execute()
    expect(rows).toContainEqual({ event: 'hoarding_limited', network: '192.0.2.0/24' })
    seen.add('hoarding_limited')
  })
})

it('has a test of every kind of entry, made by calls as a browser makes them', () => {
  expect(securityEventKind.options.filter((kind) => !seen.has(kind))).toEqual([])
})
