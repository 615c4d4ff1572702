import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#server/platform/database.ts'
import { testApp } from '#test/support/app.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { openIdPartners, redirectUri } from '#test/support/openId.ts'
import type { Fields } from '#test/support/openId.ts'
import { aUuid, site } from '#test/support/partners.ts'
import { caseCount } from '#test/support/cases.ts'
import { api } from '#web/platform/api.ts'

const now = new Date('2027-03-01T09:00:00Z')

let db: Database
let world: Awaited<ReturnType<typeof openIdPartners>>

beforeEach(async () => {
  ;({ db } = await testDatabase())
  await emptyTables(db)
  world = await openIdPartners(db, now)
})

test('the discovery document names the issuer that the data set names, and the keys', async () => {
  const read = async (path: string) => (await world.app.browser().fetch(path)).json() as Promise<Fields>
  const found = await read('/api/openid/.well-known/openid-configuration')
  expect(found['issuer']).toBe(`${site}/api/openid`)
  expect(found['token_endpoint']).toBe(`${site}/api/openid/token`)
  const page = await (await world.app.browser().fetch('/api/openactive/demo')).text()
  expect(page).toContain(`"authenticationAuthority":"${site}/api/openid"`)
  const { keys } = (await read('/api/openid/jwks')) as unknown as { keys: Fields[] }
  expect(keys).toMatchObject([{ kty: 'RSA', alg: 'RS256' }])
  expect(keys[0]).not.toHaveProperty('d')
})

test('an operator that takes no bookings from partners has no provider', async () => {
  await db.updateTable('operator').set({ openBooking: false }).execute()
  const response = await world.app.browser().fetch('/api/openid/.well-known/openid-configuration')
  expect(response.status).toBe(404)
})

describe('a token by client credentials', () => {
  test('reads the orders feed, and books only when it was asked for', async () => {
    const token = await world.clientToken('openactive-ordersfeed')
    expect(await world.callWith(token, 'GET', '/orders-rpde')).toMatchObject({ status: 200 })
    expect(await world.callWith(token, 'PUT', `/orders/${aUuid()}`, world.anOrder())).toEqual({
      status: 401,
      type: 'InvalidAuthorizationDetailsError',
    })
    const booking = await world.clientToken('openactive-openbooking')
    expect(await world.callWith(booking, 'PUT', `/orders/${aUuid()}`, world.anOrder())).toMatchObject({
      status: 201,
    })
    expect(await world.callWith(booking, 'GET', '/orders-rpde')).toMatchObject({ status: 401 })
  })

  test('is needed in production, where a key is refused as a token', async () => {
    const read = async (token: string) => {
      const production = testApp(db, { now, settings: { NODE_ENV: 'production' } }).browser()
      const headers = { authorization: `Bearer ${token}` }
      const answer = await production.fetch('/api/open-booking/orders-rpde', { headers })
      return [answer.status, ((await answer.json()) as Record<string, string>)['@type']]
    }
    expect(await read(world.registered.key)).toEqual([401, 'InvalidAPITokenError'])
    expect(await world.callWith(world.registered.key, 'GET', '/orders-rpde')).toMatchObject({ status: 200 })
    expect((await read(await world.clientToken('openactive-ordersfeed')))[0]).toBe(200)
  })

  test('is not given for another key, and ends with time, a new key and revocation', async () => {
    const wrong = await world.post(
      '/token',
      { grant_type: 'client_credentials', scope: 'openactive-ordersfeed' },
      { ...world.registered, key: 'onside_bp_other' },
    )
    expect(wrong).toMatchObject({ status: 401, body: { error: 'invalid_client' } })
    const read = (token: string) => world.callWith(token, 'GET', '/orders-rpde')
    const refused = { status: 401, type: 'InvalidAPITokenError' }

    const first = await world.clientToken('openactive-ordersfeed')
    expect(await read(`${first}x`)).toEqual(refused)
    const { key } = await world.desk.send(api.openBooking.replacePartnerKey, {
      partnerId: world.registered.id,
    })
    expect(await read(first)).toEqual(refused)
    const second = await world.clientToken('openactive-ordersfeed', { ...world.registered, key })
    expect(await read(second)).toMatchObject({ status: 200 })
    world.app.clock.set(new Date(now.getTime() + 3601_000))
    expect(await read(second)).toEqual(refused)
    const third = await world.clientToken('openactive-ordersfeed', { ...world.registered, key })
    await world.desk.logIn(
      (await aCustomer(db, world.operator.id, { role: 'staff', staffLevel: 'supervisor' })).id,
    )
    await world.desk.send(api.openBooking.revokePartner, { partnerId: world.registered.id })
    expect(await read(third)).toEqual(refused)
    expect(
      (await world.post('/token', { grant_type: 'client_credentials' }, { ...world.registered, key })).status,
    ).toBe(401)
    expect(JSON.stringify(await db.selectFrom('openidRecord').selectAll().execute())).not.toContain(second)
  })

  test('can be given back by the partner', async () => {
    const token = await world.clientToken('openactive-ordersfeed')
    expect((await world.post('/token/revocation', { token })).status).toBe(200)
    expect(await world.callWith(token, 'GET', '/orders-rpde')).toMatchObject({ status: 401 })
  })
})

