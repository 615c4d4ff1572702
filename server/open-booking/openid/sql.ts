import { permissionsOf, roleIds } from '#contract/permissions.ts'
import { sql } from 'kysely'
import type { JsonWebKey } from 'node:crypto'
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

type Payload = Record<string, unknown>

type NewRecord = {
  model: string
  idDigest: Buffer
  payload: Payload
  clientId: string | null
  operatorId: number | null
  grantId: string | null
  uid: string | null
  expiresAt: Date
}

export const saveRecord = async (tx: Tx, record: NewRecord): Promise<void> => {
  const { payload, ...rest } = record
  const values = { ...rest, payload: JSON.stringify(payload) }
  await tx
    .insertInto('openidRecord')
    .values(values)
    .onConflict((conflict) => conflict.columns(['model', 'idDigest']).doUpdateSet(values))
    .execute()
}

export type FoundRecord = { payload: Payload; consumedAt: Date | null }

const living = (tx: Tx, model: string, now: Date) =>
  tx
    .selectFrom('openidRecord')
    .select(['payload', 'consumedAt'])
    .where('model', '=', model)
    .where('expiresAt', '>', now)
    .$castTo<FoundRecord>()

export const readRecord = (
  tx: Tx,
  model: string,
  idDigest: Buffer,
  now: Date,
): Promise<FoundRecord | undefined> =>
  living(tx, model, now).where('idDigest', '=', idDigest).executeTakeFirst()

export const readRecordByUid = (
  tx: Tx,
  model: string,
  uid: string,
  now: Date,
): Promise<FoundRecord | undefined> => living(tx, model, now).where('uid', '=', uid).executeTakeFirst()

export const consumeRecord = async (tx: Tx, model: string, idDigest: Buffer, now: Date): Promise<void> => {
  await tx
    .updateTable('openidRecord')
    .set({ consumedAt: now })
    .where('model', '=', model)
    .where('idDigest', '=', idDigest)
    .execute()
}

export const deleteRecord = async (tx: Tx, model: string, idDigest: Buffer): Promise<void> => {
  await tx.deleteFrom('openidRecord').where('model', '=', model).where('idDigest', '=', idDigest).execute()
}

export const deleteRecordsOfGrant = async (tx: Tx, grantId: string): Promise<void> => {
  await tx.deleteFrom('openidRecord').where('grantId', '=', grantId).execute()
}

/** The id of what a seller has granted a client; the newest, if there are several. */
export const grantOf = async (
  tx: Tx,
  clientId: string,
  operatorId: number,
  now: Date,
): Promise<string | undefined> => {
  const { rows } = await sql<{ id: string }>`
    select payload->>'jti' as id from openid_record
    where model = 'Grant' and client_id = ${clientId} and operator_id = ${operatorId} and expires_at > ${now}
    order by expires_at desc limit 1`.execute(tx)
  return rows[0]?.id
}

type GrantingSeller = {
  id: number
  slug: string
  name: string
  site: string | null
  /** The address of its logo; `data:` when the database has it, `''` when there is none. */
  logo: string
}

/** A seller that takes bookings from partners. */
export const grantingSeller = async (tx: Tx, operatorId: number): Promise<GrantingSeller | undefined> => {
  const { rows } = await sql<GrantingSeller>`
    select op.id, op.slug, op.name, identity.site,
      case when t.app_logo like 'data:%' then 'data:' else coalesce(t.app_logo, '') end as logo
    from operator op
    left join open_data_site identity on identity.operator_id = op.id
    left join theme t on t.id = op.theme_id
    where op.id = ${operatorId} and op.open_booking`.execute(tx)
  return rows[0]
}

const rolesWithPartners = roleIds.filter((role) => permissionsOf[role].includes('connections'))

/** That a row of `customer` is of somebody who lets partners sell at every venue. */
const managesPartners = sql`exists (
  select from staff_role r join operator o on o.id = c.operator_id
  where r.customer_id = c.id and r.role = any(${rolesWithPartners}::text[]) and r.venue_id is null
    and (r.last_day is null or r.last_day >= (now() at time zone o.timezone)::date))`

/** Whose supervisor goes by a log-in name: of this operator first, else of another on this server. */
export const operatorOfSupervisor = async (
  tx: Tx,
  username: string,
  operatorId: number,
): Promise<number | undefined> => {
  const { rows } = await sql<{ operatorId: number }>`
    select c.operator_id from customer c join operator op on op.id = c.operator_id and op.open_booking
    where (c.email = ${username} and c.email <> '' or c.reference = ${username})
      and c.role = 'staff' and ${managesPartners}
    order by c.operator_id = ${operatorId} desc, c.operator_id limit 1`.execute(tx)
  return rows[0]?.operatorId
}

export const isSupervisor = async (tx: Tx, customerId: number): Promise<boolean> => {
  const { rows } = await sql`
    select 1 from customer c where c.id = ${customerId} and c.role = 'staff' and ${managesPartners}`.execute(
    tx,
  )
  return rows.length > 0
}

/** A seller lets a partner sell for it. */
export const addSellerOfPartner = async (tx: Tx, partnerId: number, operatorId: number): Promise<void> => {
  await tx
    .insertInto('bookingPartnerOperator')
    .values({ partnerId, operatorId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

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
