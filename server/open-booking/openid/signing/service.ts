import { createHash, createPrivateKey, generateKeyPair } from 'node:crypto'
import type { JsonWebKey } from 'node:crypto'
import { promisify } from 'node:util'
import type { Database } from '#server/platform/database.ts'
import { insertSigningKey, readSigningKey } from './queries.ts'

const generate = promisify(generateKeyPair)

export type SigningKeys = {
  jwk: JsonWebKey & { kid: string; alg: 'RS256'; use: 'sig' }
  cookieSecret: string
}

/**
 * The key that ID tokens are signed with: the setting's, else the database's, which the first server that needs one
 * makes. Cookies are signed with a secret that follows from it, so that all servers agree.
 * @param setting an RSA private key in PEM
 */
export const signingKeys = async (
  db: Database,
  setting: string | undefined,
  now: Date,
): Promise<SigningKeys> => {
  const key =
    setting === undefined ? await storedKey(db, now) : createPrivateKey(setting).export({ format: 'jwk' })
  const kid = createHash('sha256').update(`${key.n}`).digest('base64url').slice(0, 16)
  const cookieSecret = createHash('sha256').update(`openid cookies ${key.d}`).digest('base64url')
  return { jwk: { ...key, kid, alg: 'RS256', use: 'sig' }, cookieSecret }
}

const storedKey = async (db: Database, now: Date): Promise<JsonWebKey> => {
  const stored = await readSigningKey(db)
  if (stored !== undefined) return stored
  const { privateKey } = await generate('rsa', { modulusLength: 2048 })
  await insertSigningKey(db, privateKey.export({ format: 'jwk' }), now)
  const first = await readSigningKey(db)
  if (first === undefined) throw new Error('The signing key was not stored.')
  return first
}
