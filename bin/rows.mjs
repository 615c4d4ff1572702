// Lists the statements of docs/rows.tsv that no test title names (`C06: …`, `A05, A06: …`).
// `npm run rows -- A C06` lists only those ids or areas.
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const filters = process.argv.slice(2)

const rows = readFileSync(join(root, 'docs/rows.tsv'), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t'))
  .map(([id = '', area = '', statement = '']) => ({ id, area, statement }))
  .filter(
    ({ id, area }) => filters.length === 0 || filters.some((word) => id.startsWith(word) || area === word),
  )

const named = new Map()
for (const file of testFiles()) {
  const text = readFileSync(join(root, file), 'utf8')
  for (const [, , title = ''] of text.matchAll(/\b(?:test|it|describe)[\w.]*\(\s*(['"`])(.*?)\1/g)) {
    const [ids = ''] = title.split(':')
    for (const id of ids.match(/\b[A-Z]\d\d\b/g) ?? []) named.set(id, [...(named.get(id) ?? []), file])
  }
}

const missing = rows.filter(({ id }) => !named.has(id))
for (const { id, area, statement } of missing) console.log(`${id}  ${area.padEnd(14)} ${statement}`)
console.log(`\n${rows.length - missing.length} of ${rows.length} rows are named by a test.`)

const rowIds = new Set(readFileSync(join(root, 'docs/rows.tsv'), 'utf8').match(/^[A-Z]\d\d/gm))
const unknown = [...named].filter(([id]) => !rowIds.has(id))
for (const [id, files] of unknown) console.error(`There is no row ${id}: ${files.join(', ')}`)
process.exitCode = unknown.length === 0 ? 0 : 1

function testFiles() {
  return ['contract', 'server', 'web', 'test'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(test|walk)\.tsx?$/.test(file))
      .map((file) => `${folder}/${file}`),
  )
}
