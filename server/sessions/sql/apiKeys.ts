import { sql } from 'kysely'
import type { ApiScope } from '#contract/permissions.ts'
import type { Tx } from '#server/platform/database.ts'

export type ApiKeyRow = {
  id: number
  name: string
  scopes: ApiScope[]
  venueIds: number[] | null
  networks: string[]
  expiresAt: Date
  createdBy: string
  lastUsedAt: Date | null
  uses: number
  revokedAt: Date | null
}

/** The keys of an operator: first those that work, the newest first. */
export const apiKeysOf = async (tx: Tx, operatorId: number): Promise<ApiKeyRow[]> => {
  const { rows } = await sql<ApiKeyRow>`
    select k.id, k.name, k.scopes, k.venue_ids, k.networks, k.expires_at,
      trim(c.first_name || ' ' || c.last_name) as created_by, k.last_used_at, k.uses::int as uses, k.revoked_at
    from api_key k join customer c on c.id = k.created_by
    where k.operator_id = ${operatorId}
    order by k.revoked_at is not null, k.id desc`.execute(tx)
  return rows
}

type WorkingKey = Pick<ApiKeyRow, 'id' | 'scopes' | 'venueIds' | 'networks'> & { createdBy: number }

/** A key that is neither revoked nor expired. */
export const workingKey = async (
  tx: Tx,
  { keyDigest, operatorId }: { keyDigest: Buffer; operatorId: number },
  now: Date,
): Promise<WorkingKey | undefined> => {
  const { rows } = await sql<WorkingKey>`
    select k.id, k.scopes, k.venue_ids, k.networks, k.created_by from api_key k
    where k.key_digest = ${keyDigest} and k.operator_id = ${operatorId} and k.revoked_at is null
      and k.expires_at > ${now}`.execute(tx)
  return rows[0]
}

export const recordUse = async (tx: Tx, id: number, now: Date): Promise<void> => {
  await sql`update api_key set uses = uses + 1, last_used_at = greatest(last_used_at, ${now}) where id = ${id}`.execute(
    tx,
  )
}

type NewKey = {
  operatorId: number
  name: string
  keyDigest: Buffer
  scopes: ApiScope[]
  venueIds: number[] | null
  networks: string[]
  expiresAt: Date
  createdBy: number
  createdAt: Date
}

export const insertApiKey = async (tx: Tx, key: NewKey): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    insert into api_key (operator_id, name, key_digest, scopes, venue_ids, networks, expires_at, created_by, created_at)
    values (${key.operatorId}, ${key.name}, ${key.keyDigest}, ${key.scopes}::text[], ${key.venueIds}::int[],
      ${key.networks}::text[], ${key.expiresAt}, ${key.createdBy}, ${key.createdAt})
    returning id`.execute(tx)
  return rows[0]?.id ?? 0
}

/** @returns its name; undefined where there is none that works */
export const saveRevokedKey = async (
  tx: Tx,
  { id, operatorId, by }: { id: number; operatorId: number; by: number },
  now: Date,
): Promise<string | undefined> => {
  const revoked = await tx
    .updateTable('apiKey')
    .set({ revokedAt: now, revokedBy: by })
    .where('id', '=', id)
    .where('operatorId', '=', operatorId)
    .where('revokedAt', 'is', null)
    .returning('name')
    .executeTakeFirst()
  return revoked?.name
}
