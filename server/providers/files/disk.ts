import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { isKey } from './port.ts'
import type { Files } from './port.ts'

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
