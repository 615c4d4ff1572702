import { sql } from 'kysely'
import type { Adapter, AdapterPayload } from 'oidc-provider'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Tx } from '#server/platform/database.ts'
import { digestOf } from '#server/sessions/tokens.ts'
import { lifetimes, operatorOfAccount } from './rules.ts'
import {
  consumeRecord,
  deleteRecord,
  deleteRecordsOfGrant,
  readRecord,
  readRecordByUid,
  saveRecord,
} from './sql.ts'
import type { FoundRecord } from './sql.ts'

/** Deletes tokens, grants and authorisations that have expired. */
export const sweepTokens = async (tx: Tx, now: Date): Promise<void> => {
  await tx.deleteFrom('openidRecord').where('expiresAt', '<=', now).execute()
}

/** Grants are named by other records; nothing is opened by knowing their id. */
const namesItself = (model: string): boolean => model === 'Grant'

const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** Stores what the provider calls a model. Its id, which is a token's value, is stored as a digest. */
export const createRecords = (model: string, { db, clock }: { db: Database; clock: Clock }): Adapter => {
  const restored = (found: FoundRecord | undefined, id?: string): AdapterPayload | undefined =>
    found === undefined
      ? undefined
      : {
          ...found.payload,
          ...(id === undefined ? {} : { jti: id }),
          ...(found.consumedAt === null ? {} : { consumed: Math.floor(found.consumedAt.getTime() / 1000) }),
        }
  return {
    upsert: async (id, payload, expiresIn = lifetimes.accessToken) => {
      const { jti, ...rest } = payload
      await saveRecord(db, {
        model,
        idDigest: digestOf(id),
        payload: namesItself(model) ? { ...rest, jti } : rest,
        clientId: textOrNull(payload.clientId),
        operatorId: operatorOfAccount(payload.accountId),
        grantId: textOrNull(payload.grantId),
        uid: textOrNull(payload.uid),
        expiresAt: new Date(clock.now().getTime() + expiresIn * 1000),
      })
    },
    find: async (id) => restored(await readRecord(db, model, digestOf(id), clock.now()), id),
    findByUid: async (uid) => restored(await readRecordByUid(db, model, uid, clock.now())),
    // There are no device codes.
    findByUserCode: () => Promise.resolve(undefined),
    consume: (id) => consumeRecord(db, model, digestOf(id), clock.now()),
    destroy: (id) => deleteRecord(db, model, digestOf(id)),
    revokeByGrantId: (grantId) => deleteRecordsOfGrant(db, grantId),
  }
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
