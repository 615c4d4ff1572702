import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { chooseMaps, createMapsService } from './remote.ts'
import { findInTable } from './table.ts'

/** A maps service on this machine: answers what it is told to, and remembers what it was asked. */
let service: Server
let url: string
let requested: URL[]
let answer: { status: number; body: string }
let warned: number

const log = {
  info: () => {},
  debug: () => {},
  error: () => {},
  warn: () => {
    warned += 1
  },
}

beforeEach(async () => {
  requested = []
  warned = 0
  answer = { status: 200, body: '[]' }
  service = createServer((request, reply) => {
    requested.push(new URL(request.url ?? '/', 'http://service'))
    reply.writeHead(answer.status, { 'content-type': 'application/json' }).end(answer.body)
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
})
afterEach(() => new Promise<void>((resolve) => void service.close(() => resolve())))

const maps = (kind: 'nominatim' | 'mapbox', token = '') =>
  chooseMaps({ service: kind, url, token, tileUrl: undefined, attribution: '' }, log)

describe('a maps service by HTTP', () => {
  test('C14: asked in the manner of Nominatim, for Great Britain alone, the best five', async () => {
    const found = (number: number) => ({
      display_name: `Holloway ${number}, London Borough of Islington, London, England, N7 6QA, United Kingdom`,
      lat: '51.5522',
      lon: '-0.1177',
    })
    answer.body = JSON.stringify([1, 2, 3, 4, 5, 6].map(found))
    const places = await maps('nominatim').find('  Holloway  Road ')
    expect(requested[0]?.pathname).toBe('/search')
    expect(Object.fromEntries(requested[0]?.searchParams ?? [])).toEqual({
      q: 'holloway road',
      countrycodes: 'gb',
      format: 'jsonv2',
      limit: '5',
    })
    expect(places).toHaveLength(5)
    expect(places[0]).toEqual({ name: 'Holloway 1, London Borough of Islington', lat: 51.5522, lng: -0.1177 })
  })

  test('C14: asked in the manner of Mapbox, for Great Britain alone', async () => {
    answer.body = JSON.stringify({
      features: [{ place_name: 'Oldham, England, United Kingdom', center: [-2.118, 53.541] }],
    })
    expect(await maps('mapbox', 'secret').find('old/ham')).toEqual([
      { name: 'Oldham', lat: 53.541, lng: -2.118 },
    ])
    expect(requested[0]?.pathname).toBe('/geocoding/v5/mapbox.places/old%2Fham.json')
    expect(Object.fromEntries(requested[0]?.searchParams ?? [])).toEqual({
      country: 'gb',
      limit: '5',
      access_token: 'secret',
    })
  })

  test('asks once a day for the same words', async () => {
    answer.body = JSON.stringify([{ display_name: 'Oldham, England', lat: '53.5', lon: '-2.1' }])
    const one = maps('nominatim')
    await one.find('Oldham')
    await one.find(' oldham ')
    expect(requested).toHaveLength(1)
  })

  test('over its limit a minute our own table answers, and what was found before stays found', async () => {
    answer.body = JSON.stringify([{ display_name: 'Oldham, England', lat: '53.5', lon: '-2.1' }])
    let minute = 0
    const one = createMapsService(
      { service: 'nominatim', url, token: '' },
      {
        log,
        meanwhile: { find: async (search) => findInTable(search) },
        now: () => minute * 60_000,
        mostCalls: 1,
      },
    )
    const oldham = await one.find('Oldham')
    expect(oldham).toEqual([{ name: 'Oldham', lat: 53.5, lng: -2.1 }])
    let unreachable = 0
    const count = () => void (unreachable += 1)
    expect(await one.find('N7', count)).toEqual([{ name: 'N7, Holloway', lat: 51.554, lng: -0.118 }])
    expect(await one.find('Oldham', count)).toEqual(oldham)
    expect([unreachable, requested.length]).toEqual([1, 1])
    minute = 1
    await one.find('N7', count)
    expect([unreachable, requested.length]).toEqual([1, 2])
  })

  test.each([
    ['answers 500', { status: 500, body: '' }],
    ['answers a page', { status: 200, body: '<html>' }],
    ['answers something else', { status: 200, body: '{"error":"limit"}' }],
  ])(
    'C14: while it %s our own table answers, and nothing is found of what it does not know',
    async (_, responses) => {
      answer = responses
      const one = maps('nominatim')
      expect(await one.find('N7')).toEqual([{ name: 'N7, Holloway', lat: 51.554, lng: -0.118 }])
      expect(await one.find('Nowhere in particular')).toEqual([])
      expect(warned).toBe(2)
      answer = { status: 200, body: JSON.stringify([{ display_name: 'N7', lat: '51.5', lon: '-0.1' }]) }
      expect((await one.find('N7'))[0]?.name, 'a failure is not kept').toBe('N7')
    },
  )
})
