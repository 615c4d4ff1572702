// Plants one violation of every boundary in a copy of the configuration and fails unless each is reported
// and nothing legal is. A gate that is not tested is not a gate.
import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parse } from 'jsonc-parser'
import { cycleEnds, forbiddenCode, forbiddenImports, forbiddenTypes, legal } from './plantedViolations.mjs'

const root = join(import.meta.dirname, '..')

const folder = mkdtempSync(join(tmpdir(), 'onside-boundaries-'))
const failures = []
let checked = 0

try {
  for (const file of ['.oxlintrc.json', 'package.json', 'tsconfig.base.json', ...projects()]) copy(file)
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  for (const [file, text] of Object.entries({ ...legal, ...cycleEnds })) write(file, text)

  checkImports()
  checkCode()
  checkTypes()
} finally {
  rmSync(folder, { recursive: true, force: true })
}

for (const failure of failures) console.error(`not as it should be: ${failure}`)
console.log(`${checked - failures.length} passed, ${failures.length} failed`)
process.exitCode = failures.length === 0 && checked > 0 ? 0 : 1

/** Every ban of every override must be met by one of its planted imports, and every planted import be reported. */
function checkImports() {
  const bans = bansByOverride()
  expect(
    Object.keys(bans).toSorted().join() === Object.keys(forbiddenImports).toSorted().join(),
    `overrides with bans (${Object.keys(bans).join()}) and planted files (${Object.keys(forbiddenImports).join()}) differ`,
  )
  for (const { file, imports } of Object.values(forbiddenImports)) {
    write(
      file,
      imports.map((from, i) => `import { a as a${i} } from '${from}'\nexport const b${i} = a${i}\n`).join(''),
    )
  }
  const reported = lint('eslint(no-restricted-imports)')
  for (const [override, { file, imports }] of Object.entries(forbiddenImports)) {
    const here = reported.filter((one) => one.file === file)
    for (const [i, from] of imports.entries()) {
      expect(
        here.some((one) => one.line === i * 2 + 1),
        `${file} imports ${from} and is not reported`,
      )
    }
    for (const message of bans[override] ?? []) {
      expect(
        here.some((one) => one.text.includes(message)),
        `${override}: nothing planted meets "${message}"`,
      )
    }
  }
  const wrong = lint().filter((one) => one.file in legal)
  for (const file of Object.keys(legal)) {
    const against = wrong.find((one) => one.file === file)
    expect(!against, `${file} is legal but reported: ${against?.rule} ${against?.text}`)
  }
  for (const { file } of Object.values(forbiddenImports)) rmSync(join(folder, file))
}

function checkCode() {
  for (const { file, text } of forbiddenCode) write(file, text)
  const reported = lint()
  for (const { file, rule } of forbiddenCode) {
    expect(
      reported.some((one) => one.file === file && one.rule === rule),
      `${file} is not reported by ${rule}`,
    )
    rmSync(join(folder, file))
  }
  for (const file of Object.keys(cycleEnds)) rmSync(join(folder, file))
}

function checkTypes() {
  for (const project of ['contract', 'server', 'web']) {
    const before = compile(project)
    expect(before === '', `the legal files do not compile: ${before}`)
  }
  for (const { file, text, error } of forbiddenTypes) {
    write(file, text)
    const [project = '', name = ''] = file.split('/')
    const output = compile(project)
    expect(output.includes(name) && error.test(output), `${file} is not stopped: ${output || 'no error'}`)
    rmSync(join(folder, file))
  }
}

/** The sentences of each override that bans imports, by its first glob. */
function bansByOverride() {
  const settings = parse(readFileSync(join(root, '.oxlintrc.json'), 'utf8'))
  const bans = {}
  for (const { files, rules } of settings.overrides) {
    const patterns = rules['no-restricted-imports']?.[1].patterns
    if (patterns) bans[files[0]] = patterns.map((one) => one.message)
  }
  return bans
}

/** Everything reported about the planted tree: file, line, rule and text. */
function lint(only) {
  const run = spawnSync(process.execPath, [join(root, 'node_modules/oxlint/bin/oxlint'), '-f', 'json'], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (!run.stdout.startsWith('{')) throw new Error(`oxlint did not run: ${run.stdout}${run.stderr}`)
  return JSON.parse(run.stdout)
    .diagnostics.map((one) => ({
      file: one.filename,
      line: one.labels[0]?.span.line,
      rule: one.code,
      text: `${one.message} ${one.help ?? ''}`,
    }))
    .filter((one) => !only || one.rule === only)
}

/** What the compiler says about one project of the planted tree; nothing when all is well. */
function compile(project) {
  const run = spawnSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-b', project], {
    cwd: folder,
    encoding: 'utf8',
  })
  return run.status === 0 ? '' : run.stdout + run.stderr
}

function projects() {
  return ['contract', 'server', 'web', 'test'].map((name) => `${name}/tsconfig.json`)
}

function copy(file) {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  copyFileSync(join(root, file), join(folder, file))
}

function write(file, text) {
  mkdirSync(dirname(join(folder, file)), { recursive: true })
  writeFileSync(join(folder, file), text)
}

function expect(holds, otherwise) {
  checked += 1
  if (!holds) failures.push(otherwise)
}
