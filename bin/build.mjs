// Builds what the browser loads and what Node runs, unless dist/ was made from the very same sources.
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const built = join(root, 'dist')
const stamp = 'sources.sha256'

const sources = hashOfSources()
if (!existsSync(join(built, stamp)) || readFileSync(join(built, stamp), 'utf8') !== sources) {
  console.log('Building …')
  const started = performance.now()
  process.chdir(root)
  const { build } = await import('vite')
  // Made aside and put in place whole: one that fails, or two at once, leave nothing half made.
  const making = join(root, `.cache/dist-${process.pid}`)
  try {
    await Promise.all([
      build({ configFile: 'vite.config.ts', logLevel: 'warn', build: { outDir: join(making, 'web') } }),
      build({
        configFile: 'vite.server.config.ts',
        logLevel: 'warn',
        build: { outDir: join(making, 'server') },
      }),
    ])
    writeFileSync(join(making, stamp), sources)
    rmSync(built, { recursive: true, force: true })
    renameSync(making, built)
  } finally {
    rmSync(making, { recursive: true, force: true })
  }
  console.log(`Built in ${((performance.now() - started) / 1000).toFixed(1)} s`)
}

/** Of every file that a bundle is made from; tests and notes are none. */
function hashOfSources() {
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
