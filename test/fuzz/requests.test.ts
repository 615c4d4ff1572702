/**
 * Requests generated from the OpenAPI document, with values that fit, that are at an edge and that are hostile, by
 * callers of every kind. None may be answered 500 or with a refusal that its call does not declare.
 * `npm run fuzz -- --requests N --seed S` sends more of them.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { simulateDay } from '#demo/simulation/simulateDay.ts'
import { simulateDayJob } from '#server/import/demo.ts'
import { importOperator } from '#server/import/run.ts'
import { projectRoot } from '#server/platform/config.ts'
import { createLog } from '#server/platform/log.ts'
import { runDueJobs } from '#server/platform/queue.ts'
import { testApp } from '#test/support/app.ts'
import { caseCount } from '#test/support/cases.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { runFuzz } from './run.ts'

const seed = Number(process.env['FUZZ_SEED'] ?? 20270301)
const requests = Number(process.env['FUZZ_REQUESTS'] ?? caseCount(3000))
const isByHand = process.env['FUZZ_REQUESTS'] !== undefined

it(
  'no generated request is answered 500 or with a refusal that is not declared',
  async () => {
    const { db } = await testDatabase()
    await emptyTables(db)
    const now = new Date('2027-03-01T10:00:00Z')
    await importOperator(db, path.join(projectRoot(), 'demo'), { now })
    const simulate = (payload: unknown) => simulateDay(db, payload, now)
    await runDueJobs(db, { [simulateDayJob]: simulate }, now, createLog('silent'))
    const folder = mkdtempSync(path.join(tmpdir(), 'onside-fuzz-'))
    const app = testApp(db, { now, settings: { TRUSTED_PROXIES: '1', DATA_DIR: folder } })
    const started = performance.now()
    try {
      const { findings, succeeded, refused } = await runFuzz({
        db,
        app,
        seed,
        requests,
        interval: isByHand ? 5000 : requests,
        onInterval: (sent, heap, { statuses, succeeded }) => {
          if (!isByHand) return
          const counts = Object.entries(statuses).map(([status, count]) => `${status}: ${count}`)
          const perSecond = ((sent / (performance.now() - started)) * 1000).toFixed(0)
          process.stdout.write(
            `${sent} requests (${perSecond}/s), heap ${(heap / 2 ** 20).toFixed(1)} MB, ${succeeded} calls answered 200, ${counts.join(', ')}\n`,
          )
        },
      })
      if (isByHand) process.stdout.write(`never answered 200: ${refused.join(', ')}\n`)
      for (const { what, count, first } of findings)
        process.stdout.write(`seed ${seed}: ${count} × ${what}\n  ${first}\n`)
      expect(findings.map(({ what }) => what)).toEqual([])
      // The generator reaches behind the checks of input.
      expect(succeeded).toBeGreaterThan(60)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
  60_000 + requests * 100,
)
