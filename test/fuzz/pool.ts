import { sql } from 'kysely'
import type { Database } from '#server/platform/database.ts'
import type { Random } from './random.ts'

type Scalar = string | number

/** The names that fields of the wire have in tables and in answers of other calls. */
const aliases: Readonly<Record<string, readonly string[]>> = {
  activity: ['activity_slug'],
  activity_category: ['activity_slug'],
  cart_item_id: ['basket_item_id', 'baskets.id'],
  cart_item_ids: ['basket_item_id', 'baskets.id'],
  category: ['activity_slug'],
  category_slug: ['activity_slug'],
  complete_order_id: ['customer_order_id', 'complete_order_id'],
  id: ['occurrence_id'],
  location: ['venue_slug', 'location_slug'],
  occurrence_id: ['occurrence_id'],
  selected_user_id: ['customer_id'],
  user_id: ['customer_id'],
  venue: ['venue_slug'],
  waitlist_id: ['waitlist_entry_id'],
}

const longestValue = 120
const valuesOfAName = 40

/** Values that exist, by the name of their field: ids of any person, days, references and secrets. */
export type Pool = {
  /** A value for a field of a call of this noun, or undefined when none is known. */
  pick: (name: string, noun: string) => Scalar | undefined
  /** Remembers the scalars of an answer. */
  collect: (answer: unknown, noun: string) => void
  /** Reads ids, slugs and references of every table. */
  refill: (db: Database) => Promise<void>
}

const isScalar = (value: unknown): value is Scalar =>
  typeof value === 'number' || (typeof value === 'string' && value !== '' && value.length <= longestValue)

export const createPool = (random: Random): Pool => {
  const values = new Map<string, Scalar[]>()
  const remember = (name: string, value: Scalar): void => {
    const some = values.get(name) ?? []
    values.set(name, some)
    if (some.length < valuesOfAName) some.push(value)
    else some[random.below(valuesOfAName)] = value
  }
  const collect = (answer: unknown, noun: string): void => {
    if (Array.isArray(answer)) {
      for (const item of answer.slice(0, 5)) collect(item, noun)
    } else if (typeof answer === 'object' && answer !== null) {
      for (const [name, value] of Object.entries(answer)) {
        if (!isScalar(value)) collect(value, noun)
        else if (name === 'id' || name === 'uuid') {
          remember(`${noun}.${name}`, value)
          remember(name, value)
        } else remember(name, value)
      }
    }
  }
  return {
    collect,
    pick: (name, noun) => {
      const column = /_(id|slug|uuid)$/.exec(name)?.[1] ?? (name.endsWith('ids') ? 'id' : name)
      const existing = (names: readonly string[]): Scalar[][] =>
        names.flatMap((one) => {
          const some = values.get(one)
          return some === undefined ? [] : [some]
        })
      const own = existing([...(aliases[name] ?? []), name, name.replace(/s$/, ''), `${name}_slug`])
      const similar = existing([`${noun}.${column}`, column])
      const sources = own.length > 0 && random.chance(0.85) ? own : [...own, ...similar]
      return sources.length === 0 ? undefined : random.pick(random.pick(sources))
    },
    refill: async (db) => {
      const { rows } = await sql<{ table: string; column: string }>`
        select c.table_name as table, c.column_name as column
        from information_schema.columns c
        join information_schema.tables t using (table_schema, table_name)
        where c.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.table_name not like 'schema\\_%'
          and c.column_name in ('id', 'slug', 'public_id', 'uuid', 'reference', 'composite_key', 'local_date', 'email')
        order by 1, 2`.execute(db)
      for (const { table, column } of rows) {
        const { rows: some } = await sql<{ value: Scalar }>`
          select value from (
            select case when ${column} in ('id') then to_jsonb(v) else to_jsonb(v::text) end as value, v as sorted
            from (select ${sql.ref(column)} as v from ${sql.table(table)} order by 1 desc limit 3000) all_of_them
          ) newest order by sorted desc limit 20`.execute(db)
        for (const { value } of some) {
          if (!isScalar(value)) continue
          const name = column === 'public_id' ? 'id' : column
          remember(`${table}_${name}`, value)
          if (['occurrence', 'booking', 'basket_item', 'customer'].includes(table)) remember(name, value)
          if (column === 'local_date') remember('date', value)
        }
      }
    },
  }
}
