import { CamelCasePlugin, sql } from 'kysely'
import { withKysely } from './database.ts'
import { openEmbedded } from './embedded.ts'
import { migrate } from './migrate.ts'

const types: Record<string, string> = {
  bool: 'boolean',
  bytea: 'Buffer',
  date: 'string',
  float8: 'number',
  int4: 'number',
  int8: 'number',
  jsonb: 'Json',
  numeric: 'number',
  text: 'string',
  time: 'string',
  timestamptz: 'Date',
  tstzrange: 'string',
  tsvector: 'string',
  uuid: 'string',
  _int4: 'number[]',
  _text: 'string[]',
}

const camel = (name: string) => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())

type Column = {
  tableName: string
  columnName: string
  udtName: string
  isNullable: string
  columnDefault: string | null
  isIdentity: string
  isGenerated: string
  /** The check of this column alone that lists its values, as PostgreSQL prints it. */
  valuesCheck: string | null
}

/** The text of tables.ts as the migrations make it, not yet formatted; a test compares it with the file. */
export const tablesSource = async (): Promise<string> => {
  const { db, close } = withKysely(await openEmbedded(), 'embedded')
  try {
    await migrate(db)
    const { rows } = await sql<Column>`
      select c.table_name, c.column_name, c.udt_name, c.is_nullable, c.column_default, c.is_identity,
        c.is_generated,
        (select pg_get_constraintdef(k.oid) from pg_constraint k
          where k.conrelid = c.table_name::regclass and k.contype = 'c' and k.conkey = array[c.ordinal_position::int2]
            and pg_get_constraintdef(k.oid) like '%= ANY (ARRAY[''%') as values_check
      from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.table_name not like 'schema\\_%'
      order by c.table_name, c.ordinal_position`.execute(db.withPlugin(new CamelCasePlugin()))
    const tables = grouped(rows)
    const parts = [...tables].map(([table, columns]) => {
      const lines = columns.map((column) => {
        const base = types[column.udtName]
        if (base === undefined)
          throw new Error(`${table}.${column.columnName}: no type for ${column.udtName}`)
        const values = column.valuesCheck === null ? base : unionOf(column.valuesCheck)
        const type = column.isNullable === 'YES' ? `${values} | null` : values
        if (column.isGenerated === 'ALWAYS')
          return `    ${camel(column.columnName)}: GeneratedAlways<${type}>`
        const generated = column.isIdentity === 'YES' || column.columnDefault !== null
        return `    ${camel(column.columnName)}: ${generated ? `Generated<${type}>` : type}`
      })
      return `  ${camel(table)}: {\n${lines.join('\n')}\n  }`
    })
    return [
      '// Written by `npm run db:tables` from the migrations. Not edited by hand.',
      "import type { ColumnType, Generated, GeneratedAlways } from 'kysely'",
      '',
      '/** A JSON column: read as it was stored, written as text. */',
      'type Json = ColumnType<unknown, string, string>',
      '',
      'export type Tables = {',
      parts.join('\n'),
      '}',
      '',
    ].join('\n')
  } finally {
    await close()
  }
}

/** `CHECK ((status = ANY (ARRAY['open'::text, 'closed'::text])))` as a union of literals. */
const unionOf = (check: string): string =>
  [...check.matchAll(/'((?:[^']|'')*)'::text/g)].map(([, value]) => `'${value}'`).join(' | ')

const grouped = (rows: Column[]): Map<string, Column[]> => {
  const map = new Map<string, Column[]>()
  for (const row of rows) map.set(row.tableName, [...(map.get(row.tableName) ?? []), row])
  return map
}
