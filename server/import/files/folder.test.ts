import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readFolder } from './folder.ts'
import type { Problem } from './folder.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'operator-'))
  writeFileSync(path.join(folder, 'operator.json'), '{}')
})
afterEach(() => rmSync(folder, { recursive: true }))

/** What a folder with this table has in it, and what is wrong with it. */
const read = async (content: Buffer | string, file = 'prices.csv') => {
  writeFileSync(path.join(folder, file), content)
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

test('a column is found by its name in capitals, too, and lines may end as on Windows', async () => {
  expect(await read('\uFEFFActivity,PRICE,\r\nyoga,7.50,\r\n,,\r\n\r\n')).toEqual({
    values: [{ activity: 'yoga', price: '7.50' }],
    problems: [],
  })
})

test.each(['sep=,', '\uFEFFsep=,', '"sep=,",,', 'SEP=,'])(
  'the first line "%s", which is for spreadsheet programs, is passed over',
  async (line) => {
    expect(await read(`${line}\nactivity,price\nyoga,7.50\n`)).toEqual({
      values: [{ activity: 'yoga', price: '7.50' }],
      problems: [],
    })
  },
)

test.each(['\n', '\r\n', '\r'])('lines that end in %j are read beside others', async (end) => {
  const { values, problems } = await read(`# Prices${end}activity,price\nyoga,7.50\r\nspin,8\nswim,9`)
  expect(values).toMatchObject([{ activity: 'yoga' }, { activity: 'spin' }, { activity: 'swim' }])
  expect(problems).toEqual([])
})

test.each([
  {
    why: 'a price with a comma',
    table: 'activity,price\nyoga,7,50\n',
    line: 2,
    sentence:
      'has 3 cells, and the first line names 2 columns. Put a text that holds a comma in double quotes, and write prices with a point, such as 13.45.',
  },
  {
    why: 'a quote in a name',
    table: 'activity,name\nyoga,Morning "yoga"\n',
    line: 2,
    sentence:
      'has a double quote inside a text. Leave it out, or put the whole text in double quotes and write "" for each one in it.',
  },
  {
    why: 'a quote without its end',
    table: 'activity,name\nyoga,"Morning yoga\nspin,Spin\n',
    line: 2,
    sentence: 'a double quote is not closed before the end of the file.',
  },
  {
    why: 'another separator in its first line',
    table: 'sep=;\nactivity;price\nyoga;7.50\n',
    line: null,
    sentence: 'has no commas between its columns. Save it as a CSV file with commas, not semicolons or tabs.',
  },
  {
    why: 'semicolons between columns',
    table: '# Prices, with VAT\nactivity;price\nyoga;7.50\n',
    line: null,
    sentence: 'has no commas between its columns. Save it as a CSV file with commas, not semicolons or tabs.',
  },
])('a table with $why says what to do', async ({ table, line, sentence }) => {
  expect((await read(table)).problems).toEqual([{ file: 'prices.csv', line, field: '', sentence }])
})

test.each([
  ['Prices.CSV', 'should be called prices.csv, in lower-case letters.'],
  ['prices.xlsx', 'is a spreadsheet and can\'t be read. Save it as "CSV UTF-8" under the name prices.csv.'],
])('%s is not passed over in silence', async (file, sentence) => {
  expect((await read('PK', file)).problems).toEqual([{ file, line: null, field: '', sentence }])
})

test('a spreadsheet beside the table made from it changes nothing', async () => {
  await read('activity,price\nyoga,7.50\n')
  const { digest } = await readFolder(folder, [])
  expect(await read('PK', 'prices.xlsx')).toMatchObject({ problems: [] })
  expect((await readFolder(folder, [])).digest).toBe(digest)
})

test('a folder that is not there is named', async () => {
  await expect(readFolder('/no/such-folder', [])).rejects.toThrow('There is no folder /no/such-folder.')
})
