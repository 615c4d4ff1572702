import { createHmac } from 'node:crypto'
import { decryptSecret, encryptSecret } from '#server/platform/secretKeys.ts'
import type { SecretKeys, StoredSecret } from '#server/platform/secretKeys.ts'
import { newToken } from '#server/sessions/tokens.ts'

/** What every secret begins with, so that one that has leaked is recognised. */
const secretPrefix = 'onside_s_'

const ownerOf = (operatorId: number): string => `webhooks of operator ${operatorId}`

export const newSecret = (keys: SecretKeys, operatorId: number): { secret: string; stored: StoredSecret } => {
  const secret = `${secretPrefix}${newToken()}`
  return { secret, stored: encryptSecret(keys, Buffer.from(secret), ownerOf(operatorId)) }
}

export const readSecret = (keys: SecretKeys, operatorId: number, stored: StoredSecret): string =>
  decryptSecret(keys, stored, ownerOf(operatorId)).toString()

/** By each of the secrets, so that the receiver can change over. */
export const signatureOf = (secrets: readonly string[], body: string, now: Date): string => {
  const t = Math.floor(now.getTime() / 1000)
  const signatures = secrets.map(
    (secret) => `v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`,
  )
  return [`t=${t}`, ...signatures].join(',')
}
