import { sql } from 'kysely'
import type { Database, Tx } from '#server/platform/database.ts'
import { transact } from '#server/platform/transact.ts'
import { copiedTables } from './tables.ts'
import type { CopiedTable } from './tables.ts'

/** Reads the database as it was at one instant. */
export type Snapshot = { query: (text: string) => Promise<unknown[]> }

/** Rows that are read and written at a time. */
const batchSize = 500

type Column = { name: string; isIdentity: boolean }

type Reference = {
  name: string
  table: string
  columns: string[]
  target: string
  targetColumns: string[]
  isRequired: boolean
  definition: string
}

/**
 * Fills a migrated, empty database with what a rehearsal needs of another. All of it is one transaction.
 * @param from sessions that begin from then on
 */
export const copyForRehearsal = (shadow: Database, source: Snapshot, from: Date): Promise<void> =>
  transact(shadow, async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
    const tables = Object.entries(copiedTables(from))
    const names = tables.map(([name]) => name)
    const references = await referencesOf(tx)
    for (const { table, name } of references)
      await sql.raw(`alter table ${table} drop constraint "${name}"`).execute(tx)
    for (const name of names) await sql.raw(`alter table ${name} disable trigger user`).execute(tx)
    for (const [name, table] of tables) await copyTable(tx, source, name, table)
    await removeOrphans(
      tx,
      references.filter(({ table }) => names.includes(table)),
    )
    for (const name of names) await sql.raw(`alter table ${name} enable trigger user`).execute(tx)
    for (const { table, name, definition } of references)
      await sql.raw(`alter table ${table} add constraint "${name}" ${definition}`).execute(tx)
    await sql`analyze`.execute(tx)
  })

const copyTable = async (
  tx: Tx,
  source: Snapshot,
  name: string,
  { where = 'true', replaced = {} }: CopiedTable,
): Promise<void> => {
  const columns = await columnsOf(tx, name)
  const values = columns.map((column) => `'${column.name}', ${replaced[column.name] ?? `t.${column.name}`}`)
  // A call takes a hundred arguments at most.
  const chunks = Array.from(
    { length: Math.ceil(values.length / 40) },
    (_, n) => `jsonb_build_object(${values.slice(n * 40, n * 40 + 40).join(', ')})`,
  )
  await source.query(
    `declare copied no scroll cursor for select (${chunks.join(' || ')})::text as copied from ${name} t where ${where}`,
  )
  for (;;) {
    // As text, so that no number passes through JavaScript.
    const rows = (await source.query(`fetch ${batchSize} from copied`)) as { copied: string }[]
    if (rows.length === 0) break
    await insertRows(tx, name, columns, `[${rows.map(({ copied }) => copied).join()}]`)
  }
  await source.query('close copied')
  for (const column of columns.filter(({ isIdentity }) => isIdentity))
    await sql
      .raw(
        `select setval(pg_get_serial_sequence('${name}', '${column.name}'), max(${column.name}))
          from ${name} having max(${column.name}) is not null`,
      )
      .execute(tx)
}

const insertRows = async (tx: Tx, name: string, columns: readonly Column[], rows: string): Promise<void> => {
  const list = sql.raw(columns.map((column) => `"${column.name}"`).join(', '))
  await sql`
    insert into ${sql.table(name)} (${list}) overriding system value
    select ${list} from jsonb_populate_recordset(null::${sql.table(name)}, ${rows}::jsonb)`.execute(tx)
}

/** Adds rows that are made up. Columns that are left out have their defaults. @returns their ids */
export const insertMadeUp = async (
  tx: Tx,
  name: string,
  rows: readonly Readonly<Record<string, unknown>>[],
): Promise<number[]> => {
  const columns = sql.raw(Object.keys(rows[0] ?? {}).join(', '))
  const { rows: added } = await sql<{ id: number }>`
    insert into ${sql.table(name)} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${sql.table(name)}, ${JSON.stringify(rows)}::jsonb)
    returning id`.execute(tx)
  return added.map(({ id }) => id)
}

const columnsOf = async (tx: Tx, table: string): Promise<Column[]> => {
  const { rows } = await sql<Column>`
    select attname as name, attidentity <> '' as is_identity from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = ''
    order by attnum`.execute(tx)
  return rows
}

const referencesOf = async (tx: Tx): Promise<Reference[]> => {
  const { rows } = await sql<Reference>`
    select c.conname as name, c.conrelid::regclass::text as "table", c.confrelid::regclass::text as target,
      (select array_agg(a.attname::text order by k.n) from unnest(c.conkey) with ordinality k(num, n)
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.num) as columns,
      (select array_agg(a.attname::text order by k.n) from unnest(c.confkey) with ordinality k(num, n)
        join pg_attribute a on a.attrelid = c.confrelid and a.attnum = k.num) as target_columns,
      (select bool_or(a.attnotnull) from unnest(c.conkey) k(num)
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.num) as is_required,
      pg_get_constraintdef(c.oid) as definition
    from pg_constraint c
    where c.contype = 'f' and c.connamespace = current_schema()::regnamespace and c.conparentid = 0
    order by c.conrelid, c.conname`.execute(tx)
  return rows
}

/** Rows that refer to what is not copied: where they need not, they refer to nothing; where they must, they go. */
const removeOrphans = async (tx: Tx, references: readonly Reference[]): Promise<void> => {
  for (let removed = true; removed;) {
    removed = false
    for (const { table, columns, target, targetColumns, isRequired } of references) {
      const isOrphan = `${columns.map((column) => `t.${column} is not null`).join(' and ')}
        and not exists (select 1 from ${target} p where ${columns
          .map((column, n) => `p.${targetColumns[n]} = t.${column}`)
          .join(' and ')})`
      const change = isRequired
        ? `delete from ${table} t where ${isOrphan}`
        : `update ${table} t set ${columns.map((column) => `${column} = null`).join(', ')} where ${isOrphan}`
      const { numAffectedRows } = await sql.raw(change).execute(tx)
      removed ||= (numAffectedRows ?? 0n) > 0n
    }
  }
}
