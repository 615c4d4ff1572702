import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { projectRoot } from './config.ts'
import type { Database, Tx } from './database.ts'
import { transact } from './transact.ts'

const migrationsFolder = () => path.join(projectRoot(), 'db', 'migrations')

/**
 * Brings the schema up to date in one transaction: new migrations, in the order of their numbers, then the functions
 * and views whose text has changed (db/README.md). Several nodes starting at once wait for each other.
 * @returns the names of the migrations and the files of definitions applied now
 */
export const migrate = (db: Database): Promise<string[]> =>
  transact(db, async (tx) => {
    // A wait for the lock and a migration of a large table may take longer than any other statement.
    await sql`set local statement_timeout = '15min'`.execute(tx)
    await sql`select pg_advisory_xact_lock(hashtext('onside schema'))`.execute(tx)
    // A lock on a busy table that is not had soon is given up: all who come after it would wait behind it.
    await sql`set local lock_timeout = '5s'`.execute(tx)
    await sql`
      create table if not exists schema_migration (name text primary key, applied_at timestamptz not null)`.execute(
      tx,
    )
    return [...(await applyMigrations(tx)), ...(await applyDefinitions(tx))]
  })

const applyMigrations = async (tx: Tx): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`select name from schema_migration`.execute(tx)
  const applied = new Set(rows.map(({ name }) => name))
  const files = (await readdir(migrationsFolder())).filter((file) => file.endsWith('.sql')).toSorted()
  const pending = files.map((file) => file.replace('.sql', '')).filter((name) => !applied.has(name))
  for (const name of pending) {
    await sql.raw(await readFile(path.join(migrationsFolder(), `${name}.sql`), 'utf8')).execute(tx)
    await sql`insert into schema_migration (name, applied_at) values (${name}, clock_timestamp())`.execute(tx)
  }
  return pending
}

/** Functions first: a view may use one, and no function's body is checked when it is created. */
const folders = ['functions', 'views']

/** A function, view or trigger, as `drop` names it: `function take_places`, `trigger account_open on hold`. */
type ObjectName = string

type Definition = { file: string; text: string; hash: string; objects: ObjectName[] }

/** The current text of every function, trigger and view, and what each file defines. */
export const readDefinitions = async (): Promise<Definition[]> => {
  const definitions: Definition[] = []
  for (const folder of folders) {
    const inFolder = path.join(projectRoot(), 'db', folder)
    for (const name of (await readdir(inFolder)).filter((file) => file.endsWith('.sql')).toSorted())
      definitions.push(readDefinition(`${folder}/${name}`, await readFile(path.join(inFolder, name), 'utf8')))
  }
  return definitions
}

export const readDefinition = (file: string, text: string): Definition => ({
  file,
  text,
  hash: createHash('sha256').update(text).digest('hex'),
  objects: definedObjects(text),
})

const definedObjects = (text: string): ObjectName[] => [
  ...[...text.matchAll(/^create (?:or replace )?(function|view) (\w+)/gm)].map(
    ([, kind, name]) => `${kind} ${name}`,
  ),
  ...[
    ...text.matchAll(
      /^create (?:or replace |constraint )?trigger (\w+)\s+(?:before|after)\b[^;]*?\son (\w+)/gm,
    ),
  ].map(([, name, table]) => `trigger ${name} on ${table}`),
]

/** Every function, trigger and view of the schema, those of extensions left out. */
export const existingObjects = async (tx: Tx): Promise<ObjectName[]> => {
  const { rows } = await sql<{ name: ObjectName }>`
    select 'function ' || p.proname as name from pg_proc p
      where p.pronamespace = current_schema()::regnamespace
        and not exists (select 1 from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
    union all
    select format('trigger %s on %s', t.tgname, t.tgrelid::regclass) from pg_trigger t
      join pg_class c on c.oid = t.tgrelid and c.relnamespace = current_schema()::regnamespace
      where not t.tgisinternal
    union all
    select 'view ' || v.viewname from pg_views v where v.schemaname = current_schema()`.execute(tx)
  return rows.map(({ name }) => name)
}

/**
 * Creates or replaces what the changed files define and drops what no file defines any more. A function replaced in
 * place keeps its identity, so calls under way on other nodes go on; only one whose arguments or results have changed
 * is dropped and created.
 * @returns the files applied now
 */
export const applyDefinitions = async (tx: Tx, wanted?: readonly Definition[]): Promise<string[]> => {
  const definitions = wanted ?? (await readDefinitions())
  await sql`
    create table if not exists schema_definition (file text primary key, hash text not null, objects text[] not null)`.execute(
    tx,
  )
  const { rows: applied } = await sql<{ file: string; hash: string; objects: ObjectName[] }>`
    select file, hash, objects from schema_definition`.execute(tx)
  const hashes = new Map(applied.map(({ file, hash }) => [file, hash]))
  // A migration may have dropped a view to change a column under it.
  const existing = new Set(await existingObjects(tx))
  const changed = definitions.filter(
    ({ file, hash, objects }) => hashes.get(file) !== hash || objects.some((name) => !existing.has(name)),
  )
  await sql`set local check_function_bodies = off`.execute(tx)
  for (const definition of changed) await applyDefinition(tx, definition, existing)

  const defined = new Set(definitions.flatMap(({ objects }) => objects))
  const dropped = applied.flatMap(({ objects }) => objects).filter((name) => !defined.has(name))
  await dropObjects(tx, dropped)
  const files = definitions.map(({ file }) => file)
  await sql`delete from schema_definition where file <> all(${files}::text[])`.execute(tx)
  return changed.map(({ file }) => file)
}

const applyDefinition = async (
  tx: Tx,
  { file, text, hash, objects }: Definition,
  existing: ReadonlySet<ObjectName>,
): Promise<void> => {
  if (objects.some((name) => existing.has(name))) await replaceObjects(tx, text, objects)
  else await sql.raw(text).execute(tx)
  await sql`
    insert into schema_definition (file, hash, objects) values (${file}, ${hash}, ${objects}::text[])
    on conflict (file) do update set hash = excluded.hash, objects = excluded.objects`.execute(tx)
}

const replaceObjects = async (tx: Tx, text: string, objects: readonly ObjectName[]): Promise<void> => {
  await sql`savepoint definition`.execute(tx)
  if (!(await isReplaced(tx, text, objects))) {
    await sql`rollback to savepoint definition`.execute(tx)
    await dropObjects(tx, objects)
    await sql.raw(text).execute(tx)
  }
  await sql`release savepoint definition`.execute(tx)
}

/** invalid_function_definition and invalid_table_definition: what is there cannot be replaced by the new text. */
const notReplaceable = new Set(['42P13', '42P16'])

/** Whether all could be created or replaced in place. Other arguments make a second function of the same name. */
const isReplaced = async (tx: Tx, text: string, objects: readonly ObjectName[]): Promise<boolean> => {
  try {
    await sql.raw(text).execute(tx)
  } catch (error) {
    if (error instanceof Error && 'code' in error && notReplaceable.has(String(error.code))) return false
    throw error
  }
  const existing = await existingObjects(tx)
  return objects.every((name) => existing.filter((one) => one === name).length === 1)
}

/** Triggers go before the functions they execute; both overloads of a function where there are two. */
const dropObjects = async (tx: Tx, names: readonly ObjectName[]): Promise<void> => {
  const inOrder = ['trigger', 'view', 'function'].flatMap((kind) =>
    names.filter((name) => name.startsWith(`${kind} `)),
  )
  for (const name of inOrder) await sql.raw(`drop ${name.replace(' ', ' if exists ')}`).execute(tx)
}
