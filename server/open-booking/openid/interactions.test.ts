import { beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import { hashOf } from '#server/sessions/passwords.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { anOperator } from '#test/support/factories/operators.ts'
import { claimsOf, openIdPartners } from '#test/support/openId.ts'
import { aPartner, aUuid, seller, site } from '#test/support/partners.ts'
import { api } from '#web/platform/api.ts'

const now = new Date('2027-03-01T09:00:00Z')

let db: Database
let world: Awaited<ReturnType<typeof openIdPartners>>

beforeEach(async () => {
  ;({ db } = await testDatabase())
  await emptyTables(db)
  world = await openIdPartners(db, now)
})

describe('a seller lets a partner sell', () => {
  test('when a supervisor allows it, and is asked no more', async () => {
    const browser = await world.aSupervisorsBrowser()
    const question = await world.follow(browser, world.authorisationOf())
    expect(question.page).toContain('Let GymApp sell your sessions?')
    const { at } = await world.answer(browser, question, 'allow')
    expect(at.searchParams.get('state')).toBe('basket-7')
    const tokens = await world.tokensFor(at)
    expect(claimsOf(tokens['id_token'])).toMatchObject({
      iss: `${site}/api/openid`,
      aud: world.registered.clientId,
      'https://openactive.io/sellerId': seller,
      'https://openactive.io/sellerUrl': `${site}/`,
    })
    const uuid = aUuid()
    expect(
      await world.callWith(tokens['access_token'] ?? '', 'PUT', `/orders/${uuid}`, world.anOrder()),
    ).toMatchObject({
      status: 201,
    })
    const acts = await db.selectFrom('auditEntry').select('act').execute()
    expect(acts).toContainEqual({ act: 'booking partner allowed' })

    const again = await world.follow(
      await world.aSupervisorsBrowser(),
      world.authorisationOf({ scope: 'openid openactive-openbooking' }),
    )
    expect(again.at.searchParams.get('code')).not.toBeNull()

    // The code opens nothing a second time, and what it has opened is closed then.
    expect((await world.tokensFor(at))['error']).toBe('invalid_grant')
    expect(await world.callWith(tokens['access_token'] ?? '', 'GET', `/orders/${uuid}`)).toMatchObject({
      status: 401,
    })
  })

  test('for as long as its refresh tokens are renewed, until it is revoked', async () => {
    const tokens = await world.granted()
    const renew = (refreshToken = '') =>
      world.post('/token', { grant_type: 'refresh_token', refresh_token: refreshToken })
    world.app.clock.set(new Date(now.getTime() + 3601_000))
    const uuid = aUuid()
    expect(
      await world.callWith(tokens['access_token'] ?? '', 'PUT', `/orders/${uuid}`, world.anOrder()),
    ).toEqual({
      status: 401,
      type: 'InvalidAPITokenError',
    })
    const renewed = await renew(tokens['refresh_token'])
    expect(renewed.status).toBe(200)
    const token = renewed.body['access_token'] ?? ''
    expect(await world.callWith(token, 'PUT', `/orders/${uuid}`, world.anOrder())).toMatchObject({
      status: 201,
    })
    await world.desk.logIn(
      (await aCustomer(db, world.operator.id, { role: 'staff', staffLevel: 'supervisor' })).id,
    )
    await world.desk.send(api.openBooking.revokePartner, { partnerId: world.registered.id })
    expect(await world.callWith(token, 'GET', `/orders/${uuid}`)).toMatchObject({ status: 401 })
    expect((await renew(renewed.body['refresh_token'])).status).toBe(401)
  })

  test('with the password of a supervisor, not of others', async () => {
    const passwordHash = await hashOf('onside-password')
    const someone = { passwordHash, role: 'staff' } as const
    await aCustomer(db, world.operator.id, { ...someone, staffLevel: 'desk', email: 'desk@example.test' })
    await aCustomer(db, world.operator.id, {
      ...someone,
      staffLevel: 'supervisor',
      email: 'sam@example.test',
    })
    const browser = world.app.browser()
    const page = await world.follow(browser, world.authorisationOf())
    expect(page.page).toContain('name="password"')
    const logIn = (username: string, password: string) =>
      world.answer(browser, page, 'login', { username, password })
    expect((await logIn('sam@example.test', 'wrong-password')).status).toBe(401)
    expect((await logIn('desk@example.test', 'onside-password')).page).toContain('Only an administrator')
    const question = await logIn('sam@example.test', 'onside-password')
    expect(question.page).toContain('Let GymApp sell your sessions?')
    const refused = await world.answer(browser, question, 'refuse')
    expect(refused.at.searchParams.get('error')).toBe('access_denied')
  })

  test('at the host where it was begun, under whichever address the data is published', async () => {
    await db.updateTable('openactiveIdentity').set({ site: 'https://data.example' }).execute()
    const browser = await world.aSupervisorsBrowser()
    const question = await world.follow(browser, world.authorisationOf())
    const { at } = await world.answer(browser, question, 'allow')
    expect(at.searchParams.get('code')).not.toBeNull()
    expect(at.searchParams.get('iss')).toBe('https://data.example/api/openid')
  })

  test('in the browser where it was begun alone', async () => {
    const begun = await world.follow(world.app.browser(), world.authorisationOf())
    const victim = await world.aSupervisorsBrowser()
    const opened = await world.follow(victim, begun.at.pathname)
    expect(opened).toMatchObject({ status: 400 })
    expect((await world.answer(victim, begun, 'allow')).status).toBe(400)
  })

  test('only to an address that the partner has registered, and with a proof of the code', async () => {
    const elsewhere = await world.follow(
      world.app.browser(),
      world.authorisationOf({ redirect_uri: 'https://evil.example/' }),
    )
    expect(elsewhere).toMatchObject({ status: 400 })
    const url = new URL(world.authorisationOf(), site)
    url.searchParams.delete('code_challenge')
    url.searchParams.delete('code_challenge_method')
    const unproved = await world.follow(world.app.browser(), url.pathname + url.search)
    expect(unproved.at.searchParams.get('error')).toBe('invalid_request')
  })
})

test('a token for one seller is refused at another, whatever the partner may do there by its key', async () => {
  const other = await anOperator(db, { slug: 'other' })
  await db.updateTable('operator').set({ openBooking: true }).execute()
  await db
    .insertInto('bookingPartnerOperator')
    .values({ partnerId: world.registered.id, operatorId: other.id })
    .execute()
  const { access_token: token = '' } = await world.granted()
  const uuid = aUuid()
  expect(await world.callWith(token, 'PUT', `/orders/${uuid}`, world.anOrder())).toMatchObject({
    status: 201,
  })
  // The same order, were it of the other seller.
  await db.updateTable('partnerOrder').set({ operatorId: other.id }).execute()
  for (const [method, path, body] of [
    ['GET', `/orders/${uuid}`],
    ['DELETE', `/orders/${uuid}`],
    ['PATCH', `/orders/${uuid}`, {}],
    ['PUT', `/orders/${uuid}`, world.anOrder()],
    ['DELETE', `/order-quotes/${uuid}`],
  ] as const)
    expect(await world.callWith(token, method, path, body)).toEqual({
      status: 401,
      type: 'InvalidAuthorizationDetailsError',
    })
  // The seller of the token takes its permission away, and the other one keeps the partner.
  await world.desk.send(api.openBooking.revokePartner, { partnerId: world.registered.id })
  expect((await world.callWith(token, 'GET', `/orders/${uuid}`)).type).toBe('InvalidAPITokenError')
  const { revokedAt } = await db
    .selectFrom('bookingPartner')
    .select('revokedAt')
    .where('id', '=', world.registered.id)
    .executeTakeFirstOrThrow()
  expect(revokedAt).toBeNull()
})

test("a partner's token reads and changes no order of another partner", async () => {
  const { access_token: token = '' } = await world.granted()
  const uuid = aUuid()
  await (await aPartner(world.app, world.desk, 'OtherFinder')).send('PUT', `/orders/${uuid}`, world.anOrder())
  expect((await world.callWith(token, 'GET', `/orders/${uuid}`)).type).toBe('UnknownOrderError')
  expect((await world.callWith(token, 'DELETE', `/orders/${uuid}`)).type).toBe('UnknownOrderError')
  // A code of one partner is nothing to another.
  const rival = await world.register('Rival')
  const browser = await world.aSupervisorsBrowser()
  const { at } = await world.answer(browser, await world.follow(browser, world.authorisationOf()), 'allow')
  expect((await world.tokensFor(at, rival))['error']).toBe('invalid_grant')
})
