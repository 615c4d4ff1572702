import { TOTP } from 'otpauth'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import { hashOf } from '#server/sessions/passwords/service.ts'
import { testApp } from '#test/support/app.ts'
import type { TestApp, TestBrowser } from '#test/support/app.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { anOperator } from '#test/support/factories/operators.ts'
import { refusal } from '#test/support/refusal.ts'
import { api } from '#web/platform/api.ts'

const now = new Date('2027-02-28T10:00:00Z')
const day = 86_400_000
const password = 'a heron on the lock gate'
const passwordHash = await hashOf(password)
const username = 'ann@example.test'

let db: Database
let app: TestApp
let operatorId: number
let ann: { id: number }

beforeEach(async () => {
  db = (await testDatabase()).db
  await emptyTables(db)
  app = testApp(db, { now })
  operatorId = (await anOperator(db)).id
  ann = await aCustomer(db, operatorId, { email: username, passwordHash })
})

const codeOf = (secret: string, seconds = 0): string =>
  new TOTP({ secret }).generate({ timestamp: app.clock.now().getTime() + seconds * 1000 })

const logIn = (browser: TestBrowser, name = username) =>
  browser.send(api.sessions.login, { username: name, password })

/** The challenge of a log-in that has a second step. */
const challengeOf = async (browser: TestBrowser, name = username): Promise<string> => {
  const error = await refusal(logIn(browser, name))
  return error.secondStep?.challenge ?? ''
}

/** Turns the second factor on, and goes to the next code. */
const turnOn = async (browser: TestBrowser): Promise<{ secret: string; recoveryCodes: string[] }> => {
  const { secret } = await browser.send(api.secondFactor.begin, { currentPassword: password })
  const { recoveryCodes } = await browser.send(api.secondFactor.confirm, { code: codeOf(secret) })
  app.clock.forward(30_000)
  return { secret, recoveryCodes }
}

const subjects = async (): Promise<string[]> =>
  (await db.selectFrom('notice').select('kind').orderBy('id').execute()).map(({ kind }) => kind)

