import { sql } from 'kysely'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { anOperatorFolder, countsOf, now, small } from '#test/support/operatorFiles.ts'
import type { Files, OperatorFolder } from '#test/support/operatorFiles.ts'
import { ImportRefused } from './objections.ts'
import type { ObjectionCode } from './objections.ts'
import { importOperator } from './run.ts'

/* What an import does not do unless it is told to, each tried against a small operator that is there. */

let folder: OperatorFolder

beforeEach(async () => {
  folder = await anOperatorFolder()
  await folder.load()
})

/** The codes with which an import is refused; none where it goes through. */
const refusedCodes = async (files: Files, accept: readonly ObjectionCode[] = []): Promise<string[]> => {
  try {
    await folder.load(files, { accept })
    return []
  } catch (error) {
    if (!(error instanceof ImportRefused)) throw error
    return error.objections.map(({ code }) => code)
  }
}

const withPrice = (price: string): Files => ({
  'prices.csv': (small['prices.csv'] as string).replace('7.40', price),
})

test('a slug of no operator here is refused, since it would be a second one', async () => {
  const other = {
    'operator.json': { slug: 'smal', name: 'Small Leisure', theme: 'plain' },
    'people.json': [],
  }
  expect(await refusedCodes(other)).toEqual(['operator_not_here'])
  expect(await countsOf(folder.db)).toMatchObject({ operators: 1 })
  expect(await refusedCodes(other, ['operator_not_here'])).toEqual([])
  expect(await countsOf(folder.db)).toMatchObject({ operators: 2 })
})

test('a file that was imported before and is gone is refused, with what would go', async () => {
  rmSync(path.join(folder.path, 'timetable.csv'))
  await expect(importOperator(folder.db, folder.path, { now })).rejects.toThrow(
    /timetable\.csv was imported before and is not in the folder\..+\(files_missing\)[^]+\(sessions_lost\)/,
  )
  expect(await countsOf(folder.db)).toMatchObject({ sessions: 37 })
})

test('more than a fifth of the coming sessions withdrawn is refused, a fifth is not', async () => {
  const without = (line: string): Files => ({
    'timetable.csv': (small['timetable.csv'] as string)
      .split('\n')
      .filter((row) => !row.includes(line))
      .join('\n'),
  })
  // Yoga has 3 of 37 sessions, badminton 24.
  expect(await refusedCodes(without('yoga'))).toEqual([])
  expect(await refusedCodes(without('badminton'))).toEqual(['sessions_lost'])
  expect(await refusedCodes(without('badminton'), ['sessions_lost'])).toEqual([])
})

test('a price that changes by more than a quarter, or to nothing, is refused with both prices', async () => {
  expect(await refusedCodes(withPrice('9.25'))).toEqual([])
  expect(await refusedCodes(withPrice('11.57'))).toEqual(['price_jump'])
  expect(await refusedCodes(withPrice('0'))).toEqual(['price_jump'])
  await expect(folder.load(withPrice('92.50'), { accept: [] })).rejects.toThrow(
    'price centre/yoga/standard: £9.25 → £92.50 (+900 %). (price_jump)',
  )
  const { objections } = await folder.load(withPrice('92.50'), { accept: [], check: true })
  expect(objections.map(({ code }) => code)).toEqual(['price_jump'])
})

test('more than ten booked sessions called off are refused', async () => {
  const { id: ann } = await folder.db
    .selectFrom('customer')
    .select('id')
    .where('reference', '=', 'S-1')
    .executeTakeFirstOrThrow()
  const courts = await folder.db
    .selectFrom('occurrence as o')
    .innerJoin('activity as a', 'a.id', 'o.activityId')
    .where('a.slug', '=', 'badminton')
    .select('o.id')
    .orderBy('o.id')
    .limit(11)
    .execute()
  for (const { id } of courts)
    await sql`select create_hold(${id}, null, ${ann}, null, null, 1, null, ${now})`.execute(folder.db)
  const closed = (day: string): Files => ({
    'closures.csv': `venue,locations,date,until\ncentre,court-1 court-2,today,${day}\n`,
  })
  expect(await refusedCodes(closed('+3d'))).toEqual(['sessions_lost', 'bookings_lost'])
  expect(await refusedCodes(closed('+3d'), ['sessions_lost', 'bookings_lost'])).toEqual([])
})
