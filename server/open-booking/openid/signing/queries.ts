import { sql } from 'kysely'
import type { JsonWebKey } from 'node:crypto'
import type { Tx } from '#server/platform/database.ts'

export const readSigningKey = async (tx: Tx): Promise<JsonWebKey | undefined> => {
  const { rows } = await sql<{ privateJwk: JsonWebKey }>`select private_jwk from openid_signing_key`.execute(
    tx,
  )
  return rows[0]?.privateJwk
}

/** Does nothing when another server has stored one meanwhile. */
export const insertSigningKey = async (tx: Tx, privateJwk: JsonWebKey, now: Date): Promise<void> => {
  await sql`
    insert into openid_signing_key (private_jwk, created_at) values (${JSON.stringify(privateJwk)}::jsonb, ${now})
    on conflict do nothing`.execute(tx)
}