describe('a second factor', () => {
  it('is no part of a log-in until the person turns it on', async () => {
    const browser = app.browser()
    expect(await logIn(browser)).toMatchObject({ status: 'success' })
    expect(await browser.send(api.secondFactor.read, {})).toEqual({
      onSince: null,
      recoveryCodesLeft: 0,
      isRequired: false,
    })
    // A secret that no code has confirmed changes nothing.
    await browser.send(api.secondFactor.begin, { currentPassword: password })
    expect(await logIn(app.browser())).toMatchObject({ status: 'success' })
  })

  it('is turned on with the password and a code, and reported by e-mail', async () => {
    const browser = app.browser()
    await logIn(browser)
    expect(await refusal(browser.send(api.secondFactor.begin, { currentPassword: 'wrong' }))).toMatchObject({
      code: 'invalid',
      validationMessages: { current_password: expect.any(Array) },
    })
    const { secret, uri } = await browser.send(api.secondFactor.begin, { currentPassword: password })
    expect(uri).toContain(`secret=${secret}`)
    expect(await refusal(browser.send(api.secondFactor.confirm, { code: '000000' }))).toMatchObject({
      status: 422,
      code: 'invalid_code',
    })
    const { recoveryCodes } = await browser.send(api.secondFactor.confirm, { code: codeOf(secret) })
    expect(new Set(recoveryCodes).size).toBe(10)
    expect(await browser.send(api.secondFactor.read, {})).toMatchObject({
      onSince: '2027-02-28T10:00:00Z',
      recoveryCodesLeft: 10,
    })
    expect(await subjects()).toEqual(['login_changed'])
    const stored = JSON.stringify(await db.selectFrom('recoveryCode').selectAll().execute())
    expect(
      recoveryCodes.some((code) => stored.includes(code) || stored.includes(code.replaceAll('-', ''))),
    ).toBe(false)
    expect((await refusal(browser.send(api.secondFactor.begin, { currentPassword: password }))).code).toBe(
      'already_on',
    )
  })

  it('is asked for after the right password, by a refusal that programs understand', async () => {
    const browser = app.browser()
    await logIn(browser)
    const { secret } = await turnOn(browser)
    const other = app.browser()
    const response = await other.fetch('/api/auth/customer/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password }),
    })
    expect(await response.json()).toEqual({
      status: 401,
      code: 'second_factor_required',
      message: 'Enter the code from your authenticator app.',
      second_step: { challenge: expect.stringMatching(/^[\w-]{43}$/), methods: ['code'] },
    })
    expect(other.cookies.has('authToken')).toBe(false)
    // A wrong password tells nothing of a second factor.
    expect((await refusal(other.send(api.sessions.login, { username, password: 'wrong' }))).code).toBe(
      'invalid_credentials',
    )
    const challenge = await challengeOf(other)
    const answer = await other.send(api.secondFactor.finishLogin, { challenge, code: codeOf(secret) })
    expect(answer).toMatchObject({ status: 'success', user: { id: ann.id } })
    expect((await other.send(api.sessions.user, {})).data.id).toBe(ann.id)
    // The challenge has done its work.
    app.clock.forward(30_000)
    expect(
      (await refusal(app.browser().send(api.secondFactor.finishLogin, { challenge, code: codeOf(secret) })))
        .code,
    ).toBe('challenge_expired')
  })

  it('accepts no code twice, and none older than the last', async () => {
    const browser = app.browser()
    await logIn(browser)
    const { secret } = await turnOn(browser)
    const code = codeOf(secret)
    const before = codeOf(secret, -30)
    await app
      .browser()
      .send(api.secondFactor.finishLogin, { challenge: await challengeOf(app.browser()), code })
    for (const used of [code, before]) {
      const challenge = await challengeOf(app.browser())
      expect(
        (await refusal(app.browser().send(api.secondFactor.finishLogin, { challenge, code: used }))).code,
      ).toBe('invalid_code')
    }
  })

  it('is given by a recovery code once each, however it is typed', async () => {
    const browser = app.browser()
    await logIn(browser)
    const { recoveryCodes } = await turnOn(browser)
    const [first = ''] = recoveryCodes
    const code = ` ${first.toUpperCase().replaceAll('-', ' ')}`
    const challenge = await challengeOf(app.browser())
    await app.browser().send(api.secondFactor.finishLogin, { challenge, code })
    const again = await challengeOf(app.browser())
    expect(
      (await refusal(app.browser().send(api.secondFactor.finishLogin, { challenge: again, code }))).code,
    ).toBe('invalid_code')
    expect(await browser.send(api.secondFactor.read, {})).toMatchObject({ recoveryCodesLeft: 9 })
    expect(await subjects()).toEqual(['login_changed', 'login_changed'])
  })

  it('is not guessed: ten wrong codes, then a pause', async () => {
    const browser = app.browser()
    await logIn(browser)
    const { secret } = await turnOn(browser)
    const stranger = app.browser()
    for (let i = 0; i < 10; i += 1) {
      const challenge = await challengeOf(stranger)
      await refusal(stranger.send(api.secondFactor.finishLogin, { challenge, code: '000000' }))
    }
    const challenge = await challengeOf(stranger)
    expect(
      await refusal(stranger.send(api.secondFactor.finishLogin, { challenge, code: codeOf(secret) })),
    ).toMatchObject({ status: 429, code: 'too_many' })
    // The owner's own browser is not locked out with it.
    const own = await challengeOf(browser)
    expect(
      await browser.send(api.secondFactor.finishLogin, { challenge: own, code: codeOf(secret) }),
    ).toMatchObject({ status: 'success' })
  })

  it('expires after ten minutes as a challenge, and works for its own operator only', async () => {
    await anOperator(db, { slug: 'other' })
    const browser = app.browser()
    await logIn(browser)
    const { secret } = await turnOn(browser)
    const challenge = await challengeOf(browser)
    app.clock.forward(10 * 60_000)
    expect(
      (await refusal(browser.send(api.secondFactor.finishLogin, { challenge, code: codeOf(secret) }))).code,
    ).toBe('challenge_expired')
    const elsewhere = app.browser({ headers: { 'client-domain-identifier': 'other' } })
    const fresh = await challengeOf(browser)
    expect(
      (
        await refusal(
          elsewhere.send(api.secondFactor.finishLogin, { challenge: fresh, code: codeOf(secret) }),
        )
      ).code,
    ).toBe('challenge_expired')
  })

  it('is left out for 30 days in a browser that is remembered, and nowhere else', async () => {
    const browser = app.browser()
    await logIn(browser)
    const { secret } = await turnOn(browser)
    const challenge = await challengeOf(browser)
    await browser.send(api.secondFactor.finishLogin, {
      challenge,
      code: codeOf(secret),
      rememberDevice: true,
    })
    await browser.send(api.sessions.logout, {})
    expect(await logIn(browser)).toMatchObject({ status: 'success' })
    expect((await refusal(logIn(app.browser()))).code).toBe('second_factor_required')
    app.clock.forward(30 * day)
    expect((await refusal(logIn(browser))).code).toBe('second_factor_required')
  })

  it('is not passed by with a link to reset the password', async () => {
    const browser = app.browser()
    await logIn(browser)
    const { secret } = await turnOn(browser)
    const { createHash } = await import('node:crypto')
    const token = 'x'.repeat(43)
    await db
      .insertInto('oneTimeCode')
      .values({
        codeDigest: createHash('sha256').update(token).digest(),
        purpose: 'reset_password',
        customerId: ann.id,
        expiresAt: new Date(app.clock.now().getTime() + 60_000),
      })
      .execute()
    const fresh = 'two otters under the weir'
    const error = await refusal(app.browser().send(api.sessions.resetPassword, { token, password: fresh }))
    expect(error.code).toBe('second_factor_required')
    // The new password is saved, and the log-in goes on with a code.
    const answer = await app.browser().send(api.secondFactor.finishLogin, {
      challenge: error.secondStep?.challenge ?? '',
      code: codeOf(secret),
    })
    expect(answer).toMatchObject({ status: 'success' })
    expect((await refusal(logIn(app.browser()))).code).toBe('invalid_credentials')
  })

  it('is turned off, and its recovery codes replaced, with the password and a code', async () => {
    const browser = app.browser()
    await logIn(browser)
    const { secret, recoveryCodes } = await turnOn(browser)
    const [first = '', second = ''] = recoveryCodes
    const { turnOff, renewRecoveryCodes } = api.secondFactor
    for (const [currentPassword, code, refused] of [
      ['wrong', codeOf(secret), 'invalid'],
      [password, '000000', 'invalid_code'],
    ] as const) {
      expect((await refusal(browser.send(turnOff, { currentPassword, code }))).code).toBe(refused)
      expect((await refusal(browser.send(renewRecoveryCodes, { currentPassword, code }))).code).toBe(refused)
    }
    const renewed = await browser.send(api.secondFactor.renewRecoveryCodes, {
      currentPassword: password,
      code: first,
    })
    expect(
      (await refusal(browser.send(api.secondFactor.turnOff, { currentPassword: password, code: second })))
        .code,
    ).toBe('invalid_code')
    expect(
      await browser.send(api.secondFactor.turnOff, {
        currentPassword: password,
        code: renewed.recoveryCodes[0] ?? '',
      }),
    ).toEqual({ onSince: null, recoveryCodesLeft: 0, isRequired: false })
    expect(await logIn(app.browser())).toMatchObject({ status: 'success' })
  })
})

