import { beforeEach, describe, expect, it } from 'vitest'
import { refusal } from '#test/support/refusal.ts'
import { aSecondFactor, password } from '#test/support/secondFactor.ts'
import type { SecondFactor } from '#test/support/secondFactor.ts'
import { api } from '#web/platform/api.ts'

let factor: SecondFactor

beforeEach(async () => {
  factor = await aSecondFactor()
})

describe('a second factor', () => {
  it('is no part of a log-in until the person turns it on', async () => {
    const browser = factor.app.browser()
    expect(await factor.logIn(browser)).toMatchObject({ status: 'success' })
    expect(await browser.send(api.secondFactor.read, {})).toEqual({
      onSince: null,
      recoveryCodesLeft: 0,
      isRequired: false,
    })
    // A secret that no code has confirmed changes nothing.
    await browser.send(api.secondFactor.begin, { currentPassword: password })
    expect(await factor.logIn(factor.app.browser())).toMatchObject({ status: 'success' })
  })

  it('is turned on with the password and a code, and reported by e-mail', async () => {
    const browser = factor.app.browser()
    await factor.logIn(browser)
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
    const { recoveryCodes } = await browser.send(api.secondFactor.confirm, { code: factor.codeOf(secret) })
    expect(new Set(recoveryCodes).size).toBe(10)
    expect(await browser.send(api.secondFactor.read, {})).toMatchObject({
      onSince: '2027-02-28T10:00:00Z',
      recoveryCodesLeft: 10,
    })
    expect(await factor.subjects()).toEqual(['login_changed'])
    const stored = JSON.stringify(await factor.db.selectFrom('recoveryCode').selectAll().execute())
    expect(
      recoveryCodes.some((code) => stored.includes(code) || stored.includes(code.replaceAll('-', ''))),
    ).toBe(false)
    expect((await refusal(browser.send(api.secondFactor.begin, { currentPassword: password }))).code).toBe(
      'already_on',
    )
  })

  it('is turned off, and its recovery codes replaced, with the password and a code', async () => {
    const browser = factor.app.browser()
    await factor.logIn(browser)
    const { secret, recoveryCodes } = await factor.turnOn(browser)
    const [first = '', second = ''] = recoveryCodes
    const { turnOff, renewRecoveryCodes } = api.secondFactor
    for (const [currentPassword, code, refused] of [
      ['wrong', factor.codeOf(secret), 'invalid'],
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
    expect(await factor.logIn(factor.app.browser())).toMatchObject({ status: 'success' })
  })
})
