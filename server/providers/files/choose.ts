import path from 'node:path'
import type { Config } from '#server/platform/config.ts'
import { filesOnDisk } from './disk.ts'
import { filesInBucket } from './s3.ts'
import type { Files } from './port.ts'

export type { Files } from './port.ts'

/** The bucket of the settings, else a folder beside the embedded database. */
export const chooseFiles = ({ dataDir, s3 }: Pick<Config, 'dataDir' | 's3'>): Files =>
  s3 === null ? filesOnDisk(path.join(dataDir, 'files')) : filesInBucket(s3)
