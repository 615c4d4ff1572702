import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Fills a PostgreSQL database with the data of many venues: 250 customers and 500 orders for each.
 * @param {{ query: (text: string, values?: unknown[]) => Promise<{ rows: Record<string, string>[] }> }} client of a superuser
 * @param {{ venues: number, now: Date, past?: number, ahead?: number }} size days of occurrences before and after `now`
 */
export async function fill(client, { venues, now, past = 14, ahead = 7 }) {
  const settings = { venues, now: now.toISOString(), past, ahead }
  for (const [name, value] of Object.entries(settings))
    await client.query('select set_config($1, $2, false)', [`scale.${name}`, String(value)])
  await client.query("set maintenance_work_mem = '512MB'; set work_mem = '128MB'")
  const indexes = await takeIndexes(client)
  await client.query(readFileSync(join(import.meta.dirname, 'fill.sql'), 'utf8'))
  for (const definition of indexes) await client.query(definition)
  await client.query('reset maintenance_work_mem; reset work_mem')
  // Not `vacuum analyze`: its two halves take the same time apart, and a transaction may not contain it.
  await client.query('vacuum')
  await client.query('analyze')
}

/**
 * Drops the indexes that guard nothing, because making an index of all rows takes a fraction of the time that row by row takes.
 * @returns what makes them again
 */
async function takeIndexes(client) {
  const { rows } = await client.query(`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i join pg_class c on c.oid = i.indrelid
    where c.relnamespace = 'public'::regnamespace and not i.indisunique
      and not exists (select from pg_constraint k where k.conindid = i.indexrelid)`)
  for (const { name } of rows) await client.query(`drop index ${name}`)
  return rows.map(({ definition }) => definition)
}
