import { beforeEach, describe, expect, it } from 'vitest'
import { anOperator } from '#test/support/factories/operators.ts'
import { refusal } from '#test/support/refusal.ts'
import { aSecondFactor, password, username } from '#test/support/secondFactor.ts'
import type { SecondFactor } from '#test/support/secondFactor.ts'
import { api } from '#web/platform/api.ts'

let factor: SecondFactor

beforeEach(async () => {
  factor = await aSecondFactor()
})

const day = 86_400_000

describe('a second factor', () => {
  it('is asked for after the right password, by a refusal that programs understand', async () => {
    const browser = factor.app.browser()
    await factor.logIn(browser)
    const { secret } = await factor.turnOn(browser)
    const other = factor.app.browser()
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
    const challenge = await factor.challengeOf(other)
    const answer = await other.send(api.secondFactor.finishLogin, { challenge, code: factor.codeOf(secret) })
    expect(answer).toMatchObject({ status: 'success', user: { id: factor.ann.id } })
    expect((await other.send(api.sessions.user, {})).data.id).toBe(factor.ann.id)
    // The challenge has done its work.
    factor.app.clock.forward(30_000)
    expect(
      (
        await refusal(
          factor.app.browser().send(api.secondFactor.finishLogin, { challenge, code: factor.codeOf(secret) }),
        )
      ).code,
    ).toBe('challenge_expired')
  })

  it('accepts no code twice, and none older than the last', async () => {
    const browser = factor.app.browser()
    await factor.logIn(browser)
    const { secret } = await factor.turnOn(browser)
    const code = factor.codeOf(secret)
    const before = factor.codeOf(secret, -30)
    await factor.app
      .browser()
      .send(api.secondFactor.finishLogin, { challenge: await factor.challengeOf(factor.app.browser()), code })
    for (const used of [code, before]) {
      const challenge = await factor.challengeOf(factor.app.browser())
      expect(
        (await refusal(factor.app.browser().send(api.secondFactor.finishLogin, { challenge, code: used })))
          .code,
      ).toBe('invalid_code')
    }
  })

  it('is given by a recovery code once each, however it is typed', async () => {
    const browser = factor.app.browser()
    await factor.logIn(browser)
    const { recoveryCodes } = await factor.turnOn(browser)
    const [first = ''] = recoveryCodes
    const code = ` ${first.toUpperCase().replaceAll('-', ' ')}`
    const challenge = await factor.challengeOf(factor.app.browser())
    await factor.app.browser().send(api.secondFactor.finishLogin, { challenge, code })
    const again = await factor.challengeOf(factor.app.browser())
    expect(
      (await refusal(factor.app.browser().send(api.secondFactor.finishLogin, { challenge: again, code })))
        .code,
    ).toBe('invalid_code')
    expect(await browser.send(api.secondFactor.read, {})).toMatchObject({ recoveryCodesLeft: 9 })
    expect(await factor.subjects()).toEqual(['login_changed', 'login_changed'])
  })

  it('is not guessed: ten wrong codes, then a pause', async () => {
    const browser = factor.app.browser()
    await factor.logIn(browser)
    const { secret } = await factor.turnOn(browser)
    const stranger = factor.app.browser()
    for (let i = 0; i < 10; i += 1) {
      const challenge = await factor.challengeOf(stranger)
      await refusal(stranger.send(api.secondFactor.finishLogin, { challenge, code: '000000' }))
    }
    const challenge = await factor.challengeOf(stranger)
    expect(
      await refusal(stranger.send(api.secondFactor.finishLogin, { challenge, code: factor.codeOf(secret) })),
    ).toMatchObject({ status: 429, code: 'too_many' })
    // The owner's own browser is not locked out with it.
    const own = await factor.challengeOf(browser)
    expect(
      await browser.send(api.secondFactor.finishLogin, { challenge: own, code: factor.codeOf(secret) }),
    ).toMatchObject({ status: 'success' })
  })

  it('expires after ten minutes as a challenge, and works for its own operator only', async () => {
    await anOperator(factor.db, { slug: 'other' })
    const browser = factor.app.browser()
    await factor.logIn(browser)
    const { secret } = await factor.turnOn(browser)
    const challenge = await factor.challengeOf(browser)
    factor.app.clock.forward(10 * 60_000)
    expect(
      (await refusal(browser.send(api.secondFactor.finishLogin, { challenge, code: factor.codeOf(secret) })))
        .code,
    ).toBe('challenge_expired')
    const elsewhere = factor.app.browser({ headers: { 'client-domain-identifier': 'other' } })
    const fresh = await factor.challengeOf(browser)
    expect(
      (
        await refusal(
          elsewhere.send(api.secondFactor.finishLogin, { challenge: fresh, code: factor.codeOf(secret) }),
        )
      ).code,
    ).toBe('challenge_expired')
  })

  it('is left out for 30 days in a browser that is remembered, and nowhere else', async () => {
    const browser = factor.app.browser()
    await factor.logIn(browser)
    const { secret } = await factor.turnOn(browser)
    const challenge = await factor.challengeOf(browser)
    await browser.send(api.secondFactor.finishLogin, {
      challenge,
      code: factor.codeOf(secret),
      rememberDevice: true,
    })
    await browser.send(api.sessions.logout, {})
    expect(await factor.logIn(browser)).toMatchObject({ status: 'success' })
    expect((await refusal(factor.logIn(factor.app.browser()))).code).toBe('second_factor_required')
    factor.app.clock.forward(30 * day)
    expect((await refusal(factor.logIn(browser))).code).toBe('second_factor_required')
  })

  it('is not passed by with a link to reset the password', async () => {
    const browser = factor.app.browser()
    await factor.logIn(browser)
    const { secret } = await factor.turnOn(browser)
    const { createHash } = await import('node:crypto')
    const token = 'x'.repeat(43)
    await factor.db
      .insertInto('oneTimeCode')
      .values({
        codeDigest: createHash('sha256').update(token).digest(),
        purpose: 'reset_password',
        customerId: factor.ann.id,
        expiresAt: new Date(factor.app.clock.now().getTime() + 60_000),
      })
      .execute()
    const fresh = 'two otters under the weir'
    const error = await refusal(
      factor.app.browser().send(api.sessions.resetPassword, { token, password: fresh }),
    )
    expect(error.code).toBe('second_factor_required')
    // The new password is saved, and the log-in goes on with a code.
    const answer = await factor.app.browser().send(api.secondFactor.finishLogin, {
      challenge: error.secondStep?.challenge ?? '',
      code: factor.codeOf(secret),
    })
    expect(answer).toMatchObject({ status: 'success' })
    expect((await refusal(factor.logIn(factor.app.browser()))).code).toBe('invalid_credentials')
  })
})
