/** Prepared statements cost memory in every connection, so their number ends, on PostgreSQL. */
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { mostNamed } from '#server/platform/statements.ts'
import { openCopy } from '#test/support/database.ts'

it('a connection prepares a limited number of statements, and answers more', async () => {
  const { db, close } = await openCopy(2)
  try {
    const counts = await db.connection().execute(async (one) => {
      for (let length = 1; length <= mostNamed + 50; length += 1) {
        const { rows } = await sql<{ n: number }>`select ${length}::int as n ${sql.raw(`-- ${length}`)}
          `.execute(one)
        expect(rows).toEqual([{ n: length }])
      }
      const { rows } = await sql<{
        count: number
      }>`select count(*) as count from pg_prepared_statements`.execute(one)
      return rows[0]?.count ?? 0
    })
    expect(counts).toBeGreaterThan(mostNamed / 2)
    expect(counts).toBeLessThanOrEqual(mostNamed)
  } finally {
    await close()
  }
})
