import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { camelName } from '#contract/wire.ts'
import { bulkWriters, partialWriters, tableOwners } from '#server/tableOwners.ts'

const server = path.join(import.meta.dirname, '../../server')
const generated = readFileSync(path.join(server, 'platform/tables.ts'), 'utf8')
const tables = new Set([...generated.matchAll(/^ {2}(\w+): \{/gm)].map(([, table = '']) => table))
const ownerOf = new Map(
  Object.entries(tableOwners).flatMap(([noun, owned]) => owned.map((table) => [table, noun])),
)

/** Every statement of the server that writes a table, by the query builder or in SQL. */
const writes = readdirSync(server, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && file.includes(path.sep))
  .flatMap((file) => {
    const text = readFileSync(path.join(server, file), 'utf8')
    const [noun = ''] = file.split(path.sep)
    const built = [...text.matchAll(/(?:insertInto|updateTable|deleteFrom)\(\s*'(\w+)/g)]
    const sql = [...text.matchAll(/(?:insert\s+into|update|delete\s+from)\s+([a-z_]+)/g)]
    return [...built, ...sql]
      .map(([, name = '']) => ({ noun, table: camelName(name), file }))
      .filter(({ table }) => tables.has(table))
  })

describe('the tables', () => {
  it('are owned by one noun each', () => {
    const owned = Object.values(tableOwners).flat()
    expect(owned.filter((table, index) => owned.indexOf(table) !== index)).toEqual([])
    expect(owned.filter((table) => !tables.has(table))).toEqual([])
  })

  it('are written by their owner alone', () => {
    const foreign = writes.filter(
      ({ noun, table }) =>
        ownerOf.get(table) !== noun &&
        !bulkWriters.includes(noun) &&
        !(partialWriters[table] ?? []).includes(noun),
    )
    expect(foreign.map(({ file, table }) => `${file} writes ${table}`)).toEqual([])
  })

  it('have no exception that is not needed', () => {
    const idle = Object.entries(partialWriters).flatMap(([table, nouns]) =>
      nouns.filter((noun) => !writes.some((write) => write.table === table && write.noun === noun)),
    )
    expect(idle).toEqual([])
  })
})
