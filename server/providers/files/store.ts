import { AwsClient } from 'aws4fetch'
import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '#server/platform/config.ts'

/**
 * Where files that people send us lie: not in the database, which is copied, searched and backed up in other ways. A
 * key is made by us and tells nothing.
 */
export type Files = {
  put: (key: string, bytes: Buffer, mediaType: string) => Promise<void>
  /** null when there is none. */
  get: (key: string) => Promise<Buffer | null>
  /** Nothing happens when there is none. */
  remove: (key: string) => Promise<void>
}

/** Keys are ours: letters, digits, hyphens and slashes, so that none leads out of the folder. */
const isKey = (key: string): boolean => /^[a-z0-9][a-z0-9-]*(?:\/[a-z0-9][a-z0-9-]*)*$/.test(key)

/** The bucket of the settings, else a folder beside the embedded database. */
export const chooseFiles = ({ dataDir, s3 }: Pick<Config, 'dataDir' | 's3'>): Files =>
  s3 === null ? filesOnDisk(path.join(dataDir, 'files')) : filesInBucket(s3)

/** Files in a folder that only the server may read; one that is there is there whole. */
export const filesOnDisk = (folder: string): Files => {
  const placeOf = (key: string): string => {
    if (!isKey(key)) throw new Error('This is not a key of ours.')
    return path.join(folder, key)
  }
  return {
    put: async (key, bytes) => {
      const place = placeOf(key)
      await mkdir(path.dirname(place), { recursive: true, mode: 0o700 })
      const aside = `${place}.${randomUUID()}`
      await writeFile(aside, bytes, { mode: 0o600 })
      await rename(aside, place)
    },
    get: async (key) => {
      try {
        return await readFile(placeOf(key))
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
        throw error
      }
    },
    remove: async (key) => {
      await rm(placeOf(key), { force: true })
    },
  }
}

type S3Settings = {
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
