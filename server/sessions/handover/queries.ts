import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'

/** Whom a login token or a hand-over code logs in, and the browser that a code is bound to. */
export type TokenOwner = { customerId: number; browserDigest: Buffer | null }

export const tokenOwner = async (tx: Tx, tokenDigest: Buffer, now: Date): Promise<TokenOwner | undefined> => {
  const { rows } = await sql<TokenOwner>`
    select customer_id, null::bytea as browser_digest from session
      where token_digest = ${tokenDigest} and expires_at > ${now}
    union all
    select customer_id, browser_digest from one_time_code
      where code_digest = ${tokenDigest} and purpose = 'handover' and expires_at > ${now}`.execute(tx)
  return rows[0]
}
