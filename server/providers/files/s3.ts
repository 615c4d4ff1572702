import { AwsClient } from 'aws4fetch'
import { isKey } from './port.ts'
import type { Files } from './port.ts'

export type S3Settings = {
  /** Address of the bucket, whatever speaks the protocol: `https://s3.eu-west-2.amazonaws.com/my-bucket` */
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** How long one answer is waited for. */
const patience = 20_000

/** Files in a bucket that speaks S3, so that several nodes see the same ones. */
export const filesInBucket = ({ bucket, ...settings }: S3Settings): Files => {
  // It tries again by itself when the other side is busy.
  const client = new AwsClient({ ...settings, service: 's3', retries: 3 })
  const ask = async (method: 'GET' | 'PUT' | 'DELETE', key: string, init: RequestInit = {}) => {
    if (!isKey(key)) throw new Error('This is not a key of ours.')
    return client.fetch(`${bucket}/${key}`, { ...init, method, signal: AbortSignal.timeout(patience) })
  }
  const refuse = (did: string, { status }: Response): never => {
    throw new Error(`The bucket answered ${status} to ${did}.`)
  }
  return {
    put: async (key, bytes, mediaType) => {
      const answer = await ask('PUT', key, {
        body: new Uint8Array(bytes),
        headers: { 'content-type': mediaType },
      })
      if (!answer.ok) refuse('keeping a file', answer)
    },
    get: async (key) => {
      const answer = await ask('GET', key)
      if (answer.status === 404) return null
      return answer.ok ? Buffer.from(await answer.arrayBuffer()) : refuse('reading a file', answer)
    },
    remove: async (key) => {
      const answer = await ask('DELETE', key)
      if (!answer.ok && answer.status !== 404) refuse('removing a file', answer)
    },
  }
}
