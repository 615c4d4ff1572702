import { createServer } from 'node:http'
import type { Server } from 'node:http'
import net from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { limitConnections, namesTwoHosts, requireHttps } from './admission.ts'

const servers: Server[] = []
afterEach(() => servers.splice(0).forEach((server) => server.close()))

const listen = async (limits: Parameters<typeof limitConnections>[1]): Promise<number> => {
  const server = createServer({ connectionsCheckingInterval: 20 }, (request, response) => {
    request.resume()
    request.on('end', () => response.end('read'))
  })
  servers.push(server)
  limitConnections(server, limits)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

/** What a client gets that sends this and then nothing. */
const answerTo = (port: number, text: string): Promise<string> =>
  new Promise((resolve) => {
    let answer = ''
    const socket = net.connect(port, '127.0.0.1', () => socket.write(text))
    socket.on('data', (bytes) => (answer += bytes.toString()))
    socket.on('error', () => resolve(answer))
    socket.on('close', () => resolve(answer))
  })

const limits = { headersMs: 100, requestMs: 300, connections: 10 }

describe('a client', () => {
  it('that does not finish its headers, or its body, is cut off', async () => {
    const port = await listen(limits)
    expect(await answerTo(port, 'GET / HTTP/1.1\r\nHost: a')).toContain('408')
    expect(await answerTo(port, 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nhalf')).toContain(
      '408',
    )
  })

  it('beyond the maximum of connections is not served', async () => {
    const port = await listen({ ...limits, headersMs: 60_000, requestMs: 60_000, connections: 1 })
    const first = net.connect(port, '127.0.0.1')
    await new Promise<void>((resolve) => first.once('connect', () => resolve()))
    expect(await answerTo(port, 'GET / HTTP/1.1\r\nHost: a\r\n\r\n')).toBe('')
    first.destroy()
  })
})

it('a request that names its host twice is told apart', async () => {
  const server = createServer((request, response) => response.end(String(namesTwoHosts(request))))
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const end = 'Connection: close\r\n\r\n'
  expect(await answerTo(port, `GET / HTTP/1.1\r\nHost: a\r\n${end}`)).toMatch(/false$/)
  expect(await answerTo(port, `GET / HTTP/1.1\r\nHost: a\r\nhost: b\r\n${end}`)).toMatch(/true$/)
})

describe('sites', () => {
  const headerFor = (sites: Record<string, string>): string[] => {
    const found: string[] = []
    requireHttps(sites)({ setHeader: ((name: string) => found.push(name)) as never })
    return found
  }

  it('that are all served by https have browsers insist on it; others do not', () => {
    expect(headerFor({ a: 'https://a.example', b: 'https://b.example' })).toEqual([
      'Strict-Transport-Security',
    ])
    expect(headerFor({ a: 'https://a.example', b: 'http://b.example' })).toEqual([])
  })
})
