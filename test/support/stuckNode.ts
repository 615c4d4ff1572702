/** A node of the server with one call, which writes and may then be stuck for ever. */
import { sql } from 'kysely'
import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import type { Operator } from '#server/platform/actor.ts'
import { readConfig } from '#server/platform/config.ts'
import { openDatabase } from '#server/platform/database.ts'
import type { Database } from '#server/platform/database.ts'
import { createHttp } from '#server/platform/http.ts'
import { createLog } from '#server/platform/log.ts'
import { startNodeLease } from '#server/platform/nodeLease.ts'

const noun = {
  write: endpoint({
    method: 'POST',
    path: '/marks',
    summary: 'Leaves a mark.',
    allow: 'anyone',
    returns: z.object({ status: z.literal('success') }),
    idempotent: true,
  }),
}

const site = 'http://bookings.onside.localhost:3000'

export type StuckNode = { mark: (key: string) => Promise<Response>; end: () => Promise<void> }

/** A node on this database; `onMark` runs in the call's transaction, after its write. */
export const startNode = async (db: Database, onMark: () => Promise<void>): Promise<StuckNode> => {
  const log = createLog('silent')
  const { id: nodeId, end } = await startNodeLease(db, log)
  const row = await db.selectFrom('operator').select(['id', 'slug', 'timezone']).executeTakeFirstOrThrow()
  const operator: Operator = {
    ...row,
    name: 'Demo',
    currencySymbol: '£',
    migrationDate: null,
    basketHoldSeconds: 600,
    frameOrigins: [],
    bearerTokenEnabled: false,
    billingAddress: 'postcode',
  }
  const http = createHttp({
    db,
    nodeId,
    log,
    config: readConfig({ NODE_ENV: 'test' }),
    clock: { now: () => new Date() },
    authenticator: {
      identify: () => Promise.resolve(null),
      operatorFor: () => Promise.resolve(operator),
      identifyKey: () => Promise.resolve(null),
      subjectsOf: () => Promise.resolve([]),
      isCustomerOf: () => Promise.resolve(false),
    },
  })
  http.bind(noun, {
    write: async ({ tx }) => {
      await sql`insert into tag (operator_id, slug, name) select ${operator.id}, gen_random_uuid(), 'mark'`.execute(
        tx,
      )
      await onMark()
      return { status: 'success' as const }
    },
  })
  http.finish()
  const mark = (key: string): Promise<Response> =>
    Promise.resolve(
      http.app.request(
        new Request(`${site}/api/marks`, {
          method: 'POST',
          headers: { origin: site, 'idempotency-key': key },
        }),
      ),
    )
  return { mark, end }
}

/** For a process of its own: makes the call and never finishes it. */
export const getStuck = async (url: string, key: string): Promise<void> => {
  const { db } = await openDatabase(readConfig({ DATABASE_URL: url, DATABASE_POOL: '4' }))
  const node = await startNode(db, async () => {
    process.stdout.write('stuck\n')
    await new Promise(() => {})
  })
  await node.mark(key)
}