test('a network that asks for token after token is refused for a minute', async () => {
  const ask = () => world.post('/token', { grant_type: 'client_credentials' })
  for (let count = 0; count < 200; count += 1) await ask()
  expect(await ask()).toMatchObject({ status: 429, body: { error: 'temporarily_unavailable' } })
  world.app.clock.set(new Date(now.getTime() + 61_000))
  expect((await ask()).status).toBe(200)
})

test('a partner registers further clients with its key, which end when the key is replaced', async () => {
  const register = async (key: string) => {
    const response = await world.callFromServer('/api/openid/reg', {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code', 'refresh_token', 'client_credentials'],
        client_name: 'Quillmoor Leisure',
        partner_id: 1,
        scope: 'openid profile openactive-openbooking openactive-ordersfeed',
      }),
    })
    return { status: response.status, body: (await response.json()) as Fields }
  }
  expect((await register('onside_bp_wrong')).status).toBe(401)
  const { status, body } = await register(world.registered.key)
  expect(status).toBe(201)
  const client = { ...world.registered, clientId: body['client_id'] ?? '', key: body['client_secret'] ?? '' }
  expect(
    await world.callWith(await world.clientToken('openactive-ordersfeed', client), 'GET', '/orders-rpde'),
  ).toMatchObject({
    status: 200,
  })
  // The page names the partner that the operator has registered, not the name a client gives itself.
  const question = await world.follow(
    await world.aSupervisorsBrowser(),
    world.authorisationOf({}, client.clientId),
  )
  expect(question.page).toContain('Let GymApp sell your sessions?')
  expect(JSON.stringify(await db.selectFrom('openidClient').selectAll().execute())).not.toContain(client.key)
  await world.desk.send(api.openBooking.replacePartnerKey, { partnerId: world.registered.id })
  expect(await world.clientToken('openactive-ordersfeed', client)).toBe('')
})

test('text that cannot be stored is refused wherever it stands', async () => {
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const basic = `Basic ${Buffer.from('%00:key').toString('base64')}`
  const calls: [string, RequestInit][] = [
    ['/auth?client_id=%00', {}],
    [`/auth?client_id=${world.registered.clientId}&state=%00`, {}],
    ['/reg/%00', {}],
    ['/token', { method: 'POST', headers: form, body: 'grant_type=client_credentials&client_id=%00' }],
    [
      '/token',
      { method: 'POST', headers: { ...form, authorization: basic }, body: 'grant_type=client_credentials' },
    ],
    [
      '/reg',
      { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"client_name":"\\ud83c"}' },
    ],
  ]
  for (const [path, init] of calls) {
    const response = await world.app.browser().fetch(`/api/openid${path}`, init)
    expect([path, response.status, await response.json()]).toEqual([
      path,
      400,
      {
        error: 'invalid_request',
        error_description: 'The request contains characters that cannot be stored.',
      },
    ])
  }
})

test('whatever is sent, nothing fails unexpectedly', async () => {
  const word = fc.oneof(
    fc.constantFrom('', 'openid', 'code', 'none', 'consent', '\0', '%00', redirectUri, 'null', '{}', '../..'),
    fc.string({ maxLength: 40 }),
  )
  const path = fc.constantFrom(
    '/auth',
    '/auth/x',
    '/token',
    '/reg',
    '/me',
    '/jwks',
    '/token/revocation',
    '/request',
    '/interaction/x',
    '/interaction/x/login',
    '/interaction/x/allow',
    '/.well-known/openid-configuration',
    '',
    '/session/end',
  )
  const names = [
    'client_id',
    'grant_type',
    'scope',
    'code',
    'prompt',
    'redirect_uri',
    'token',
    'response_type',
  ]
  const fields = fc.dictionary(fc.oneof(fc.constantFrom(...names), word), word)
  const method = fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'HEAD')
  const type = fc.constantFrom('application/x-www-form-urlencoded', 'application/json', 'text/plain')
  await fc.assert(
    fc.asyncProperty(
      method,
      path,
      fields,
      type,
      fc.boolean(),
      async (verb, at, given, contentType, namesClient) => {
        const sent = new URLSearchParams(
          namesClient ? { ...given, client_id: world.registered.clientId } : given,
        ).toString()
        const hasBody = verb === 'POST' || verb === 'PUT'
        const response = await world.app.browser().fetch(`/api/openid${at}${hasBody ? '' : `?${sent}`}`, {
          method: verb,
          headers: { 'content-type': contentType },
          ...(hasBody ? { body: contentType === 'application/json' ? JSON.stringify(given) : sent } : {}),
        })
        expect(response.status).toBeLessThan(500)
      },
    ),
    { numRuns: caseCount(150) },
  )
}, 60_000)
