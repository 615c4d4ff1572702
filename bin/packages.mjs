// Installs packages when node_modules does not match package-lock.json.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/**
 * Runs `npm ci` when a package is missing or has another version than the lock file.
 * @param {{ development?: boolean }} [options] `development` includes the packages that only tests and checks use
 */
export function ensurePackages({ development = false } = {}) {
  if (areInstalled(development)) return
  console.log('Installing packages …')
  const started = performance.now()
  const flags = development ? [] : ['--omit=dev']
  const run = spawnSync('npm', ['ci', ...flags, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (run.status !== 0) throw new Error('npm ci failed; see above.', { cause: run.error })
  console.log(`Installed in ${((performance.now() - started) / 1000).toFixed(1)} s`)
}

/** npm records what it installed in node_modules/.package-lock.json. */
function areInstalled(development) {
  const record = join(root, 'node_modules/.package-lock.json')
  if (!existsSync(record)) return false
  const required = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  const installed = JSON.parse(readFileSync(record, 'utf8')).packages
  return missingPackages(required, installed, development).length === 0
}

/**
 * Paths of packages that the lock file requires and that are not installed in its version.
 * @param {Record<string, { version?: string, optional?: boolean, dev?: boolean, devOptional?: boolean }>} required
 * @param {Record<string, { version?: string }>} installed
 * @param {boolean} development
 */
export function missingPackages(required, installed, development) {
  return Object.entries(required)
    .filter(
      ([path, { version, optional, dev, devOptional }]) =>
        // Optional packages are builds for other platforms. npm leaves out devOptional ones with the development ones.
        path !== '' &&
        !optional &&
        (development || !(dev || devOptional)) &&
        installed[path]?.version !== version,
    )
    .map(([path]) => path)
}
