import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { serveMetrics } from '#server/health.ts'
import { projectRoot, readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/database.ts'
import type { Database } from '#server/platform/database.ts'
import type { Log } from '#server/platform/log.ts'
import { measureProcess, processMetrics } from '#server/platform/metrics.ts'
import { enqueue } from '#server/platform/queue.ts'
import { aCentre, monday } from '#test/support/centre.ts'
import type { Centre } from '#test/support/centre.ts'
import { testDatabase } from '#test/support/database.ts'
import { createMetrics } from './metrics.ts'

let db: Database
let centre: Centre

beforeAll(async () => {
  db = (await testDatabase()).db
})

beforeEach(async () => {
  // Other tests of this process have been counted.
  processMetrics.resetMetrics()
  centre = await aCentre(db)
})

const log: Log = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} }

/** The values of the series whose line contains every part. */
const valuesOf = (text: string, ...parts: string[]): number[] =>
  text
    .split('\n')
    .filter((line) => !line.startsWith('#') && parts.every((part) => line.includes(part)))
    .map((line) => Number(line.slice(line.lastIndexOf(' ') + 1)))

const read = (): Promise<string> => createMetrics({ db, clock: centre.app.clock, log }).read()

describe('metrics', () => {
  it('count calls by the pattern of their address, answered or refused', async () => {
    const browser = centre.app.browser()
    const calls = async (status: number) =>
      valuesOf(
        await read(),
        'duration_seconds_count',
        'route="/api/activities/venues/:',
        `status="${status}"`,
      )
    expect(await calls(200)).toEqual([])
    await browser.fetch('/api/activities/venues/demo-centre')
    await browser.fetch('/api/activities/venues/no-such-venue')
    expect(await calls(200)).toEqual([1])
    expect(await calls(404)).toEqual([1])
    expect(await read()).not.toContain('demo-centre')
  })

  it('tell held places from those whose time is up and that no job has ended yet', async () => {
    const { studio, activity } = await centre.yoga()
    const yoga = await centre.aClassOf({ studio, activity }, '10:00')
    await centre.add(centre.app.browser(), yoga)
    expect(valuesOf(await read(), 'onside_holds{')).toEqual([1, 0])
    expect(valuesOf(await read(), 'onside_batch_size_count', 'places')[0]).toBeGreaterThan(0)
    expect(valuesOf(await read(), 'onside_batch_waiting', 'places')).toEqual([0])
    centre.app.clock.forward(3_600_000)
    expect(valuesOf(await read(), 'onside_holds{')).toEqual([0, 1])
  })

  it('say how long queued jobs have been due, and how many were given up', async () => {
    const due = new Date(monday.getTime() - 90_000)
    await enqueue(db, 'send notice', { id: 1 }, { dueAt: due })
    await enqueue(db, 'send notice', { id: 2 }, { dueAt: new Date(monday.getTime() + 90_000) })
    const failed = { kind: 'send notice', dueAt: due, failedAt: due }
    await db.insertInto('job').values(failed).execute()
    const text = await read()
    expect(valuesOf(text, 'onside_jobs_due{')).toEqual([1])
    expect(valuesOf(text, 'onside_job_lag_seconds{')).toEqual([90])
    expect(valuesOf(text, 'onside_jobs_failed{')).toEqual([1])
  })

  it('that the alerts and the dashboard name exist', async () => {
    measureProcess()
    const text = `${await read()}\n# TYPE up gauge`
    const exposed = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name ?? ''))
    const files = ['alerts.yml', 'dashboard.json'].map((file) =>
      readFileSync(path.join(projectRoot(), 'docs/operations', file), 'utf8'),
    )
    const named = files.flatMap((file) =>
      [...file.matchAll(/\b(?:onside|http|nodejs|process)_\w+/g)].map(([name]) =>
        name.replace(/_(?:bucket|count|sum)$/, ''),
      ),
    )
    expect(named.length).toBeGreaterThan(20)
    expect(named.filter((name) => !exposed.has(name))).toEqual([])
  })

  it('are served without the database, which they then call down', async () => {
    const config = readConfig({ DATABASE_URL: 'postgres://127.0.0.1:9/none' })
    const { db: lost, close } = await openDatabase(config)
    const metrics = createMetrics({ db: lost, clock: centre.app.clock, log })
    const server = await serveMetrics(metrics, 0, '127.0.0.1')
    try {
      const { port } = server.address() as AddressInfo
      const response = await fetch(`http://127.0.0.1:${port}/metrics`)
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toContain('text/plain')
      expect(valuesOf(await response.text(), 'onside_database_up')).toEqual([0])
      expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404)
    } finally {
      server.close()
      await close()
    }
  })
})
