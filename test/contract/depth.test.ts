/**
 * How many files of the server a call runs through, counted by V8 as docs/decisions/0024 says: the functions that run
 * for one call, without what all calls share. `npm run house` prints the counts, which are written beside the results.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { Session } from 'node:inspector/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { aClassToBuy, typeCard, visitor } from '#test/support/buying.ts'
import { aCentre, monday } from '#test/support/centre.ts'
import { testDatabase } from '#test/support/database.ts'
import { api } from '#web/platform/api.ts'

const root = path.join(import.meta.dirname, '../..')

/** What every call runs through, and the companies behind our ports. */
const shared = /^server\/(platform|sessions|security-events|operator|providers|messages|[^/]+$)/

const counted: { title: string; aim: number; files: string[] }[] = []

/** The files of the server in which a function ran while `act` did. */
const filesRunBy = async (act: () => Promise<unknown>): Promise<string[]> => {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  await session.post('Profiler.takePreciseCoverage')
  await act()
  const { result } = await session.post('Profiler.takePreciseCoverage')
  await session.post('Profiler.stopPreciseCoverage')
  session.disconnect()
  const files = result
    .filter(({ functions }) =>
      // What starts at the top is the module itself.
      functions.some(
        ({ ranges: [range] }) => range !== undefined && range.count > 0 && range.startOffset > 20,
      ),
    )
    .map(({ url }) => path.relative(root, url.startsWith('file:') ? fileURLToPath(url) : url))
  return [...new Set(files)].filter((file) => file.startsWith('server/') && !shared.test(file)).toSorted()
}

/** @param most what it may not pass; two files more than today, since timers of earlier tests may run meanwhile */
const count = async (
  title: string,
  { aim, most }: { aim: number; most: number },
  act: () => Promise<unknown>,
): Promise<void> => {
  const files = await filesRunBy(act)
  counted.push({ title, aim, files })
  expect(files).not.toEqual([])
  expect(files.slice(most)).toEqual([])
}

afterAll(() => {
  mkdirSync(path.join(root, 'test-results'), { recursive: true })
  writeFileSync(path.join(root, 'test-results/calls.json'), JSON.stringify(counted))
})

it('leaves a waitlist through six files at most', async () => {
  const { db } = await testDatabase()
  const centre = await aCentre(db, monday)
  const session = await centre.aClassOf(await centre.yoga(), '18:00', { capacity: 1 })
  await centre.add((await centre.customer()).browser, session)
  const { id, browser } = await centre.customer()
  await browser.send(api.waitlists.join, { id: session.publicId, data: { userId: id } })
  await count('leave a waitlist', { aim: 6, most: 6 }, () =>
    browser.send(api.waitlists.leave, { occurrenceId: session.publicId, userId: id }),
  )
})

it('adds a class to a basket that is not empty through 22 files at most', async () => {
  const { db } = await testDatabase()
  const centre = await aCentre(db, monday)
  const yoga = await centre.yoga()
  const [first, second] = [await centre.aClassOf(yoga, '10:00'), await centre.aClassOf(yoga, '18:00')]
  const { browser } = await centre.customer()
  await centre.add(browser, first)
  await count('add a class', { aim: 16, most: 22 }, () => centre.add(browser, second))
})

it('authorises a card through 20 files at most', async () => {
  const shop = await aClassToBuy()
  const browser = await shop.buyer()
  const card = await typeCard(browser)
  await count('authorise a card', { aim: 20, most: 20 }, () =>
    browser.send(api.checkout.authorise, { ...visitor, ...card }),
  )
})
