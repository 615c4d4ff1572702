import { reportDays } from '#contract/rehearsals.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database } from '#server/platform/database.ts'
import { processAll } from '#server/platform/processAll.ts'
import { dropShadow } from '#server/platform/shadowDatabase.ts'
import { deleteOldRehearsals, endRehearsal, forgetShadow, leftShadows } from './sql.ts'

/** Drops the copies of rehearsals whose node has gone, and forgets reports after 90 days. */
export const clearRehearsals = async (
  db: Database,
  config: Pick<Config, 'databaseUrl' | 'rehearsalDatabaseUrl' | 'dataDir'>,
  now: Date,
): Promise<void> => {
  await deleteOldRehearsals(db, new Date(now.getTime() - reportDays * 86_400_000))
  await processAll(await leftShadows(db, now), async ({ id, shadow }) => {
    await endRehearsal(db, id, { state: 'failed', problem: 'node_lost' }, now)
    await dropShadow(config, shadow)
    await forgetShadow(db, id)
  })
}
