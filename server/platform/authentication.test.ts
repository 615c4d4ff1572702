import { beforeEach, describe, expect, it } from 'vitest'
import { createSession } from '#server/sessions/tokens.ts'
import { aLogIn, aWorld, data, failure, now, post } from '#test/support/binder.ts'
import type { World } from '#test/support/binder.ts'
import { aCustomer } from '#test/support/factories/customers.ts'
import { anOperator } from '#test/support/factories/operators.ts'
import { basketUuid } from '#test/support/sampleNoun.ts'

let world: World

beforeEach(async () => {
  world = await aWorld()
})

describe('who is calling', () => {
  it('knows the person by bearer and by cookie, bare or in double quotes', async () => {
    const { id: mine, token } = await aLogIn(world)
    for (const headers of [
      { authorization: `Bearer ${token}` },
      { authorization: `bearer ${token}` },
      { cookie: `authToken=${token}` },
      { cookie: `authToken="${token}"` },
      { cookie: `authToken=%22${token}%22` },
      { cookie: `other=1; authToken=${token}; authToken-present=1` },
    ]) {
      expect(await data(await world.call('/api/samples/own', { headers }))).toMatchObject({ personId: mine })
    }
  })

  it('takes the bearer before the cookie, even when it is worth nothing', async () => {
    const one = await aLogIn(world)
    const other = await aLogIn(world)
    const both = await world.call('/api/samples/own', { headers: { ...one.bearer, ...other.cookie } })
    expect(await data(both)).toMatchObject({ personId: one.id })
    const bad = await world.call('/api/samples/own', {
      headers: { authorization: 'Bearer x', ...other.cookie },
    })
    expect(bad.status).toBe(401)
  })

  it('ignores a bad token on calls for anyone, and refuses it where it would hide a basket', async () => {
    const bad = { cookie: 'authToken=gone' }
    expect(await data(await world.call('/api/samples', { headers: bad }))).toMatchObject({ personId: null })
    for (const path of ['/api/samples/basket', '/api/samples/own', '/api/samples/desk']) {
      const response = await world.call(path, { headers: bad })
      expect([response.status, await failure(response)]).toEqual([
        401,
        { status: 401, code: 'logged_out', message: 'Unauthenticated.' },
      ])
    }
    expect((await world.call('/api/samples/basket')).status).toBe(200)
    expect((await world.call('/api/samples/own')).status).toBe(401)
  })

  it('F06: a 401 takes both cookies away, of either kind', async () => {
    const response = await world.call('/api/samples/own', { headers: { cookie: 'authToken=gone' } })
    const gone = response.headers.getSetCookie()
    for (const name of ['authToken', 'authToken-present']) {
      const lines = gone.filter((line) => line.startsWith(`${name}=;`))
      expect(lines.every((line) => /Max-Age=0; Domain=town\.example; Path=\/;.*Secure/.test(line))).toBe(true)
      expect(lines.map((line) => line.includes('Partitioned'))).toEqual([false, true])
    }
  })

  it("does not know another operator's customer", async () => {
    const other = await anOperator(world.db, { slug: 'other' })
    const stranger = await aCustomer(world.db, other.id)
    const { token } = await createSession(world.db, stranger.id, now)
    expect(
      (await world.call('/api/samples/own', { headers: { authorization: `Bearer ${token}` } })).status,
    ).toBe(401)
  })

  it('lets only staff through where only staff may', async () => {
    const { bearer } = await aLogIn(world)
    expect(await failure(await world.call('/api/samples/desk', { headers: bearer }))).toMatchObject({
      status: 403,
      code: 'forbidden',
    })
    const staff = await aLogIn(world, { role: 'staff' })
    expect((await world.call('/api/samples/desk', { headers: staff.bearer })).status).toBe(200)
  })

  it('says who must log in before it says what is wrong with the request', async () => {
    expect((await world.call('/api/samples/change', post('{'))).status).toBe(401)
  })

  it('takes a basket by header before one by cookie, and only what is a uuid', async () => {
    const other = '7c9e6679-7425-40de-944b-e07fc1f90ae7'
    const requests = async (headers: Record<string, string>) =>
      (await data(await world.call('/api/samples/basket', { headers })))['basketUuid']
    expect(await requests({ cookie: `basket=${basketUuid}` })).toBe(basketUuid)
    expect(await requests({ 'cart-uuid': other.toUpperCase(), cookie: `basket=${basketUuid}` })).toBe(other)
    expect(await requests({ cookie: 'basket=1 or 1' })).toBe(null)
  })

  it('sees the address past as many proxies as there are, and no further', async () => {
    const spoofed = { 'x-forwarded-for': '203.0.113.9, 198.51.100.7' }
    const address = async (settings: Record<string, string>, headers: Record<string, string> = spoofed) => {
      world = await aWorld(settings)
      return (await data(await world.call('/api/samples', { headers })))['address']
    }
    expect(await address({})).toBe('in-process')
    expect(await address({ TRUSTED_PROXIES: '1' })).toBe('198.51.100.7')
    expect(await address({ TRUSTED_PROXIES: '2' })).toBe('203.0.113.9')
    expect(await address({ TRUSTED_PROXIES: '1' }, { 'x-forwarded-for': '2001:DB8:1:2:3:4:5:6' })).toBe(
      '2001:db8:1:2::/64',
    )
  })
})

