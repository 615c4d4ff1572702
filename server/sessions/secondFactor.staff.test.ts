import { beforeEach, describe, expect, it } from 'vitest'
import { aCustomer } from '#test/support/factories/customers.ts'
import { anOperator } from '#test/support/factories/operators.ts'
import { refusal } from '#test/support/refusal.ts'
import { aSecondFactor, passwordHash } from '#test/support/secondFactor.ts'
import type { SecondFactor } from '#test/support/secondFactor.ts'
import { api } from '#web/platform/api.ts'

let factor: SecondFactor

beforeEach(async () => {
  factor = await aSecondFactor()
})

describe('an operator whose staff need a second factor', () => {
  beforeEach(async () => {
    await factor.db.updateTable('operator').set({ staffNeedSecondFactor: true }).execute()
  })

  it('has staff set one up at their next log-in, and customers as before', async () => {
    const sam = await aCustomer(factor.db, factor.operatorId, {
      email: 'sam@example.test',
      passwordHash,
      role: 'staff',
    })
    expect(await factor.logIn(factor.app.browser())).toMatchObject({ status: 'success' })
    const desk = factor.app.browser({ site: 'desk' })
    const error = await refusal(factor.logIn(desk, 'sam@example.test'))
    expect(error).toMatchObject({ status: 401, code: 'second_factor_setup_required' })
    const challenge = error.secondStep?.challenge ?? ''
    // There is no code yet that would do.
    expect((await refusal(desk.send(api.secondFactor.finishLogin, { challenge, code: '000000' }))).code).toBe(
      'invalid_code',
    )
    const { secret } = await desk.send(api.secondFactor.beginAtLogin, { challenge })
    const confirmed = await desk.send(api.secondFactor.confirmAtLogin, {
      challenge,
      code: factor.codeOf(secret),
    })
    expect(confirmed.recoveryCodes).toHaveLength(10)
    expect(desk.cookies.has('authToken')).toBe(false)
    const finish = { challenge: confirmed.challenge }
    expect((await desk.send(api.secondFactor.finishSetup, finish)).user.id).toBe(sam.id)
    expect((await refusal(factor.app.browser().send(api.secondFactor.finishSetup, finish))).code).toBe(
      'challenge_expired',
    )
    expect((await desk.send(api.sessions.user, {})).data.role).toBe('staff')
    expect((await refusal(factor.logIn(factor.app.browser(), 'sam@example.test'))).code).toBe(
      'second_factor_required',
    )
  })

  it('does not let a challenge of before replace a second factor', async () => {
    await aCustomer(factor.db, factor.operatorId, { email: 'sam@example.test', passwordHash, role: 'staff' })
    const [early, desk] = [factor.app.browser(), factor.app.browser()]
    const before = await factor.challengeOf(early, 'sam@example.test')
    const challenge = await factor.challengeOf(desk, 'sam@example.test')
    const { secret } = await desk.send(api.secondFactor.beginAtLogin, { challenge })
    await desk.send(api.secondFactor.confirmAtLogin, { challenge, code: factor.codeOf(secret) })
    expect((await refusal(early.send(api.secondFactor.beginAtLogin, { challenge: before }))).code).toBe(
      'challenge_expired',
    )
  })
})

describe("a colleague's lost second factor", () => {
  it('is reset by a supervisor of the operator, on record and with an e-mail', async () => {
    const sam = await aCustomer(factor.db, factor.operatorId, {
      email: 'sam@example.test',
      passwordHash,
      role: 'staff',
    })
    const boss = await aCustomer(factor.db, factor.operatorId, {
      role: 'staff',
      staffLevel: 'supervisor',
      email: 'b@example.test',
    })
    const [desk, supervisor] = [factor.app.browser({ site: 'desk' }), factor.app.browser({ site: 'desk' })]
    await factor.logIn(desk, 'sam@example.test')
    await factor.turnOn(desk)
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
    expect(
      (await refusal(supervisor.send(api.staff.resetSecondFactor, { customerId: factor.ann.id }))).code,
    ).toBe('not_found')
    const other = await anOperator(factor.db, { slug: 'other' })
    const stranger = await aCustomer(factor.db, other.id, { role: 'staff', email: 's@example.test' })
    expect(
      (await refusal(supervisor.send(api.staff.resetSecondFactor, { customerId: stranger.id }))).code,
    ).toBe('not_found')
    await supervisor.send(api.staff.resetSecondFactor, { customerId: sam.id })
    expect((await refusal(desk.send(api.sessions.user, {}))).status).toBe(401)
    expect(await factor.logIn(desk, 'sam@example.test')).toMatchObject({ status: 'success' })
    expect(
      await factor.db.selectFrom('auditEntry').select(['act', 'actorId', 'forCustomerId']).execute(),
    ).toEqual([{ act: 'second factor reset', actorId: boss.id, forCustomerId: sam.id }])
    expect(await factor.subjects()).toEqual(['login_changed', 'login_changed'])
  })
})
