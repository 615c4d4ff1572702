// `npm run import -- FOLDER [--check]`: imports an operator's files; with --check only reports the changes.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ensurePackages } from './packages.mjs'

ensurePackages()
const build = spawnSync(process.execPath, [join(import.meta.dirname, 'build.mjs')], { stdio: 'inherit' })
if (build.status !== 0) process.exit(build.status ?? 1)

process.env.NODE_ENV ??= 'production'
await import(new URL('../dist/server/import.js', import.meta.url).href)
