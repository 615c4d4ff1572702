import { sql } from 'kysely'
import type { Tx } from '#server/platform/database.ts'

export type Payload = Record<string, unknown>

export type NewRecord = {
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

/** Ends every token and grant of a partner; those of one seller alone, if one is named. */
export const deleteRecordsOfPartner = async (
  tx: Tx,
  partnerId: number,
  operatorId: number | null = null,
): Promise<void> => {
  await sql`
    delete from openid_record where client_id in (select client_id from openid_client where partner_id = ${partnerId})
      and (${operatorId}::int is null or operator_id = ${operatorId})`.execute(tx)
}

/** Ends the tokens that a partner has got with its key alone. */
export const deleteOwnTokens = async (tx: Tx, partnerId: number): Promise<void> => {
  await sql`
    delete from openid_record where model = 'ClientCredentials'
      and client_id in (select client_id from openid_client where partner_id = ${partnerId})`.execute(tx)
}

export const deleteExpiredRecords = async (tx: Tx, now: Date): Promise<void> => {
  await tx.deleteFrom('openidRecord').where('expiresAt', '<=', now).execute()
}
