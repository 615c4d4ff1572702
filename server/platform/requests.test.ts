import { beforeEach, describe, expect, it } from 'vitest'
import { aWorld, data, failure, post } from '#test/support/binder.ts'
import type { World } from '#test/support/binder.ts'

let world: World

beforeEach(async () => {
  world = await aWorld()
})

describe('what is read and written', () => {
  it('ignores unknown keys and query values, and a body on GET', async () => {
    expect(
      (await world.call('/api/samples/write?source=kiosk', post({ name: 'x', colour: 'red' }))).status,
    ).toBe(200)
    expect((await world.call('/api/samples?_=123&day=', {})).status).toBe(200)
  })

  it('is not fooled by names that mean something to the language', async () => {
    const response = await world.call(
      '/api/samples/write',
      post('{"name":"x","__proto__":{"selected_user_id":501},"constructor":{"prototype":{"a":1}}}'),
    )
    expect(await data(response)).toMatchObject({ customerId: null })
    expect(({} as Record<string, unknown>)['a']).toBeUndefined()
  })

  it('refuses what is not JSON with 400, whatever its type says', async () => {
    for (const body of ['{', 'name=x', '{"name":"x"} trailing', '['.repeat(60_000)]) {
      const response = await world.call('/api/samples/write', post(body))
      expect(await failure(response)).toEqual({
        status: 400,
        code: 'bad_request',
        message: 'The request is not valid JSON.',
      })
    }
    const asText = await world.call(
      '/api/samples/write',
      post({ name: 'x' }, { 'content-type': 'text/plain' }),
    )
    expect(asText.status).toBe(200)
  })

  it('refuses a body that is too deep to look through with 400', async () => {
    const deep = `${'['.repeat(30_000)}"\\u0000"${']'.repeat(30_000)}`
    const response = await world.call('/api/samples/write', post(deep))
    expect(await failure(response)).toMatchObject({ status: 400, code: 'bad_request' })
  })

  // Names were converted by a pattern that took quadratic time: this took many minutes.
  it('refuses a long made-up name that holds text it cannot store like a short one', async () => {
    const long = 'a'.repeat(120_000)
    const response = await world.call('/api/samples/write', post(`{"name":"x","${long}":"\\u0000"}`))
    const { status, errors } = await failure(response)
    expect(status).toBe(422)
    expect(Object.keys(errors ?? {})).toEqual([long])
  })

  it('answers 422 with every field that is wrong, in the names of the wire', async () => {
    const response = await world.call('/api/samples/write', post({ starts_at: 'x'.repeat(11) }))
    const { errors, ...rest } = await failure(response)
    expect(rest).toEqual({ status: 422, code: 'invalid', message: 'This is required.' })
    expect(Object.keys(errors ?? {})).toEqual(['name', 'starts_at'])
    for (const body of ['[]', '"x"', '5', 'null']) {
      expect((await world.call('/api/samples/write', post(body))).status).toBe(422)
    }
  })

  it('refuses text that the database cannot store, and names the field', async () => {
    for (const text of ['a\\u0000b', '\\ud800', 'x\\uDC00']) {
      const response = await world.call('/api/samples/write', post(`{"name":"${text}"}`))
      expect(await failure(response)).toMatchObject({
        status: 422,
        code: 'invalid',
        errors: { name: ['Remove the characters that cannot be shown.'] },
      })
    }
    expect((await world.call('/api/samples?day=%00', {})).status).toBe(422)
    // A pair of surrogates is one character, and six characters may look like an escape.
    for (const text of ['\\ud83c\\udfbe', '\\\\u0000']) {
      expect((await world.call('/api/samples/write', post(`{"name":"${text}"}`))).status).toBe(200)
    }
  })

  it('refuses what is too large with 413, also when it does not say how large it is', async () => {
    const large = JSON.stringify({ name: 'x', filling: 'x'.repeat(140_000) })
    const announced = await world.call(
      '/api/samples/write',
      post(large, { 'content-length': String(large.length) }),
    )
    expect((await failure(announced)).code).toBe('too_large')
    let given = 0
    const endless = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        given += 1
        controller.enqueue(new Uint8Array(16_384).fill(120))
      },
    })
    const unannounced = await world.call('/api/samples/write', {
      method: 'POST',
      body: endless,
      duplex: 'half',
    } as RequestInit)
    expect([unannounced.status, (await failure(unannounced)).code]).toEqual([413, 'too_large'])
    expect(given).toBeLessThan(20)
  })
})
