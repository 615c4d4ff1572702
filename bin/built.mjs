// Whether dist/ was made from the very sources that stand here.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/** Stands in dist/ and says which sources it was made from. */
export const stamp = 'sources.sha256'

/** Whether what is built is what would be built now. */
export function isBuilt(sources = hashOfSources()) {
  const file = join(root, 'dist', stamp)
  return existsSync(file) && readFileSync(file, 'utf8') === sources
}

/** Of every file that a bundle is made from; tests and notes are none. */
export function hashOfSources() {
  const folders = ['contract', 'server', 'web'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name)),
  )
  const files = ['main.ts', 'vite.config.ts', 'vite.server.config.ts', 'package-lock.json', 'bin/build.mjs']
  const hash = createHash('sha256')
  for (const file of [...folders.toSorted(), ...files.map((name) => join(root, name))]) {
    hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}
