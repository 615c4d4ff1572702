import type { Tx } from '#server/platform/database.ts'
import { firstRow } from './rows.ts'

export type OperatorRow = { id: number; slug: string; timezone: string }

export const anOperator = async (
  db: Tx,
  more: {
    slug?: string
    onlineJoiningEnabled?: boolean
    frameOrigins?: string[]
    migrationDate?: string | null
    bearerTokenEnabled?: boolean
    basketHoldSeconds?: number
  } = {},
): Promise<OperatorRow> =>
  firstRow(
    db
      .insertInto('operator')
      .values({ slug: 'demo', name: 'Demo Leisure', ...more })
      .returning(['id', 'slug', 'timezone'])
      .executeTakeFirst(),
  )
