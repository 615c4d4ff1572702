// Tells whether dist/ was built from the current sources.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { languagesToBuild } from './languages.mjs'

const root = join(import.meta.dirname, '..')

/** File in dist/ with the hash of the sources it was built from. */
export const stamp = 'sources.sha256'

export function isBuilt(sources = hashOfSources()) {
  const file = join(root, 'dist', stamp)
  return existsSync(file) && readFileSync(file, 'utf8') === sources
}

/** SHA-256 over the languages of pages and every file that goes into a bundle, tests excluded. */
export function hashOfSources() {
  const folders = ['contract', 'server', 'web'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name)),
  )
  const files = [
    'main.ts',
    'rehearsal.ts',
    'bin/rehearse.mjs',
    'bin/connection.mjs',
    'vite.config.ts',
    'vite.server.config.ts',
    'package-lock.json',
    'bin/build.mjs',
    'bin/compressAssets.mjs',
    'bin/languages.mjs',
  ]
  const hash = createHash('sha256').update(languagesToBuild().join())
  for (const file of [...folders.toSorted(), ...files.map((name) => join(root, name))]) {
    hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}
