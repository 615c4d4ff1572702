import { jobHandlers } from '#server/jobs.ts'
import type { Database } from '#server/platform/database.ts'
import { runDueJobs } from '#server/platform/queue.ts'
import type { TestApp } from './app.ts'

/** Messages as their recipients read them, in the order they were written: the table holds no secrets. */
export const receivedMessages = async (
  db: Database,
  { services }: Pick<TestApp, 'services'>,
): Promise<{ kind: string; recipient: string; text: string }[]> => {
  const rows = await db.selectFrom('notice').select(['id', 'kind', 'recipient']).orderBy('id').execute()
  return rows.map(({ id, kind, recipient }) => ({
    kind,
    recipient,
    text: services.outboxAccess.messages.get(id)?.textBody ?? '',
  }))
}

const quiet = { info: () => {}, warn: () => {}, error: () => {}, debug: () => {} }

/** Sends what is due, and answers the messages of a kind as their recipients read them. */
export const sentMessages = async (
  db: Database,
  { services, clock }: Pick<TestApp, 'services' | 'clock'>,
  kind: string,
): Promise<{ recipient: string; state: string; subject: string | null; text: string }[]> => {
  const handlers = jobHandlers({ db, clock, log: quiet, services })
  while ((await runDueJobs(db, handlers, clock.now(), quiet)) > 0);
  const rows = await db
    .selectFrom('notice')
    .select(['id', 'recipient', 'state', 'subject'])
    .where('kind', '=', kind)
    .orderBy('id')
    .execute()
  return rows.map(({ id, ...row }) => ({
    ...row,
    text: services.outboxAccess.messages.get(id)?.textBody ?? '',
  }))
}
