import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { aCentre } from '#test/support/centre.ts'
import type { Centre } from '#test/support/centre.ts'
import { testDatabase } from '#test/support/database.ts'
import { startTracing, traceProvider } from './tracing.ts'

type Span = {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: { key: string; value: object }[]
}

let centre: Centre
let received: Span[]
const collector = createServer((request, response) => {
  const pieces: Buffer[] = []
  request.on('data', (piece: Buffer) => pieces.push(piece))
  request.on('end', () => {
    const body = JSON.parse(Buffer.concat(pieces).toString()) as {
      resourceSpans: { scopeSpans: { spans: Span[] }[] }[]
    }
    received.push(...body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)))
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
  })
})

beforeEach(async () => {
  received = []
  centre = await aCentre((await testDatabase()).db)
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
})

afterEach(() => {
  collector.close()
})

const traced = async (work: () => Promise<unknown>): Promise<void> => {
  const { port } = collector.address() as AddressInfo
  const stop = await startTracing(`http://127.0.0.1:${port}/`, 1)
  try {
    await work()
  } finally {
    await stop()
  }
}

describe('traces', () => {
  it('have a request with its statements below it, and no parameter of theirs', async () => {
    const browser = centre.app.browser()
    await traced(() => browser.fetch('/api/activities/venues/demo-centre'))
    const request = received.find(({ name }) => name.startsWith('GET /api/activities/venues/'))
    const statements = received.filter(({ parentSpanId }) => parentSpanId === request?.spanId)
    expect(statements.length).toBeGreaterThan(0)
    expect(statements.map(({ name }) => name)).toContain('select')
    expect(JSON.stringify(received)).toContain('db.query.text')
    expect(JSON.stringify(received)).not.toContain('demo-centre')
  })

  it('have the calls to another company, failed ones too', async () => {
    const port = traceProvider('cards', {
      name: 'company',
      open: async () => 'opened',
      close: () => Promise.reject(new RangeError('no')),
    })
    expect(port.name).toBe('company')
    centre.app.app.get('/pay', async (c) =>
      c.text(await port.open().then(() => port.close().catch(() => 'ok'))),
    )
    await traced(async () => centre.app.app.fetch(new Request('http://localhost/pay')))
    expect(received.map(({ name }) => name).toSorted()).toEqual(['GET /pay', 'cards close', 'cards open'])
    expect(JSON.stringify(received)).toContain('RangeError')
  })

  it('are not made of idle polls, nor without a collector', async () => {
    await traced(() => centre.db.selectFrom('venue').select('id').execute())
    await centre.app.browser().fetch('/api/activities/venues/demo-centre')
    expect(received).toEqual([])
  })
})
