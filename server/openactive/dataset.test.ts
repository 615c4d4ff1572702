/**
 * The demo's feeds before the standard's own validator: no failure, and no warning but those that the data cannot
 * answer. What the validator would fetch from elsewhere is laid ready for it.
 */
import { validate } from '@openactive/data-model-validator'
import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { feedNames } from '#contract/openactive.ts'
import { importOperator } from '#server/import/run.ts'
import { projectRoot } from '#server/platform/config.ts'
import { testApp } from '#test/support/app.ts'
import { emptyTables, testDatabase } from '#test/support/database.ts'
import { publishFeeds } from './publish.ts'
import { conceptSchemes } from './rules.ts'

type Item = Record<string, unknown> & { '@id': string }

const site = 'https://bookings.example'

/** What the demo has nothing to answer with, and why. */
const unanswered = new Map([
  ['leader', 'who leads a session is not published'],
  ['level', 'said only where the operator says it'],
  ['backgroundImage', 'operators have a logo and no picture behind a page'],
])

const layListsReady = (): string => {
  const folder = mkdtempSync(path.join(tmpdir(), 'concept-schemes-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const data of conceptSchemes()) {
    const name = createHash('sha256').update(data.id).digest('hex')
    const response = { errorCode: 'error_none', statusCode: 200, contentType: 'application/ld+json' }
    writeFileSync(
      path.join(folder, `${name}.json`),
      JSON.stringify({ ...response, url: data.id, exception: null, fetchTime: Date.now() * 2, data }),
    )
  }
  return folder
}

/** What an item says, each with its place: terms of the standard as they are, of words, numbers and our addresses their kind. */
const factsOf = (value: unknown, at: string): string[] => {
  if (Array.isArray(value))
    return [
      `${at} ${value.length > 1 ? 'several' : value.length}`,
      ...value.flatMap((one) => factsOf(one, at)),
    ]
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, inner]) => [
      `${at}.${name}`,
      ...factsOf(inner, `${at}.${name}`),
    ])
  if (typeof value !== 'string') return [`${at} ${value === 0 ? 'zero' : typeof value} ${value === true}`]
  const isTerm =
    /^https:\/\/(?:openactive\.io|schema\.org)\/|^[A-Z][A-Za-z]+$|^P/.test(value) || at.includes('@type')
  return [`${at} ${isTerm ? value.replaceAll(/\d+/g, '0') : value.slice(0, 5).replaceAll(/\w/g, 'w')}`]
}

test(
  'the feeds of the demo are valid, and say what the standard recommends',
  { timeout: 180_000 },
  async () => {
    const { db } = await testDatabase()
    await emptyTables(db)
    const now = new Date()
    await importOperator(db, path.join(projectRoot(), 'demo'), { now })
    // Of sessions that are alike the first is enough.
    for (;;) {
      await publishFeeds(db, site, now, 1)
      const { numAffectedRows = 0n } = await sql`
      delete from openactive_change where occurrence_id is not null and occurrence_id not in (
        select distinct on (activity_id, series_id, location_id, status) id from occurrence
        where ends_at > ${now} order by activity_id, series_id, location_id, status, starts_at)`.execute(db)
      const { rows } = await sql`select 1 from openactive_change limit 1`.execute(db)
      if (rows.length === 0 && numAffectedRows === 0n) break
    }

    const visitor = testApp(db, { now }).browser()
    const itemsIn = async (feed: string): Promise<Item[]> => {
      const items: Item[] = []
      for (let next = `${site}/api/openactive/quillmoor/${feed}`; ;) {
        const page = (await (await visitor.fetch(next.replace(site, ''))).json()) as {
          items: { data?: Item }[]
          next: string
        }
        if (page.items.length === 0) return items
        items.push(...page.items.flatMap(({ data }) => data ?? []))
        ;({ next } = page)
      }
    }
    const [uses = [], slots = [], series = [], sessions = []] = await Promise.all(feedNames.map(itemsIn))
    for (const items of [uses, slots, series, sessions]) expect(items.length).toBeGreaterThan(20)

    // Feeds are split: a session is valid together with what its series says.
    const parents = new Map(series.map(({ '@context': _context, ...one }) => [one['@id'], one]))
    const courts = new Set(
      uses.flatMap((use) => (use['individualFacilityUse'] as Item[]).map((court) => court['@id'])),
    )
    for (const slot of slots) expect(courts).toContain(slot['facilityUse'])
    const whole = sessions.map((session) => {
      const { superEvent } = session
      if (typeof superEvent !== 'string') return session
      const parent = parents.get(superEvent)
      expect(parent).toBeDefined()
      return { ...session, superEvent: parent }
    })
    const html = await (await visitor.fetch('/api/openactive/quillmoor')).text()
    const dataset = JSON.parse(
      /<script type="application\/ld\+json">([\s\S]*?)<\/script>/.exec(html)?.[1] ?? '',
    )

    const lists = {
      loadRemoteJson: true,
      remoteJsonCachePath: layListsReady(),
      remoteJsonCacheTimeToLive: 1e9,
    }
    const found = new Map<string, number>()
    const check = async (item: object, validationMode: string) => {
      for (const { severity, path: at, message } of await validate(item, { ...lists, validationMode })) {
        if (severity === 'suggestion') continue
        const property = at.split('.').at(-1) ?? ''
        const isUnanswered = severity === 'warning' && unanswered.has(property)
        const line = isUnanswered ? property : `${severity} ${validationMode} ${at}: ${message}`
        found.set(line, (found.get(line) ?? 0) + 1)
      }
    }
    // An item that has nothing which those before it have not is like them to the validator, which judges by property.
    const seen = new Set<string>()
    const isNews = (item: Item): boolean => {
      const before = seen.size
      for (const fact of factsOf(item, item['@type'] as string)) seen.add(fact)
      return seen.size > before
    }
    const telling = [...uses, ...slots, ...series, ...whole].filter(isNews)
    expect(telling.length).toBeGreaterThan(20)
    for (const item of telling) {
      await check(item, 'RPDEFeed')
      await check(item, 'BookableRPDEFeed')
    }
    await check(dataset, 'DatasetSite')
    expect([...found.keys()].toSorted()).toEqual([...unanswered.keys()].toSorted())
  },
)
