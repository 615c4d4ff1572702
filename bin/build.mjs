// Builds what the browser loads and what Node runs, unless dist/ was made from the very same sources.
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashOfSources, isBuilt, stamp } from './built.mjs'

const root = join(import.meta.dirname, '..')
const built = join(root, 'dist')

const sources = hashOfSources()
if (!isBuilt(sources)) {
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
