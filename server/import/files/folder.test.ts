import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readFolder } from './folder.ts'
import type { Problem } from './problems.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'operator-'))
  writeFileSync(path.join(folder, 'operator.json'), '{}')
})
afterEach(() => rmSync(folder, { recursive: true }))

/** What a folder with this table has in it, and what is wrong with it. */
const read = async (content: Buffer) => {
  writeFileSync(path.join(folder, 'prices.csv'), content)
  const problems: Problem[] = []
  const { entries } = await readFolder(folder, problems)
  return { values: entries('prices').map(({ value }) => value), problems }
}

test('a table in UTF-8 keeps its accents, with or without a mark before its text', async () => {
  for (const mark of ['', '\uFEFF'])
    expect(await read(Buffer.from(`${mark}name\nCafé crèche\n`))).toEqual({
      values: [{ name: 'Café crèche' }],
      problems: [],
    })
})

test.each(['latin1', 'utf16le'] as const)('a table in %s is refused', async (encoding) => {
  const { values, problems } = await read(Buffer.from('\u00FFname\nCafé\n', encoding))
  expect(values).toEqual([])
  expect(problems).toEqual([
    {
      file: 'prices.csv',
      line: null,
      field: '',
      sentence: 'is not in UTF-8, so its accents would be lost. Save it again as "CSV UTF-8" or in UTF-8.',
    },
  ])
})