describe('an operator whose staff need a second factor', () => {
  beforeEach(async () => {
    await db.updateTable('operator').set({ staffNeedSecondFactor: true }).execute()
  })

  it('has staff set one up at their next log-in, and customers as before', async () => {
    const sam = await aCustomer(db, operatorId, { email: 'sam@example.test', passwordHash, role: 'staff' })
    expect(await logIn(app.browser())).toMatchObject({ status: 'success' })
    const desk = app.browser({ site: 'desk' })
    const error = await refusal(logIn(desk, 'sam@example.test'))
    expect(error).toMatchObject({ status: 401, code: 'second_factor_setup_required' })
    const challenge = error.secondStep?.challenge ?? ''
    // There is no code yet that would do.
    expect((await refusal(desk.send(api.secondFactor.finishLogin, { challenge, code: '000000' }))).code).toBe(
      'invalid_code',
    )
    const { secret } = await desk.send(api.secondFactor.beginAtLogin, { challenge })
    const confirmed = await desk.send(api.secondFactor.confirmAtLogin, { challenge, code: codeOf(secret) })
    expect(confirmed.recoveryCodes).toHaveLength(10)
    expect(desk.cookies.has('authToken')).toBe(false)
    const finish = { challenge: confirmed.challenge }
    expect((await desk.send(api.secondFactor.finishSetup, finish)).user.id).toBe(sam.id)
    expect((await refusal(app.browser().send(api.secondFactor.finishSetup, finish))).code).toBe(
      'challenge_expired',
    )
    expect((await desk.send(api.sessions.user, {})).data.role).toBe('staff')
    expect((await refusal(logIn(app.browser(), 'sam@example.test'))).code).toBe('second_factor_required')
  })

  it('does not let a challenge of before replace a second factor', async () => {
    await aCustomer(db, operatorId, { email: 'sam@example.test', passwordHash, role: 'staff' })
    const [early, desk] = [app.browser(), app.browser()]
    const before = await challengeOf(early, 'sam@example.test')
    const challenge = await challengeOf(desk, 'sam@example.test')
    const { secret } = await desk.send(api.secondFactor.beginAtLogin, { challenge })
    await desk.send(api.secondFactor.confirmAtLogin, { challenge, code: codeOf(secret) })
    expect((await refusal(early.send(api.secondFactor.beginAtLogin, { challenge: before }))).code).toBe(
      'challenge_expired',
    )
  })
})

