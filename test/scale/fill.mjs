import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Fills a PostgreSQL database with the data of many venues: 250 customers and 500 orders for each.
 * @param {{ query: (text: string, values?: unknown[]) => Promise<unknown> }} client of a superuser
 * @param {{ venues: number, now: Date, past?: number, ahead?: number }} size days of occurrences before and after `now`
 */
export async function fill(client, { venues, now, past = 14, ahead = 7 }) {
  const settings = { venues, now: now.toISOString(), past, ahead }
  for (const [name, value] of Object.entries(settings))
    await client.query('select set_config($1, $2, false)', [`scale.${name}`, String(value)])
  await client.query(readFileSync(join(import.meta.dirname, 'fill.sql'), 'utf8'))
  // Not `vacuum analyze`: its two halves take the same time apart, and a transaction may not contain it.
  await client.query('vacuum')
  await client.query('analyze')
}
