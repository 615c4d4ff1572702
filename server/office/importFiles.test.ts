import { strToU8, zipSync } from 'fflate'
import { readdirSync } from 'node:fs'
import os from 'node:os'
import { beforeEach, describe, expect, test } from 'vitest'
import { largestUpload } from '#contract/office.ts'
import { testApp } from '#test/support/app.ts'
import type { TestBrowser } from '#test/support/app.ts'
import { anOperatorFolder, now, small } from '#test/support/operatorFiles.ts'
import type { Files, OperatorFolder } from '#test/support/operatorFiles.ts'
import { outcome } from '#test/support/outcome.ts'
import { refusal } from '#test/support/refusal.ts'
import { aMemberOfStaff } from '#test/support/tills.ts'
import { api } from '#web/platform/api.ts'

let folder: OperatorFolder
let priti: TestBrowser
let operatorId: number

const dearer: Files = { 'prices.csv': (small['prices.csv'] as string).replace('9.80', '9.90') }
const muchDearer: Files = { 'prices.csv': (small['prices.csv'] as string).replace('5.00', '50.00') }

beforeEach(async () => {
  folder = await anOperatorFolder()
  await folder.load()
  operatorId = (await folder.db.selectFrom('operator').select('id').executeTakeFirstOrThrow()).id
  priti = testApp(folder.db, { now }).browser({ site: 'desk' })
  await priti.logIn((await aMemberOfStaff(folder.db, operatorId, { staffLevel: 'supervisor' })).id)
})

const textOf = (content: string | object): string =>
  typeof content === 'string' ? content : JSON.stringify(content)

const base64 = (content: Uint8Array | string): string => Buffer.from(content).toString('base64')

/** The files of the small operator, each by itself. */
const oneByOne = (changed: Files = {}) =>
  Object.entries({ ...small, ...changed }).map(([name, content]) => ({
    path: name,
    contentBase64: base64(textOf(content)),
  }))

/** The same in a zip file, in a folder as computers make it. */
const zipped = (changed: Files = {}) => {
  const files = Object.entries({ ...small, ...changed, '.DS_Store': 'x' })
  const content = zipSync(
    Object.fromEntries(files.map(([name, text]) => [`my files/${name}`, strToU8(textOf(text))])),
  )
  return [{ path: 'my files.zip', contentBase64: base64(content) }]
}

type Upload = { path: string; contentBase64: string }[]

const upload = (files: Upload, how: { check?: boolean; accept?: 'price_jump'[] } = {}, by = priti) =>
  by.send(api.office.importFiles, { files, check: false, ...how })

const prices = async () =>
  (await folder.db.selectFrom('pricingOption').select('price').orderBy('id').execute()).map(
    ({ price }) => price,
  )

const leftovers = () => readdirSync(os.tmpdir()).filter((name) => name.startsWith('onside-upload-'))

describe('an upload', () => {
  test('is checked without a change, and imported by the same act', async () => {
    const before = await prices()
    const expected = {
      lines: ['changed   price centre/badminton/standard: price £9.80 → £9.90'],
      lineCount: 1,
      objections: [],
    }
    expect(await upload(oneByOne(dearer), { check: true })).toMatchObject({
      ...expected,
      summary: expect.stringContaining('Would change the catalogue in 1 places.'),
    })
    expect(await prices()).toEqual(before)
    expect(await upload(oneByOne(dearer))).toMatchObject({
      ...expected,
      summary: expect.stringContaining('Changed the catalogue in 1 places.'),
    })
    expect(await prices()).toContain(990)
    expect(await folder.db.selectFrom('auditEntry').select(['act', 'detail']).execute()).toEqual([
      { act: 'files imported', detail: { files: Object.keys(small).toSorted(), accept: [] } },
    ])
    expect(leftovers()).toEqual([])
  })

  test('may be a zip file of the folder', async () => {
    expect(await upload(zipped(dearer))).toMatchObject({ lineCount: 1 })
    expect(await upload(zipped(dearer))).toMatchObject({ lineCount: 0 })
  })

  test('that is likely a mistake is imported once that is accepted', async () => {
    const checked = await upload(oneByOne(muchDearer), { check: true })
    expect(checked.objections).toMatchObject([
      { code: 'price_jump', text: expect.stringContaining('£50.00') },
    ])
    expect(await refusal(upload(oneByOne(muchDearer)))).toMatchObject({
      code: 'import_refused',
      status: 409,
      message: expect.stringContaining('price_jump'),
    })
    expect(await upload(oneByOne(muchDearer), { accept: ['price_jump'] })).toMatchObject({ objections: [] })
  })
})

describe('what is refused', () => {
  test('says what is wrong in which line, and changes nothing', async () => {
    const before = await prices()
    const files = oneByOne({ 'prices.csv': (small['prices.csv'] as string).replace('9.80', 'nine') })
    const refused = await refusal(upload(files))
    expect(refused).toMatchObject({ code: 'invalid_files', status: 422 })
    expect(refused.message).toMatch(/^ *prices\.csv line \d+, price "nine"/m)
    expect(refused.message).not.toContain('onside-upload')
    expect(await prices()).toEqual(before)
    expect(leftovers()).toEqual([])
  })

  test('files of another operator', async () => {
    const other = oneByOne({ 'operator.json': { ...(small['operator.json'] as object), slug: 'other' } })
    expect(await refusal(upload(other))).toMatchObject({
      code: 'invalid_files',
      message: 'operator.json is of other. Here only the files of small can be imported.',
    })
  })

  test('names that lead out of the folder, and what is no zip file', async () => {
    for (const name of ['../evil.json', '/etc/evil', 'assets/../../evil', '.hidden', 'a/b/c/d/e.json'])
      expect(await outcome(upload([...oneByOne(), { path: name, contentBase64: base64('{}') }]))).toBe(
        'invalid',
      )
    const evil = zipSync({ '../../evil.json': strToU8('{}') })
    expect(await outcome(upload([{ path: 'a.zip', contentBase64: base64(evil) }]))).toBe('invalid')
    expect(await outcome(upload([{ path: 'a.zip', contentBase64: base64('no zip') }]))).toBe('invalid')
  })

  test('more than may be uploaded, packed or not', async () => {
    const large = [{ path: 'a.json', contentBase64: base64(new Uint8Array(largestUpload + 1)) }]
    expect(await refusal(upload(large))).toMatchObject({
      code: 'too_large',
      message: expect.stringContaining('more than 12 MB'),
    })
    const bomb = zipSync({ 'a.json': new Uint8Array(5 * largestUpload) })
    expect(bomb.length).toBeLessThan(largestUpload)
    expect(await outcome(upload([{ path: 'a.zip', contentBase64: base64(bomb) }]))).toBe('too_large')
  })

  test('the desk alone', async () => {
    const desk = testApp(folder.db, { now }).browser({ site: 'desk' })
    await desk.logIn((await aMemberOfStaff(folder.db, operatorId)).id)
    expect(await outcome(upload(oneByOne(), {}, desk))).toBe('forbidden')
  })
})
