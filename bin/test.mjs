// `npm test`: runs every check and test, ending with the line `N passed, N failed`.
// `npm test -- unit walks` runs only those steps. `--all` (`npm run test:all`) repeats what the gate runs in one time
// zone and on one engine in the others, tries properties with three times the cases, and runs axe at every width.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { ensurePackages } from './packages.mjs'
import { startPostgres } from './postgres.mjs'

const root = join(import.meta.dirname, '..')
const reports = join(root, 'test-results')

/** Each step has a heading and a `run` that resolves to { passed, failed, skipped? }. */
const steps = {
  // Two projects at once, each by one checker: four checkers of one project would make most types four times.
  types: {
    title: 'Types',
    run: () => tool('typescript/bin/tsc', ['-b', '--checkers', '1', '--builders', '2']),
  },
  lint: { title: 'Lint', run: () => tool('oxlint/bin/oxlint', []) },
  format: { title: 'Format', run: () => tool('oxfmt/bin/oxfmt', ['--check']) },
  unused: { title: 'Unused files, exports and packages', run: () => tool('knip/bin/knip.js', []) },
  boundaries: {
    title: 'Boundaries: each planted violation is reported',
    run: () => counted('bin/check-boundaries.mjs'),
  },
  packages: {
    title: 'Packages: bill of materials (test-results/sbom.json) and published advisories',
    run: () => counted('bin/advisories.mjs'),
  },
  unit: {
    title: 'Unit tests, beyond the date line (Pacific/Apia)',
    run: () => vitest('unit', ['unit', 'web', 'page'], { TZ: 'Pacific/Apia' }),
  },
  london: {
    title: 'Unit tests about time, with daylight saving time (Europe/London)',
    run: () => vitest('london', [isWhole ? 'unit' : 'time'], { TZ: 'Europe/London' }),
  },
  pglite: {
    title: 'What tells the engines apart, and the model, on PGlite',
    run: (log) =>
      vitest(
        'pglite',
        isWhole ? ['endpoint', 'fuzz', 'model'] : ['engine', 'model'],
        { TZ: 'UTC', TEST_ENGINE: 'pglite' },
        log,
      ),
    // The embedded engine uses one core. It starts first, and the steps before it use the others.
    startsFirst: true,
  },
  postgres: { title: 'Endpoints, generated requests and races on PostgreSQL', run: onPostgres },
  build: { title: 'Build', run: () => node(['bin/build.mjs']) },
  walks: { title: 'Browser tests', run: walks },
}

const isWhole = process.argv.includes('--all')
const wholeEnv = isWhole ? { TEST_ALL: 'true' } : {}
const selected = process.argv.slice(2).filter((word) => word !== '--all')
const unknown = selected.filter((name) => !(name in steps))
if (unknown.length > 0) {
  console.error(`There is no step ${unknown.join(', ')}. Steps: ${Object.keys(steps).join(' ')}`)
  process.exit(2)
}

ensurePackages({ development: true })
mkdirSync(reports, { recursive: true })
const started = performance.now()
const results = []
const wanted = Object.entries(steps).filter(([name]) => selected.length === 0 || selected.includes(name))
const inBackground = new Map(
  wanted
    .filter(([, { startsFirst }], place) => startsFirst && place > 0 && availableParallelism() > 1)
    .map(([name, { run }]) => {
      const log = join(reports, `${name}.log`)
      return [name, { log, result: timed(() => run(openSync(log, 'w'))) }]
    }),
)
for (const [name, { title, run }] of wanted) {
  console.log(`\n━━━ ${title} ${'━'.repeat(Math.max(3, 90 - title.length))}\n`)
  const started = inBackground.get(name)
  const result = await (started?.result ?? timed(() => run('inherit')))
  if (started !== undefined) process.stdout.write(readFileSync(started.log))
  results.push({ name, ...result })
}

console.log(`\n━━━ Summary ${'━'.repeat(83)}\n`)
for (const { name, passed, failed, skipped = 0, failures = [], flaky = [], seconds } of results) {
  const suffix = skipped > 0 ? `, ${skipped} skipped` : ''
  console.log(
    `${failed > 0 ? '✗' : '✓'} ${name.padEnd(11)} ${passed} passed, ${failed} failed${suffix}  ${seconds.toFixed(0)} s`,
  )
  for (const title of failures) console.log(`  failed: ${title}`)
  for (const title of flaky) console.log(`  passed only at the second try: ${title}`)
}
console.log(`in ${((performance.now() - started) / 1000).toFixed(0)} s\n`)

