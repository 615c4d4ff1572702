// `npm run screenshots`: builds, starts the demo, and takes the pictures in docs/screenshots anew.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const env = { ...process.env, SCREENSHOTS: 'true' }
for (const args of [
  [join(root, 'bin', 'build.mjs')],
  [join(root, 'node_modules', '@playwright', 'test', 'cli.js'), 'test', '--workers=1'],
]) {
  const { status } = spawnSync(process.execPath, args, { cwd: root, env, stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
