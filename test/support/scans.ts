/** Which rows PostgreSQL reads for a request: the plans of its statements, those inside functions too, with counts. */
import pg from 'pg'
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { withKysely } from '#server/platform/database.ts'
import type { Opened } from '#server/platform/database.ts'
import { named, typeParsers } from '#server/platform/statements.ts'

type PlanNode = {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows'?: number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: PlanNode[]
}
type Explained = { 'Query Text': string; Plan: PlanNode }

export type ScanRecorder = Opened & {
  /**
   * Runs `work` and says which scans of its statements read more than `most` rows of a table at a time.
   * @param inIndexes counts what an index finds for its parent to read, too; deleted rows are among them
   */
  longScans: (most: number, work: () => Promise<unknown>, inIndexes?: boolean) => Promise<string[]>
}

/**
 * A database opened as the server opens it, which reports the plan of each statement. Needs a superuser.
 * @param settings further ones: `-c enable_seqscan=off` for plans as of tables that are too large to read whole
 */
export const openWithScans = (url: string, settings = ''): ScanRecorder => {
  const explained: Explained[] = []
  const pool = new pg.Pool({
    connectionString: url,
    max: 4,
    types: typeParsers,
    options: `-c plan_cache_mode=force_generic_plan -c jit=off -c session_preload_libraries=auto_explain
      -c auto_explain.log_min_duration=0 -c auto_explain.log_nested_statements=on -c auto_explain.log_analyze=on
      -c auto_explain.log_timing=off -c auto_explain.log_format=json -c auto_explain.log_level=notice ${settings}`.replace(
      /\s+/g,
      ' ',
    ),
  })
  pool.on('connect', (client) => {
    client.on('notice', ({ message = '' }) => {
      const at = message.indexOf('{')
      if (message.startsWith('duration:') && at > 0)
        explained.push(JSON.parse(message.slice(at)) as Explained)
    })
  })
  const connections = {
    connect: async () => {
      const client = await pool.connect()
      return { query: named(client).query, release: () => client.release() } as unknown as PostgresPoolClient
    },
    end: () => pool.end(),
  } satisfies PostgresPool
  return {
    ...withKysely(connections, 'server'),
    longScans: async (most, work, inIndexes = false) => {
      explained.length = 0
      await work()
      return explained.flatMap(({ 'Query Text': statement, Plan: plan }) =>
        scansIn(plan, inIndexes)
          .filter(({ rows }) => rows > most)
          .map(
            ({ rows, table }) => `${rows} rows of ${table}: ${statement.replace(/\s+/g, ' ').slice(0, 300)}`,
          ),
      )
    },
  }
}

const scansIn = (node: PlanNode, inIndexes: boolean): { table: string; rows: number }[] => {
  // One that finds rows for its parent to read names the index alone.
  const table = node['Relation Name'] ?? (inIndexes ? node['Index Name'] : undefined)
  const isScan = node['Node Type'].endsWith('Scan') && table !== undefined
  // A mean, where it was scanned for each row of another.
  const rows =
    (node['Actual Rows'] ?? 0) +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0)
  return [
    ...(isScan ? [{ table, rows }] : []),
    ...(node.Plans ?? []).flatMap((one) => scansIn(one, inIndexes)),
  ]
}