const passed = results.reduce((sum, one) => sum + one.passed, 0)
const failed = results.reduce((sum, one) => sum + one.failed, 0)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 || passed === 0 ? 1 : 0

async function timed(run) {
  const began = performance.now()
  const result = await run()
  return { ...result, seconds: (performance.now() - began) / 1000 }
}

/**
 * Runs Node in the project. Counts as one check.
 * @param {string[]} words
 * @param {{ env?: Record<string, string>, output?: 'inherit' | number }} [options] `output`: the screen, or an open file
 */
async function node(words, { env = {}, output = 'inherit' } = {}) {
  const child = spawn(process.execPath, words, {
    cwd: root,
    stdio: ['inherit', output, output],
    env: { ...process.env, ...env },
  })
  const status = await exitStatus(child)
  return status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

/** @returns null when a signal ended it */
function exitStatus(child) {
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
}

function tool(path, words) {
  return node([join('node_modules', path), ...words])
}

/** Runs a program that prints its own `N passed, N failed`. */
async function counted(program) {
  const child = spawn(process.execPath, [program], { cwd: root, stdio: ['inherit', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    output += text
    process.stdout.write(text)
  })
  const status = await exitStatus(child)
  const [, passed, failed] = output.match(/^(\d+) passed, (\d+) failed$/m) ?? []
  return withExitStatus({ passed: Number(passed ?? 0), failed: Number(failed ?? 0) }, status)
}

async function vitest(name, projects, env, output) {
  const report = freshReport(name)
  const flakyReport = freshReport(`${name}-flaky`)
  const { failed: status } = await node(
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      ...projects.flatMap((project) => ['--project', project]),
      '--reporter=default',
      '--reporter=json',
      '--reporter=./bin/flakyReporter.mjs',
      `--outputFile.json=${report}`,
    ],
    { env: { ...env, ...wholeEnv, FLAKY_REPORT: flakyReport }, output },
  )
  const { numPassedTests = 0, numFailedTests = 0, numPendingTests = 0, testResults = [] } = read(report)
  return withExitStatus(
    {
      passed: numPassedTests,
      failed: numFailedTests,
      skipped: numPendingTests,
      failures: failedTests(testResults),
      flaky: read(flakyReport, []),
    },
    status,
  )
}

async function onPostgres() {
  const { url, stop } = await startPostgres()
  try {
    return await vitest(
      'postgres',
      ['endpoint', 'pseudo', 'fuzz', ...(isWhole ? ['model'] : []), 'races', 'mails'],
      {
        TZ: 'UTC',
        TEST_ENGINE: 'postgres',
        TEST_DATABASE_URL: url,
      },
    )
  } finally {
    await stop()
  }
}

async function walks() {
  const build = await node(['bin/build.mjs'])
  if (build.failed > 0) return { passed: 0, failed: 1 }
  const report = freshReport('walks')
  const { failed: status } = await node(
    ['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json'],
    { env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report, ...wholeEnv } },
  )
  const { stats: { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = {}, suites = [] } = read(report)
  return withExitStatus(
    {
      passed: expected + flaky,
      failed: unexpected,
      skipped,
      failures: titlesWithStatus(suites, 'unexpected'),
      flaky: titlesWithStatus(suites, 'flaky'),
    },
    status,
  )
}

/**
 * The failed tests of a vitest report, and the files that failed outside a test, each with the first line of
 * the reason: the end of a long log is often all that is at hand.
 */
function failedTests(files) {
  return files.flatMap(({ name: file, status, message, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    if (failed.length === 0 && status === 'failed') return [`${file}: ${firstLine(message)}`]
    return failed.map(({ fullName, failureMessages }) => `${fullName}: ${firstLine(failureMessages[0])}`)
  })
}

function firstLine(text = '') {
  return text.split('\n', 1)[0]
}

/** The walks that ended so. `flaky` ones passed at the second try, which the gate alone allows: see playwright.config.ts. */
function titlesWithStatus(suites, wanted) {
  return suites.flatMap(({ specs = [], suites: inner = [] }) => [
    ...specs.filter(({ tests }) => tests.some(({ status }) => status === wanted)).map(({ title }) => title),
    ...titlesWithStatus(inner, wanted),
  ])
}

/** Counts a failure when the runner exited with an error or ran no test, whatever it reported. */
function withExitStatus(counts, status) {
  if (status === 0 && counts.passed + counts.failed === 0) console.error('No test ran.')
  const bad = status !== 0 || counts.passed + counts.failed === 0
  return bad && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}

function freshReport(name) {
  const file = join(reports, `${name}.json`)
  rmSync(file, { force: true })
  return file
}

function read(report, otherwise = {}) {
  return existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : otherwise
}
