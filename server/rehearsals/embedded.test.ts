import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { readConfig } from '#server/platform/config.ts'
import { databaseFolder, withKysely } from '#server/platform/database.ts'
import type { Opened } from '#server/platform/database.ts'
import { openEmbedded } from '#server/platform/embedded.ts'
import { engine } from '#test/support/database.ts'
import { aReleasingVenue, now, tonight } from '#test/support/rehearsals.ts'
import { api } from '#web/platform/api.ts'
import { runWaitingRehearsal } from './run.ts'

const dataDir = mkdtempSync(path.join(tmpdir(), 'onside-rehearsal-'))
let opened: Opened

beforeAll(async () => {
  if (engine !== 'pglite') return
  const template = new Blob([readFileSync(inject('pgliteTemplate'))])
  opened = withKysely(await openEmbedded(databaseFolder({ dataDir }), template), 'embedded')
})

afterAll(async () => {
  if (engine === 'pglite') await opened.close()
  rmSync(dataDir, { recursive: true, force: true })
})

it.runIf(engine === 'pglite')(
  'a rehearsal on an embedded database runs on a copy of its files, of which nothing is left',
  async () => {
    const { db } = opened
    const settings = { NODE_ENV: 'test', DATA_DIR: dataDir }
    const { desk, venue } = await aReleasingVenue(db, { settings })
    await desk.send(api.rehearsals.begin, {
      venue: venue.slug,
      ...tonight,
      visitors: 12,
      arrival: 'at_once',
      paying: 50,
    })
    const faults: object[] = []
    const keep = (fields: object) => void faults.push(fields)
    await runWaitingRehearsal(
      db,
      {
        config: readConfig(settings),
        log: { info: () => {}, warn: keep, error: keep, debug: () => {} },
        programs: {
          server: ['bin/shadow.mjs'],
          visitors: ['bin/rehearse.mjs', 'visitors'],
          hasPages: false,
        },
        liveCalls: { since: () => [], stop: () => {} },
        isStopping: () => false,
        minuteMs: 1500,
      },
      now,
    )
    expect(faults).toEqual([])
    const row = await db
      .selectFrom('rehearsal')
      .select(['state', 'problem', 'report', 'shadow'])
      .executeTakeFirstOrThrow()
    expect(row).toMatchObject({
      state: 'done',
      problem: null,
      shadow: null,
      report: { places: 24, held: 12, failed: 0, oversold: 0, stranded: 0 },
    })
    expect(await db.selectFrom('basket').select('id').execute()).toEqual([])
    expect(readdirSync(path.join(dataDir, 'rehearsals'))).toEqual([])
  },
  300_000,
)
