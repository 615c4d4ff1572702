import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { testApp } from '#test/support/app.ts'
import { authorise, complete } from '#test/support/buying.ts'
import { anOperatorFolder, countsOf, now, small } from '#test/support/operatorFiles.ts'
import type { OperatorFolder } from '#test/support/operatorFiles.ts'
import { api } from '#web/platform/api.ts'
import { runImport } from './describe.ts'
import type { ImportOrder } from './describe.ts'
import { importByServer, serveImports } from './runningServer.ts'

const storeFile = () => Promise.resolve()

let folder: OperatorFolder
let data: string

beforeEach(async () => {
  folder = await anOperatorFolder()
  data = mkdtempSync(path.join(tmpdir(), 'onside-data-'))
  onTestFinished(() => rmSync(data, { recursive: true }))
})

const running = () => ({ folder: data, owner: process.pid })

const anOrder = (more: Partial<ImportOrder> = {}): ImportOrder => ({
  folder: folder.path,
  check: false,
  until: undefined,
  accept: [],
  ...more,
})

/** A server that takes imports into the database of this worker. */
const serve = async (
  run: Parameters<typeof serveImports>[1] = (order, beforeCommit) =>
    runImport(folder.db, order, { now, storeFile, beforeCommit }),
) => {
  const stop = await serveImports(data, run)
  onTestFinished(stop)
  return stop
}

/** Visitors book a week ahead. */
const released = {
  'venues.json': [
    {
      ...(small['venues.json'] as object[])[0],
      release: { visitor_days: 6, customer_days: 7, time: '22:00' },
    },
  ],
}

const dearer = { 'prices.csv': (small['prices.csv'] as string).replace('9.80', '9.90') }

const priceOfBadminton = async (): Promise<number> => {
  const { price } = await folder.db
    .selectFrom('pricingOption as o')
    .innerJoin('activity as a', 'a.id', 'o.activityId')
    .select('o.price')
    .where('a.slug', '=', 'badminton')
    .executeTakeFirstOrThrow()
  return price
}

describe('an import while the server has the embedded database open', () => {
  test('is done by the server, which answers what the import prints', async () => {
    await folder.load()
    await serve()
    folder.write({ ...small, ...dearer })
    const expected = {
      lines: ['  changed   price centre/badminton/standard: price £9.80 → £9.90'],
      refusals: [],
    }
    const checked = await importByServer(running(), anOrder({ check: true }))
    expect(checked).toMatchObject({
      ...expected,
      summary: expect.stringContaining('Would change the catalogue in 1 places.'),
    })
    const imported = await importByServer(running(), anOrder())
    expect(imported).toMatchObject({
      ...expected,
      summary: expect.stringContaining('Changed the catalogue in 1 places.'),
    })
    expect(await importByServer(running(), anOrder())).toMatchObject({ lines: [] })
  })

  test('is refused with the same words, and accepts the same codes', async () => {
    await folder.load()
    await serve()
    folder.write({ ...small, 'prices.csv': (small['prices.csv'] as string).replace('5.00', '50.00') })
    await expect(importByServer(running(), anOrder())).rejects.toThrow(
      /^Nothing was changed, because this is likely a mistake:\n {2}price centre\/aqua\/standard: £5.00 → £50.00 \(\+900 %\). \(price_jump\)/,
    )
    expect((await importByServer(running(), anOrder({ check: true })))?.refusals).toHaveLength(1)
    expect(await importByServer(running(), anOrder({ accept: ['price_jump'] }))).toMatchObject({
      refusals: [],
    })
    await expect(importByServer(running(), anOrder({ folder: '/not-there' }))).rejects.toThrow(
      'There is no folder /not-there',
    )
  })

  test('lets people book meanwhile', async () => {
    await folder.load(released)
    const app = testApp(folder.db, { now })
    const { publicId: id } = await folder.db
      .selectFrom('occurrence')
      .select('publicId')
      .where('name', '=', 'Aqua')
      .where('startsAt', '>', now)
      .orderBy('startsAt')
      .executeTakeFirstOrThrow()
    await serve()
    folder.write({ ...small, ...released, ...dearer })
    const imported = importByServer(running(), anOrder())
    const bookings = Array.from({ length: 3 }, async () => {
      const visitor = app.browser()
      await visitor.send(api.baskets.add, { items: [{ id }] })
      const { transactionUuid } = await authorise(visitor)
      return complete(visitor, transactionUuid)
    })
    await Promise.all(bookings)
    expect((await imported)?.lines).toHaveLength(1)
    expect(await folder.db.selectFrom('booking').select('id').execute()).toHaveLength(3)
    expect(await priceOfBadminton()).toBe(990)
  })

  test('changes nothing when nobody waits for its result any more', async () => {
    await folder.load()
    folder.write({ ...small, ...dearer })
    let ended: Promise<unknown> = Promise.reject(new Error('It has not begun.'))
    ended.catch(() => {})
    const leave = new AbortController()
    await serve((order, beforeCommit) => {
      const result = runImport(folder.db, order, {
        now,
        storeFile,
        beforeCommit: async () => {
          leave.abort()
          await new Promise((resolve) => setTimeout(resolve, 100))
          await beforeCommit()
        },
      })
      ended = result
      return result
    })
    const { port, secret } = JSON.parse(readFileSync(path.join(data, 'imports.json'), 'utf8')) as {
      port: number
      secret: string
    }
    const asking = fetch(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${secret}` },
      body: JSON.stringify(anOrder()),
      signal: leave.signal,
    })
    await expect(asking).rejects.toThrow('aborted')
    await expect(ended).rejects.toThrow()
    expect(await priceOfBadminton()).toBe(980)
  })

  test('says that nothing was changed when the server stops before, and what to do when it stops while saving', async () => {
    await folder.load()
    const before = await countsOf(folder.db)
    const stopping = (lines: string) =>
      new Promise<void>((resolve) => {
        const server = createServer((_, outgoing) => {
          outgoing.writeHead(200)
          outgoing.write(lines, () => outgoing.destroy())
        })
        onTestFinished(() => void server.close())
        server.listen(0, '127.0.0.1', () => {
          const { port } = server.address() as AddressInfo
          writeFileSync(
            path.join(data, 'imports.json'),
            JSON.stringify({ pid: process.pid, port, secret: 'x' }),
          )
          resolve()
        })
      })
    await stopping('')
    await expect(importByServer(running(), anOrder())).rejects.toThrow(
      'The server stopped before the import was done. Nothing was changed.',
    )
    await stopping('{"state":"writing"}\n')
    await expect(importByServer(running(), anOrder())).rejects.toThrow('Import again')
    expect(await countsOf(folder.db)).toEqual(before)
  })

  test('is for who can read the secret alone, and for the process that has the database open', async () => {
    const stop = await serve()
    const file = path.join(data, 'imports.json')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const { port } = JSON.parse(readFileSync(file, 'utf8')) as { port: number }
    for (const headers of [{}, { Authorization: 'Bearer x' }]) {
      const answer = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body: '{}' })
      expect(answer.status).toBe(404)
    }
    expect(await importByServer({ ...running(), owner: process.pid + 1 }, anOrder())).toBeNull()
    await stop()
    expect(await importByServer(running(), anOrder())).toBeNull()
  })
})
