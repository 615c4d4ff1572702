import { sql } from 'kysely'
import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { Adapter, AdapterPayload } from 'oidc-provider'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { digestOf } from '#server/sessions/tokens.ts'
import { ownClientMetadata, scopes } from './rules.ts'
import { clientById, insertClient, partnerIdByKey } from './sql.ts'
import type { ClientRow } from './sql.ts'

/** The id at the token endpoint; it is no secret. */
export const newClientId = (): string => `bp_${randomBytes(16).toString('hex')}`

/** The client that comes with a partner, whose secret is the partner's key. */
export const addOwnClient = (
  tx: Tx,
  partnerId: number,
  redirectUris: readonly string[],
  now: Date,
): Promise<void> =>
  insertClient(tx, {
    clientId: newClientId(),
    partnerId,
    secretDigest: null,
    metadata: ownClientMetadata(redirectUris),
    createdAt: now,
  })

/** What the provider takes for the secret of a client is its digest. */
export const isSecretOf = (clientSecret: string | undefined, given: string): boolean => {
  const digest = Buffer.from(clientSecret ?? '', 'hex')
  return digest.length === 32 && timingSafeEqual(digest, digestOf(given))
}

const present = ({
  clientId,
  partnerId,
  partnerName,
  secretDigest,
  metadata,
}: ClientRow): AdapterPayload => ({
  ...ownClientMetadata([]),
  ...metadata,
  client_id: clientId,
  // People decide about the partner that the operator has registered, not about the name a client gives itself.
  client_name: partnerName,
  client_secret: secretDigest.toString('hex'),
  partner_id: partnerId,
  scope: scopes.join(' '),
})

const unsupported = (): Promise<void> => Promise.resolve()

/** The partners' clients, as the provider reads them and registers further ones. */
export const createClients = ({ db, clock }: { db: Database; clock: Clock }): Adapter => ({
  find: async (clientId) => {
    const row = await clientById(db, clientId)
    return row === undefined ? undefined : present(row)
  },
  upsert: async (clientId, { client_secret: secret, partner_id: partnerId, ...metadata }) => {
    if (typeof partnerId !== 'number' || typeof secret !== 'string')
      throw new Error('A client belongs to a partner and has a secret.')
    const secretDigest = digestOf(secret)
    await insertClient(db, { clientId, partnerId, secretDigest, metadata, createdAt: clock.now() })
  },
  findByUid: () => Promise.resolve(undefined),
  findByUserCode: () => Promise.resolve(undefined),
  consume: unsupported,
  destroy: unsupported,
  revokeByGrantId: unsupported,
})

/** The policy by which a client belongs to the partner whose key it was registered with. */
export const ownerPolicy = 'partner'

/** A partner's key lets it register clients of its own. */
export const createInitialTokens = ({ db }: { db: Database }): Adapter => ({
  find: async (key) =>
    (await partnerIdByKey(db, digestOf(key))) === undefined
      ? undefined
      : {
          jti: key,
          kind: 'InitialAccessToken',
          policies: [ownerPolicy],
        },
  upsert: unsupported,
  findByUid: () => Promise.resolve(undefined),
  findByUserCode: () => Promise.resolve(undefined),
  consume: unsupported,
  destroy: unsupported,
  revokeByGrantId: unsupported,
})

export const ownerOfKey = (db: Database, key: string): Promise<number | undefined> =>
  partnerIdByKey(db, digestOf(key))

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
