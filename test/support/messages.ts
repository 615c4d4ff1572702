import type { Database } from '#server/platform/database.ts'
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
