// Whether node_modules is what package-lock.json says, and if not, makes it so.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/**
 * Installs the packages of the lock file when one is missing or of another version.
 * @param {{ development?: boolean }} [options] also those that only tests and checks need: twice as many
 */
export function ensurePackages({ development = false } = {}) {
  if (areInstalled(development)) return
  console.log('Installing packages …')
  const started = performance.now()
  const only = development ? [] : ['--omit=dev']
  const run = spawnSync('npm', ['ci', ...only, '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (run.status !== 0) throw new Error('npm ci failed; see above.', { cause: run.error })
  console.log(`Installed in ${((performance.now() - started) / 1000).toFixed(1)} s`)
}

/** npm keeps a copy of the lock file inside node_modules, of what it really put there. */
function areInstalled(development) {
  const inside = join(root, 'node_modules/.package-lock.json')
  if (!existsSync(inside)) return false
  const wanted = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
  const present = JSON.parse(readFileSync(inside, 'utf8')).packages
  return Object.entries(wanted).every(
    ([path, { version, optional, dev }]) =>
      // Optional ones are for other machines than this.
      path === '' || optional || (dev && !development) || present[path]?.version === version,
  )
}
