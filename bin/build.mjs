// Builds the browser bundle and the server bundle, unless dist/ is already built from the same sources.
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashOfSources, isBuilt, stamp } from './built.mjs'
import { compressAssets } from './compressAssets.mjs'

const root = join(import.meta.dirname, '..')
const built = join(root, 'dist')

const sources = hashOfSources()
if (!isBuilt(sources)) {
  console.log('Building …')
  const started = performance.now()
  process.chdir(root)
  const { build } = await import('vite')
  // Built in a temporary folder and renamed, so that a failed or concurrent build never leaves dist/ incomplete.
  const temporary = join(root, `.cache/dist-${process.pid}`)
  try {
    await Promise.all([
      build({ configFile: 'vite.config.ts', logLevel: 'warn', build: { outDir: join(temporary, 'web') } }),
      build({
        configFile: 'vite.server.config.ts',
        logLevel: 'warn',
        build: { outDir: join(temporary, 'server') },
      }),
    ])
    await compressAssets(join(temporary, 'web', 'assets'))
    writeFileSync(join(temporary, stamp), sources)
    rmSync(built, { recursive: true, force: true })
    renameSync(temporary, built)
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
  console.log(`Built in ${((performance.now() - started) / 1000).toFixed(1)} s`)
}
