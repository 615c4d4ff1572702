import { sql } from 'kysely'
import { createSharedRead } from '#server/platform/batcher.ts'

/** The picture for messages of an operator, else the logo of its pages; null without. */
export const logoOfOperator = createSharedRead(
  async (tx, operatorIds: number[]): Promise<(string | null)[]> => {
    const { rows } = await sql<{ id: number; logo: string | null }>`
      select o.id, coalesce(t.mail_logo, t.app_logo) as logo from operator o join theme t on t.id = o.theme_id
      where o.id = any(${operatorIds}::int[])`.execute(tx)
    const logos = new Map(rows.map(({ id, logo }) => [id, logo]))
    return operatorIds.map((id) => logos.get(id) ?? null)
  },
  { name: 'mail_logos', batchSize: 64, inFlight: 1 },
)