describe("a colleague's lost second factor", () => {
  it('is reset by a supervisor of the operator, on record and with an e-mail', async () => {
    const sam = await aCustomer(db, operatorId, { email: 'sam@example.test', passwordHash, role: 'staff' })
    const boss = await aCustomer(db, operatorId, {
      role: 'staff',
      staffLevel: 'supervisor',
      email: 'b@example.test',
    })
    const [desk, supervisor] = [app.browser({ site: 'desk' }), app.browser({ site: 'desk' })]
    await logIn(desk, 'sam@example.test')
    await turnOn(desk)
    await supervisor.logIn(boss.id)
    expect(await supervisor.send(api.staff.list, {})).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: sam.id, secondFactorSince: '2027-02-28T10:00:00Z', isThis: false }),
        expect.objectContaining({ id: boss.id, secondFactorSince: null, isThis: true }),
      ]),
    )
    expect((await refusal(desk.send(api.staff.resetSecondFactor, { customerId: boss.id }))).code).toBe(
      'forbidden',
    )
    expect((await refusal(supervisor.send(api.staff.resetSecondFactor, { customerId: boss.id }))).code).toBe(
      'forbidden',
    )
    expect((await refusal(supervisor.send(api.staff.resetSecondFactor, { customerId: ann.id }))).code).toBe(
      'not_found',
    )
    const other = await anOperator(db, { slug: 'other' })
    const stranger = await aCustomer(db, other.id, { role: 'staff', email: 's@example.test' })
    expect(
      (await refusal(supervisor.send(api.staff.resetSecondFactor, { customerId: stranger.id }))).code,
    ).toBe('not_found')
    await supervisor.send(api.staff.resetSecondFactor, { customerId: sam.id })
    expect((await refusal(desk.send(api.sessions.user, {}))).status).toBe(401)
    expect(await logIn(desk, 'sam@example.test')).toMatchObject({ status: 'success' })
    expect(await db.selectFrom('auditEntry').select(['act', 'actorId', 'forCustomerId']).execute()).toEqual([
      { act: 'second factor reset', actorId: boss.id, forCustomerId: sam.id },
    ])
    expect(await subjects()).toEqual(['login_changed', 'login_changed'])
  })
})
