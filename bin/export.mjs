// `npm run export -- FOLDER`: writes an operator's catalogue as the files that `npm run import` reads.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ensurePackages } from './packages.mjs'

ensurePackages()
const build = spawnSync(process.execPath, [join(import.meta.dirname, 'build.mjs')], { stdio: 'inherit' })
if (build.status !== 0) process.exit(build.status ?? 1)

process.env.NODE_ENV ??= 'production'
await import(new URL('../dist/server/export.js', import.meta.url).href)
