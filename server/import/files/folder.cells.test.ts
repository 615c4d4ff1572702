import { parse } from 'csv-parse/sync'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { isEmail, normalEmail } from '#contract/identifiers.ts'
import { readOperatorFiles } from '#server/import/read.ts'
import { projectRoot } from '#server/platform/config.ts'
import { InvalidFiles } from './folder.ts'
import type { Problem } from './folder.ts'

/*
 * Adds to every cell of the demo's files what does not belong there, at its end, its beginning and in its middle. Each
 * has to be refused and quoted: one that is read up to there would be imported as something else. What makes another
 * e-mail address of one is read whole.
 */

const demo = path.join(projectRoot(), 'demo')
const now = new Date('2027-03-01T06:00:00Z')
const folder = mkdtempSync(path.join(tmpdir(), 'operator-cells-'))
cpSync(demo, folder, { recursive: true })
afterAll(() => rmSync(folder, { recursive: true }))

const additions = ['/junk', '~', ' junk', '—x', '\u00A0½', ';…', '\u0007']
const addressAdditions = [' junk', ', https://other.example', '"', '\\x']

const spoiled = (cell: string, how: number, choices: readonly string[]): string => {
  const addition = choices[how % choices.length] ?? ''
  const at = [cell.length, 0, Math.floor(cell.length / 2)][how % 3] ?? 0
  return `${cell.slice(0, at)}${addition}${cell.slice(at)}`
}

/** What anybody may write as they like, and what is looked up later or read by itself. */
const freeTexts = new Set(
  `name description reason note notes legal_name vat_number venue_type address_line_one address_line_two town region
  city postcode phone level pre_booking_notice what_to_bring html footer first_name last_name relation reference code message text
  options amenities accessibility opening_hours members number analytics_container_ids emergency_contact_name
  emergency_contact_phone password account_id provider_id to by people file timezone currency_symbol`.split(
    /\s+/,
  ),
)

const addresses = new Set([
  'join_link',
  'concept_ids',
  'same_as',
  'site',
  'discussion',
  'terms',
  'frame_origins',
])

const problemsOf = async (): Promise<readonly Problem[]> => {
  try {
    await readOperatorFiles(folder, now)
    return []
  } catch (error) {
    if (!(error instanceof InvalidFiles)) throw error
    return error.problems
  }
}

/** The values that are refused when one file has another text. */
const quotedWith = async (file: string, text: string): Promise<Set<unknown>> => {
  writeFileSync(path.join(folder, file), text)
  try {
    const problems = await problemsOf()
    return new Set(
      problems
        .filter((problem) => problem.file === file && problem.value !== undefined)
        .map(({ value }) => JSON.parse(value ?? '') as unknown),
    )
  } finally {
    cpSync(path.join(demo, file), path.join(folder, file))
  }
}

const csvText = (rows: readonly string[][]): string =>
  rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\n')

test('the files as they are have no problems', async () => {
  expect(await problemsOf()).toEqual([])
})

/** Cells of several slugs: ` junk` is one more there, which only the files that it refers to do not know. */
const slugLists = ['venue', 'locations', 'instructors', 'tags']

test.each(readdirSync(demo).filter((file) => file.endsWith('.csv')))(
  'every cell of %s is read whole or refused',
  async (file) => {
    const options = { comment: '#', comment_no_infix: true, skip_empty_lines: true, trim: true }
    const [columns = [], ...rows] = parse(readFileSync(path.join(demo, file)), options)
    const others = columns.filter((column) => !slugLists.includes(column) && !freeTexts.has(column))
    for (const changing of [others, ...slugLists.map((column) => [column])]) {
      const cells: string[] = []
      const changed = rows.map((row, index) =>
        row.map((cell, position) => {
          if (!changing.includes(columns[position] ?? '') || cell === '') return cell
          const added = spoiled(cell, index + position, additions)
          cells.push(added)
          return added
        }),
      )
      const quoted = await quotedWith(file, csvText([columns, ...changed]))
      expect(cells.filter((cell) => !quoted.has(cell))).toEqual([])
    }
  },
)

type Json = string | number | boolean | null | Json[] | { [name: string]: Json }

/** The same with every single value spoiled. */
const spoilJson = (value: Json, field: string, spoil: (field: string, value: string) => string): Json => {
  if (value === null || freeTexts.has(field)) return value
  if (Array.isArray(value)) return value.map((item) => spoilJson(item, field, spoil))
  if (typeof value !== 'object') return spoil(field, String(value))
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, spoilJson(inner, name, spoil)]),
  )
}

test.each(readdirSync(demo).filter((file) => file.endsWith('.json') && file !== 'tsconfig.json'))(
  'every value of %s is read whole or refused',
  async (file) => {
    const content = JSON.parse(readFileSync(path.join(demo, file), 'utf8')) as Json
    // Without the slash, which may stand in the name of a picture.
    for (const first of [0, 1, 2]) {
      const values: string[] = []
      const changed = spoilJson(content, '', (field, value) => {
        const how = first + values.length
        const added = addresses.has(field)
          ? `${value}${addressAdditions[how % addressAdditions.length] ?? ''}`
          : spoiled(value, how, additions.slice(1))
        values.push(added)
        return added
      })
      const quoted = await quotedWith(file, JSON.stringify(changed))
      expect(values.filter((value) => !quoted.has(value) && !isEmail(normalEmail(value)))).toEqual([])
    }
  },
)
