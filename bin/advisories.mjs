// The bill of materials of the lock file, and what is published against the packages that production installs.
// `node bin/advisories.mjs` prints `N passed, N failed`, and a plain line where the source of advisories is out of reach.
import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const root = join(import.meta.dirname, '..')

/** A registry that is silent for so long is out of reach. */
const patienceMs = 30_000

/**
 * Asks the registry what is published against the packages of the lock file that are installed in production.
 * @param {{ registry?: string, cache?: string }} [options] npm's own settings unless given
 * @returns {Promise<{ outcome: 'passed' | 'failed' | 'skipped', lines: string[] }>}
 */
export async function checkAdvisories({ registry, cache } = {}) {
  const run = await npm([
    'audit',
    '--json',
    '--omit=dev',
    '--audit-level=high',
    '--package-lock-only',
    '--fetch-retries=0',
    `--fetch-timeout=${patienceMs / 2}`,
    ...(registry === undefined ? [] : [`--registry=${registry}`]),
    ...(cache === undefined ? [] : [`--cache=${cache}`]),
  ])
  const answer = jsonOf(run.stdout)
  if (answer?.auditReportVersion !== undefined) {
    const found = Object.values(answer.vulnerabilities).filter(({ severity }) => isSerious(severity))
    return {
      outcome: run.status === 0 && found.length === 0 ? 'passed' : 'failed',
      lines: found.map(({ name, severity, via }) => `${severity}: ${name}: ${via.map(titleOf).join('; ')}`),
    }
  }
  const problem = answer?.message ?? answer?.error?.summary ?? run.stderr ?? ''
  // An answer about the request, or none at all; anything else is a fault of ours.
  const isOutOfReach =
    run.isCutOff || answer?.uri !== undefined || /request to \S+ failed|network/i.test(problem)
  return isOutOfReach
    ? {
        outcome: 'skipped',
        lines: ['The source of advisories is out of reach: packages are not compared with it.'],
      }
    : { outcome: 'failed', lines: [`npm audit failed: ${problem}`] }
}

const isSerious = (severity) => severity === 'high' || severity === 'critical'

/** Where a package is unsafe because of another, `via` is the other's name. */
const titleOf = (via) => (typeof via === 'string' ? `by ${via}` : `${via.title} (${via.url})`)

/**
 * Writes a CycloneDX bill of materials of all packages of the lock file; those of development are marked in it. npm's
 * `--omit=dev` leaves out what a package of development needs, too.
 * @returns {Promise<{ outcome: 'passed' | 'failed', lines: string[] }>}
 */
export async function writeBillOfMaterials(file) {
  const run = await npm(['sbom', '--sbom-format=cyclonedx', '--package-lock-only'])
  const bill = jsonOf(run.stdout)
  const listed = new Set(bill?.components?.map(({ name, version }) => `${name} ${version}`))
  const missing = requiredPackages().filter((name) => !listed.has(name))
  if (run.status !== 0 || bill?.bomFormat !== 'CycloneDX' || missing.length > 0)
    return { outcome: 'failed', lines: [`npm sbom failed: ${run.stderr} ${missing.join(', ')}`] }
  writeFileSync(file, run.stdout)
  return { outcome: 'passed', lines: [`${bill.components.length} packages in ${file}`] }
}

/** What package.json asks for, with the version of the lock file. */
function requiredPackages() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  return Object.keys(packages[''].dependencies).map(
    (name) => `${name} ${packages[`node_modules/${name}`].version}`,
  )
}

/** @returns {Promise<{ status: number | string, isCutOff: boolean, stdout: string, stderr: string }>} */
function npm(words) {
  return new Promise((resolve) => {
    const options = { cwd: root, timeout: patienceMs, maxBuffer: 64 * 1024 * 1024 }
    execFile('npm', words, options, (error, stdout, stderr) =>
      resolve({
        status: error === null ? 0 : (error.code ?? 1),
        isCutOff: error?.killed === true,
        stdout,
        stderr,
      }),
    )
  })
}

function jsonOf(text) {
  try {
    return JSON.parse(text)
  } catch {
    // npm died, or printed something else.
    return null
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const folder = join(root, 'test-results')
  mkdirSync(folder, { recursive: true })
  const results = [await writeBillOfMaterials(join(folder, 'sbom.json')), await checkAdvisories()]
  for (const { lines } of results) for (const line of lines) console.log(line)
  const count = (outcome) => results.filter((result) => result.outcome === outcome).length
  console.log(`${count('passed')} passed, ${count('failed')} failed`)
  process.exitCode = count('failed') > 0 ? 1 : 0
}
