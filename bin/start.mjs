// `npm start`: installs and builds when needed, then starts the server in this process.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { isBuilt } from './built.mjs'
import { ensurePackages } from './packages.mjs'

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Onside needs Node 20.19 or newer; this is ${process.versions.node}.`)
  process.exit(1)
}

ensurePackages()

if (!isBuilt()) {
  // In a child process, so that the server does not keep the memory the build used.
  const build = spawnSync(process.execPath, [join(import.meta.dirname, 'build.mjs')], { stdio: 'inherit' })
  if (build.status !== 0) process.exit(build.status ?? 1)
}

// In this process, so that signals reach the server directly.
process.env.NODE_ENV ??= 'production'
await import(new URL('../dist/server/main.js', import.meta.url).href)
