import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { SetupError } from './errors.ts'

/*
 * Encrypts secrets that the database stores and the program must read, with a key that the database does not have. A
 * stored secret names its key, so that keys are replaced while both are given.
 */

/** Keys by name; the first encrypts. Without any, secrets are stored as they are. */
export type SecretKeys = { current: string | null; keys: ReadonlyMap<string, Buffer> }

/** `keyId` is null for a secret that is stored as it is. */
export type StoredSecret = { secret: Buffer; keyId: string | null }

const nonceBytes = 12
const tagBytes = 16
const keyBytes = 32

/** @param list `2027:<base64 of 32 bytes>` @throws SetupError for one that is not a key, without its text */
export const secretKeysFrom = (list: readonly string[]): SecretKeys => {
  const keys = new Map<string, Buffer>()
  for (const item of list) {
    const [, id, text] = /^([\w-]{1,40}):([A-Za-z0-9+/_-]+={0,2})$/.exec(item) ?? []
    const key = Buffer.from(text ?? '', 'base64')
    if (id === undefined || key.length !== keyBytes || keys.has(id))
      throw new SetupError(
        'SECOND_FACTOR_KEYS needs a name and 32 bytes in base64 for each key: 2027:…,2026:…',
      )
    keys.set(id, key)
  }
  return { current: keys.keys().next().value ?? null, keys }
}

/** @param owner what the secret belongs to: it can be read for nothing else, wherever it is copied to */
export const encryptSecret = ({ current, keys }: SecretKeys, secret: Buffer, owner: string): StoredSecret => {
  const key = current === null ? undefined : keys.get(current)
  if (key === undefined) return { secret, keyId: null }
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner))
  const encrypted = Buffer.concat([cipher.update(secret), cipher.final()])
  return { secret: Buffer.concat([nonce, cipher.getAuthTag(), encrypted]), keyId: current }
}

/** @throws Error when the key is not given, is another of the same name, or the secret is not the owner's */
export const decryptSecret = (
  { keys }: SecretKeys,
  { secret, keyId }: StoredSecret,
  owner: string,
): Buffer => {
  if (keyId === null) return secret
  const key = keys.get(keyId)
  if (key === undefined) throw new Error(`The key ${keyId} is not among SECOND_FACTOR_KEYS.`)
  const decipher = createDecipheriv('aes-256-gcm', key, secret.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  })
    .setAAD(Buffer.from(owner))
    .setAuthTag(secret.subarray(nonceBytes, nonceBytes + tagBytes))
  return Buffer.concat([decipher.update(secret.subarray(nonceBytes + tagBytes)), decipher.final()])
}

/** Whether a stored secret is to be encrypted anew with the key that is in use now. */
export const isOutdated = ({ current }: SecretKeys, { keyId }: StoredSecret): boolean =>
  current !== null && keyId !== current
