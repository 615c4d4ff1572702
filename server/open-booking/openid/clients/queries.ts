import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'

export type ClientRow = {
  clientId: string
  partnerId: number
  partnerName: string
  secretDigest: Buffer
  metadata: Record<string, unknown>
}

/** A client of a partner that is not revoked. The secret of a partner's own client is its key. */
export const clientById = async (tx: Tx, clientId: string): Promise<ClientRow | undefined> => {
  const { rows } = await sql<ClientRow>`
    select c.client_id, c.partner_id, p.name as partner_name, coalesce(c.secret_digest, p.key_digest) as secret_digest,
      c.metadata
    from openid_client c join booking_partner p on p.id = c.partner_id
    where c.client_id = ${clientId} and p.revoked_at is null`.execute(tx)
  return rows[0]
}

export const insertClient = async (
  tx: Tx,
  client: {
    clientId: string
    partnerId: number
    secretDigest: Buffer | null
    metadata: object
    createdAt: Date
  },
): Promise<void> => {
  const { clientId, partnerId, secretDigest, metadata, createdAt } = client
  await sql`
    insert into openid_client (client_id, partner_id, secret_digest, metadata, created_at)
    values (${clientId}, ${partnerId}, ${secretDigest}, ${JSON.stringify(metadata)}::jsonb, ${createdAt})`.execute(
    tx,
  )
}

export const partnerIdByKey = async (tx: Tx, keyDigest: Buffer): Promise<number | undefined> =>
  (
    await tx
      .selectFrom('bookingPartner')
      .select('id')
      .where('keyDigest', '=', keyDigest)
      .where('revokedAt', 'is', null)
      .executeTakeFirst()
  )?.id

/** The partner's own clients by partner: the id at the token endpoint, and where it may send people back to. */
export const ownClientsOf = async (
  tx: Tx,
  partnerIds: readonly number[],
): Promise<Map<number, { clientId: string; redirectUris: string[] }>> => {
  const { rows } = await sql<{ partnerId: number; clientId: string; redirectUris: string[] }>`
    select partner_id, client_id,
      array(select jsonb_array_elements_text(coalesce(metadata->'redirect_uris', '[]'))) as redirect_uris
    from openid_client
    where partner_id = any(${[...partnerIds]}::int[]) and secret_digest is null`.execute(tx)
  return new Map(rows.map(({ partnerId, ...client }) => [partnerId, client]))
}

/** Deletes the clients that a partner has registered itself, with their grants and tokens. */
export const deleteRegisteredClients = async (tx: Tx, partnerId: number): Promise<void> => {
  await tx
    .deleteFrom('openidClient')
    .where('partnerId', '=', partnerId)
    .where('secretDigest', 'is not', null)
    .execute()
}
