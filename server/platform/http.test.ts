import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { aWorld, data, failure, post } from '#test/support/binder.ts'
import type { World } from '#test/support/binder.ts'

let world: World

beforeEach(async () => {
  world = await aWorld()
})

describe('what is read and written', () => {
  it('accepts a trailing slash on every path', async () => {
    expect((await world.call('/api/samples/')).status).toBe(200)
    expect((await world.call('/api/samples/7/', { method: 'PUT' })).status).toBe(200)
    expect((await world.call('/api/samples/write/', post({ name: 'x' }))).status).toBe(200)
  })

  it('an unknown path is a JSON 404, a wrong verb a 405 that names the right ones', async () => {
    for (const path of ['/api/nothing', '/api', '/api/samples/7/more', '/api//samples']) {
      const response = await world.call(path)
      expect([path, response.status, (await failure(response)).code]).toEqual([path, 404, 'not_found'])
    }
    const wrong = await world.call('/api/samples/write', { method: 'GET' })
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'POST'])
    expect(await failure(wrong)).toEqual({
      status: 405,
      code: 'method_not_allowed',
      message: 'This address does not accept this method.',
    })
  })

  it('finds nothing under a path that can name nothing', async () => {
    expect((await world.call('/api/samples/seven', { method: 'PUT' })).status).toBe(404)
    expect((await world.call('/api/samples/99999999999', { method: 'PUT' })).status).toBe(404)
  })
})

describe('over a socket', () => {
  const served = async (context: (origin: string) => Promise<void>) => {
    let listening: (info: AddressInfo) => void = () => {}
    const address = new Promise<AddressInfo>((resolve) => (listening = resolve))
    const server = serve({ fetch: world.fetch, port: 0, hostname: '127.0.0.1' }, (info) => listening(info))
    try {
      await context(`http://127.0.0.1:${(await address).port}`)
    } finally {
      if ('closeAllConnections' in server) server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  }

  it('every answer carries the date; the address is that of the connection, whatever the caller says', () =>
    served(async (origin) => {
      const response = await fetch(`${origin}/api/samples`, {
        headers: { 'x-rendering-for': '198.51.100.7', 'x-forwarded-for': '198.51.100.7' },
      })
      expect(Math.abs(Date.parse(response.headers.get('date') ?? '') - Date.now())).toBeLessThan(60_000)
      expect(response.headers.get('content-type')).toBe('application/json')
      expect(await data(response)).toMatchObject({ address: '127.0.0.1' })
    }))

  it('an upload that the client aborts is not logged as an error', () =>
    served(async (origin) => {
      const socket = connect(Number(new URL(origin).port), '127.0.0.1')
      socket.write(
        'POST /api/samples/write HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\n\r\n{"name":',
      )
      await new Promise((resolve) => setTimeout(resolve, 100))
      const before = world.lines.length
      socket.destroy()
      await vi.waitFor(() => expect(world.lines.length).toBeGreaterThan(before))
      expect(world.lines.slice(before).join('\n')).toContain('"status":413')
      expect(world.lines.join('\n')).not.toContain('call failed')
    }))

  it('a body too large is refused, and the connection serves the next call', () =>
    served(async (origin) => {
      const large = JSON.stringify({ name: 'x'.repeat(200_000) })
      const refused = await fetch(`${origin}/api/samples/write`, { method: 'POST', body: large })
      expect([refused.status, (await failure(refused)).code]).toEqual([413, 'too_large'])
      const next = await fetch(`${origin}/api/samples/write`, { method: 'POST', body: '{"name":"x"}' })
      expect(next.status).toBe(200)
    }))
})