describe('for whom', () => {
  const naming = (selected: unknown) => `/api/samples/own?selected_user_id=${String(selected)}`

  it('H05: staff may act for a customer of the operator, named in the query or the body', async () => {
    const staff = await aLogIn(world, { role: 'staff' })
    const customer = await aCustomer(world.db, world.operator.id)
    const byQuery = await world.call(naming(customer.id), { headers: staff.bearer })
    expect(await data(byQuery)).toMatchObject({ personId: staff.id, customerId: customer.id })
    const written = await world.call(
      '/api/samples/write',
      post({ name: 'x', selected_user_id: String(customer.id) }, staff.bearer),
    )
    expect(await data(written)).toMatchObject({ personId: staff.id, customerId: customer.id })
  })

  it('H05: a customer who names another is refused; their own id, none and 0 mean themselves', async () => {
    const { id: mine, bearer } = await aLogIn(world)
    const other = await aCustomer(world.db, world.operator.id)
    for (const response of [
      await world.call(naming(other.id), { headers: bearer }),
      await world.call('/api/samples/write', post({ name: 'x', selected_user_id: other.id }, bearer)),
    ]) {
      expect(await failure(response)).toMatchObject({ status: 403, code: 'forbidden' })
    }
    for (const selected of [mine, '', 0, '0']) {
      expect(await data(await world.call(naming(selected), { headers: bearer }))).toMatchObject({
        customerId: mine,
      })
    }
    const withNull = await world.call(
      '/api/samples/write',
      post({ name: 'x', selected_user_id: null }, bearer),
    )
    expect(await data(withNull)).toMatchObject({ customerId: mine })
    expect(await world.runs()).toBe(1)
  })

  it('does not tell staff of other operators whether a customer exists', async () => {
    const staff = await aLogIn(world, { role: 'staff' })
    const other = await anOperator(world.db, { slug: 'other' })
    const stranger = await aCustomer(world.db, other.id)
    for (const selected of [stranger.id, 999_999]) {
      expect(await failure(await world.call(naming(selected), { headers: staff.bearer }))).toMatchObject({
        status: 404,
        code: 'not_found',
      })
    }
    expect(await failure(await world.call(naming('abc'), { headers: staff.bearer }))).toMatchObject({
      status: 422,
    })
  })

  it('a visitor who names a person is a visitor, or has to log in', async () => {
    const customer = await aCustomer(world.db, world.operator.id)
    const anyone = await world.call(`/api/samples?selected_user_id=${customer.id}`)
    expect(await data(anyone)).toMatchObject({ customerId: null })
    expect((await world.call(`/api/samples/basket?selected_user_id=${customer.id}`)).status).toBe(401)
  })
})
