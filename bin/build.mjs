// Builds the browser bundle, the server bundle and the pages in further languages, unless dist/ is already built from the
// same sources.
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hashOfSources, isBuilt, stamp } from './built.mjs'
import { compressAssets } from './compressAssets.mjs'
import { languagesToBuild, wordsIn } from './languages.mjs'

const root = join(import.meta.dirname, '..')
const built = join(root, 'dist')
// Built in a temporary folder and renamed, so that a failed or concurrent build never leaves dist/ incomplete.
const temporary = join(root, `.cache/dist-${process.pid}`)

const sources = hashOfSources()
if (!isBuilt(sources)) {
  console.log('Building …')
  const started = performance.now()
  process.chdir(root)
  const { build } = await import('vite')
  try {
    await Promise.all([
      build({ configFile: 'vite.config.ts', logLevel: 'warn', build: { outDir: join(temporary, 'web') } }),
      build({
        configFile: 'vite.server.config.ts',
        logLevel: 'warn',
        build: { outDir: join(temporary, 'server') },
      }),
    ])
    for (const language of languagesToBuild().filter((one) => one !== 'en')) await buildPages(language)
    await compressAssets(join(temporary, 'web', 'assets'))
    writeFileSync(join(temporary, stamp), sources)
    rmSync(built, { recursive: true, force: true })
    renameSync(temporary, built)
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
  console.log(`Built in ${((performance.now() - started) / 1000).toFixed(1)} s`)
}

/** The pages in a language, beside the English ones: what does not differ has the same name and contents. */
async function buildPages(language) {
  const { build } = await import('vite')
  const resolve = wordsIn(language)
  await Promise.all([
    build({
      configFile: 'vite.config.ts',
      logLevel: 'warn',
      resolve,
      build: { outDir: join(temporary, 'web'), emptyOutDir: false, manifest: `.vite/${language}.json` },
    }),
    build({
      configFile: 'vite.server.config.ts',
      logLevel: 'warn',
      resolve,
      build: {
        outDir: join(temporary, 'server/pages'),
        emptyOutDir: false,
        rolldownOptions: { input: 'web/entry-server.tsx', output: { entryFileNames: `${language}.js` } },
      },
    }),
  ])
}
