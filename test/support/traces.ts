import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'

/**
 * Where words are still to be read in the database, as `table: word`: in any column of any table, whatever its type,
 * and in what is kept as bytes. Capitals do not matter.
 */
export const tracesOf = async (db: Tx, words: readonly string[]): Promise<string[]> => {
  const { rows: tables } = await sql<{ name: string }>`
    select quote_ident(tablename) as name from pg_tables where schemaname = 'public' order by tablename`.execute(
    db,
  )
  const found = new Set<string>()
  for (const { name } of tables) {
    const { rows } = await sql<{ row: Record<string, unknown> }>`
      select to_jsonb(t) as row from ${sql.raw(name)} t`.execute(db)
    for (const { row } of rows) {
      const text = Object.values(row).map(readable).join('\n').toLowerCase()
      for (const word of words) if (text.includes(word.toLowerCase())) found.add(`${name}: ${word}`)
    }
  }
  return [...found]
}

/** Bytes come as `\x` and hexadecimal digits. */
const readable = (value: unknown): string => {
  if (typeof value === 'string' && value.startsWith('\\x'))
    return Buffer.from(value.slice(2), 'hex').toString('latin1')
  return typeof value === 'string' ? value : JSON.stringify(value)
}
