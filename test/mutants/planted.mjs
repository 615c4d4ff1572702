// `npm run mutants:planted -- locks rules`: plants the faults of plantedFaults.mjs one at a time in a copy of the last
// commit and of what has changed since in its files, and expects the named check of the gate to fail. Without names: all
// kinds. It is no part of `npm test`, which it takes as long as; see docs/testing-the-tests.md.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '#bin/postgres.mjs'
import { countOf, faults } from './plantedFaults.mjs'

const root = join(import.meta.dirname, '..', '..')
const kinds = process.argv.slice(2)
const unknown = kinds.filter((kind) => !faults.some((fault) => fault.kind === kind))
if (unknown.length > 0) {
  console.error(
    `There is no kind ${unknown.join(', ')}. Kinds: ${[...new Set(faults.map(({ kind }) => kind))].join(' ')}`,
  )
  process.exit(2)
}
const selected = faults.filter(({ kind }) => kinds.length === 0 || kinds.includes(kind))

/** The steps of the gate by what they run on; see bin/test.mjs. */
const environments = {
  unit: { TZ: 'Pacific/Apia' },
  web: { TZ: 'Pacific/Apia' },
  page: { TZ: 'Pacific/Apia' },
  time: { TZ: 'Europe/London' },
  endpoint: { TZ: 'UTC', TEST_ENGINE: 'postgres' },
  races: { TZ: 'UTC', TEST_ENGINE: 'postgres' },
}

const copy = mkdtempSync(join(tmpdir(), 'onside-planted-'))
const report = join(copy, 'test-results', 'planted.json')
let running = null
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => {
    running?.kill('SIGTERM')
    removeCopy()
    process.exit(1)
  })

const { url, stop } = await startPostgres()
try {
  const stash = git(root, ['stash', 'create'])
  git(root, ['worktree', 'add', '--detach', '--quiet', copy, stash === '' ? 'HEAD' : stash])
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))

  const failing = await withoutFaults()
  for (const line of failing) console.error(`fails without a fault: ${line}`)
  if (failing.length > 0) process.exitCode = 1
  else {
    let missed = 0
    for (const fault of selected) {
      const began = performance.now()
      const { isCaught, why } = await caught(fault)
      if (!isCaught) missed += 1
      const seconds = ((performance.now() - began) / 1000).toFixed(0)
      console.log(`${isCaught ? 'caught' : 'MISSED'}  ${fault.kind}: ${fault.title} (${why}, ${seconds} s)`)
    }
    console.log(`${selected.length - missed} caught, ${missed} missed`)
    process.exitCode = missed === 0 ? 0 : 1
  }
} finally {
  removeCopy()
  await stop()
}

/** All checks once. Each must pass, or a fault would be caught by what fails anyway. */
async function withoutFaults() {
  const failing = []
  for (const project of new Set(selected.flatMap(({ check }) => check.project ?? []))) {
    const checks = selected.map(({ check }) => check).filter((check) => check.project === project)
    const { passed, failed, broken } = await vitest(project, checks)
    failing.push(...failed, ...broken)
    const idle = checks.filter(
      ({ test, of }) => !passed.some((one) => one.file === test && one.name.includes(of)),
    )
    failing.push(...idle.map(({ test, of }) => `${test} has no test "${of}"`))
  }
  for (const check of distinct(selected.flatMap(({ check }) => (check.tool === undefined ? [] : check)))) {
    const { status, output } = await run(check.tool)
    if (status !== 0) failing.push(`${check.tool.join(' ')}\n${output}`)
  }
  const walks = distinct(selected.flatMap(({ check }) => (check.walk === undefined ? [] : check)))
  if (walks.length > 0) await build()
  for (const check of walks) {
    const { status, output } = await walk(check)
    if (status !== 0) failing.push(`${check.walk}: ${check.of}\n${output}`)
  }
  return failing
}

/** Plants a fault, runs its check and takes the fault back. */
async function caught({ file, text, becomes, check }) {
  const path = join(copy, file)
  const original = readFileSync(path, 'utf8')
  if (countOf(original, text) !== 1) throw new Error(`${file} does not have this text once: ${text}`)
  writeFileSync(
    path,
    original.replace(text, () => becomes),
  )
  try {
    if (check.tool !== undefined) {
      const { status, output } = await run(check.tool)
      const isCaught = status !== 0 && output.includes(check.says)
      return { isCaught, why: isCaught || status === 0 ? check.tool.join(' ') : `fails otherwise: ${output}` }
    }
    if (check.walk !== undefined) {
      await build()
      const { status } = await walk(check)
      return { isCaught: status !== 0, why: `${check.walk}: ${check.of}` }
    }
    const { failed, broken } = await vitest(check.project, [check])
    const why = failed[0] ?? broken[0] ?? `${check.test}: ${check.of}`
    return {
      isCaught: failed.length > 0,
      why: failed.length > 0 || broken.length === 0 ? why : `fails otherwise: ${why}`,
    }
  } finally {
    writeFileSync(path, original)
  }
}

/** The tests of these checks. `broken`: files that failed outside a test, which says nothing about one. */
async function vitest(project, checks) {
  rmSync(report, { force: true })
  const { output } = await run(
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project',
      project,
      ...new Set(checks.map(({ test }) => test)),
      '-t',
      checks.map(({ of }) => of.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|'),
      '--reporter=json',
      `--outputFile.json=${report}`,
      // Most of a run is reading the product's modules, of which one differs from the run before.
      '--experimental.fsModuleCache',
      `--experimental.fsModuleCachePath=${join(copy, '.cache', 'modules')}`,
    ],
    { ...environments[project], TEST_DATABASE_URL: url },
  )
  if (!existsSync(report)) return { passed: [], failed: [], broken: [output] }
  const files = JSON.parse(readFileSync(report, 'utf8')).testResults
  const tests = files.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, status }) => ({
      file: name.slice(copy.length + 1),
      name: fullName,
      status,
    })),
  )
  const failed = tests.filter(({ status }) => status === 'failed')
  return {
    passed: tests.filter(({ status }) => status === 'passed'),
    failed: failed.map(({ file, name }) => `${file}: ${name}`),
    broken: files
      .filter(
        ({ status, assertionResults }) =>
          status === 'failed' && assertionResults.every((one) => one.status !== 'failed'),
      )
      .map(({ name, message }) => `${name.slice(copy.length + 1)}: ${message.split('\n', 1)[0]}`),
  }
}

async function build() {
  const { status, output } = await run(['bin/build.mjs'])
  if (status !== 0) throw new Error(output)
}

function walk({ walk: file, of }) {
  return run(['node_modules/@playwright/test/cli.js', 'test', file, '-g', of, '--reporter=line'])
}

/** Runs a program of Node in the copy. */
function run(words, env = {}) {
  return new Promise((resolve, reject) => {
    let output = ''
    running = spawn(process.execPath, words, { cwd: copy, env: { ...process.env, ...env } })
    for (const stream of [running.stdout, running.stderr])
      stream.setEncoding('utf8').on('data', (text) => (output += text))
    running.once('error', reject)
    running.once('close', (status) => resolve({ status, output }))
  })
}

function distinct(checks) {
  return [...new Map(checks.map((check) => [JSON.stringify(check), check])).values()]
}

function git(folder, words) {
  return execFileSync('git', words, { cwd: folder, encoding: 'utf8' }).trim()
}

function removeCopy() {
  rmSync(copy, { recursive: true, force: true })
  git(root, ['worktree', 'prune'])
}
