/** How many statements and commits the server's work costs, as PostgreSQL counts them. */
import pg from 'pg'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { withKysely } from '#server/platform/database.ts'
import type { Opened } from '#server/platform/database.ts'
import { named, typeParsers } from '#server/platform/statements.ts'

export type StatementCounts = { statements: number; commits: number }

export type StatementCounter = Opened & {
  /** Runs `work` and counts. A statement outside a transaction is a commit of its own. */
  counted: (work: () => Promise<unknown>) => Promise<StatementCounts>
}

/** A database opened as the server opens it, which counts. */
export const openCounting = (url: string, connections: number): StatementCounter => {
  const counts: StatementCounts = { statements: 0, commits: 0 }
  const pool = new pg.Pool({ connectionString: url, max: connections, types: typeParsers })
  const connect = async () => {
    const client = await pool.connect()
    const { query } = named(client)
    let isInTransaction = false
    const count = (text: string) => {
      counts.statements += 1
      if (/^(begin|start transaction)/i.test(text)) isInTransaction = true
      else if (/^(commit|rollback)$/i.test(text)) isInTransaction = false
      if (!isInTransaction) counts.commits += 1
    }
    return {
      query: (text: string, values?: readonly unknown[]) => {
        count(text)
        return query(text, values)
      },
      release: () => client.release(),
    } as unknown as PostgresPoolClient
  }
  const source = { connect, end: () => pool.end() } satisfies PostgresPool
  return {
    ...withKysely(source, 'server'),
    counted: async (work) => {
      Object.assign(counts, { statements: 0, commits: 0 })
      await work()
      return { ...counts }
    },
  }
}
